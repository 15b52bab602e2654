/// The time spent by a run, by kind of work, summed over all lanes, in nanoseconds.
public struct RunCost: Hashable, Sendable, Codable {
  /// CPU time for encoding symbols.
  public var encodeNanoseconds = 0
  /// CPU time for drawing images.
  public var renderNanoseconds = 0
  /// CPU time inside decode calls, as the workers measured it.
  public var decodeNanoseconds = 0
  /// Wall-clock time from sending images to receiving answers, less the decode calls.
  public var transportNanoseconds = 0
  /// Wall-clock time for writing observations, including waiting for the store.
  public var storeNanoseconds = 0
  /// The number of samples drawn.
  public var samples = 0
  /// The number of images given to decoders.
  public var decodes = 0

  /// Makes a cost of zero.
  public init() {}

  /// Adds another lane's cost.
  public static func += (total: inout RunCost, part: RunCost) {
    total.encodeNanoseconds += part.encodeNanoseconds
    total.renderNanoseconds += part.renderNanoseconds
    total.decodeNanoseconds += part.decodeNanoseconds
    total.transportNanoseconds += part.transportNanoseconds
    total.storeNanoseconds += part.storeNanoseconds
    total.samples += part.samples
    total.decodes += part.decodes
  }

  /// Returns the share of the machine's time used by decoders, 0 to 1: CPU time inside decode calls
  /// over wall time × cores.
  public func efficiency(wallSeconds: Double, cores: Int) -> Double {
    let available = wallSeconds * Double(cores) * 1e9
    return available > 0 ? Double(decodeNanoseconds) / available : 0
  }
}

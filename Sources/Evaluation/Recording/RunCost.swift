/// Where a run's time went, summed over all lanes, in nanoseconds.
public struct RunCost: Hashable, Sendable, Codable {
  /// CPU time for encoding symbols.
  public var encodeNanoseconds = 0
  /// CPU time for drawing images.
  public var renderNanoseconds = 0
  /// CPU time inside decode calls, as the workers measured it.
  public var decodeNanoseconds = 0
  /// Wall-clock time between handing images over and having answers, less the decode calls.
  public var transportNanoseconds = 0
  /// Wall-clock time for writing observations, waiting for the store included.
  public var storeNanoseconds = 0
  /// Samples drawn.
  public var samples = 0
  /// Images given to decoders.
  public var decodes = 0

  /// No cost at all.
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

  /// The part of the machine's time that decoders had: CPU time inside decode calls over wall
  /// time × cores.
  public func efficiency(wallSeconds: Double, cores: Int) -> Double {
    let available = wallSeconds * Double(cores) * 1e9
    return available > 0 ? Double(decodeNanoseconds) / available : 0
  }
}

/// What came of decoding flipped samples once more.
public struct Recheck: Hashable, Sendable {
  /// Flips that were tried again.
  public var decoded: Int
  /// Those that did not come again: the decoder or the machine is not the same twice.
  public var withdrawn: Set<Flip>

  /// Makes a recheck's result.
  public init(decoded: Int, withdrawn: Set<Flip>) {
    self.decoded = decoded
    self.withdrawn = withdrawn
  }

  /// Nothing was suspicious, so that nothing had to be decoded again.
  public static let unneeded = Recheck(decoded: 0, withdrawn: [])
}

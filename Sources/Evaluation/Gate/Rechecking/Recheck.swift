/// What came of decoding flipped samples once more.
public struct Recheck: Hashable, Sendable {
  /// Flips that were tried again.
  public var decoded: Int
  /// What those came to that did not come out so again: the decoder or the machine is not the same
  /// twice. Mostly it is what they were in the baseline.
  public var outcomes: [Flip: SampleOutcome]

  /// Makes a recheck's result.
  public init(decoded: Int, outcomes: [Flip: SampleOutcome]) {
    self.decoded = decoded
    self.outcomes = outcomes
  }

  /// Flips that are none: they came out as in the baseline.
  public var withdrawn: Int { outcomes.count { $0.key.before == $0.value } }

  /// Nothing was suspicious, so that nothing had to be decoded again.
  public static let unneeded = Recheck(decoded: 0, outcomes: [:])
}

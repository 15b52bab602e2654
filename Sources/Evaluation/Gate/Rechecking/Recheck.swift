/// The result of decoding flipped samples once more.
public struct Recheck: Hashable, Sendable {
  /// The number of flips that were decoded again.
  public var decoded: Int
  /// New outcomes of the flips whose second outcome differed: the decoder or the machine does not
  /// always behave the same. Mostly the new outcome is that of the baseline.
  public var outcomes: [Flip: SampleOutcome]

  /// Makes a recheck's result.
  public init(decoded: Int, outcomes: [Flip: SampleOutcome]) {
    self.decoded = decoded
    self.outcomes = outcomes
  }

  /// The number of flips that do not count because the second outcome was that of the baseline.
  public var withdrawn: Int { outcomes.count { $0.key.before == $0.value } }

  /// The result when nothing was suspicious and nothing had to be decoded again.
  public static let unneeded = Recheck(decoded: 0, outcomes: [:])
}

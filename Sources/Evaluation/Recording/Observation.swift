/// One verdict on one sample by one decoder, with what it cost.
public struct Observation: Hashable, Sendable {
  /// The sample's number in the run's ``SampleSchedule``.
  public var sample: Int
  /// Index of the decoder among the run's contestants.
  public var decoder: Int
  /// The sample's hash: 32 hexadecimal digits.
  public var sampleHash: String
  /// The verdict.
  public var verdict: Verdict
  /// Readings beside the judged one.
  public var extras: Extras
  /// Wall-clock time inside the decode call, in nanoseconds; 0 without an answer.
  public var wallNanoseconds: Int
  /// CPU time inside the decode call, in nanoseconds; 0 without an answer.
  public var cpuNanoseconds: Int
  /// Whether a first try died and this is what a fresh worker gave.
  public var wasRetried: Bool
  /// What broke, or the bytes of a misread, for people, without NUL characters; `nil` when there is
  /// nothing to say.
  public var detail: String?

  /// Makes an observation.
  public init(
    sample: Int, decoder: Int, sampleHash: String, verdict: Verdict, extras: Extras = Extras(),
    wallNanoseconds: Int = 0, cpuNanoseconds: Int = 0, wasRetried: Bool = false,
    detail: String? = nil
  ) {
    self.sample = sample
    self.decoder = decoder
    self.sampleHash = sampleHash
    self.verdict = verdict
    self.extras = extras
    self.wallNanoseconds = wallNanoseconds
    self.cpuNanoseconds = cpuNanoseconds
    self.wasRetried = wasRetried
    self.detail = detail
  }
}

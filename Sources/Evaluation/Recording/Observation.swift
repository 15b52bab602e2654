import Corpora

/// One verdict on one sample by one decoder, with its cost in time.
public struct Observation: Hashable, Sendable {
  /// Index of the decoder among the run's contestants.
  public var decoder: Int
  /// The sample's place in the corpus.
  public var place: SampleSchedule.Place
  /// The verdict and its details.
  public var finding: Finding
  /// Wall-clock time inside the decode call, in nanoseconds; 0 without an answer.
  public var wallNanoseconds: Int
  /// CPU time inside the decode call, in nanoseconds; 0 without an answer.
  public var cpuNanoseconds: Int
  /// True if a first attempt killed the worker and this is the result of a fresh worker.
  public var wasRetried: Bool

  /// Makes an observation.
  public init(
    decoder: Int, place: SampleSchedule.Place, finding: Finding, wallNanoseconds: Int = 0,
    cpuNanoseconds: Int = 0, wasRetried: Bool = false
  ) {
    self.decoder = decoder
    self.place = place
    self.finding = finding
    self.wallNanoseconds = wallNanoseconds
    self.cpuNanoseconds = cpuNanoseconds
    self.wasRetried = wasRetried
  }

  /// The verdict on the image as a whole.
  public var verdict: Verdict { finding.verdict }
}

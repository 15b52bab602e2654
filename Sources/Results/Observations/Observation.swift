/// One verdict on one sample by one decoder, with its cost in time.
public struct Observation: Hashable, Sendable {
  /// Index of the decoder among the run's decoders.
  public var decoder: Int
  /// The sample's place in the corpus.
  public var place: SamplePlace
  /// The verdict and its details.
  public var finding: Finding
  /// Wall-clock time inside the decode call, in nanoseconds; 0 without an answer.
  public var wallNanoseconds: Int
  /// CPU time inside the decode call, in nanoseconds; 0 without an answer.
  public var cpuNanoseconds: Int
  /// True if a first attempt killed the worker and this is the result of a fresh worker.
  public var wasRetried: Bool
  /// The number of readings that the decoder returned; `nil` where it was not written down.
  public var readingCount: Int?
  /// The readings to keep in a store; empty where none are kept, and in what is read back from one.
  public var readings: [KeptReading]

  package init(
    decoder: Int, place: SamplePlace, finding: Finding, wallNanoseconds: Int = 0,
    cpuNanoseconds: Int = 0, wasRetried: Bool = false, readingCount: Int? = nil,
    readings: [KeptReading] = []
  ) {
    self.decoder = decoder
    self.place = place
    self.finding = finding
    self.wallNanoseconds = wallNanoseconds
    self.cpuNanoseconds = cpuNanoseconds
    self.wasRetried = wasRetried
    self.readingCount = readingCount
    self.readings = readings
  }

  /// The verdict on the image as a whole.
  public var verdict: Verdict { finding.verdict }
}

/// The part of an observation that does not depend on the clock.
public struct Finding: Hashable, Sendable {
  /// The verdict on the image.
  public var verdict: Verdict
  /// True if strict matching counts it as read too, without any ``TruthRule``.
  public var isStrict: Bool
  /// The class of a misread; `nil` for all other verdicts.
  public var misreadClass: MisreadClass?
  /// The outcome of each symbol of an image with several: ``SymbolOutcome``'s letters, in the order
  /// of the image's truth. `nil` for images with one symbol or none.
  public var symbols: String?
  /// The verdicts on the meanings of the symbols' readings: ``MeaningVerdict``'s characters, in the
  /// order of the image's truth; `nil` where the corpus does not ask for them.
  public var meanings: String?
  /// The fits of the corners of the symbols that were read; `nil` where there is nothing to say: none
  /// was read, the true outline is not known, or nobody looked.
  public var outlines: SymbolOutlines?
  /// Readings beside those that were judged.
  public var extras: Extras
  /// The ending of the worker, the error message or the wrong reading, for people, without NUL
  /// characters; `nil` when there is nothing to say.
  public var detail: String?
  /// The end of what the worker printed on standard error before an error, without NUL characters;
  /// `nil` when it printed nothing.
  public var printed: String?

  package init(
    _ verdict: Verdict, isStrict: Bool = false, misreadClass: MisreadClass? = nil,
    symbols: String? = nil, meanings: String? = nil, outlines: SymbolOutlines? = nil,
    extras: Extras = Extras(),
    detail: String? = nil, printed: String? = nil
  ) {
    self.verdict = verdict
    self.isStrict = isStrict
    self.misreadClass = misreadClass
    self.symbols = symbols
    self.meanings = meanings
    self.outlines = outlines
    self.extras = extras
    self.detail = detail
    self.printed = printed
  }
}

/// The outcome of one of several symbols in an image.
public enum SymbolOutcome: Character, CaseIterable, Hashable, Sendable {
  /// Read right.
  case read = "r"
  /// Not found.
  case missed = "n"
  /// Read as something else.
  case misread = "m"
  /// The decoder does not read its symbology: not judged.
  case unsupported = "u"
}

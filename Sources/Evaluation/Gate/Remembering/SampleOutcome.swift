/// The outcome of one sample for one decoder, as the single letter that a baseline keeps.
///
/// The letters are stored: new ones may be added, and none may be renamed.
public enum SampleOutcome: Character, CaseIterable, Hashable, Sendable {
  /// The decode succeeded; see ``Verdict/isSuccess``.
  case read = "r"
  /// Nothing was found, or not all symbols.
  case missed = "n"
  /// A misread or a false positive; see ``Verdict/isFalse``.
  case misread = "m"
  /// The worker crashed.
  case crash = "c"
  /// A timeout or a failure of the adapter. It depends on more than decoder and image, so it is
  /// never counted as a flip.
  case excluded = "x"
  /// The sample was not tried.
  case untried = "-"

  /// Maps a verdict to its outcome.
  public init(_ verdict: Verdict) {
    switch verdict {
    case .read, .clean, .detected: self = .read
    case .noRead, .undetected: self = .missed
    case .misread, .falsePositive: self = .misread
    case .crash: self = .crash
    case .timeout, .failed: self = .excluded
    }
  }

  /// True if the outcome can be compared with that of another run.
  public var isJudged: Bool { self != .excluded && self != .untried }

  /// The outcome in a word, as reports print it.
  public var word: String {
    switch self {
    case .read: "read"
    case .missed: "not read"
    case .misread: "misread"
    case .crash: "crash"
    case .excluded: "timeout or failure"
    case .untried: "not tried"
    }
  }
}

/// What one decoder made of one sample, in the one letter that a baseline keeps of it.
///
/// The letters are stored: they may be added to and never renamed.
public enum SampleOutcome: Character, CaseIterable, Hashable, Sendable {
  /// It did what it is for; see ``Verdict/isSuccess``.
  case read = "r"
  /// It found nothing, or not all.
  case missed = "n"
  /// It said something that is not so; see ``Verdict/isFalse``.
  case misread = "m"
  /// The worker died of it.
  case crash = "c"
  /// A deadline missed or a failure of the adapter: it hangs on more than decoder and image, and is
  /// never taken for a flip.
  case excluded = "x"
  /// It was not tried.
  case untried = "-"

  /// The letter of a verdict.
  public init(_ verdict: Verdict) {
    switch verdict {
    case .read, .clean, .detected: self = .read
    case .noRead, .undetected: self = .missed
    case .misread, .falsePositive: self = .misread
    case .crash: self = .crash
    case .timeout, .failed: self = .excluded
    }
  }

  /// Whether it can be compared with another night's outcome.
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

import Statistics

/// The outcomes of all trials of one decoder in one group at one level.
public struct LevelOutcomes: Hashable, Sendable {
  public var level: Level
  /// One outcome per trial, in order.
  public var trials: [SampleOutcome]

  package init(level: Level, trials: [SampleOutcome]) {
    self.level = level
    self.trials = trials
  }

  /// Returns the number of trials with an outcome.
  public func count(_ outcome: SampleOutcome) -> Int { trials.count { $0 == outcome } }

  /// The level, a space, and the outcomes' letters, each followed by its repeat count if that is
  /// more than one: `1.37 r38nr361`.
  ///
  /// Far above and below its threshold a decoder always gives the same outcome: 400 trials take
  /// four characters.
  public var text: String {
    var text = level.text + " "
    var rest = trials[...]
    while let outcome = rest.first {
      let run = rest.prefix { $0 == outcome }.count
      text.append(outcome.rawValue)
      if run > 1 { text += String(run) }
      rest = rest.dropFirst(run)
    }
    return text
  }

  /// A limit above the trials of any corpus, so that a damaged number cannot use up the memory.
  private static let mostTrials = 1_000_000

  /// Parses the format of ``text``.
  ///
  /// - Throws: ``LevelOutcomesError``.
  public init(parsing text: String) throws(LevelOutcomesError) {
    let parts = text.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let level = Level(parsing: String(parts[0])) else {
      throw LevelOutcomesError(text, "it begins with a level and a space, such as \"1.37 r400\"")
    }
    self.level = level
    trials = []
    var rest = parts[1][...]
    while let letter = rest.popFirst() {
      guard let outcome = SampleOutcome(rawValue: letter) else {
        let known = SampleOutcome.allCases.map { String($0.rawValue) }.joined(separator: ", ")
        throw LevelOutcomesError(text, "\"\(letter)\" is not an outcome; outcomes are \(known)")
      }
      let digits = rest.prefix { $0.isASCII && $0.isNumber }
      rest = rest.dropFirst(digits.count)
      guard let count = digits.isEmpty ? 1 : Int(digits), count >= 1,
        count <= Self.mostTrials - trials.count
      else { throw LevelOutcomesError(text, "\"\(digits)\" is not a number of trials") }
      trials += repeatElement(outcome, count: count)
    }
  }
}

/// The reason a text cannot be parsed as a level's outcomes.
public struct LevelOutcomesError: Error, Hashable, CustomStringConvertible {
  /// The problem, with the beginning of the text.
  public let description: String

  init(_ text: String, _ reason: String) {
    description = "\"\(text.prefix(40))\(text.count > 40 ? "…" : "")\": \(reason)"
  }
}

/// Stored as its ``text``, on a line of its own, so that two baselines can be compared line by
/// line.
extension LevelOutcomes: Codable {
  public init(from decoder: any Swift.Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    do throws(LevelOutcomesError) {
      try self.init(parsing: text)
    } catch {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: error.description))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}

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
  /// A symbol was selected, and not the one that was aimed at.
  case wrongCode = "w"
  /// Several symbols were selected.
  case several = "s"
  /// Symbols were read without places, and none could be selected.
  case cannotSelect = "p"
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
    case .wrongCode: self = .wrongCode
    case .several: self = .several
    case .cannotSelect: self = .cannotSelect
    case .crash: self = .crash
    case .timeout, .failed: self = .excluded
    }
  }

  /// True for an answer that somebody would act on, and that is not the right one: a misread or a false
  /// positive, or another code than the one that was aimed at.
  package var isFalse: Bool { self == .misread || self == .wrongCode }

  /// True if the outcome can be compared with that of another run.
  public var isJudged: Bool { self != .excluded && self != .untried }

  /// The outcome in a word, as reports print it.
  public var name: String {
    switch self {
    case .read: "read"
    case .missed: "not read"
    case .misread: "misread"
    case .wrongCode: "wrong code"
    case .several: "several codes"
    case .cannotSelect: "cannot select"
    case .crash: "crash"
    case .excluded: "timeout or failure"
    case .untried: "not tried"
    }
  }
}

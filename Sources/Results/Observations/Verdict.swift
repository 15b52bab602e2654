import Statistics

/// The result of one decoder on one image, or on one symbol in it.
///
/// The raw values are stored: new ones may be added, and none may be renamed.
public enum Verdict: String, CaseIterable, Hashable, Sendable, Codable {
  /// The right data in the right symbology, by the rules of ``TruthRule``; in an image with several
  /// symbols, all of them, or the one that was aimed at and no other.
  case read
  /// Nothing read where a symbol was.
  case noRead = "no-read"
  /// Something other than what the symbol says; worse than a miss.
  case misread
  /// The worker died while decoding the image.
  case crash
  /// No answer within the deadline.
  case timeout
  /// The adapter reported a failure or violated the protocol.
  case failed
  /// Nothing read in an image without symbols.
  case clean
  /// Something read in an image without symbols.
  case falsePositive = "false-positive"
  /// Something read in an image whose truth nobody wrote down.
  case detected
  /// Nothing read in an image whose truth nobody wrote down.
  case undetected
  /// One symbol alone was selected, and not the one that was aimed at: the right data of the wrong code.
  case wrongCode = "wrong-code"
  /// More than the one symbol that was aimed at was selected.
  case several
  /// Symbols were read without their places, so that none could be selected by them.
  case cannotSelect = "cannot-select"

  /// The number of the verdict in stored columns: its place in ``allCases``.
  ///
  /// It is stored: new verdicts come last, and none may be moved.
  package var code: Int {
    switch self {
    case .read: 0
    case .noRead: 1
    case .misread: 2
    case .crash: 3
    case .timeout: 4
    case .failed: 5
    case .clean: 6
    case .falsePositive: 7
    case .detected: 8
    case .undetected: 9
    case .wrongCode: 10
    case .several: 11
    case .cannotSelect: 12
    }
  }

  /// True if the decoder succeeded: found what is there, or nothing in an image without symbols.
  ///
  /// In images whose truth nobody wrote down, success only means that it found something.
  public var isSuccess: Bool {
    switch self {
    case .read, .clean, .detected: true
    case .noRead, .misread, .wrongCode, .several, .cannotSelect, .crash, .timeout, .failed,
      .falsePositive, .undetected:
      false
    }
  }

  /// True for a misread or a false positive: the decoder returned something that is not in the
  /// image. A wrong code is in it, and is counted apart.
  public var isFalse: Bool { self == .misread || self == .falsePositive }

  /// True for an error (crash, timeout or failure), so that the image is worth keeping.
  public var isBreakage: Bool {
    switch self {
    case .crash, .timeout, .failed: true
    case .read, .noRead, .misread, .wrongCode, .several, .cannotSelect, .clean, .falsePositive,
      .detected, .undetected:
      false
    }
  }
}

/// The part of a verdict that the choice of further trials depends on.
public enum AttemptOutcome: Hashable, Sendable {
  /// A success; see ``Verdict/isSuccess``.
  case success
  /// A misread or a false positive; see ``Verdict/isFalse``.
  case falseAnswer
  /// No answer, or an error.
  case other

  /// Maps a verdict to its outcome.
  public init(_ verdict: Verdict) {
    self = verdict.isSuccess ? .success : verdict.isFalse ? .falseAnswer : .other
  }
}

extension OutcomeCount {
  /// Adds one trial.
  public mutating func add(_ outcome: AttemptOutcome) {
    trials += 1
    switch outcome {
    case .success: reads += 1
    case .falseAnswer: misreads += 1
    case .other: break
    }
  }
}

/// Numbers of readings in an image beside those that a verdict is about.
public struct Extras: Hashable, Sendable, Codable {
  /// Further readings of a symbol that was found already.
  public var duplicates: Int
  /// Readings of something that is not in the image.
  public var wrong: Int
  /// Readings of something that may be in the image: its truth does not name all symbols, or none
  /// is known.
  public var unjudged: Int

  package init(duplicates: Int = 0, wrong: Int = 0, unjudged: Int = 0) {
    self.duplicates = duplicates
    self.wrong = wrong
    self.unjudged = unjudged
  }
}

/// The kind of error in a misread. When several kinds fit, the first in this order is used.
public enum MisreadClass: String, CaseIterable, Hashable, Sendable, Codable {
  /// The right data under the name of another symbology.
  case wrongSymbology = "wrong-symbology"
  /// The right text in another charset, or the result of a wrong guess at the charset.
  case charsetOnly = "charset-only"
  /// A part of the data; empty data counts as a part too.
  case truncation
  /// All of the data, with something before or after it.
  case surplus
  /// The right number of characters, some of them wrong.
  case substitution
  /// Anything else.
  case other

  /// The meaning in one line, for people.
  public var meaning: String {
    switch self {
    case .wrongSymbology: "the right data under the name of another symbology"
    case .charsetOnly: "the right text in another charset, or garbled by a wrong guess at one"
    case .truncation: "a part of the data"
    case .surplus: "all of the data, and something before or after it"
    case .substitution: "as many characters as the data has, some of them others"
    case .other: "anything else"
    }
  }
}

/// The result of one decoder on one image, or on one symbol in it.
///
/// The raw values are stored: new ones may be added, and none may be renamed.
public enum Verdict: String, CaseIterable, Hashable, Sendable, Codable {
  /// The right data in the right symbology, by the rules of ``TruthRule``; in an image with several
  /// symbols, all of them.
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

  /// True if the decoder succeeded: found what is there, or nothing in an image without symbols.
  ///
  /// In images whose truth nobody wrote down, success only means that it found something.
  public var isSuccess: Bool {
    switch self {
    case .read, .clean, .detected: true
    case .noRead, .misread, .crash, .timeout, .failed, .falsePositive, .undetected: false
    }
  }

  /// True for a misread or a false positive: the decoder returned something that is not in the
  /// image.
  public var isFalse: Bool { self == .misread || self == .falsePositive }

  /// True for an error (crash, timeout or failure), so that the image is worth keeping.
  public var isBreakage: Bool {
    switch self {
    case .crash, .timeout, .failed: true
    case .read, .noRead, .misread, .clean, .falsePositive, .detected, .undetected: false
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

  /// Makes counts.
  public init(duplicates: Int = 0, wrong: Int = 0, unjudged: Int = 0) {
    self.duplicates = duplicates
    self.wrong = wrong
    self.unjudged = unjudged
  }
}

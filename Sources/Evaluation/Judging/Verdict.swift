/// What one decoder made of one image, or of one symbol in it.
///
/// The raw values are stored: they may be added to and never renamed.
public enum Verdict: String, CaseIterable, Hashable, Sendable, Codable {
  /// The right data in the right symbology, by the rules of ``TruthRule``; in an image with several
  /// symbols, all of them.
  case read
  /// Nothing where a symbol was.
  case noRead = "no-read"
  /// Something else than what the symbol says: worse than a miss.
  case misread
  /// The worker died of the image.
  case crash
  /// No answer within the deadline.
  case timeout
  /// The adapter reported a failure or broke the protocol.
  case failed
  /// Nothing read in an image without symbols.
  case clean
  /// Something read in an image without symbols.
  case falsePositive = "false-positive"
  /// Something read in an image whose truth nobody wrote down.
  case detected
  /// Nothing read in an image whose truth nobody wrote down.
  case undetected

  /// Whether the decoder did what it is for: found what is there, or nothing where nothing is.
  ///
  /// In images whose truth nobody wrote down that can only mean that it found something.
  public var isSuccess: Bool {
    switch self {
    case .read, .clean, .detected: true
    case .noRead, .misread, .crash, .timeout, .failed, .falsePositive, .undetected: false
    }
  }

  /// Whether the decoder said something that is not so.
  public var isFalse: Bool { self == .misread || self == .falsePositive }

  /// Whether the worker or its library broke, so that the image is worth keeping.
  public var isBreakage: Bool {
    switch self {
    case .crash, .timeout, .failed: true
    case .read, .noRead, .misread, .clean, .falsePositive, .detected, .undetected: false
    }
  }
}

/// Readings in an image beside those that a verdict is about.
public struct Extras: Hashable, Sendable, Codable {
  /// A symbol that was found already, once more.
  public var duplicates: Int
  /// Something that is not in the image.
  public var wrong: Int
  /// Something that may be in the image: its truth does not name all symbols, or none is known.
  public var unjudged: Int

  /// Makes counts.
  public init(duplicates: Int = 0, wrong: Int = 0, unjudged: Int = 0) {
    self.duplicates = duplicates
    self.wrong = wrong
    self.unjudged = unjudged
  }
}

/// What one decoder made of one expected symbol.
public enum Verdict: String, CaseIterable, Hashable, Sendable, Codable {
  /// The right bytes in the right symbology.
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

  /// Whether the worker or its library broke, so that the image is worth keeping.
  public var isBreakage: Bool {
    switch self {
    case .crash, .timeout, .failed: true
    case .read, .noRead, .misread: false
    }
  }
}

/// Readings in an image beside the one that was judged.
public struct Extras: Hashable, Sendable, Codable {
  /// The same symbol once more.
  public var duplicates: Int
  /// Something that is not in the image.
  public var wrong: Int

  /// Makes counts.
  public init(duplicates: Int = 0, wrong: Int = 0) {
    self.duplicates = duplicates
    self.wrong = wrong
  }
}

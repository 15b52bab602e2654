/// A respect in which a decoder can get worse.
public enum GateClass: String, CaseIterable, Hashable, Sendable, Codable {
  /// Fewer samples are read, and the mean threshold has moved.
  case threshold
  /// There are more misreads or false positives.
  case misreads
  /// The decoder crashes on images on which it did not crash before.
  case crashes
  /// Reads take longer.
  case latency
}

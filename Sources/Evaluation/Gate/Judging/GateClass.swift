/// In what respect a decoder can get worse.
public enum GateClass: String, CaseIterable, Hashable, Sendable, Codable {
  /// It stops reading earlier: fewer samples read, and a mean threshold that moved.
  case threshold
  /// It says more that is not so.
  case misreads
  /// It dies of images that it survived before.
  case crashes
  /// Its reads take longer.
  case latency
}

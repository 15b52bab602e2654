/// One requirement that a plugin is checked for.
public struct ConformanceCheck: Sendable {
  /// The parts of the examination, in their order.
  public enum Stage: String, CaseIterable, Hashable, Sendable, Codable {
    /// The plugin's identity and its options.
    case handshake
    /// Reading and writing of frames.
    case framing
    /// The end of the plugin's process.
    case ending
    /// Handling of images of every shape.
    case images
    /// The symbols that the plugin reads.
    case readings
  }

  /// The name for `--only`: `unknown-option`.
  public let name: String
  /// The part of the examination that it belongs to.
  public let stage: Stage
  /// The requirement, as the end of "the plugin …".
  public let claim: String

  /// Makes the check, and says what was seen if the claim holds.
  ///
  /// Throws ``Objection`` if it does not hold and ``NotJudged`` if that cannot be told.
  let body: @Sendable (CheckBench) throws -> String

  init(
    _ name: String, _ stage: Stage, _ claim: String,
    _ body: @escaping @Sendable (CheckBench) throws -> String
  ) {
    self.name = name
    self.stage = stage
    self.claim = claim
    self.body = body
  }
}

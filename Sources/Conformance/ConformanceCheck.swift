/// One question about a plugin.
public struct ConformanceCheck: Sendable {
  /// The parts of the examination, in their order.
  public enum Stage: String, CaseIterable, Hashable, Sendable, Codable {
    /// Who it is and how it is set up.
    case handshake
    /// How it reads and writes frames.
    case framing
    /// How it ends.
    case ending
    /// What it makes of images of every shape.
    case images
    /// What it reads.
    case readings
  }

  /// The name for `--only`: `unknown-option`.
  public let name: String
  /// The part of the examination that it belongs to.
  public let stage: Stage
  /// What is asked, as the end of "the plugin …".
  public let claim: String

  /// Says what was seen if the claim holds.
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

import DecoderKit

/// A recipe under a condition, or a folder of photos: one curve, one threshold, one row per decoder.
public struct CorpusGroup: Hashable, Sendable {
  /// What is known of a group's images.
  public enum Content: String, CaseIterable, Hashable, Sendable, Codable {
    /// The symbols that they hold.
    case symbols
    /// That they hold none: whatever is read is wrong.
    case nothing
    /// Nothing: readings are counted and not judged.
    case unknown
  }

  /// The recipe's name.
  public let recipe: String
  /// The condition's name.
  public let condition: String
  /// What kinds of symbols the images hold, each once; empty for images without symbols, and for
  /// photos whose folder does not say.
  public let symbologies: [Symbology]
  /// What is known of the images.
  public let content: Content
  /// Trials at each level.
  public let trialCount: Int
  /// How many payloads the trials take turns with, at every level the same ones; `nil` where every
  /// trial has its own.
  public let payloadCount: Int?

  /// Makes a group.
  public init(
    recipe: String, condition: String, symbologies: [Symbology], content: Content = .symbols,
    trialCount: Int, payloadCount: Int? = nil
  ) {
    self.recipe = recipe
    self.condition = condition
    self.symbologies = symbologies
    self.content = content
    self.trialCount = trialCount
    self.payloadCount = payloadCount
  }

  /// The group's name in reports and on the command line: `v2-m/upright`.
  public var id: String { "\(recipe)/\(condition)" }
}

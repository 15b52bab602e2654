import DecoderKit

/// A recipe under a condition: one curve, one threshold, one row per decoder.
public struct CorpusGroup: Hashable, Sendable {
  /// The recipe's name.
  public let recipe: String
  /// The condition's name.
  public let condition: String
  /// What the recipe draws.
  public let symbology: Symbology

  /// Makes a group.
  public init(recipe: String, condition: String, symbology: Symbology) {
    self.recipe = recipe
    self.condition = condition
    self.symbology = symbology
  }

  /// The group's name in reports and on the command line: `v2-m/upright`.
  public var id: String { "\(recipe)/\(condition)" }
}

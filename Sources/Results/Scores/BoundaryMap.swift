/// A map of two axes: for every decoder the boundary at which its decode rate crosses 95 %.
public struct BoundaryMap: Hashable, Sendable, Codable {
  /// The recipe's name.
  public var recipe: String
  /// The condition's name, without the value of the second axis.
  public var condition: String
  /// The rate whose boundary is mapped, 0.95.
  public var rate: Double
  /// The decodes of the full grid, for each decoder.
  public var gridDecodes: Int
  /// The boundaries of all decoders that read the recipe, in the order of the score table.
  public var contours: [BoundaryContour]

  package init(
    recipe: String, condition: String, rate: Double, gridDecodes: Int, contours: [BoundaryContour]
  ) {
    self.recipe = recipe
    self.condition = condition
    self.rate = rate
    self.gridDecodes = gridDecodes
    self.contours = contours
  }

  /// The name in reports: `recipe/condition`.
  public var id: String { "\(recipe)/\(condition)" }
}

/// The boundary of one decoder on a map.
public struct BoundaryContour: Hashable, Sendable, Codable {
  /// The decoder's label.
  public var decoder: String
  /// The decodes that it took.
  public var decodes: Int
  /// One point for each level of the second axis, in their order.
  public var points: [BoundaryPoint]

  package init(decoder: String, decodes: Int, points: [BoundaryPoint]) {
    self.decoder = decoder
    self.decodes = decodes
    self.points = points
  }
}

/// The boundary of one decoder at one level of the second axis.
public struct BoundaryPoint: Hashable, Sendable, Codable {
  /// The kind of answer.
  public enum Kind: String, Hashable, Sendable, Codable {
    /// The boundary lies at `value`.
    case at
    /// Every level reaches the rate, also the hardest, which is `value`.
    case beyondHardest = "beyond-hardest"
    /// No level reaches the rate, not even the easiest, which is `value`.
    case beyondEasiest = "beyond-easiest"
    /// Nothing was tried.
    case none
  }

  /// The level of the second axis, as the corpus writes it.
  public var level: String
  /// The group of this column.
  public var group: String
  /// The kind of answer.
  public var kind: Kind
  /// The boundary, or the level beyond which it lies.
  public var value: Double?
  /// The end of the 95 % interval towards the harder levels; `nil` where nothing bounds it.
  public var hard: Double?
  /// The end of the interval towards the easier levels; `nil` where nothing bounds it.
  public var easy: Double?
  /// The ranges of levels above the boundary that fail.
  public var islands: [LevelRange]
  /// The decodes in this column.
  public var decodes: Int
  /// The reason that sampling of the column ended; `nil` where trials were fixed.
  public var ending: CurveEnding?

  package init(
    level: String, group: String, kind: Kind, value: Double? = nil, hard: Double? = nil,
    easy: Double? = nil, islands: [LevelRange] = [], decodes: Int, ending: CurveEnding? = nil
  ) {
    self.level = level
    self.group = group
    self.kind = kind
    self.value = value
    self.hard = hard
    self.easy = easy
    self.islands = islands
    self.decodes = decodes
    self.ending = ending
  }
}

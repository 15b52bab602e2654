import Statistics

/// The second axis of a corpus's sweep, with the groups that form its maps.
public struct MapRecord: Hashable, Sendable, Codable {
  /// One recipe under one condition: a map.
  public struct Field: Hashable, Sendable, Codable {
    /// The recipe's name.
    public var recipe: String
    /// The condition's name, without the value of the second axis.
    public var condition: String
    /// The indices of its groups, in the order of the levels.
    public var groups: [Int]

    package init(recipe: String, condition: String, groups: [Int]) {
      self.recipe = recipe
      self.condition = condition
      self.groups = groups
    }

    /// The name in reports: `recipe/condition`.
    public var id: String { "\(recipe)/\(condition)" }
  }

  /// The second axis, such as `blur`.
  public var axis: String
  /// The unit of its levels, such as `px`.
  public var unit: String
  /// Its levels, ascending.
  public var levels: [Level]
  /// The maps, in the order of their groups.
  public var fields: [Field]

  package init(axis: String, unit: String, levels: [Level], fields: [Field]) {
    self.axis = axis
    self.unit = unit
    self.levels = levels
    self.fields = fields
  }
}

/// The goal of a run that traces boundaries: the grid whose boundary is traced.
public struct BoundaryAim: Hashable, Sendable, Codable {
  /// The trials of the full grid in each cell: the most that a cell gets.
  public var trials: Int
  /// The trials that every cell gets first.
  public var sweepTrials: Int

  /// Makes the goal of tracing a grid.
  public init(trials: Int) {
    self.trials = trials
    sweepTrials = BoundaryTrace.sweepTrials(ofGrid: trials)
  }
}

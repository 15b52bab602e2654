/// What a run that chooses its own trials is to reach: a precision, or what it may spend.
public struct AdaptiveAim: Hashable, Sendable, Codable {
  /// What the precision refers to.
  public enum Target: String, CaseIterable, Hashable, Sendable, Codable {
    /// The mean threshold; it needs no model.
    case meanThreshold = "mean-threshold"
    /// Where the model's curve crosses 95 %; only where the model is admissible.
    case t95
  }

  /// The half-width of the 95 % interval at which a curve is done, in the sweep's unit; `nil` to go
  /// on until the budget or the time is spent.
  public var precision: Double?
  /// What the precision refers to.
  public var target: Target
  /// Decodes of all decoders together, those that are there already included; `nil` for no limit.
  public var budget: Int?
  /// Wall-clock seconds for new decodes; `nil` for no limit.
  public var seconds: Double?

  /// Trials at every level before any level gets more.
  public static let sweepTrials = 60
  /// The most trials that one level of one group can have.
  public static let mostTrials = 100_000

  /// Makes an aim.
  ///
  /// - Precondition: The precision, if there is one, is positive and finite; something ends the run.
  public init(
    precision: Double? = nil, target: Target = .meanThreshold, budget: Int? = nil,
    seconds: Double? = nil
  ) {
    precondition(precision.map { $0 > 0 && $0.isFinite } ?? true, "a half-width is positive")
    precondition(precision != nil || budget != nil || seconds != nil, "nothing ends the run")
    self.precision = precision
    self.target = target
    self.budget = budget
    self.seconds = seconds
  }
}

/// Why sampling of one curve ended, and what it was given.
public struct CurveRecord: Hashable, Sendable, Codable {
  /// Index of the decoder among the run's contestants.
  public var decoder: Int
  /// Index of the group.
  public var group: Int
  /// Why trials ended, or why the precision could not be had.
  public var ending: CurveEnding
  /// How far it came: `sweep`, `densify`, `refine`, `certify` or `done`.
  public var phase: String
  /// Trials asked for at each level, the smallest value first: the run looks at no others.
  public var trials: [Int]
  /// Where the model's curve crosses 95 %, if that was the target.
  public var crossing: ModelCrossing?
}

/// Why trials of a curve ended, or why the precision could not be had.
public enum CurveEnding: String, CaseIterable, Hashable, Sendable, Codable {
  /// The interval is as narrow as asked for.
  case precisionReached = "precision-reached"
  /// The decodes were spent first.
  case budgetSpent = "budget-spent"
  /// The time was spent first.
  case timeSpent = "time-spent"
  /// The decoder was given up, or the run was interrupted.
  case interrupted
  /// The curve levels off at or below 95 %.
  case notReached = "not-reached"
  /// The crossing lies beyond the levels.
  case beyondRange = "beyond-range"
  /// Some easier levels are worse than a harder one: no model, so no crossing of it.
  case islands
  /// The model does not fit, so that it has no crossing to show.
  case misfit
  /// Fewer than two levels.
  case tooFewLevels = "too-few-levels"
}

/// The goal of a run that chooses its own trials: a precision, a budget of decodes, or a time
/// limit.
public struct AdaptiveAim: Hashable, Sendable, Codable {
  /// The quantity that the precision refers to.
  public enum Target: String, CaseIterable, Hashable, Sendable, Codable {
    /// The mean threshold; it needs no model.
    case meanThreshold = "mean-threshold"
    /// The sweep value at which the model's curve crosses 95 %; only where the model is admissible.
    case t95
  }

  /// The half-width of the 95 % interval at which a curve is done, in the sweep's unit; `nil` to go
  /// on until the budget or the time is used up.
  public var precision: Double?
  /// The quantity that the precision refers to.
  public var target: Target
  /// The most decodes of all decoders together, including those already stored; `nil` for no limit.
  public var budget: Int?
  /// Wall-clock seconds for new decodes; `nil` for no limit.
  public var seconds: Double?

  /// Trials at every level before any level gets more.
  public static let sweepTrials = 60
  /// The most trials that one level of one group can have.
  public static let mostTrials = 100_000

  /// Makes an aim.
  ///
  /// - Precondition: The precision, if there is one, is positive and finite. At least one of
  ///   precision, budget and time limit is given.
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

/// The reason sampling of one curve ended, and the trials that it got.
public struct CurveRecord: Hashable, Sendable, Codable {
  /// Index of the decoder among the run's contestants.
  public var decoder: Int
  /// Index of the group.
  public var group: Int
  /// The reason trials ended or the precision could not be reached.
  public var ending: CurveEnding
  /// The last phase reached: `sweep`, `densify`, `refine`, `certify` or `done`.
  public var phase: String
  /// Trials asked for at each level, the smallest value first; the run uses no other levels.
  public var trials: [Int]
  /// The model's crossing of 95 %; `nil` unless that was the target.
  public var crossing: ModelCrossing?
}

/// The reason trials of a curve ended or the precision could not be reached.
public enum CurveEnding: String, CaseIterable, Hashable, Sendable, Codable {
  /// The interval is as narrow as asked for.
  case precisionReached = "precision-reached"
  /// The budget of decodes was used up first.
  case budgetSpent = "budget-spent"
  /// The time was used up first.
  case timeSpent = "time-spent"
  /// The decoder was given up, or the run was interrupted.
  case interrupted
  /// The curve levels off at or below 95 %.
  case notReached = "not-reached"
  /// The crossing lies beyond the levels.
  case beyondRange = "beyond-range"
  /// Some easier levels are worse than a harder one: no model applies, so there is no crossing.
  case islands
  /// The model does not fit, so there is no crossing to show.
  case misfit
  /// There are fewer than two levels.
  case tooFewLevels = "too-few-levels"
}

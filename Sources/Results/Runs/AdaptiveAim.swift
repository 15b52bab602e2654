import Statistics

/// The goal of a run that chooses its own trials: a precision, a budget of decodes, a time limit,
/// or a bound on misreads.
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
  /// The use of which misreads are counted; `nil` for a run that looks for thresholds.
  public var misreads: MisreadAim?
  /// The grid whose boundaries are traced; `nil` for a run that looks for thresholds or misreads.
  public var boundary: BoundaryAim?

  /// Trials of the first pass at every level; `nil` for ``sweepTrials``, which older
  /// runs had, and for runs without a precision.
  public var firstPass: Int?

  /// Trials at every level before any level gets more, where no precision asks for fewer.
  public static let sweepTrials = 60
  /// The most trials that one level of one group can have.
  public static let mostTrials = 100_000

  /// Makes an aim.
  ///
  /// - Parameter levels: The sweep's levels, from which the first pass follows where there is a
  ///   precision.
  /// - Precondition: The precision, if there is one, is positive and finite. At least one of
  ///   precision, budget and time limit is given.
  public init(
    precision: Double? = nil, target: Target = .meanThreshold, levels: [Double] = [],
    budget: Int? = nil, seconds: Double? = nil, misreads: MisreadAim? = nil
  ) {
    precondition(precision.map { $0 > 0 && $0.isFinite } ?? true, "a half-width is positive")
    precondition(precision != nil || budget != nil || seconds != nil, "nothing ends the run")
    self.precision = precision
    self.target = target
    self.budget = budget
    self.seconds = seconds
    self.misreads = misreads
    if let precision, !levels.isEmpty {
      firstPass =
        AdaptivePlan(levels: levels, target: target.planned, precision: precision).sweepTrials
    }
  }

  /// Makes the aim of a run that traces boundaries, which ends by itself.
  public init(boundary: BoundaryAim, budget: Int? = nil, seconds: Double? = nil) {
    self.boundary = boundary
    self.budget = budget
    self.seconds = seconds
    target = .meanThreshold
  }

  /// The trials that every level gets first, whatever their outcomes: those on which decoders are
  /// compared.
  public var firstPassTrials: Int { boundary?.sweepTrials ?? firstPass ?? Self.sweepTrials }
}

extension AdaptiveAim.Target {
  /// The target of each curve's plan.
  package var planned: AdaptivePlan.Target {
    switch self {
    case .meanThreshold: .meanThreshold
    case .t95: .crossing(rate: 0.95)
    }
  }
}

/// The reason sampling of one curve ended, and the trials that it got.
public struct CurveRecord: Hashable, Sendable, Codable {
  /// Index of the decoder among the run's decoders.
  public var decoder: Int
  /// Index of the group.
  public var group: Int
  /// The reason trials ended or the precision could not be reached.
  public var ending: CurveEnding
  /// The last phase reached: `sweep`, `densify`, `refine`, `certify`, `trace` or `done`.
  public var phase: String
  /// Trials asked for at each level, the smallest value first; the run uses no other levels.
  public var trials: [Int]
  /// The model's crossing of 95 %; `nil` unless that was the target.
  public var crossing: ModelCrossing?

  package init(
    decoder: Int, group: Int, ending: CurveEnding, phase: String, trials: [Int],
    crossing: ModelCrossing? = nil
  ) {
    self.decoder = decoder
    self.group = group
    self.ending = ending
    self.phase = phase
    self.trials = trials
    self.crossing = crossing
  }
}

/// The reason trials of a curve ended or the precision could not be reached.
public enum CurveEnding: String, CaseIterable, Hashable, Sendable, Codable {
  /// The interval is as narrow as asked for, or the bounds say on which side of the limit the rate
  /// of misreads is.
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
  /// Every level beside which the boundary may lie has all trials of the full grid.
  case traced
  /// A quarter of the full grid was decoded first.
  case shareSpent = "share-spent"
}

/// The sweep value at which the logistic curve with a lapse rate crosses a rate, or the reason it
/// is not shown.
public struct ModelCrossing: Hashable, Sendable, Codable {
  /// The kind of answer.
  public enum Kind: String, Hashable, Sendable, Codable {
    /// It crosses at `value`.
    case at
    /// It is already above the rate at the hardest level, which is `value`.
    case beyondHardest = "beyond-hardest"
    /// It is still below the rate at the easiest level, which is `value`.
    case beyondEasiest = "beyond-easiest"
    /// It levels off at or below the rate; `asymptote` is the rate at which it does.
    case levelsOff = "levels-off"
    /// There is nothing to show; `reason` gives the reason.
    case hidden
  }

  /// The kind of answer.
  public var kind: Kind
  /// The crossing, or the level beyond which it lies.
  public var value: Double?
  /// End of the 95 % interval towards the harder levels; `nil` where nothing bounds it.
  public var hard: Double?
  /// End of the 95 % interval towards the easier levels; `nil` where nothing bounds it.
  public var easy: Double?
  /// The rate at which the curve levels off, if it does so too early.
  public var asymptote: Double?
  /// The reason there is nothing to show, in words.
  public var reason: HiddenReason?

  package init(
    kind: Kind, value: Double? = nil, hard: Double? = nil, easy: Double? = nil,
    asymptote: Double? = nil, reason: HiddenReason? = nil
  ) {
    self.kind = kind
    self.value = value
    self.hard = hard
    self.easy = easy
    self.asymptote = asymptote
    self.reason = reason
  }
}

/// The reason a model's crossing is not shown.
///
/// The raw values are stored: they may be added to and never renamed.
public enum HiddenReason: String, CaseIterable, Hashable, Sendable, Codable {
  /// Nothing was tried.
  case noLevels = "no-levels"
  /// A single level has no curve.
  case oneLevel = "one-level"
  /// Some easier levels read worse than a harder one, so that no rising curve can be true.
  case islands
  /// The goodness-of-fit test rejects the model.
  case misfit
  /// Trials were chosen by their outcomes, so that the fit cannot be tested.
  case chosenTrials = "chosen-trials"
  /// Trials share payloads, so that no interval of a crossing covers.
  case sharedPayloads = "shared-payloads"
  /// A store of version 0.1.0 or older, which states the reason in words only.
  case unspecified

  public init(from decoder: any Swift.Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    self = HiddenReason(rawValue: text) ?? .unspecified
  }

  init(_ absence: CrossingEstimate.Absence) {
    self =
      switch absence {
      case .noLevels: .noLevels
      case .oneLevel: .oneLevel
      case .islands: .islands
      case .misfit: .misfit
      }
  }
}

extension ModelCrossing {
  /// Converts an estimate to the sweep's own direction.
  package init(_ estimate: CrossingEstimate, on axis: EasinessAxis) {
    self.init(
      kind: .hidden, hard: axis.level(estimate.interval.lower),
      easy: axis.level(estimate.interval.upper))
    switch estimate.location {
    case .at(let value): (kind, self.value) = (.at, axis.level(value))
    case .atMost(let value): (kind, self.value) = (.beyondHardest, axis.level(value))
    case .above(let value): (kind, self.value) = (.beyondEasiest, axis.level(value))
    case .levelsOff(let asymptote): (kind, self.asymptote) = (.levelsOff, asymptote)
    case .none(let absence): reason = HiddenReason(absence)
    }
  }
}

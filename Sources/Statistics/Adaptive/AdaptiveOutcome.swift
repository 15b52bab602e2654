/// The outcome of an adaptive run of one curve: counts, estimates, and the reason it stopped.
public struct AdaptiveOutcome: Hashable, Sendable {
  /// The reason trials ended, or the reason the requested precision could not be reached.
  public enum Reason: Hashable, Sendable {
    /// The interval is as narrow as asked for.
    case precisionReached
    /// The budget of decodes was spent first.
    case budgetSpent
    /// The time was spent first.
    case timeSpent
    /// The decoder was given up, or the run was interrupted.
    case interrupted
    /// The curve levels off at or below the rate, so there is no crossing; the associated value is
    /// the posterior probability P(λ ≥ 1 − rate).
    case notReached(probability: Double)
    /// The crossing lies above or below all levels.
    case beyondRange
    /// Some easier levels read worse than a harder one, so the model, and its crossing, do not
    /// apply.
    case islands
    /// The deviance test rejects the model, so it gives no crossing; `p` is the test's p-value.
    case misfit(p: Double)
    /// Fewer than two levels, so there is neither a range to average over nor a curve.
    case tooFewLevels
  }

  /// The phases of a run, in order.
  public enum Phase: String, Hashable, Sendable, Codable {
    /// The first pass over all levels.
    case sweep
    /// Finer levels around islands.
    case densify
    /// Trials at the levels that narrow the target's interval most.
    case refine
    /// Certification of levels from the largest down.
    case certify
    /// Every phase is complete.
    case done
  }

  /// The reason trials ended, or the reason the precision could not be reached.
  public let reason: Reason
  /// The phase the run was in when it ended.
  public let phase: Phase
  /// The counts of every candidate level, including the finer levels.
  public let counts: [LevelCount]
  /// The counts of the first pass's levels, with all their trials; T̄ is computed from these.
  public let sweepCounts: [LevelCount]
  /// T̄ over the first pass' levels; `nil` for fewer than two with trials.
  public let meanThreshold: MeanThreshold?
  /// The crossing, or the reason there is none to show; `nil` if it was not the target.
  public let crossing: CrossingEstimate?
  /// The runs of levels that fail although a harder level reads better.
  public let islands: [Island]
  /// The level from which the rate is certified, by the sequential test.
  public let certification: Certification
  /// The total number of trials.
  public var trials: Int { counts.reduce(0) { $0 + $1.trials } }
}

extension AdaptiveOutcome.Reason: CustomStringConvertible {
  /// A clause for reports.
  public var description: String {
    switch self {
    case .precisionReached: "the precision was reached"
    case .budgetSpent: "the budget of decodes was spent"
    case .timeSpent: "the time was spent"
    case .interrupted: "the run was interrupted"
    case .notReached: "the curve levels off below the rate, so that it has no crossing"
    case .beyondRange: "the crossing lies beyond the levels tried"
    case .islands: "islands: no rising curve can be true, so that the model has no crossing to show"
    case .misfit: "the model does not fit, so that it has no crossing to show"
    case .tooFewLevels: "fewer than two levels were tried"
    }
  }
}

/// What an adaptive run of one curve found, and why it stopped there.
public struct AdaptiveOutcome: Hashable, Sendable {
  /// Why trials ended, or why the precision that was asked for could not be had.
  public enum Reason: Hashable, Sendable {
    /// The interval is as narrow as asked for.
    case precisionReached
    /// The decodes were spent first.
    case budgetSpent
    /// The time was spent first.
    case timeSpent
    /// The decoder was given up, or the run was interrupted.
    case interrupted
    /// The curve levels off at or below the rate: there is no crossing. λ is at least this probably.
    case notReached(probability: Double)
    /// The crossing lies above or below all levels.
    case beyondRange
    /// Some easier levels are worse than a harder one: no model, so no crossing of it.
    case islands
    /// The deviance test rejects the model, so there is no crossing of it; the test's p-value.
    case misfit(p: Double)
    /// Fewer than two levels: there is nothing to average over and no curve.
    case tooFewLevels
  }

  /// How far the run came.
  public enum Phase: String, Hashable, Sendable, Codable {
    /// The first pass over all levels.
    case sweep
    /// More levels about islands.
    case densify
    /// Trials where they tell most.
    case refine
    /// Levels from the largest down.
    case certify
    /// All of it.
    case done
  }

  /// Why trials ended, or why the precision could not be had.
  public let reason: Reason
  /// Where the run was when it ended.
  public let phase: Phase
  /// All counts, finer levels included.
  public let counts: [LevelCount]
  /// The first pass' levels with all their trials: what T̄ is made of.
  public let sweepCounts: [LevelCount]
  /// T̄ over the first pass' levels; `nil` for fewer than two with trials.
  public let meanThreshold: MeanThreshold?
  /// The crossing, where it was the target, or why there is none to show.
  public let crossing: CrossingEstimate?
  /// Levels that fail although a harder one reads better.
  public let islands: [Island]
  /// From which level on the rate is certified, by the sequential test.
  public let certification: Certification
  /// Trials in all.
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

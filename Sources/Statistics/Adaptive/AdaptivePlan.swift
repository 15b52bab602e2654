/// The goal of an adaptive run of one curve, and the levels it may try.
public struct AdaptivePlan: Hashable, Sendable {
  /// The estimate whose interval the precision limits.
  public enum Target: Hashable, Sendable {
    /// T̄ over the sweep's levels; needs no model.
    case meanThreshold
    /// The sweep value at which the model crosses a rate, such as 0.95. Only for an admissible
    /// model.
    case crossing(rate: Double)
  }

  /// Every level that may be tried, ascending.
  public let candidates: [Double]
  /// The indices into `candidates` of the first pass's levels, ascending. T̄ is computed from
  /// these.
  public let sweep: [Int]
  /// The estimate whose interval the precision limits.
  public var target: Target
  /// The half-width of the 95 % interval at which to stop.
  ///
  /// 0 continues until the budget or the time is spent.
  public var precision: Double
  /// Trials at each level of the first pass, whatever the outcomes: 12 to 60.
  ///
  /// For T̄ those that no outcome can save, and 20 at least; for a crossing 12; and 60 if no precision
  /// is asked for.
  public var sweepTrials: Int
  /// True if levels are certified from the largest down once the precision is reached.
  public var certifies = true
  /// The number of trials at which the certification of one level gives up.
  public var mostTrialsPerLevel = 400

  /// Makes a plan.
  ///
  /// - Parameters:
  ///   - levels: Levels of the first pass, in any order. Values beyond ±1e100 and NaN are dropped.
  ///   - finerLevels: Further levels for refining and for looking into islands.
  ///   - target: The estimate whose interval the precision limits.
  ///   - precision: The half-width of the 95 % interval at which to stop.
  /// - Precondition: precision is finite and not negative, and a crossing's rate is within 0…1.
  public init(
    levels: [Double], finerLevels: [Double] = [], target: Target = .meanThreshold,
    precision: Double
  ) {
    precondition(precision >= 0 && precision.isFinite, "\(precision) is no half-width")
    if case .crossing(let rate) = target { Quantiles.requireProbability(rate) }
    func usable(_ xs: [Double]) -> Set<Double> {
      Set(xs.filter { abs($0) <= LevelCount.largestX })
    }
    let first = usable(levels)
    let candidates = first.union(usable(finerLevels)).sorted()
    self.candidates = candidates
    sweep = candidates.indices.filter { first.contains(candidates[$0]) }
    self.target = target
    self.precision = precision
    sweepTrials = MeanAllocation.firstPass(
      sweep.map { candidates[$0] }, precision: precision, target: target)
  }
}

/// A request of one curve for trials at one level.
public struct AdaptiveRequest: Hashable, Sendable {
  /// The candidate's index.
  public let level: Int
  /// The trials' numbers. Each level counts from 0, so that decoders that visit the same level see
  /// the same samples as far as both of them go.
  public let trials: Range<Int>

  package init(level: Int, trials: Range<Int>) {
    self.level = level
    self.trials = trials
  }
}

/// An event that a curve's sampler receives.
public enum AdaptiveEvent: Hashable, Sendable {
  /// Outcomes of some trials that were asked for; they may come in parts and in any order.
  case counted(level: Int, reads: Int, trials: Int)
  /// No more trials are available.
  case stopped(Cause)

  /// The reason there are no more trials.
  public enum Cause: Hashable, Sendable {
    /// The budget of decodes is spent.
    case budget
    /// The time is spent.
    case time
    /// The decoder was given up, or the run was interrupted.
    case interrupted
  }
}

/// The next step of a curve.
public enum AdaptiveStep: Hashable, Sendable {
  /// Run these trials; all of them must be counted before the next step.
  case sample([AdaptiveRequest])
  /// Nothing more to do.
  case finished
}

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
    /// The goodness-of-fit test rejects the model, so it gives no crossing; `p` is its p-value.
    case misfit(p: Double)
    /// Fewer than two levels, so there is neither a range to average over nor a curve.
    case tooFewLevels
  }

  /// The phases of a run, in order.
  public enum Phase: String, Hashable, Sendable, Codable {
    /// The first pass over all levels, and more at those for which it is too thin.
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
  public var trials: Int { counts.reduce(0) { $0.addingSaturated($1.trials) } }
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

/// What an adaptive run of one curve is to find out, and where it may look.
public struct AdaptivePlan: Hashable, Sendable {
  /// What the precision refers to.
  public enum Target: Hashable, Sendable {
    /// T̄ over the sweep's levels; needs no model.
    case meanThreshold
    /// Where the model crosses a rate, such as 0.95; only where the model is admissible.
    case crossing(rate: Double)
  }

  /// Every level that may be tried, ascending.
  public let candidates: [Double]
  /// The candidates that the first pass visits, and that T̄ is made of, as indices; ascending.
  public let sweep: [Int]
  /// What the precision refers to.
  public var target: Target
  /// The half-width of the 95 % interval at which to stop; 0 goes on until the budget or the time is
  /// spent.
  public var precision: Double
  /// Trials at each level of the first pass.
  public var sweepTrials = 60
  /// Whether levels are certified from the largest down once the precision is reached.
  public var certifies = true
  /// Where certifying one level gives up.
  public var mostTrialsPerLevel = 400

  /// Makes a plan.
  ///
  /// - Parameters:
  ///   - levels: Of the first pass, in any order. Values beyond ±1e100 and NaN are dropped.
  ///   - finerLevels: Further levels for refining and for looking into islands.
  ///   - target: What the precision refers to.
  ///   - precision: The half-width at which to stop.
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
  }
}

/// Trials that a curve asks for at one level.
public struct AdaptiveRequest: Hashable, Sendable {
  /// The candidate's index.
  public let level: Int
  /// The trials' numbers. Each level counts from 0, so that decoders that visit the same level see
  /// the same samples as far as both of them go.
  public let trials: Range<Int>

  /// Makes a request.
  public init(level: Int, trials: Range<Int>) {
    self.level = level
    self.trials = trials
  }
}

/// What happens to a curve from outside.
public enum AdaptiveEvent: Hashable, Sendable {
  /// Outcomes of some trials that were asked for; they may come in parts and in any order.
  case counted(level: Int, reads: Int, trials: Int)
  /// No more trials are to be had.
  case stopped(Cause)

  /// Why there are no more trials.
  public enum Cause: Hashable, Sendable {
    /// The decodes are spent.
    case budget
    /// The time is spent.
    case time
    /// The decoder was given up, or the run was interrupted.
    case interrupted
  }
}

/// What a curve does next.
public enum AdaptiveStep: Hashable, Sendable {
  /// These trials; all of them are needed before the next step.
  case sample([AdaptiveRequest])
  /// Nothing more.
  case finished
}

/// The REFINE phase: trials at the levels that narrow the crossing of one rate most.
///
/// The prior of (m, ln s, λ) is uniform in the first two and Beta(1, 20) in λ. The next level is
/// the one with the least expected posterior variance of the crossing. This is the psi method
/// (Kontsevich and Tyler, Vision Research 39, 1999) with variance in place of entropy, which wastes
/// trials on m, s and λ. Batches have 4 trials until 64 trials and 16 from then on. The grid of
/// curves follows the posterior, with a spacing of at most a quarter of its standard deviation.
///
/// The crossing is clamped to the candidates' range: nothing is known beyond it.
public struct Refinement: Sendable {
  /// The state of a refinement.
  public enum State: Hashable, Sendable {
    /// More trials are needed.
    case open
    /// The interval is as narrow as asked for.
    case precise
    /// P(λ ≥ 1 − rate) > 0.975: the curve levels off at or below the rate.
    case notReached
    /// The crossing lies above or below the candidates: more trials at them would not determine it.
    case beyondRange
  }

  /// The levels that may be chosen, ascending.
  public let candidates: [Double]
  /// The rate whose crossing is sought.
  public let rate: Double
  /// The half-width of the interval at which to stop.
  public let precision: Double
  /// The counts so far, one per candidate.
  public private(set) var counts: [LevelCount]
  /// The posterior's median; the range's upper end if most curves do not reach the rate.
  public private(set) var estimate = 0.0
  /// The 95 % interval of the posterior.
  ///
  /// It is the shortest such interval. While P(λ ≥ 1 − rate) exceeds 2.5 % it is the central one;
  /// its upper end is then the range's, which means that it is unbounded above.
  public private(set) var interval = Interval(lower: -.infinity, upper: .infinity)
  /// The weight of curves that never reach the rate, P(λ ≥ 1 − rate).
  public private(set) var neverReached = 0.0
  /// The current state.
  public private(set) var state = State.open
  /// The number of trials so far.
  public private(set) var trials = 0

  private let prior: CurvePrior
  private var axes: CurveAxes
  private var grid: PosteriorGrid
  /// The value above which crossings are clamped while levels are compared.
  private var cap = Double.infinity

  /// The largest number of times that the grid is laid out again after one batch.
  private static let mostRefits = 12
  /// The distance above the median at which crossings are clamped, in upper half-widths.
  ///
  /// The few curves that never reach the rate are practically infinitely far away. Clamped only to
  /// the range's end they would outweigh all others in the variance, and draw a tenth more trials
  /// to the plateau than the interval needs (measured).
  private static let reach = 25.0
  /// The tail probability of the interval, and of the decision if the curve reaches the rate at
  /// all.
  private static let tail = 0.025

  /// Starts from the prior.
  ///
  /// - Parameters:
  ///   - candidates: At least two levels, finite, ascending and distinct.
  ///   - rate: The rate whose crossing is sought.
  ///   - precision: The half-width of the interval at which to stop.
  /// - Precondition: The above, 0 < rate < 1 and precision > 0.
  public init(candidates: [Double], rate: Double = 0.95, precision: Double) {
    precondition(candidates.count > 1, "a crossing needs two levels or more")
    precondition(zip(candidates, candidates.dropFirst()).allSatisfy { $0 < $1 }, "not ascending")
    precondition(precision > 0, "no interval has a width of 0")
    Quantiles.requireProbability(rate)
    self.candidates = candidates
    self.rate = rate
    self.precision = precision
    counts = candidates.map { LevelCount(x: $0, reads: 0, trials: 0) }
    prior = CurvePrior(candidates)
    axes = CurveAxes(prior)
    grid = Self.grid(axes, prior, candidates, rate)
    judge()
  }

  /// The crossing as it is reported.
  public var crossing: CrossingEstimate {
    if state == .notReached {
      let reads = counts.reduce(0) { $0 + $1.reads }
      guard reads > 0 else { return held(candidates[candidates.count - 1]) }
      return CrossingEstimate(
        rate: rate, location: .levelsOff(asymptote: 1 - grid.meanLapse),
        interval: Interval(lower: interval.lower, upper: .infinity))
    }
    return held(estimate)
  }

  private func held(_ estimate: Double) -> CrossingEstimate {
    .held(
      estimate, interval, within: candidates[0]...candidates[candidates.count - 1], rate: rate)
  }

  /// Returns the index of the level to try next, and the number of trials there.
  public func next() -> (level: Int, trials: Int) {
    (grid.bestCandidate(cap: cap), trials < 64 ? 4 : 16)
  }

  /// Records outcomes at one candidate.
  ///
  /// - Precondition: The level is a candidate's index, and 0 ≤ reads ≤ trials.
  public mutating func record(level: Int, reads: Int, trials: Int) {
    var batch = candidates.map { LevelCount(x: $0, reads: 0, trials: 0) }
    batch[level] = LevelCount(x: candidates[level], reads: reads, trials: trials)
    record(batch)
  }

  /// Records outcomes at all candidates, in their order.
  ///
  /// - Precondition: One count per candidate, with 0 ≤ reads ≤ trials.
  public mutating func record(_ batch: [LevelCount]) {
    precondition(batch.count == candidates.count, "one count per candidate")
    precondition(
      batch.allSatisfy { 0 <= $0.reads && $0.reads <= $0.trials }, "more reads than trials")
    for (level, count) in batch.enumerated() {
      counts[level].reads += count.reads
      counts[level].trials += count.trials
      trials = trials.addingSaturated(count.trials)
    }
    grid.update(batch)
    fitGrid()
    judge()
  }

  private mutating func fitGrid() {
    for _ in 0..<Self.mostRefits {
      let spread = CurveSpread(grid, on: axes)
      guard axes.needsRefit(spread, prior: prior) else { return }
      let next = CurveAxes(spread, before: axes, prior: prior)
      guard next.improve(on: axes) else { return }
      axes = next
      grid = Self.grid(axes, prior, candidates, rate)
      grid.update(counts)
    }
  }

  private mutating func judge() {
    let distribution = grid.crossingDistribution()
    let reached = 1 - distribution.massAtTop
    let middle = distribution.quantile(0.5 * reached)
    cap = middle + Self.reach * (distribution.quantile((1 - Self.tail) * reached) - middle)
    estimate = distribution.quantile(0.5)
    neverReached = grid.moments.neverReached
    interval =
      neverReached <= Self.tail
      ? distribution.shortestInterval(1 - 2 * Self.tail)
      : Interval(
        lower: distribution.quantile(Self.tail), upper: distribution.quantile(1 - Self.tail))
    state = judgement(distribution)
  }

  private func judgement(_ distribution: CrossingDistribution) -> State {
    if neverReached > 1 - Self.tail { return .notReached }
    guard interval.width <= 2 * precision else { return .open }
    if estimate <= candidates[0] { return .beyondRange }
    guard estimate >= candidates[candidates.count - 1] else { return .precise }
    // Curves that rise too late and curves that level off both end at the top. Stay open until it
    // is certain that they rise.
    return neverReached < distribution.massAtTop / 2 ? .beyondRange : .open
  }

  private static func grid(
    _ axes: CurveAxes, _ prior: CurvePrior, _ candidates: [Double], _ rate: Double
  ) -> PosteriorGrid {
    let lapses = axes.lapses.values
    return PosteriorGrid(
      nodes: axes.nodes(prior), lapses: lapses,
      logLapsePrior: lapses.map(CurvePrior.logDensity), candidates: candidates, rate: rate,
      limits: candidates[0]...candidates[candidates.count - 1])
  }
}

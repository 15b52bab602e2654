/// The likelihood-ratio interval for the crossing of a curve that never falls, without a model.
///
/// The crossing lies in one of the gaps between levels, including the one below the first and the
/// one above the last. A gap is kept if the best monotone curve that crosses in it is not much less
/// likely than the best monotone curve overall: by χ²'s cut, which over-covers where the curve rises
/// (Banerjee and Wellner, Annals of Statistics 29, 2001), or by `PlateauTest` where levels lie at
/// the rate itself.
public struct MonotoneCrossing: Hashable, Sendable {
  /// The rate whose crossing this is.
  public let rate: Double
  /// The interval from the lower end of the first kept gap to the upper end of the last; infinite
  /// ends are unbounded.
  public let interval: Interval
  /// Twice the log-likelihood lost by crossing in gap i, which lies below level i.
  ///
  /// The last gap lies above all levels, so there is one more gap than there are levels.
  public let likelihoodRatios: [Double]
  /// The index of the gap that loses least; the first of equals.
  public let bestGap: Int

  /// Estimates the crossing of a rate.
  ///
  /// - Parameters:
  ///   - levels: Levels in any order; see ``LevelCount/usable(_:)``. Without any, the interval is
  ///     −∞…∞.
  ///   - rate: The rate that is crossed, 0.95 for a crossing at 95 %.
  ///   - confidence: The confidence of the interval.
  /// - Precondition: 0 < rate < 1, 0 < confidence < 1.
  public static func estimate(
    _ levels: [LevelCount], rate: Double, confidence: Double = 0.95
  ) -> MonotoneCrossing {
    Quantiles.requireProbability(rate)
    let levels = LevelCount.usable(levels)
    let ratios = likelihoodRatios(levels, rate: rate)
    let test = PlateauTest(levels: levels, rate: rate, confidence: confidence)
    // Some gap holds the best curve's own crossing, so one is always kept.
    let first = ratios.indices.first { test.allows(gap: $0, ratio: ratios[$0]) } ?? 0
    let last = ratios.indices.last { test.allows(gap: $0, ratio: ratios[$0]) } ?? levels.count
    return MonotoneCrossing(
      rate: rate,
      interval: Interval(
        lower: first == 0 ? -.infinity : levels[first - 1].x,
        upper: last == levels.count ? .infinity : levels[last].x),
      likelihoodRatios: ratios,
      bestGap: ratios.indices.min { ratios[$0] < ratios[$1] } ?? 0)
  }

  /// Twice the log-likelihood lost by crossing in each gap; see ``likelihoodRatios``.
  ///
  /// - Parameter levels: Usable levels; see ``LevelCount/usable(_:)``.
  static func likelihoodRatios(_ levels: [LevelCount], rate: Double) -> [Double] {
    let best = logLikelihood(levels, Isotonic.rates(levels))
    // Rounding must not make the best gap slightly better than the best curve.
    return logLikelihoods(levels, rate: rate).map { max(0, 2 * (best - $0)) }
  }

  /// The log-likelihoods, without the binomial coefficients, of the best curves that never fall and cross
  /// the rate in each gap.
  ///
  /// - Parameter levels: Usable levels; see ``LevelCount/usable(_:)``.
  static func logLikelihoods(_ levels: [LevelCount], rate: Double) -> [Double] {
    (0...levels.count).map { gap in
      let left = Isotonic.rates(levels[..<gap]).map { min($0, rate) }
      let right = Isotonic.rates(levels[gap...]).map { max($0, rate) }
      return logLikelihood(levels, left + right)
    }
  }

  private static func logLikelihood(_ levels: [LevelCount], _ rates: [Double]) -> Double {
    zip(levels, rates).reduce(0) { $0 + Binomial.logLikelihood($1.0, rate: $1.1) }
  }
}

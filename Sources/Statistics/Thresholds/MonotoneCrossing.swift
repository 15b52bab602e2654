/// The likelihood-ratio interval for the crossing of a curve that never falls, without a model.
///
/// The crossing lies in one of the gaps between levels, including the one below the first and the
/// one above the last. A gap is kept if the best monotone curve that crosses in it is not much less
/// likely than the best monotone curve overall (Banerjee and Wellner, Annals of Statistics 29,
/// 2001, with the χ² cut, which over-covers here).
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
  /// - Parameter levels: Levels in any order; see ``LevelCount/usable(_:)``. Without any, the
  ///   interval is −∞…∞.
  /// - Precondition: 0 < rate < 1, 0 < confidence < 1.
  public static func estimate(
    _ levels: [LevelCount], rate: Double, confidence: Double = 0.95
  ) -> MonotoneCrossing {
    Quantiles.requireProbability(rate)
    let cut = Quantiles.chiSquareOne(confidence)
    let levels = LevelCount.usable(levels)
    let best = logLikelihood(levels, Isotonic.rates(levels))
    let ratios = (0...levels.count).map { gap in
      let left = Isotonic.rates(levels[..<gap]).map { min($0, rate) }
      let right = Isotonic.rates(levels[gap...]).map { max($0, rate) }
      // Rounding must not make the best gap slightly better than the best curve.
      return max(0, 2 * (best - logLikelihood(levels, left + right)))
    }
    let kept = ratios.indices.filter { ratios[$0] <= cut }
    // Some gap holds the best curve's own crossing, so one is always kept.
    let first = kept.first ?? 0
    let last = kept.last ?? levels.count
    return MonotoneCrossing(
      rate: rate,
      interval: Interval(
        lower: first == 0 ? -.infinity : levels[first - 1].x,
        upper: last == levels.count ? .infinity : levels[last].x),
      likelihoodRatios: ratios,
      bestGap: ratios.indices.min { ratios[$0] < ratios[$1] } ?? 0)
  }

  private static func logLikelihood(_ levels: [LevelCount], _ rates: [Double]) -> Double {
    zip(levels, rates).reduce(0) { $0 + Binomial.logLikelihood($1.0, rate: $1.1) }
  }
}

/// The most likely curve that never falls: weighted isotonic regression of the rates.
public enum Isotonic {
  /// Fits by pooling adjacent violators (Ayer et al., Annals of Mathematical Statistics 26, 1955).
  ///
  /// - Parameter levels: Levels in any order; see ``LevelCount/usable(_:)``.
  /// - Returns: One rate per usable level, ascending in `x`; empty for no levels.
  public static func fit(_ levels: [LevelCount]) -> [Double] {
    rates(LevelCount.usable(levels))
  }

  /// Does what ``fit(_:)`` does, for levels that are usable already.
  static func rates(_ levels: some Collection<LevelCount>) -> [Double] {
    var blocks: [(reads: Int, trials: Int, levels: Int)] = []
    for level in levels {
      blocks.append((level.reads, level.trials, 1))
      // Pool while the block before reads at least as well; cross-multiplication keeps this exact.
      while blocks.count > 1 {
        let last = blocks[blocks.count - 1]
        let before = blocks[blocks.count - 2]
        guard before.reads * last.trials >= last.reads * before.trials else { break }
        blocks.removeLast(2)
        blocks.append(
          (before.reads + last.reads, before.trials + last.trials, before.levels + last.levels))
      }
    }
    return blocks.flatMap {
      Array(repeating: Double($0.reads) / Double($0.trials), count: $0.levels)
    }
  }

  /// The sweep value at which the fitted curve, linear between levels, first reaches a rate.
  ///
  /// - Returns: `-.infinity` if the hardest level reaches it already, `.infinity` if none does or
  ///   there are no levels. There is no interval: percentile bootstraps of it do not cover.
  /// - Precondition: 0 < rate < 1.
  public static func crossing(_ levels: [LevelCount], rate: Double) -> Double {
    Quantiles.requireProbability(rate)
    let levels = LevelCount.usable(levels)
    let fitted = rates(levels)
    guard let i = fitted.firstIndex(where: { $0 >= rate }) else { return .infinity }
    if i == 0 { return -.infinity }
    let share = (rate - fitted[i - 1]) / (fitted[i] - fitted[i - 1])
    return levels[i - 1].x + share * (levels[i].x - levels[i - 1].x)
  }
}

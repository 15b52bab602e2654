/// The most likely curve that never falls: weighted isotonic regression of the rates.
///
/// By pooling adjacent violators (Ayer, Brunk, Ewing, Reid and Silverman, Annals of Mathematical
/// Statistics 26, 1955).
public enum Isotonic {
  /// A run of neighbouring levels that share one fitted rate, with its summed counts.
  struct Block {
    // As numbers that cannot overflow: they are exact up to 9e15, their products up to 9e7 trials.
    var reads: Double
    var failures: Double
    /// The number of levels.
    var levels: Int

    var trials: Double { reads + failures }
    var rate: Double { reads / trials }

    /// Twice the log-likelihood that the block loses at another rate.
    func loss(at other: Double) -> Double {
      2
        * (Binomial.logLikelihood(reads: reads, failures: failures, rate: rate)
          - Binomial.logLikelihood(reads: reads, failures: failures, rate: other))
    }
  }

  /// Fits the rates.
  ///
  /// - Parameter levels: Levels in any order; see ``LevelCount/usable(_:)``.
  /// - Returns: One rate per usable level, ascending in `x`; empty for no levels.
  public static func fit(_ levels: [LevelCount]) -> [Double] {
    rates(LevelCount.usable(levels))
  }

  /// Does what ``fit(_:)`` does, for levels that are usable already.
  static func rates(_ levels: some Collection<LevelCount>) -> [Double] {
    blocks(levels).flatMap { Array(repeating: $0.rate, count: $0.levels) }
  }

  /// The runs of levels with equal fitted rates, ascending; levels must be usable already.
  static func blocks(_ levels: some Collection<LevelCount>) -> [Block] {
    var blocks: [Block] = []
    for level in levels {
      var last = Block(reads: Double(level.reads), failures: Double(level.failures), levels: 1)
      // Pool while the block before reads at least as well.
      while let before = blocks.last, before.reads * last.trials >= last.reads * before.trials {
        blocks.removeLast()
        last = Block(
          reads: before.reads + last.reads, failures: before.failures + last.failures,
          levels: before.levels + last.levels)
      }
      blocks.append(last)
    }
    return blocks
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

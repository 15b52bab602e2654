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

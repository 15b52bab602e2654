/// An island: a run of neighbouring levels that fail although a harder level reads better.
public struct Island: Hashable, Sendable {
  /// The levels in the island, ascending; never empty.
  public let levels: [Double]
  /// The hardest level in it.
  public let lower: Double
  /// The easiest level in it.
  public let upper: Double

  /// Makes an island from its levels; `nil` when there are none.
  init?(levels: [Double]) {
    guard let first = levels.first, let last = levels.last else { return nil }
    self.levels = levels
    lower = first
    upper = last
  }
}

/// The search for islands: ranges in which a decoder's rate falls although the symbol gets easier.
public enum Islands {
  /// Finds the islands of a sweep.
  ///
  /// A level is in an island if and only if some smaller level reads better by Fisher's one-sided
  /// exact test (Fisher, 1935; Holm, 1979, over all pairs: ≤ alpha) *and* the level itself is below
  /// the rate (Holm over all levels ≤ alpha). Adjacent levels merge. Islands narrower than the
  /// levels' spacing cannot be detected.
  ///
  /// - Parameters:
  ///   - levels: Levels in any order; see ``LevelCount/usable(_:)``. Fewer than two have no
  ///     islands.
  ///   - rate: The target that an island misses.
  ///   - alpha: The significance level of both tests.
  /// - Returns: The islands, ascending; usually an empty array.
  /// - Precondition: 0 < rate < 1, 0 < alpha < 1.
  public static func find(
    _ levels: [LevelCount], rate: Double = 0.95, alpha: Double = 0.01
  ) -> [Island] {
    Quantiles.requireProbability(rate)
    Quantiles.requireProbability(alpha)
    let levels = LevelCount.usable(levels)
    let drops = dropPValues(levels)
    let failures = ReliableFrom.failurePValues(levels, rate: rate)
    var islands: [Island] = []
    var run: [Double] = []
    for j in levels.indices {
      if failures[j] <= alpha, drops.contains(where: { $0.level == j && $0.p <= alpha }) {
        run.append(levels[j].x)
      } else {
        if let island = Island(levels: run) { islands.append(island) }
        run = []
      }
    }
    if let island = Island(levels: run) { islands.append(island) }
    return islands
  }

  /// The adjusted p-value of "the smaller level reads better" for every pair, with the larger
  /// level.
  private static func dropPValues(_ levels: [LevelCount]) -> [(level: Int, p: Double)] {
    let pairs = levels.indices.flatMap { j in (0..<j).map { i in (i, j) } }
    let p = pairs.map { i, j in
      FisherExact.oneSided(
        firstReads: levels[i].reads, firstTrials: levels[i].trials,
        secondReads: levels[j].reads, secondTrials: levels[j].trials)
    }
    return zip(pairs, Holm.adjust(p)).map { (level: $0.0.1, p: $0.1) }
  }
}

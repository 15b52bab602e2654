/// The counts of one decoder at one level of a sweep: reads and trials.
///
/// Larger `x` is easier by convention; for a sweep whose larger values are harder, pass `-x`.
public struct LevelCount: Hashable, Sendable {
  /// The level's value on the sweep, such as pixels per module.
  public var x: Double
  /// Trials that returned the right payload. A misread is no read.
  public var reads: Int
  /// Trials made at this level.
  public var trials: Int

  /// The largest usable |x|: beyond it sums and squares could overflow. NaN is not usable either.
  static let largestX = 1e100

  /// Makes a level's count; see ``usable(_:)`` for the treatment of impossible values.
  package init(x: Double, reads: Int, trials: Int) {
    self.x = x
    self.reads = reads
    self.trials = trials
  }

  /// Trials without the right payload, misreads included.
  public var failures: Int { trials - reads }

  /// Reads per trial; 0 where there are no trials.
  public var rate: Double { trials > 0 ? Double(reads) / Double(trials) : 0 }

  /// The levels as every estimate of this module uses them: ascending, distinct, and with trials.
  ///
  /// Levels without trials, and levels whose `x` is no number within ±1e100, say nothing and are
  /// dropped. Reads are clamped to 0…trials. Levels with equal `x` are added together. This keeps
  /// NaN out of every result: afterwards, distances between levels are finite, each `trials` is at
  /// least 1 and each rate is within 0…1.
  public static func usable(_ levels: [LevelCount]) -> [LevelCount] {
    var result: [LevelCount] = []
    let known = levels.filter { abs($0.x) <= largestX && $0.trials > 0 }.sorted { $0.x < $1.x }
    for level in known {
      let reads = min(max(level.reads, 0), level.trials)
      if let last = result.last, last.x == level.x {
        result[result.count - 1].trials = last.trials.addingSaturated(level.trials)
        result[result.count - 1].reads = min(
          last.reads.addingSaturated(reads), result[result.count - 1].trials)
      } else {
        result.append(LevelCount(x: level.x, reads: reads, trials: level.trials))
      }
    }
    return result
  }
}

/// A confidence interval. An end may be infinite: then the data do not bound that side.
public struct Interval: Hashable, Sendable {
  /// The lower end; `-.infinity` when nothing bounds it from below.
  public var lower: Double
  /// The upper end; `.infinity` when nothing bounds it from above.
  public var upper: Double

  package init(lower: Double, upper: Double) {
    self.lower = lower
    self.upper = upper
  }

  /// The distance between the ends; infinite when either end is, and 0 when both are the same
  /// infinity.
  public var width: Double { lower == upper ? 0 : upper - lower }

  /// Returns true if a value lies in the interval; the ends belong to it.
  public func contains(_ value: Double) -> Bool { lower <= value && value <= upper }

  /// `centre ± halfWidth`.
  static func around(_ centre: Double, halfWidth: Double) -> Interval {
    Interval(lower: centre - halfWidth, upper: centre + halfWidth)
  }
}

/// The number of trials that a level needs before it can certify a rate at all.
public enum MinimumTrials {
  /// The smallest n for which n − `failures` reads show a rate of at least `rate`.
  ///
  /// The exact test whose inversion is Clopper and Pearson's bound (Biometrika 26, 1934).
  ///
  /// That is P(Bin(n, rate) ≥ n − failures) ≤ alpha: 59, 93, 124, 153, 181 for 0…4 failures at 95 %
  /// and α = 0.05.
  ///
  /// - Precondition: 0 < rate < 1, 0 < alpha < 1, failures ≥ 0.
  public static func toCertify(
    rate: Double = 0.95, alpha: Double = 0.05, failures: Int = 0
  ) -> Int {
    Quantiles.requireProbability(rate)
    Quantiles.requireProbability(alpha)
    precondition(failures >= 0, "failures cannot be negative")
    func certifies(_ n: Int) -> Bool {
      Binomial.probabilityAtLeast(n - failures, trials: n, rate: rate) <= alpha
    }
    // The tail falls as n grows: double n until it is enough, then halve the gap.
    var tooFew = failures
    var enough = failures.addingSaturated(1)
    while !certifies(enough) {
      if enough == .max { return enough }
      tooFew = enough
      enough = enough.addingSaturated(enough)
    }
    while enough - tooFew > 1 {
      let middle = tooFew + (enough - tooFew) / 2
      if certifies(middle) { enough = middle } else { tooFew = middle }
    }
    return enough
  }
}

extension Int {
  /// The sum of two counts, or the largest count there is.
  func addingSaturated(_ other: Int) -> Int {
    let (sum, overflows) = addingReportingOverflow(other)
    return overflows ? .max : sum
  }
}

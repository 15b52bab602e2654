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
  public init(x: Double, reads: Int, trials: Int) {
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
        result[result.count - 1].reads += reads
        result[result.count - 1].trials += level.trials
      } else {
        result.append(LevelCount(x: level.x, reads: reads, trials: level.trials))
      }
    }
    return result
  }
}

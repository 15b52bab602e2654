/// What one decoder did at one level of a sweep: so many reads in so many trials.
///
/// Larger `x` is easier by convention; a caller whose sweep gets harder upwards passes `-x`.
public struct LevelCount: Hashable, Sendable {
  /// The level's value on the sweep, such as pixels per module.
  public var x: Double
  /// Trials that returned the right payload. A misread is no read.
  public var reads: Int
  /// Trials made at this level.
  public var trials: Int

  /// Beyond this, sums and squares of levels could overflow. NaN is not below it either.
  static let largestX = 1e100

  /// Makes a level's count; see ``usable(_:)`` for what becomes of values that make no sense.
  public init(x: Double, reads: Int, trials: Int) {
    self.x = x
    self.reads = reads
    self.trials = trials
  }

  /// Trials without the right payload, misreads included.
  public var failures: Int { trials - reads }

  /// Reads per trial; 0 where there are no trials.
  public var rate: Double { trials > 0 ? Double(reads) / Double(trials) : 0 }

  /// The levels as every estimate of this module sees them: ascending, distinct, with evidence.
  ///
  /// Levels without trials and levels whose `x` is no number within ±1e100 say nothing and are
  /// dropped; reads are held within 0…trials; levels with equal `x` are added together. This is what
  /// keeps NaN out of every result: after it, distances between levels are finite, each `trials` is
  /// at least 1 and each rate within 0…1.
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

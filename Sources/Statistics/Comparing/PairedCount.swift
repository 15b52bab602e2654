/// The paired outcomes of two decoders on the same samples of one level.
public struct PairedCount: Hashable, Sendable {
  /// The level's value on the sweep; larger is easier.
  public var x: Double
  /// Samples that the first reads and the second does not (b).
  public var losses: Int
  /// Samples that the second reads and the first does not (c).
  public var gains: Int
  /// All pairs at this level, including those on which both agree (n).
  public var pairs: Int

  /// Makes a level's paired count.
  public init(x: Double, losses: Int, gains: Int, pairs: Int) {
    self.x = x
    self.losses = losses
    self.gains = gains
    self.pairs = pairs
  }

  /// Returns the levels with pairs, ascending, with counts clamped to possible values.
  ///
  /// The paired form of ``LevelCount/usable(_:)``.
  static func usable(_ levels: [PairedCount]) -> [PairedCount] {
    var result: [PairedCount] = []
    let known = levels.filter { abs($0.x) <= LevelCount.largestX && $0.pairs > 0 }
      .sorted { $0.x < $1.x }
    for var level in known {
      level.losses = min(max(level.losses, 0), level.pairs)
      level.gains = min(max(level.gains, 0), level.pairs - level.losses)
      if let last = result.last, last.x == level.x {
        result[result.count - 1].losses += level.losses
        result[result.count - 1].gains += level.gains
        result[result.count - 1].pairs += level.pairs
      } else {
        result.append(level)
      }
    }
    return result
  }
}

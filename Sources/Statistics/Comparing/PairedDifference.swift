/// ΔT̄: the second decoder's mean threshold minus the first's, on the same samples.
///
/// ΔT̄ = Σ w_i (b_i − c_i)/n_i with the weights of ``MeanThreshold/weights(for:)``. Positive means
/// that the second needs easier levels: it is worse. The variance is that of differences of matched
/// pairs (Agresti, Categorical Data Analysis, 1990).
public struct PairedDifference: Hashable, Sendable {
  /// ΔT̄, in the sweep's unit.
  public let estimate: Double
  /// Its standard error: the square root of Σ w_i² [(b_i + c_i)/n_i − ((b_i − c_i)/n_i)²]/n_i.
  ///
  /// 0 when nothing flips; a level on which all pairs flip the same way also adds nothing.
  public let standardError: Double
  /// `estimate ± z × standardError`.
  public let interval: Interval

  /// Estimates ΔT̄.
  ///
  /// - Parameters:
  ///   - levels: Levels in any order. Levels without pairs or with an `x` that is no number within
  ///     ±1e100 are dropped; counts are clamped to 0…pairs.
  ///   - confidence: The confidence of the interval.
  /// - Returns: `nil` for fewer than two levels with pairs.
  /// - Precondition: 0 < confidence < 1.
  public static func estimate(
    _ levels: [PairedCount], confidence: Double = 0.95
  ) -> PairedDifference? {
    let levels = PairedCount.usable(levels).map { level in
      SharePair(
        x: level.x, pairs: level.pairs, sum: Double(level.losses - level.gains),
        squares: Double(level.losses) + Double(level.gains))
    }
    return estimate(shares: levels, confidence: confidence)
  }

  /// Estimates ΔT̄ where a trial is an image with several symbols, and each decoder's value the share
  /// of them that it read.
  ///
  /// - Returns: `nil` for fewer than two levels with pairs.
  public static func estimate(
    shares levels: [SharePair], confidence: Double = 0.95
  ) -> PairedDifference? {
    let z = Quantiles.normalTwoSided(confidence)
    let levels = levels.filter { $0.pairs > 0 }.sorted { $0.x < $1.x }
    guard levels.count > 1 else { return nil }
    var estimate = 0.0
    var variance = 0.0
    for (level, w) in zip(levels, MeanThreshold.weights(for: levels.map(\.x))) {
      let n = Double(level.pairs)
      let shift = level.sum / n
      estimate += w * shift
      variance += w * w * max(level.squares / n - shift * shift, 0) / n
    }
    let standardError = variance.squareRoot()
    return PairedDifference(
      estimate: estimate, standardError: standardError,
      interval: .around(estimate, halfWidth: z * standardError))
  }
}

/// The differences of two decoders on the same images of one level.
public struct SharePair: Hashable, Sendable {
  /// The level's value on the sweep; larger is easier.
  public var x: Double
  /// The number of images that both tried.
  public var pairs: Int
  /// The sum of the first one's share less the second one's.
  public var sum: Double
  /// The sum of the squares of these differences.
  public var squares: Double

  /// Makes a level, by default without images.
  package init(x: Double, pairs: Int = 0, sum: Double = 0, squares: Double = 0) {
    (self.x, self.pairs, self.sum, self.squares) = (x, pairs, sum, squares)
  }

  /// Adds an image, given what each decoder read of its symbols.
  public mutating func add(first: Int, second: Int, symbols: Int) {
    guard symbols > 0 else { return }
    let difference = Double(first - second) / Double(symbols)
    pairs += 1
    sum += difference
    squares += difference * difference
  }
}

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

  package init(x: Double, losses: Int, gains: Int, pairs: Int) {
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
        result[result.count - 1].losses = last.losses.addingSaturated(level.losses)
        result[result.count - 1].gains = last.gains.addingSaturated(level.gains)
        result[result.count - 1].pairs = last.pairs.addingSaturated(level.pairs)
      } else {
        result.append(level)
      }
    }
    return result
  }
}

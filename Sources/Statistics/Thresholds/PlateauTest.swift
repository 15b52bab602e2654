/// The test that keeps or drops a gap of ``MonotoneCrossing``, also beside a plateau at the rate.
///
/// A gap is kept by χ²'s cut with one degree of freedom. Where many levels lie at the rate, the ratio
/// at either end of this plateau is a chi-bar-square, whose quantile grows with the number of levels
/// (Robertson, Wright and Dykstra, Order Restricted Statistical Inference, 1988): 3.8 for two, 5.8
/// for twelve. χ² then covers 82 to 92 % instead of 95 %. A gap that it drops beside a plateau is
/// therefore tested again by a parametric bootstrap: sweeps of the plateau's levels are drawn at the
/// rate, which is exact for few trials too. Levels belong to the plateau if the best curve that
/// crosses in the gap is not distinguishable from the rate there (generalized moment selection:
/// Andrews and Soares, Econometrica 78, 2010).
package struct PlateauTest: Sendable {
  private let levels: [LevelCount]
  private let rate: Double
  /// χ²'s quantile with one degree of freedom.
  private let cut: Double
  private let alpha: Double

  /// The fewest levels of a plateau: the chi-bar-square quantile of two is below χ²'s.
  private static let fewestLevels = 3
  /// The ratio from which on a gap is dropped without draws: far beyond that of any plateau.
  private static let largestRatio = 20.0
  /// The most sweeps that are drawn for a gap.
  private static let draws = 499

  /// Makes the test of a sweep's gaps.
  ///
  /// - Parameter levels: Usable levels; see ``LevelCount/usable(_:)``.
  package init(levels: [LevelCount], rate: Double, confidence: Double) {
    self.levels = levels
    self.rate = rate
    cut = Quantiles.chiSquareOne(confidence)
    alpha = 1 - confidence
  }

  /// True if the curve may cross in a gap with this likelihood ratio.
  package func allows(gap: Int, ratio: Double) -> Bool {
    if ratio <= cut { return true }
    guard ratio < Self.largestRatio else { return false }
    return exceeds(ratio, Array(levels[..<gap]), rate)
      // Levels above the gap, with reads and failures exchanged, are levels below it.
      || exceeds(ratio, levels[gap...].reversed().map(Self.mirrored), 1 - rate)
  }

  /// True if a plateau among the levels below a gap often has ratios as large as this one.
  private func exceeds(_ ratio: Double, _ below: [LevelCount], _ rate: Double) -> Bool {
    let plateau = plateau(below, rate)
    guard plateau.count >= Self.fewestLevels else { return false }
    var random = SplitMix64(hashing: plateau)
    var worse = 0
    for _ in 0..<Self.draws {
      let drawn = plateau.map {
        LevelCount(x: $0.x, reads: random.binomial($0.trials, rate), trials: $0.trials)
      }
      // Counts equal to the observed ones must count as such in spite of rounding.
      if Self.ratio(drawn, rate) >= ratio - 1e-9 { worse += 1 }
      // No further draw can change the answer (Besag and Clifford, Biometrika 78, 1991).
      if Double(worse + 1) > alpha * Double(Self.draws + 1) { return true }
    }
    return false
  }

  /// The levels whose best rates at or below the rate are not distinguishable from it.
  private func plateau(_ below: [LevelCount], _ rate: Double) -> [LevelCount] {
    var count = 0
    for block in Isotonic.blocks(below).reversed() {
      guard block.rate >= rate || block.loss(at: rate) <= cut else { break }
      count += block.levels
    }
    return below.suffix(count)
  }

  /// Twice the log-likelihood that a rising curve loses by staying at or below the rate.
  private static func ratio(_ levels: [LevelCount], _ rate: Double) -> Double {
    Isotonic.blocks(levels).filter { $0.rate > rate }.reduce(0) { $0 + $1.loss(at: rate) }
  }

  private static func mirrored(_ level: LevelCount) -> LevelCount {
    LevelCount(x: -level.x, reads: level.failures, trials: level.trials)
  }
}

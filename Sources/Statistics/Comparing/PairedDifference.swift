/// ΔT̄: the second decoder's mean threshold minus the first's, on the same samples.
///
/// ΔT̄ = Σ w_i (b_i − c_i)/n_i with the weights of ``MeanThreshold/weights(for:)``. Positive means
/// that the second needs easier levels: it is worse.
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
    let z = Quantiles.normalTwoSided(confidence)
    let levels = PairedCount.usable(levels)
    guard levels.count > 1 else { return nil }
    var estimate = 0.0
    var variance = 0.0
    for (level, w) in zip(levels, MeanThreshold.weights(for: levels.map(\.x))) {
      let n = Double(level.pairs)
      let shift = Double(level.losses - level.gains) / n
      let flips = Double(level.losses + level.gains) / n
      estimate += w * shift
      variance += w * w * max(flips - shift * shift, 0) / n
    }
    let standardError = variance.squareRoot()
    return PairedDifference(
      estimate: estimate, standardError: standardError,
      interval: .around(estimate, halfWidth: z * standardError))
  }
}

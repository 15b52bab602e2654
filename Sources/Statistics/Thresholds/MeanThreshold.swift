/// T̄, the mean threshold: the scalar by which decoders are ranked and tracked.
///
/// T̄ = x_K − Σ w_i k_i / n_i is the mean of the threshold's distribution if the curve rises
/// (Spearman and Kärber's estimate). It is not a model: islands and lapses cost exactly their area.
/// It depends on the range that was tested, so compare it on the same levels only.
public struct MeanThreshold: Hashable, Sendable {
  /// What the number amounts to.
  public enum Verdict: Hashable, Sendable {
    /// It averages over a curve that was seen to rise.
    case averaged
    /// Everything was read: the true mean lies at or below the hardest level; print "≤ level".
    case atMost(Double)
    /// Nothing was read: the true mean lies above the easiest level; print "> level".
    case above(Double)
  }

  /// T̄, in the sweep's unit.
  public let estimate: Double
  /// Its standard error, with each rate taken as (k + ½)/(n + 1) so that 0/n and n/n are not certain.
  public let standardError: Double
  /// The standard error from the bare rates, n − 1 in place of n: too small where rates are 0 or 1.
  public let plugInStandardError: Double
  /// `estimate ± z × standardError`. It may reach a little beyond the range that was tested.
  public let interval: Interval
  /// What to print. Ranking uses the estimate in either case: it is a number for the levels tested.
  public let verdict: Verdict
  /// The range that was tested; T̄ says nothing beyond it.
  public let testedRange: ClosedRange<Double>

  /// Estimates T̄ from a sweep's levels.
  ///
  /// - Parameters:
  ///   - levels: In any order; see ``LevelCount/usable(_:)``. A level without trials is bridged by
  ///     its neighbours' weights.
  ///   - confidence: Of the interval.
  /// - Returns: `nil` for fewer than two levels with trials: there is no range to average over.
  /// - Precondition: 0 < confidence < 1.
  public static func estimate(
    _ levels: [LevelCount], confidence: Double = 0.95
  ) -> MeanThreshold? {
    let z = Quantiles.normalTwoSided(confidence)
    let levels = LevelCount.usable(levels)
    guard let first = levels.first, let last = levels.last, levels.count > 1 else { return nil }
    var estimate = last.x
    var variance = 0.0
    var plugInVariance = 0.0
    for (level, w) in zip(levels, weights(for: levels.map(\.x))) {
      let n = Double(level.trials)
      let q = smoothedRate(level)
      estimate -= w * level.rate
      variance += w * w * q * (1 - q) / n
      // A single trial has no spread of its own: it adds nothing rather than 0/0.
      plugInVariance += w * w * level.rate * (1 - level.rate) / max(n - 1, 1)
    }
    let standardError = variance.squareRoot()
    return MeanThreshold(
      estimate: estimate, standardError: standardError,
      plugInStandardError: plugInVariance.squareRoot(),
      interval: .around(estimate, halfWidth: z * standardError), verdict: verdict(levels),
      testedRange: first.x...last.x)
  }

  private static func verdict(_ levels: [LevelCount]) -> Verdict {
    if levels.allSatisfy({ $0.failures == 0 }) { return .atMost(levels[0].x) }
    if levels.allSatisfy({ $0.reads == 0 }) { return .above(levels[levels.count - 1].x) }
    return .averaged
  }

  /// (k + ½)/(n + 1): the rate, shrunk so that 0/n and n/n are not taken for certain.
  static func smoothedRate(_ level: LevelCount) -> Double {
    (Double(level.reads) + 0.5) / (Double(level.trials) + 1)
  }

  /// The trapezoid weights of levels: half the distance between the neighbours, half a gap at the
  /// ends.
  ///
  /// - Parameter xs: Finite, ascending. Fewer than two have weight 0.
  public static func weights(for xs: [Double]) -> [Double] {
    xs.indices.map { i in
      (xs[min(i + 1, xs.count - 1)] - xs[max(i - 1, 0)]) / 2
    }
  }
}

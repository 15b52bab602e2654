/// Tango's score interval for the difference of two rates on the same samples.
///
/// T. Tango, Statistics in Medicine 17 (1998), 891–908. Unlike Wald's interval, it keeps its
/// coverage when rates are near 0 or 1 and when nothing flips.
public enum TangoInterval {
  /// The interval of (second's rate − first's rate): above 0, the second reads more.
  ///
  /// - Parameters:
  ///   - losses: Samples that only the first reads.
  ///   - gains: Samples that only the second reads.
  ///   - pairs: All samples. If there are none, the interval is −1…1. Losses and gains are clamped
  ///     to it.
  ///   - confidence: The confidence of the interval.
  /// - Precondition: 0 < confidence < 1.
  public static func difference(
    losses: Int, gains: Int, pairs: Int, confidence: Double = 0.95
  ) -> Interval {
    let z = Quantiles.normalTwoSided(confidence)
    guard pairs > 0 else { return Interval(lower: -1, upper: 1) }
    let c = min(max(gains, 0), pairs)
    let b = min(max(losses, 0), pairs - c)
    let observed = Double(c - b) / Double(pairs)
    func score(_ difference: Double) -> Double {
      self.score(c, b, n: pairs, difference: difference)
    }
    // The score falls as the hypothesised difference grows, and is 0 at the observed one.
    return Interval(
      lower: score(-1) <= z
        ? -1 : Bisection.crossing(from: -1, to: observed, tolerance: 1e-13) { score($0) > z },
      upper: score(1) >= -z
        ? 1 : Bisection.crossing(from: observed, to: 1, tolerance: 1e-13) { score($0) > -z })
  }

  /// The standardised distance of the observed difference from a hypothesised one.
  ///
  /// `q` is the maximum-likelihood rate of losses when gains − losses is `difference` (Tango's
  /// quadratic).
  private static func score(_ gains: Int, _ losses: Int, n: Int, difference: Double) -> Double {
    let (c, b, n) = (Double(gains), Double(losses), Double(n))
    let distance = c - b - n * difference
    let linear = -c - b + (2 * n - c + b) * difference
    let constant = -b * difference * (1 - difference)
    let root = max(linear * linear - 8 * n * constant, 0).squareRoot()
    let q = (root - linear) / (4 * n)
    let variance = n * (2 * q + difference * (1 - difference))
    // At ±1 the variance is 0: the observed counts are then either exactly that or impossible.
    if variance <= 1e-12 {
      return abs(distance) < 1e-9 ? 0 : (distance > 0 ? .infinity : -.infinity)
    }
    return distance / variance.squareRoot()
  }
}

import Foundation

/// The special functions behind the distributions.
enum SpecialFunctions {
  /// ln Γ(x) for x > 0.
  static func logGamma(_ x: Double) -> Double {
    // The tuple form is reentrant, whereas C's plain lgamma writes a global sign.
    let (value, _): (Double, Int) = lgamma(x)
    return value
  }

  /// ln of the binomial coefficient "n over k", for 0 ≤ k ≤ n.
  static func logChoose(_ n: Int, _ k: Int) -> Double {
    logGamma(Double(n) + 1) - logGamma(Double(k) + 1) - logGamma(Double(n - k) + 1)
  }

  /// x ln y with the convention 0 ln 0 = 0, so that a likelihood of certain events is finite.
  static func xLogY(_ x: Double, _ y: Double) -> Double { x == 0 ? 0 : x * log(y) }

  /// The regularised incomplete beta function I_x(a, b), for a, b > 0; x is clamped to 0…1.
  ///
  /// Continued fraction of DLMF 8.17.22, on the side where it converges fast. The absolute error is
  /// below 1e-10 for a + b up to about 10⁵ and grows with the rounding of ln Γ beyond that.
  static func incompleteBeta(_ x: Double, _ a: Double, _ b: Double) -> Double {
    if x <= 0 { return 0 }
    if x >= 1 { return 1 }
    let logFront =
      logGamma(a + b) - logGamma(a) - logGamma(b) + a * log(x) + b * log1p(-x)
    let value =
      x < (a + 1) / (a + b + 2)
      ? exp(logFront) * betaFraction(x, a, b) / a
      : 1 - exp(logFront) * betaFraction(1 - x, b, a) / b
    return min(max(value, 0), 1)
  }

  /// The continued fraction of the incomplete beta function, by the modified Lentz algorithm.
  private static func betaFraction(_ x: Double, _ a: Double, _ b: Double) -> Double {
    var c = 1.0
    var d = 1 / nonZero(1 - (a + b) * x / (a + 1))
    var result = d
    for m in 1...100_000 {
      let m = Double(m)
      for term in [
        m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
        -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
      ] {
        d = 1 / nonZero(1 + term * d)
        c = nonZero(1 + term / c)
        result *= c * d
      }
      if abs(c * d - 1) < 1e-15 { break }
    }
    return result
  }

  /// Lentz's guard: a denominator of zero becomes a tiny number.
  private static func nonZero(_ value: Double) -> Double {
    abs(value) < 1e-300 ? 1e-300 : value
  }
}

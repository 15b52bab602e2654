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
  /// Continued fraction of DLMF 8.17.22, on the side where it converges fast, and for two large
  /// parameters the first terms of Temme's uniform expansion (SIAM Journal on Mathematical Analysis
  /// 13, 1982; DLMF 8.18). The absolute error is below 1e-10.
  static func incompleteBeta(_ x: Double, _ a: Double, _ b: Double) -> Double {
    if x <= 0 { return 0 }
    if x >= 1 { return 1 }
    if min(a, b) > 1e6 { return largeIncompleteBeta(x, a, b) }
    let front = exp(logBetaFront(x, a, b))
    let value =
      x < (a + 1) / (a + b + 2)
      ? front * betaFraction(x, a, b) / a
      : 1 - front * betaFraction(1 - x, b, a) / b
    return min(max(value, 0), 1)
  }

  /// ln of x^a (1 − x)^b / B(a, b), without the cancellation of large logarithms.
  ///
  /// By deviances and Stirling's errors (Loader, Fast and Accurate Computation of Binomial
  /// Probabilities, 2000).
  private static func logBetaFront(_ x: Double, _ a: Double, _ b: Double) -> Double {
    let n = a + b
    return stirlingError(n) - stirlingError(a) - stirlingError(b)
      + 0.5 * log(a / n * b / (2 * .pi)) - deviance(a, n * x) - deviance(b, n * (1 - x))
  }

  /// a ln(a/m) + m − a ≥ 0, also for a near m.
  private static func deviance(_ a: Double, _ m: Double) -> Double {
    let e = (m - a) / a
    // a (e − ln(1 + e)); the series keeps the digits of a small e.
    guard abs(e) < 0.01 else { return a * (e - log1p(e)) }
    var (sum, power) = (0.0, e * e)
    for k in 2...12 {
      sum += power / Double(k)
      power *= -e
    }
    return a * sum
  }

  /// ln Γ(z) minus Stirling's (z − ½) ln z − z + ½ ln 2π.
  private static func stirlingError(_ z: Double) -> Double {
    guard z >= 16 else {
      return logGamma(z) - (z - 0.5) * log(z) + z - 0.5 * log(2 * .pi)
    }
    let s = 1 / (z * z)
    return (1 / 12.0 - s * (1 / 360.0 - s * (1 / 1260.0 - s * (1 / 1680.0 - s / 1188)))) / z
  }

  private static func largeIncompleteBeta(_ x: Double, _ a: Double, _ b: Double) -> Double {
    let n = a + b
    let (mu, nu) = (a / n, b / n)
    let half = deviance(a, n * x) + deviance(b, n * (1 - x))
    let eta = (x < mu ? -1 : 1) * (2 * half / n).squareRoot()
    let root = (mu * nu).squareRoot()
    // The difference of two large reciprocals near the middle; there its limit is exact enough.
    let first = abs(x - mu) < 1e-4 * root ? (1 - 2 * mu) / (3 * root) : 1 / eta - root / (x - mu)
    let value =
      0.5 * erfc(-eta * (n / 2).squareRoot()) + exp(-half) / (2 * .pi * n).squareRoot() * first
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

import Foundation

/// Tail probabilities and quantiles of the continuous distributions that the intervals need.
///
/// By the formulas of Abramowitz and Stegun, Handbook of Mathematical Functions (1964), inverted by
/// bisection.
package enum Quantiles {
  /// P(Z > z) for a standard normal Z.
  static func normalUpperTail(_ z: Double) -> Double { 0.5 * erfc(z / 2.0.squareRoot()) }

  /// The z with P(|Z| ≤ z) = confidence, such as 1.959964 for 0.95.
  ///
  /// - Precondition: 0 < confidence < 1.
  package static func normalTwoSided(_ confidence: Double) -> Double {
    requireProbability(confidence)
    let tail = (1 - confidence) / 2
    return Bisection.crossing(from: 0, to: 40) { normalUpperTail($0) > tail }
  }

  /// The t with P(|T| ≤ t) = confidence for Student's t; infinite without degrees of freedom.
  ///
  /// - Precondition: 0 < confidence < 1.
  package static func studentTwoSided(_ confidence: Double, degreesOfFreedom: Int) -> Double {
    requireProbability(confidence)
    guard degreesOfFreedom > 0 else { return .infinity }
    // P(|T| > t) = I_x(ν/2, 1/2) with x = ν/(ν + t²): DLMF 8.17 and Abramowitz & Stegun 26.7.1.
    let nu = Double(degreesOfFreedom)
    let x = Bisection.crossing(from: 0, to: 1) {
      SpecialFunctions.incompleteBeta($0, nu / 2, 0.5) < 1 - confidence
    }
    return (nu * (1 - x) / x).squareRoot()
  }

  /// The quantile of a beta distribution: the x with I_x(a, b) = probability.
  static func beta(_ probability: Double, _ a: Double, _ b: Double) -> Double {
    Bisection.crossing(from: 0, to: 1) {
      SpecialFunctions.incompleteBeta($0, a, b) < probability
    }
  }

  /// The χ² quantile with one degree of freedom, such as 3.841459 for 0.95.
  static func chiSquareOne(_ confidence: Double) -> Double {
    let z = normalTwoSided(confidence)
    return z * z
  }

  /// Traps unless a value is a probability strictly between 0 and 1.
  ///
  /// Confidences, rates to test and significance levels are constants of the caller's method, not
  /// data: one outside this range is a bug.
  static func requireProbability(_ value: Double) {
    precondition(value > 0 && value < 1, "\(value) is no probability between 0 and 1")
  }
}

/// The logistic function, in forms that neither overflow nor lose small tails.
enum Logistic {
  /// 1/(1 + e^−z).
  static func value(_ z: Double) -> Double {
    z >= 0 ? 1 / (1 + exp(-z)) : exp(z) / (1 + exp(z))
  }

  /// ln(1 + e^z) = −ln(1 − logistic(z)).
  static func softplus(_ z: Double) -> Double { max(z, 0) + log1p(exp(-abs(z))) }

  /// ln(p/(1 − p)).
  static func logit(_ p: Double) -> Double { log(p / (1 - p)) }
}

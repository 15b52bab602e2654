#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

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

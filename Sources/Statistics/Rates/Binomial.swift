#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Exact binomial tails and intervals for a rate.
///
/// Counts are data and never trap: `reads` and `k` outside 0…trials are clamped. Without trials
/// every tail that can hold is 1 and every interval is 0…1. Rates and confidences are constants of
/// the caller: one outside its range is a bug and traps. No result is NaN.
public enum Binomial {
  /// P(X ≥ k) for X ~ Bin(n, p), to 1e-9.
  ///
  /// 1 when k ≤ 0 and 0 when k > n.
  ///
  /// - Precondition: 0 ≤ p ≤ 1.
  public static func probabilityAtLeast(_ k: Int, trials n: Int, rate p: Double) -> Double {
    precondition(p >= 0 && p <= 1, "\(p) is no rate")
    if k <= 0 { return 1 }
    if k > n { return 0 }
    // Abramowitz & Stegun 26.5.24.
    return SpecialFunctions.incompleteBeta(p, Double(k), Double(n - k) + 1)
  }

  /// P(X ≤ k) for X ~ Bin(n, p), to 1e-9.
  ///
  /// 0 when k < 0 and 1 when k ≥ n. Computed directly and not as 1 − P(X > k), so that small tails
  /// keep their digits.
  ///
  /// - Precondition: 0 ≤ p ≤ 1.
  public static func probabilityAtMost(_ k: Int, trials n: Int, rate p: Double) -> Double {
    precondition(p >= 0 && p <= 1, "\(p) is no rate")
    if k < 0 { return 0 }
    if k >= n { return 1 }
    return SpecialFunctions.incompleteBeta(1 - p, Double(n - k), Double(k) + 1)
  }

  /// P(X = k) for X ~ Bin(n, p); 0 outside 0…n.
  ///
  /// - Precondition: 0 ≤ p ≤ 1.
  public static func probability(of k: Int, trials n: Int, rate p: Double) -> Double {
    precondition(p >= 0 && p <= 1, "\(p) is no rate")
    if k < 0 || k > n { return 0 }
    return exp(
      SpecialFunctions.logChoose(n, k) + SpecialFunctions.xLogY(Double(k), p)
        + SpecialFunctions.xLogY(Double(n - k), 1 - p))
  }

  /// ln of p^k (1 − p)^(n − k): the likelihood without its constant.
  static func logLikelihood(_ level: LevelCount, rate p: Double) -> Double {
    SpecialFunctions.xLogY(Double(level.reads), p)
      + SpecialFunctions.xLogY(Double(level.failures), 1 - p)
  }
}

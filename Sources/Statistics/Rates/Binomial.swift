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

  /// ln of p^k (1 − p)^(n − k): the likelihood without its constant.
  static func logLikelihood(_ level: LevelCount, rate p: Double) -> Double {
    logLikelihood(reads: Double(level.reads), failures: Double(level.failures), rate: p)
  }

  /// ln of p^reads (1 − p)^failures, for counts of any size.
  static func logLikelihood(reads: Double, failures: Double, rate p: Double) -> Double {
    // One failure in 10¹⁷ trials rounds to a rate of 1, which must not make it impossible.
    SpecialFunctions.xLogY(reads, p)
      + SpecialFunctions.xLogY(failures, max(1 - p, .ulpOfOne / 4))
  }
}

extension Binomial {
  /// The exact two-sided interval of Clopper and Pearson (Biometrika 26, 1934).
  ///
  /// Its coverage is never below `confidence`. The lower end is 0 at no reads, the upper 1 at all
  /// reads.
  ///
  /// - Precondition: 0 < confidence < 1.
  public static func clopperPearson(
    reads: Int, trials: Int, confidence: Double = 0.95
  ) -> Interval {
    let oneSided = 1 - (1 - confidence) / 2
    return Interval(
      lower: lowerBound(events: reads, trials: trials, confidence: oneSided),
      upper: upperBound(events: reads, trials: trials, confidence: oneSided))
  }

  /// The exact one-sided upper bound on a rate (Clopper and Pearson, 1934), used for misreads.
  ///
  /// No events in N trials give about 3/N at 95 %. 1 without trials.
  ///
  /// - Precondition: 0 < confidence < 1.
  public static func upperBound(
    events: Int, trials: Int, confidence: Double = 0.95
  ) -> Double {
    Quantiles.requireProbability(confidence)
    let k = clamped(events, trials)
    guard trials > 0, k < trials else { return 1 }
    return Quantiles.beta(confidence, Double(k) + 1, Double(trials - k))
  }

  /// The exact one-sided lower bound on a rate (Clopper and Pearson, 1934). 0 without trials.
  ///
  /// - Precondition: 0 < confidence < 1.
  public static func lowerBound(
    events: Int, trials: Int, confidence: Double = 0.95
  ) -> Double {
    Quantiles.requireProbability(confidence)
    let k = clamped(events, trials)
    guard trials > 0, k > 0 else { return 0 }
    return Quantiles.beta(1 - confidence, Double(k), Double(trials - k) + 1)
  }

  private static func clamped(_ events: Int, _ trials: Int) -> Int {
    min(max(events, 0), max(trials, 0))
  }
}

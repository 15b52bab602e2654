/// McNemar's test for two decoders on the same samples, in its exact form (Psychometrika 12, 1947).
///
/// Only samples on which the decoders differ count: losses, which the first reads and the second
/// does not, and gains, the reverse. Negative counts are taken as 0.
public enum McNemar {
  /// The exact two-sided p-value, min(1, 2 P(Bin(b + c, ½) ≤ min(b, c))). 1 without differences.
  public static func exact(losses: Int, gains: Int) -> Double {
    let (b, c) = (max(losses, 0), max(gains, 0))
    return min(1, 2 * Binomial.probabilityAtMost(min(b, c), trials: b + c, rate: 0.5))
  }

  /// The exact one-sided p-value of "there are more losses than gains", P(Bin(b + c, ½) ≥ b).
  ///
  /// Swap the arguments to test for gains. 1 without differences.
  public static func exactOneSided(losses: Int, gains: Int) -> Double {
    let (b, c) = (max(losses, 0), max(gains, 0))
    return Binomial.probabilityAtLeast(b, trials: b + c, rate: 0.5)
  }

  /// The two-sided mid-p value (Fagerland, Lydersen, Laake, 2013): less conservative, not exact.
  public static func midP(losses: Int, gains: Int) -> Double {
    let (b, c) = (max(losses, 0), max(gains, 0))
    let observed = Binomial.probability(of: min(b, c), trials: b + c, rate: 0.5)
    // Without differences there is no evidence, so the result is 1 and not half of it.
    if b + c == 0 { return 1 }
    return b == c ? 1 - observed : exact(losses: b, gains: c) - observed
  }
}

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Fisher's exact test for two rates from separate trials (Fisher, 1935).
public enum FisherExact {
  /// The one-sided p-value of "the first reads better than the second".
  ///
  /// P(X ≥ firstReads) for a hypergeometric X: the number of reads among the first trials, given
  /// the total number of reads. The p-value is 1 when either side has no trials; reads are clamped
  /// to 0…trials.
  public static func oneSided(
    firstReads: Int, firstTrials: Int, secondReads: Int, secondTrials: Int
  ) -> Double {
    guard firstTrials > 0, secondTrials > 0 else { return 1 }
    let k = min(max(firstReads, 0), firstTrials)
    let reads = k + min(max(secondReads, 0), secondTrials)
    let least = max(0, reads - secondTrials)
    let most = min(firstTrials, reads)
    if k <= least { return 1 }
    let first = exp(
      SpecialFunctions.logChoose(firstTrials, k)
        + SpecialFunctions.logChoose(secondTrials, reads - k)
        - SpecialFunctions.logChoose(firstTrials + secondTrials, reads))
    // Each further probability is computed from the one before it.
    var term = first
    var sum = first
    var x = k
    while x < most, term > sum * 1e-18 || x < mode(firstTrials, secondTrials, reads) {
      term *= Double(firstTrials - x) / Double(x + 1)
      term *= Double(reads - x) / Double(secondTrials - reads + x + 1)
      sum += term
      x += 1
    }
    return min(sum, 1)
  }

  /// The most likely value: terms grow up to it and shrink after it.
  private static func mode(_ first: Int, _ second: Int, _ reads: Int) -> Int {
    Int(Double(reads + 1) * Double(first + 1) / Double(first + second + 2))
  }
}

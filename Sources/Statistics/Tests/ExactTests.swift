import Foundation

/// Fisher's exact test for two rates from separate trials (Fisher, The Design of Experiments, 1935).
public enum FisherExact {
  /// The one-sided p-value of "the first reads better than the second".
  ///
  /// P(X ≥ firstReads) for a hypergeometric X: the number of reads among the first trials, given
  /// the total number of reads. The p-value is 1 when either side has no trials; reads are clamped
  /// to 0…trials. O(√trials) and right for any number of trials; where X has a standard deviation
  /// above 10⁴, the normal distribution stands for it.
  public static func oneSided(
    firstReads: Int, firstTrials: Int, secondReads: Int, secondTrials: Int
  ) -> Double {
    guard firstTrials > 0, secondTrials > 0 else { return 1 }
    let k = min(max(firstReads, 0), firstTrials)
    let others = min(max(secondReads, 0), secondTrials)
    let z = standardised(k, firstTrials, others, secondTrials)
    if z.deviation > largestDeviation { return Quantiles.normalUpperTail(z.distance) }
    let reads = k + others
    let least = max(0, reads - secondTrials)
    let most = min(firstTrials, reads)
    if k <= least { return 1 }
    let isUpper = k > mode(firstTrials, secondTrials, reads)
    // Terms shrink from here outwards: upwards they are the tail itself, downwards what it leaves.
    var x = isUpper ? k : k - 1
    let logFirst =
      SpecialFunctions.logChoose(firstTrials, x)
      + SpecialFunctions.logChoose(secondTrials, reads - x)
      - SpecialFunctions.logChoose(firstTrials + secondTrials, reads)
    // Relative to the first term, which may be too small for a Double.
    var (term, sum) = (1.0, 1.0)
    while x != (isUpper ? most : least), term > sum * 1e-18 {
      if isUpper {
        term *= Double(firstTrials - x) / Double(x + 1)
        term *= Double(reads - x) / Double(secondTrials - reads + x + 1)
        x += 1
      } else {
        term *= Double(x) / Double(firstTrials - x + 1)
        term *= Double(secondTrials - reads + x) / Double(reads - x + 1)
        x -= 1
      }
      sum += term
    }
    let tail = exp(logFirst + log(sum))
    return isUpper ? min(tail, 1) : max(1 - tail, 0)
  }

  /// Beyond this the tail has too many terms, and the normal distribution is as good.
  private static let largestDeviation = 1e4

  /// The standard deviation of X, and the distance of k − ½ from its mean in that unit.
  private static func standardised(
    _ k: Int, _ first: Int, _ others: Int, _ second: Int
  ) -> (deviation: Double, distance: Double) {
    let (n1, n2) = (Double(first), Double(second))
    let (share, rest) = (n1 / (n1 + n2), n2 / (n1 + n2))
    let reads = Double(k) + Double(others)
    let misses = n1 - Double(k) + n2 - Double(others)
    // A single trial on either side makes n − 1 at least 1.
    let variance = share * rest * reads * (misses / (n1 + n2 - 1))
    let deviation = variance.squareRoot()
    // k − reads × share, without the rounding of a large product.
    let distance = Double(k) * rest - Double(others) * share - 0.5
    return (deviation, deviation > 0 ? distance / deviation : 0)
  }

  /// The most likely value: terms grow up to it and shrink after it.
  private static func mode(_ first: Int, _ second: Int, _ reads: Int) -> Int {
    Int(Double(reads + 1) * Double(first + 1) / Double(first + second + 2))
  }
}

/// McNemar's test for two decoders on the same samples, in its exact form (Psychometrika 12, 1947).
///
/// Only samples on which the decoders differ count: losses, which the first reads and the second
/// does not, and gains, the reverse. Negative counts are taken as 0.
public enum McNemar {
  /// The exact two-sided p-value, min(1, 2 P(Bin(b + c, ½) ≤ min(b, c))). 1 without differences.
  public static func exact(losses: Int, gains: Int) -> Double {
    let (b, c) = (max(losses, 0), max(gains, 0))
    return min(
      1, 2 * Binomial.probabilityAtMost(min(b, c), trials: b.addingSaturated(c), rate: 0.5))
  }

  /// The exact one-sided p-value of "there are more losses than gains", P(Bin(b + c, ½) ≥ b).
  ///
  /// Swap the arguments to test for gains. 1 without differences.
  public static func exactOneSided(losses: Int, gains: Int) -> Double {
    let (b, c) = (max(losses, 0), max(gains, 0))
    return Binomial.probabilityAtLeast(b, trials: b.addingSaturated(c), rate: 0.5)
  }
}

/// The family-wise adjustment of p-values, for many hypotheses tested at once.
public enum Holm {
  /// Holm's step-down adjustment (Scandinavian Journal of Statistics 6, 1979), in input order.
  ///
  /// Rejecting the hypotheses whose result is ≤ α keeps the probability of any false rejection at
  /// or below α. An empty array is a valid input. A value outside 0…1 is clamped; NaN, which no
  /// test here returns, counts as 1.
  ///
  /// - Parameters:
  ///   - pValues: The results of the tests, in any order.
  ///   - family: The number of hypotheses if there are more, whose p-values count as 1; whichever
  ///     they are, this only makes the others' larger.
  public static func adjust(_ pValues: [Double], family: Int = 0) -> [Double] {
    let p = pValues.map(sane)
    let family = max(family, p.count)
    var adjusted = p
    var largest = 0.0
    for (rank, index) in p.indices.sorted(by: { p[$0] < p[$1] }).enumerated() {
      largest = max(largest, min(1, Double(family - rank) * p[index]))
      adjusted[index] = largest
    }
    return adjusted
  }

  private static func sane(_ p: Double) -> Double { p.isNaN ? 1 : min(max(p, 0), 1) }
}

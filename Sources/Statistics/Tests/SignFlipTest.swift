import Foundation

/// The exact paired test for clusters: several symbols of one image, several photos of one payload.
///
/// A cluster's difference is what the first decoder read in it less what the second read. If the two
/// read alike, each difference could as well have the other sign, so the sum of all differences has
/// the distribution of Σ ± |D|, whatever the dependence inside a cluster (Fisher, The Design of
/// Experiments, 1935, section 21). With clusters of one sample it is McNemar's exact test.
public enum SignFlipTest {
  /// The exact two-sided p-value, min(1, 2 P(Σ ± |D| ≥ |Σ D|)); 1 without differences.
  ///
  /// - Parameter differences: The number of clusters by their difference. Clusters without a
  ///   difference do not matter; negative numbers of clusters are taken as 0.
  /// - Complexity: O(Σ |D| × distinct |D|). The absolute error is about 1e-12. Beyond 10⁷ steps the
  ///   normal approximation takes over, which is as good at such numbers.
  public static func exact(_ differences: [Int: Int]) -> Double {
    let known = differences.filter { $0.key != 0 && $0.value > 0 }
    guard known.keys.contains(where: { abs($0) > 1 }) else {
      return McNemar.exact(losses: known[1] ?? 0, gains: known[-1] ?? 0)
    }
    var sizes: [Int: Int] = [:]
    for (difference, count) in known { sizes[abs(difference), default: 0] += count }
    let divisor = sizes.keys.reduce(0, greatestCommonDivisor)
    // In a fixed order, so that sums are the same to the last bit.
    let scaled = sizes.sorted { $0.key < $1.key }.map {
      (size: Double($0.key / divisor), count: Double($0.value))
    }
    let observed = abs(known.reduce(0.0) { $0 + Double($1.key / divisor) * Double($1.value) })
    let most = scaled.reduce(0.0) { $0 + $1.size * $1.count }
    guard most * Double(scaled.count) <= 1e7 else {
      let variance = scaled.reduce(0.0) { $0 + $1.size * $1.size * $1.count }
      return min(1, 2 * Quantiles.normalUpperTail(observed / variance.squareRoot()))
    }
    return min(1, 2 * upperTail(from: observed, most: most, scaled))
  }

  /// P(Σ ± |D| ≥ `observed`), by inverting the characteristic function Π cos(|D| θ) on a lattice of
  /// 2 `most` + 1 points.
  private static func upperTail(
    from observed: Double, most: Double, _ sizes: [(size: Double, count: Double)]
  ) -> Double {
    let points = 2 * most + 1
    var sum = most - observed + 1
    for k in 1...Int(most) {
      let angle = 2 * Double.pi * Double(k) / points
      let characteristic = sizes.reduce(1.0) { $0 * pow(cos($1.size * angle), $1.count) }
      sum -= characteristic * sin(angle * (observed - 0.5)) / sin(angle / 2)
    }
    return max(sum / points, 0)
  }

  private static func greatestCommonDivisor(_ a: Int, _ b: Int) -> Int {
    b == 0 ? a : greatestCommonDivisor(b, a % b)
  }
}

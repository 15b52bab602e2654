import Foundation

/// The latency of one decoder relative to another on the same images, as ratios.
///
/// It works on d = ln(candidate/baseline) per image, because latencies are skewed and their ratios
/// are less so, and medians are robust against a few stalls. Above 1 the candidate is slower.
public struct PairedLatency: Hashable, Sendable {
  /// Pairs used: those whose two times are positive and finite.
  public let pairs: Int
  /// The median of the baseline's times, in the times' unit.
  public let baselineMedian: Double
  /// The median of the candidate's times, in the times' unit.
  public let candidateMedian: Double
  /// e^median(d).
  public let medianRatio: Double
  /// The distribution-free interval of the median ratio, from order statistics of d.
  ///
  /// Fewer than 6 pairs cannot bound a median at 95 %; the interval is then 0…∞.
  public let medianRatioInterval: Interval
  /// The exact two-sided sign test of "neither is slower"; images with equal times do not count.
  public let signTestP: Double

  /// Compares two decoders' times on the same images.
  ///
  /// - Parameters:
  ///   - baseline: One time per image, any unit.
  ///   - candidate: The other decoder's time on the same image. Pairs with a time that is not
  ///     positive and finite are left out, and so are the surplus entries of the longer array.
  ///   - confidence: The confidence of the interval.
  /// - Returns: `nil` when no pair is left.
  /// - Complexity: O(n log n).
  /// - Precondition: 0 < confidence < 1.
  public static func compare(
    baseline: [Double], candidate: [Double], confidence: Double = 0.95
  ) -> PairedLatency? {
    Quantiles.requireProbability(confidence)
    let pairs = zip(baseline, candidate).filter {
      $0 > 0 && $0.isFinite && $1 > 0 && $1.isFinite
    }
    guard !pairs.isEmpty else { return nil }
    // Take the difference of logarithms, since a quotient can overflow.
    let d = pairs.map { log($0.1) - log($0.0) }.sorted()
    let rank = orderStatisticRank(d.count, confidence: confidence)
    return PairedLatency(
      pairs: d.count,
      baselineMedian: median(pairs.map(\.0).sorted()),
      candidateMedian: median(pairs.map(\.1).sorted()),
      medianRatio: exp(median(d)),
      medianRatioInterval: rank == 0
        ? Interval(lower: 0, upper: .infinity)
        : Interval(lower: exp(d[rank - 1]), upper: exp(d[d.count - rank])),
      signTestP: McNemar.exact(
        losses: pairs.count { $0.1 > $0.0 }, gains: pairs.count { $0.1 < $0.0 }))
  }

  /// The largest r with P(Bin(n, ½) ≤ r − 1) ≤ (1 − confidence)/2; 0 when there is none.
  ///
  /// [d_(r), d_(n + 1 − r)] then covers the median (David and Nagaraja, Order Statistics, 2003, 7.1).
  ///
  /// - Precondition: 0 < confidence < 1.
  public static func orderStatisticRank(_ n: Int, confidence: Double) -> Int {
    let tail = (1 - confidence) / 2
    var low = 0
    var high = n / 2 + 1
    while high - low > 1 {
      let middle = (low + high) / 2
      if Binomial.probabilityAtMost(middle - 1, trials: n, rate: 0.5) <= tail {
        low = middle
      } else {
        high = middle
      }
    }
    return low
  }

  private static func median(_ sorted: [Double]) -> Double {
    let upper = sorted[sorted.count / 2]
    return sorted.count % 2 == 1 ? upper : sorted[sorted.count / 2 - 1] / 2 + upper / 2
  }
}

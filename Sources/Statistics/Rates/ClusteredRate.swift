/// A rate over clusters of trials that depend on each other, such as the symbols of one image.
///
/// Korn and Graubard, Survey Methodology 24 (1998): the interval of Clopper and Pearson at the
/// effective number of trials, which is the number of trials over the design effect.
public struct ClusteredRate: Hashable, Sendable {
  /// The trials of one cluster.
  public struct Cluster: Hashable, Sendable {
    /// The number of trials that were read.
    public var reads: Int
    /// The number of trials.
    public var trials: Int

    public init(reads: Int, trials: Int) {
      (self.reads, self.trials) = (reads, trials)
    }
  }

  /// Reads over trials, 0 to 1.
  public let rate: Double
  /// The interval of the rate.
  public let interval: Interval

  /// Estimates the rate.
  ///
  /// Without clusters it is Clopper and Pearson's interval. Where every trial was read, or none,
  /// each cluster counts as one trial.
  ///
  /// - Parameters:
  ///   - clusters: Trials that depend on each other, cluster by cluster.
  ///   - independent: Trials beside them that depend on nothing.
  ///   - confidence: The confidence of the interval.
  /// - Returns: `nil` without trials.
  /// - Precondition: 0 < confidence < 1.
  public static func estimate(
    _ clusters: [Cluster], independent: Cluster = Cluster(reads: 0, trials: 0),
    confidence: Double = 0.95
  ) -> ClusteredRate? {
    let clusters = clusters.filter { $0.trials > 0 }
    let reads = clusters.reduce(independent.reads) { $0 + $1.reads }
    let trials = clusters.reduce(independent.trials) { $0 + $1.trials }
    guard trials > 0 else { return nil }
    let rate = Double(reads) / Double(trials)
    var effective = Double(trials)
    if clusters.contains(where: { $0.trials > 1 }) {
      let count = clusters.count + independent.trials
      let squares = clusters.reduce(sumOfSquares(independent, rate)) { sum, cluster in
        let residual = Double(cluster.reads) - rate * Double(cluster.trials)
        return sum + residual * residual
      }
      effective = effectiveTrials(
        squares, rate: rate, trials: trials, clusters: count, confidence: confidence)
    }
    let tail = (1 - confidence) / 2
    let k = rate * effective
    return ClusteredRate(
      rate: rate,
      interval: Interval(
        lower: reads == 0 ? 0 : Quantiles.beta(tail, k, effective - k + 1),
        upper: reads == trials ? 1 : Quantiles.beta(1 - tail, k + 1, effective - k)))
  }

  /// The sum of squared residuals of trials that are clusters of one.
  private static func sumOfSquares(_ single: Cluster, _ rate: Double) -> Double {
    Double(single.reads) * (1 - rate) * (1 - rate)
      + Double(single.trials - single.reads) * rate * rate
  }

  private static func effectiveTrials(
    _ squares: Double, rate: Double, trials: Int, clusters: Int, confidence: Double
  ) -> Double {
    let count = Double(clusters)
    let variance = squares * count / max(count - 1, 1) / (Double(trials) * Double(trials))
    guard clusters > 1, rate > 0, rate < 1, variance > 0 else { return count }
    let t = Quantiles.studentTwoSided(confidence, degreesOfFreedom: clusters - 1)
    let ofTrials = Quantiles.studentTwoSided(confidence, degreesOfFreedom: trials - 1)
    let shrink = ofTrials / t
    return min(rate * (1 - rate) / variance * shrink * shrink, Double(trials))
  }
}

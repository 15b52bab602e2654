/// The delete-one-cluster jackknife, for sweeps that use the same payloads at every level.
///
/// The jackknife is Quenouille's (Biometrika 43, 1956) and its variance Tukey's (Annals of
/// Mathematical Statistics 29, 1958); see Efron and Tibshirani, An Introduction to the Bootstrap
/// (1993), chapter 11, and for the variance's bias upwards Efron and Stein (Annals of Statistics 9,
/// 1981). The interval uses Student's t with clusters − 1 degrees of freedom. The
/// percentile bootstrap of clusters does not cover.
public struct Jackknife: Hashable, Sendable {
  /// The estimate from all clusters.
  public let estimate: Double
  /// The standard error, √((G − 1)/G Σ (θ₋g − mean)²).
  public let standardError: Double
  /// The interval, `estimate ± t × standardError`.
  public let interval: Interval
  /// The number of clusters, G.
  public let clusters: Int

  /// True if the result holds for these clusters only: one cluster, or levels that only one has.
  ///
  /// Print the estimate with the within-cluster interval, labelled "for this payload only".
  public var isConditional: Bool { !standardError.isFinite }

  /// Makes an interval from the estimates that leave one cluster out each.
  ///
  /// - Parameters:
  ///   - estimate: The estimate from all clusters.
  ///   - leaveOneOut: One estimate per cluster, computed without that cluster.
  ///   - confidence: The confidence of the interval.
  /// - Returns: `nil` when the estimate is not finite. With fewer than two clusters, or when some
  ///   leave-one-out estimate is not finite, the standard error is infinite and the interval −∞…∞:
  ///   such a result is conditional on its clusters and must be labelled so.
  /// - Precondition: 0 < confidence < 1.
  public static func interval(
    estimate: Double, leaveOneOut: [Double], confidence: Double = 0.95
  ) -> Jackknife? {
    let count = leaveOneOut.count
    let t = Quantiles.studentTwoSided(confidence, degreesOfFreedom: count - 1)
    guard estimate.isFinite else { return nil }
    guard count > 1, leaveOneOut.allSatisfy(\.isFinite) else {
      return Jackknife(
        estimate: estimate, standardError: .infinity,
        interval: Interval(lower: -.infinity, upper: .infinity), clusters: count)
    }
    let mean = leaveOneOut.reduce(0, +) / Double(count)
    let squares = leaveOneOut.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    let standardError = (squares * Double(count - 1) / Double(count)).squareRoot()
    return Jackknife(
      estimate: estimate, standardError: standardError,
      interval: .around(estimate, halfWidth: t * standardError), clusters: count)
  }

  /// Estimates T̄ of a sweep whose trials come in clusters, such as one per payload.
  ///
  /// - Parameters:
  ///   - clusters: Each cluster's own levels; together they are the sweep.
  ///   - confidence: The confidence of the interval.
  /// - Returns: `nil` if ``MeanThreshold/estimate(_:confidence:)`` has no estimate for all clusters
  ///   together. Clusters without trials are not counted.
  /// - Precondition: 0 < confidence < 1.
  public static func meanThreshold(
    clusters: [[LevelCount]], confidence: Double = 0.95
  ) -> Jackknife? {
    let clusters = clusters.filter { !LevelCount.usable($0).isEmpty }
    let all = LevelCount.usable(clusters.flatMap { $0 })
    guard let whole = MeanThreshold.estimate(all) else { return nil }
    let without = clusters.indices.map { left in
      let rest = clusters.indices.filter { $0 != left }.flatMap { clusters[$0] }
      // A sweep that loses a level covers another range, so it does not estimate the same quantity.
      return LevelCount.usable(rest).map(\.x) == all.map(\.x)
        ? MeanThreshold.estimate(rest)?.estimate ?? .infinity : .infinity
    }
    return interval(estimate: whole.estimate, leaveOneOut: without, confidence: confidence)
  }
}

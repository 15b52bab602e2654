/// The amount by which a decoder does worse on a hidden split than on the public one.
///
/// Each trial has a score: the area above its curve, Σ w (1 − read) over the levels with the weights of the
/// mean threshold. The mean score is the mean threshold less the hardest level, so that the difference of
/// two means is that of two mean thresholds (or, where the sweep has no order and all levels weigh alike, of
/// the shares not read). Trials are independent draws in either split, so that ``ExchangeTest`` (Pitman,
/// 1937) tells whether the hidden ones are worse; what a trial shares over its levels does not matter.
///
/// The interval adds the two splits' standard errors in squares (Welch, Biometrika 29, 1938). A split's is
/// the larger of that of its trials' scores and that of the levels' smoothed rates (k + ½)/(n + 1), which is
/// not 0 where all is read.
public struct SplitGap: Hashable, Sendable {
  /// The outcomes of one group in one split: by trial, true for each level that was read.
  public typealias Trials = [[Bool]]

  /// One group, in both splits.
  public struct Group: Hashable, Sendable {
    /// The weights of the levels; see ``MeanThreshold/weights(for:)``.
    public var weights: [Double]
    /// The public split's trials.
    public var known: Trials
    /// The hidden split's trials.
    public var hidden: Trials

    /// Makes a group.
    ///
    /// - Precondition: All trials have as many levels as there are weights, and both splits have trials.
    public init(weights: [Double], known: Trials, hidden: Trials) {
      precondition(!known.isEmpty && !hidden.isEmpty, "both splits have trials")
      precondition(
        (known + hidden).allSatisfy { $0.count == weights.count }, "each level has a weight")
      (self.weights, self.known, self.hidden) = (weights, known, hidden)
    }
  }

  /// The mean over the groups of the hidden mean score less the public one: above 0 for worse.
  public let estimate: Double
  /// Its 95 % interval.
  public let interval: Interval
  /// The one-sided p-value of being worse on the hidden split.
  public let pValue: Double

  /// Compares two splits.
  ///
  /// - Parameters:
  ///   - groups: The groups, which count alike.
  ///   - draws: See ``ExchangeTest/oneSided(_:draws:seed:)``.
  /// - Returns: `nil` without groups.
  public static func compare(_ groups: [Group], draws: Int = 9_999) -> SplitGap? {
    guard !groups.isEmpty else { return nil }
    let strata = groups.map { group in
      ExchangeTest.Stratum(
        first: group.known.map { score($0, group.weights) },
        second: group.hidden.map { score($0, group.weights) })
    }
    let count = Double(groups.count)
    var variance = 0.0
    for (group, stratum) in zip(groups, strata) {
      variance += Self.variance(stratum.first, group.known, group.weights)
      variance += Self.variance(stratum.second, group.hidden, group.weights)
    }
    let estimate = strata.reduce(0) { $0 + $1.difference } / count
    return SplitGap(
      estimate: estimate,
      interval: .around(
        estimate, halfWidth: Quantiles.normalTwoSided(0.95) * variance.squareRoot() / count),
      pValue: ExchangeTest.oneSided(strata, draws: draws))
  }

  private static func score(_ reads: [Bool], _ weights: [Double]) -> Double {
    zip(reads, weights).reduce(0) { $0 + ($1.0 ? 0 : $1.1) }
  }

  /// The variance of a split's mean score.
  private static func variance(
    _ scores: [Double], _ trials: Trials, _ weights: [Double]
  ) -> Double {
    let n = Double(scores.count)
    let mean = scores.reduce(0, +) / n
    let squares = scores.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    let ofLevels = weights.indices.reduce(0) { sum, level in
      let reads = trials.count { $0[level] }
      let q = (Double(reads) + 0.5) / (n + 1)
      return sum + weights[level] * weights[level] * q * (1 - q) / n
    }
    return max(scores.count > 1 ? squares / (n - 1) / n : 0, ofLevels)
  }
}

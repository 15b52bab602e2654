/// The test of two independent samples that exchanges their members.
///
/// If both come from one distribution, whatever it is, every division of all members into two samples of
/// these sizes is as likely as the one that was observed (Pitman, Supplement to the Journal of the Royal
/// Statistical Society 4, 1937). Divisions are drawn at random (Dwass, Annals of Mathematical Statistics 28,
/// 1957), and drawing stops as soon as it is plain that they are not significant (Besag and Clifford,
/// Biometrika 78, 1991): in each case the chance of a p-value of at most α is at most α.
public enum ExchangeTest {
  /// Two samples of which members are exchanged among themselves.
  public struct Stratum: Hashable, Sendable {
    /// The values of the first sample.
    public var first: [Double]
    /// The values of the second sample.
    public var second: [Double]

    package init(first: [Double], second: [Double]) {
      (self.first, self.second) = (first, second)
    }

    /// The mean of the second sample less that of the first; 0 if one of them is empty.
    public var difference: Double {
      guard !first.isEmpty, !second.isEmpty else { return 0 }
      return second.reduce(0, +) / Double(second.count) - first.reduce(0, +) / Double(first.count)
    }
  }

  /// The divisions as extreme as the observed one after which drawing stops.
  private static let enough = 100
  /// The most exchanges of single members.
  private static let mostExchanges = 2_000_000_000

  /// The one-sided p-value of the strata's mean difference: small if the second samples are larger.
  ///
  /// - Parameters:
  ///   - strata: Pairs of samples. Their differences count alike.
  ///   - draws: The most divisions that are drawn. No p-value is below 1 / (`draws` + 1).
  ///   - seed: The origin of the draws: equal arguments give equal p-values.
  /// - Returns: 1 without members to exchange.
  public static func oneSided(_ strata: [Stratum], draws: Int = 9_999, seed: UInt64 = 1) -> Double {
    let strata = strata.filter { !$0.first.isEmpty && !$0.second.isEmpty }
    let observed = strata.reduce(0) { $0 + $1.difference }
    guard !strata.isEmpty else { return 1 }
    var pools = strata.map { Pool($0) }
    let members = pools.reduce(0) { $0 + $1.values.count }
    let draws = min(draws, max(mostExchanges / members, 199))
    // Sums in another order differ by rounding alone, and such divisions are as extreme.
    let slack = 1e-9 * pools.reduce(0) { $0 + $1.range }
    var generator = SplitMix64(state: seed)
    var extreme = 0
    for draw in 1...max(draws, 1) {
      var difference = 0.0
      for index in pools.indices { difference += pools[index].divide(&generator) }
      if difference >= observed - slack { extreme += 1 }
      if extreme == enough { return Double(extreme) / Double(draw) }
    }
    return Double(extreme + 1) / Double(draws + 1)
  }

  /// All members of a stratum, divided anew again and again.
  private struct Pool {
    var values: [Double]
    /// The number of members in the smaller sample, which is the one that is drawn.
    let drawn: Int
    let isSecondDrawn: Bool
    let total: Double
    let range: Double

    init(_ stratum: Stratum) {
      values = stratum.first + stratum.second
      isSecondDrawn = stratum.second.count <= stratum.first.count
      drawn = min(stratum.first.count, stratum.second.count)
      total = values.reduce(0, +)
      range = (values.max() ?? 0) - (values.min() ?? 0)
    }

    /// Draws a division and returns its difference.
    mutating func divide(_ generator: inout SplitMix64) -> Double {
      var sum = 0.0
      let count = values.count
      values.withUnsafeMutableBufferPointer { values in
        for place in 0..<drawn {
          // 32 random bits times the number of members left, an unbiased choice to within 10⁻⁴ of them
          // at a million members.
          let word = generator.next() >> 32
          let other = place + Int((word &* UInt64(count - place)) >> 32)
          let value = values[other]
          values[other] = values[place]
          values[place] = value
          sum += value
        }
      }
      let drawnMean = sum / Double(drawn)
      let otherMean = (total - sum) / Double(count - drawn)
      return isSecondDrawn ? drawnMean - otherMean : otherMean - drawnMean
    }
  }
}

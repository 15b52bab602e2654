import Statistics

/// A median time with its certainty, in milliseconds.
public struct TypicalLatency: Hashable, Sendable, Codable {
  /// The median (nearest rank, as in score tables).
  public var median: Double
  /// Lower end of its 99 % interval, an order statistic.
  public var lower: Double
  /// Upper end of its 99 % interval, an order statistic.
  public var upper: Double
  /// Decodes that it rests on.
  public var decodes: Int

  /// Makes one from its parts.
  package init(median: Double, lower: Double, upper: Double, decodes: Int) {
    (self.median, self.lower, self.upper, self.decodes) = (median, lower, upper, decodes)
  }

  /// The median of a sample of times.
  ///
  /// Its interval is distribution-free: [x_(r), x_(n + 1 − r)] with the largest r for which
  /// P(Bin(n, ½) ≤ r − 1) ≤ 0.005 (David and Nagaraja, Order Statistics, 7.1).
  ///
  /// - Parameter nanoseconds: The times, in any order.
  /// - Returns: `nil` for fewer than 8 times, which cannot bound a median at 99 %.
  public init?(nanoseconds: [Float]) {
    let sorted = nanoseconds.sorted()
    guard let rank = Self.rank(sorted.count) else { return nil }
    func milliseconds(_ index: Int) -> Double { Double(sorted[index]) / 1e6 }
    median = milliseconds((sorted.count + 1) / 2 - 1)
    lower = milliseconds(rank - 1)
    upper = milliseconds(sorted.count - rank)
    decodes = sorted.count
  }

  private static func rank(_ count: Int) -> Int? {
    func isCertain(_ rank: Int) -> Bool {
      Binomial.probabilityAtMost(rank - 1, trials: count, rate: 0.5) <= 0.005
    }
    guard count > 0, isCertain(1) else { return nil }
    var (low, high) = (1, count / 2 + 1)
    while high - low > 1 {
      let middle = (low + high) / 2
      if isCertain(middle) { low = middle } else { high = middle }
    }
    return low
  }
}

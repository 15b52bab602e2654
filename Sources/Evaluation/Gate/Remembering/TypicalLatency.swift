import Statistics

/// A median time with its 99 % interval, in milliseconds.
public struct TypicalLatency: Hashable, Sendable, Codable {
  /// The median (nearest rank, as in score tables).
  public var median: Double
  /// Lower end of its 99 % interval, an order statistic.
  public var lower: Double
  /// Upper end of its 99 % interval, an order statistic.
  public var upper: Double
  /// The number of decodes behind it.
  public var decodes: Int

  /// Makes one from its parts.
  package init(median: Double, lower: Double, upper: Double, decodes: Int) {
    (self.median, self.lower, self.upper, self.decodes) = (median, lower, upper, decodes)
  }

  /// Computes the median of a sample of times.
  ///
  /// The interval is distribution-free; see ``PairedLatency/orderStatisticRank(_:confidence:)``.
  ///
  /// - Parameter nanoseconds: The times, in any order.
  /// - Returns: `nil` for fewer than 8 times, which cannot bound a median at 99 %.
  public init?(nanoseconds: [Float]) {
    let sorted = nanoseconds.sorted()
    let rank = PairedLatency.orderStatisticRank(sorted.count, confidence: 0.99)
    guard rank > 0 else { return nil }
    func milliseconds(_ index: Int) -> Double { Double(sorted[index]) / 1e6 }
    median = milliseconds(NearestRank.index(of: 0.5, in: sorted.count))
    lower = milliseconds(rank - 1)
    upper = milliseconds(sorted.count - rank)
    decodes = sorted.count
  }
}

import Foundation
import Statistics

/// Decode times of one decoder: wall-clock time inside decode calls, over all its groups.
///
/// Errors (crashes, timeouts, failures) are left out, as in the score table's latencies.
package struct LatencyDistribution: Hashable, Sendable {
  /// One kind of decode: those that read, or those that did not.
  package struct Part: Hashable, Sendable {
    /// The number of decodes of this kind.
    package var count: Int
    /// Median in milliseconds (nearest rank, like all quantiles here).
    package var median: Double
    /// 95th percentile in milliseconds.
    package var p95: Double
    /// 99th percentile in milliseconds.
    package var p99: Double
    /// The number of decodes in each bin of a ``LatencyScale``.
    package var bins: [Int]

    package init(count: Int, median: Double, p95: Double, p99: Double, bins: [Int]) {
      self.count = count
      self.median = median
      self.p95 = p95
      self.p99 = p99
      self.bins = bins
    }

    /// Computes a part from times in nanoseconds; `nil` without decodes.
    package init?(nanoseconds: [Float], scale: LatencyScale) {
      guard !nanoseconds.isEmpty else { return nil }
      let sorted = nanoseconds.sorted()
      func quantile(_ share: Double) -> Double {
        Double(sorted[NearestRank.index(of: share, in: sorted.count)]) / 1e6
      }
      self.init(
        count: sorted.count, median: quantile(0.5), p95: quantile(0.95), p99: quantile(0.99),
        bins: scale.bins(ofSorted: sorted))
    }
  }

  /// The decoder's name in tables.
  package var decoder: String
  /// Successful decodes, see ``Verdict/isSuccess``; `nil` when there were none.
  package var reads: Part?
  /// Unsuccessful decodes, errors excluded; `nil` when there were none.
  package var misses: Part?

  package init(decoder: String, reads: Part?, misses: Part?) {
    self.decoder = decoder
    self.reads = reads
    self.misses = misses
  }
}

/// Bins of equal width on a logarithmic scale, shared by all decoders of a run so that their
/// histograms compare.
package struct LatencyScale: Hashable, Sendable {
  /// The number of bins from the lowest to the highest time.
  package static let binCount = 72

  /// The lower end of the first bin, in milliseconds; more than 0.
  package var lowest: Double
  /// The upper end of the last bin, in milliseconds; more than ``lowest``.
  package var highest: Double

  /// Makes a scale.
  ///
  /// - Precondition: 0 < `lowest` < `highest`.
  package init(lowest: Double, highest: Double) {
    precondition(lowest > 0 && lowest < highest, "a scale runs from low to high")
    self.lowest = lowest
    self.highest = highest
  }

  /// Makes a scale that holds all times, in nanoseconds; it starts at 1 µs or more because a time
  /// of 0 has no logarithm.
  package init(holding times: [[Float]]) {
    let least = times.lazy.compactMap { $0.min() }.min() ?? 1e6
    let most = times.lazy.compactMap { $0.max() }.max() ?? 1e7
    let lowest = Double(max(least, 1000)) / 1e6
    self.init(lowest: lowest, highest: max(Double(most) / 1e6, lowest * 2))
  }

  /// The lower end of a bin, in milliseconds.
  package func start(ofBin bin: Int) -> Double {
    lowest * pow(highest / lowest, Double(bin) / Double(Self.binCount))
  }

  /// Counts sorted times, in nanoseconds, by bin; times outside the scale go to the nearest bin.
  func bins(ofSorted times: [Float]) -> [Int] {
    var bins = [Int](repeating: 0, count: Self.binCount)
    var bin = 0
    var end = start(ofBin: 1) * 1e6
    for time in times {
      while Double(time) >= end, bin < Self.binCount - 1 {
        bin += 1
        end = start(ofBin: bin + 1) * 1e6
      }
      bins[bin] += 1
    }
    return bins
  }
}

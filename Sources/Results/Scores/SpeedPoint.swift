import DecoderKit
import Foundation
import Statistics

/// A decoder's two costs: the threshold (or the share not read), and the time of a read.
public struct SpeedPoint: Hashable, Sendable {
  /// The decoder's name in tables.
  public let label: String
  /// The cost, smaller is better: the mean threshold, negated where larger values are harder; where
  /// ranks stand on rates, or nobody has one, the share not read, 0 to 1.
  public let cost: Double
  /// The typical time of a read, in milliseconds.
  public let milliseconds: Double
  /// True if no other decoder is as good in both and better in one; see ``Pareto/front(_:)``.
  public let isOnFront: Bool
}

extension ScoreTable {
  /// Points of every decoder that read anything and whose cost is comparable, in the table's order.
  public var speedPoints: [SpeedPoint] {
    let points = decoders.compactMap { decoder -> (label: String, Pareto.Point)? in
      guard let cost = cost(of: decoder),
        let milliseconds = milliseconds(of: decoder, \.readMedian)
      else { return nil }
      return (decoder.label, Pareto.Point(threshold: cost, latency: milliseconds))
    }
    return zip(points, Pareto.front(points.map(\.1))).map { point, isOnFront in
      SpeedPoint(
        label: point.label, cost: point.1.threshold, milliseconds: point.1.latency,
        isOnFront: isOnFront)
    }
  }

  /// True if any decoder has a rank.
  public var hasRanks: Bool { !rankedGroups.isEmpty && decoders.contains { $0.rank != nil } }

  /// Returns the groups over which a decoder is summarised: those on which ranks are based, or all
  /// of its own where it has no rank.
  public func summedGroups(of decoder: DecoderScore) -> [GroupScore] {
    guard hasRanks, decoder.rank != nil else { return decoder.groups }
    return decoder.groups.filter { rankedGroups.contains($0.group) }
  }

  /// Returns the geometric mean of a time over the groups, in milliseconds; `nil` where no group
  /// has it.
  public func milliseconds(
    of decoder: DecoderScore, _ time: KeyPath<LatencyScore, Double?>
  ) -> Double? {
    let times = summedGroups(of: decoder).compactMap { $0.latency[keyPath: time] }.filter { $0 > 0 }
    guard let first = times.first else { return nil }
    guard times.count > 1 else { return first }
    return exp(times.reduce(0) { $0 + log($1) } / Double(times.count))
  }

  /// Returns a decoder's cost as one number, smaller is better; see ``SpeedPoint/cost``.
  public func cost(of decoder: DecoderScore) -> Double? {
    guard hasRanks else {
      let total = decoder.total
      return total.tried > 0 ? 1 - Double(total.successes) / Double(total.tried) : nil
    }
    guard decoder.rank != nil else { return nil }
    if basis?.measure == .decodeRate { return decoder.sharedRate.map { 1 - $0.value } }
    guard let threshold = decoder.meanThreshold else { return nil }
    return corpus.harder == .larger ? -threshold.value : threshold.value
  }
}

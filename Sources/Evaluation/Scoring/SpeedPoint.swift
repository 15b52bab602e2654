import Statistics

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A decoder's two costs: what it does not read, and how long a read takes.
public struct SpeedPoint: Hashable, Sendable {
  /// The decoder.
  public let label: String
  /// Smaller is better: the mean threshold on an axis on which smaller is harder; where nobody is
  /// ranked, the share that was not read.
  public let cost: Double
  /// Milliseconds of a typical read.
  public let milliseconds: Double
  /// Whether no other decoder is better in both.
  public let isOnFront: Bool
}

extension ScoreTable {
  /// Every decoder that read anything and whose cost compares with the others', in the table's order.
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

  /// Whether any decoder has a rank.
  public var hasRanks: Bool { !rankedGroups.isEmpty && decoders.contains { $0.rank != nil } }

  /// The groups over which a decoder is summed up: those that ranks go by, or all of its own where it
  /// has no rank.
  public func summedGroups(of decoder: DecoderScore) -> [GroupScore] {
    guard hasRanks, decoder.rank != nil else { return decoder.groups }
    return decoder.groups.filter { rankedGroups.contains($0.group) }
  }

  /// The geometric mean of a time over the groups; `nil` where no group has it.
  public func milliseconds(
    of decoder: DecoderScore, _ time: KeyPath<LatencyScore, Double?>
  ) -> Double? {
    let times = summedGroups(of: decoder).compactMap { $0.latency[keyPath: time] }.filter { $0 > 0 }
    guard let first = times.first else { return nil }
    guard times.count > 1 else { return first }
    return exp(times.reduce(0) { $0 + log($1) } / Double(times.count))
  }

  /// What a decoder does not read, as one number: smaller is better; see ``SpeedPoint/cost``.
  public func cost(of decoder: DecoderScore) -> Double? {
    guard hasRanks else {
      let total = decoder.total
      return total.tried > 0 ? 1 - Double(total.successes) / Double(total.tried) : nil
    }
    guard decoder.rank != nil, let threshold = decoder.meanThreshold else { return nil }
    return corpus.harder == .larger ? -threshold.value : threshold.value
  }
}

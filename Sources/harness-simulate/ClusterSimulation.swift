import Foundation
import Statistics

/// Payloads that are used at all levels, each with a threshold of its own.
///
/// The thresholds' standard deviation is 0.3 px.
struct ClusterSimulation {
  let payloads: Int
  let draws: Int

  var rows: [Row] { meanThreshold + crossings }

  private var meanThreshold: [Row] {
    var random = SplitMix64(state: 11)
    var (covered, naive) = (0, 0)
    let truth = Truth("", xs: Truth.levels, m: 2.6, s: 0.2).mean
    for _ in 0..<draws {
      let clusters = clusters(Truth.levels, &random)
      if Jackknife.meanThreshold(clusters: clusters)?.interval.contains(truth) ?? false {
        covered += 1
      }
      if MeanThreshold.estimate(clusters.flatMap { $0 })?.interval.contains(truth) ?? false {
        naive += 1
      }
    }
    return [
      .coverage(
        "T̄, \(payloads) payloads re-used: jackknife", Double(covered) / Double(draws),
        floor: 0.91),
      .coverage(
        "T̄, \(payloads) payloads re-used: as if independent", Double(naive) / Double(draws),
        floor: nil, note: "why the jackknife is there"),
    ]
  }

  /// The crossings' intervals, which do not cover: the reason they are not shown.
  private var crossings: [Row] {
    [0.5, 0.95].flatMap { rate in
      let truth = mixtureCrossing(rate)
      let monotone = share(draws / 2, seed: 13) { clusters in
        MonotoneCrossing.estimate(clusters.flatMap { $0 }, rate: rate).interval.contains(truth)
      }
      let isotonic = share(draws / 2, seed: 13) {
        jackknife($0) { Isotonic.crossing($0, rate: rate) }.contains(truth)
      }
      let model = share(payloads == 10 ? draws / 20 : 0, seed: 13) {
        jackknife($0) { levels in
          guard let fit = LapseLogistic.fit(levels), fit.lapse < 1 - rate else { return .infinity }
          return fit.midpoint + fit.scale * log(rate / (1 - fit.lapse - rate))
        }.contains(truth)
      }
      let shares: [(name: String, share: Double?)] = [
        ("monotone LR, as if independent", monotone), ("jackknife of the isotonic fit", isotonic),
        ("jackknife of the model", model),
      ]
      return shares.compactMap { name, share in
        let title = "t\(Int(rate * 100)), \(payloads) payloads re-used: \(name)"
        return share.map { Row.coverage(title, $0, floor: nil, note: "not shown") }
      }
    }
  }

  /// The share of draws in which a check holds; `nil` without draws.
  private func share(_ draws: Int, seed: UInt64, _ holds: ([[LevelCount]]) -> Bool) -> Double? {
    guard draws > 0 else { return nil }
    var random = SplitMix64(state: seed)
    let fine = (10...50).map { Double($0) / 10 }
    return Double((0..<draws).count { _ in holds(clusters(fine, &random)) }) / Double(draws)
  }

  private func jackknife(
    _ clusters: [[LevelCount]], _ estimate: ([LevelCount]) -> Double
  ) -> Interval {
    let without = clusters.indices.map { left in
      estimate(clusters.indices.filter { $0 != left }.flatMap { clusters[$0] })
    }
    let whole = estimate(clusters.flatMap { $0 })
    return Jackknife.interval(estimate: whole, leaveOneOut: without)?.interval
      ?? Interval(lower: -.infinity, upper: .infinity)
  }

  /// The crossing of the mean of all payloads' curves.
  private func mixtureCrossing(_ rate: Double) -> Double {
    var (low, high) = (0.0, 10.0)
    for _ in 0..<60 {
      let middle = (low + high) / 2
      let shifts = (0..<2000).map { (Double($0) + 0.5) / 250 - 4 }
      let weights = shifts.map { exp(-$0 * $0 / 2) }
      let mean =
        zip(shifts, weights).reduce(0) { sum, node in
          sum + node.1 / (1 + exp(-(middle - 2.6 - 0.3 * node.0) / 0.2))
        } / weights.reduce(0, +)
      if mean < rate { low = middle } else { high = middle }
    }
    return low
  }

  private func clusters(_ xs: [Double], _ random: inout SplitMix64) -> [[LevelCount]] {
    (0..<payloads).map { _ in
      // The sum of twelve uniforms is close enough to normal, with deviation 1.
      let z = (0..<12).reduce(-6.0) { sum, _ in sum + Double.random(in: 0..<1, using: &random) }
      return Truth("", xs: xs, m: 2.6 + 0.3 * z, s: 0.2).draw(10, &random)
    }
  }
}

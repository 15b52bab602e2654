import Foundation
import Statistics

/// Whole adaptive runs, SWEEP and REFINE, beside the best schedule for the same truth.
struct AdaptiveRunSimulation {
  let truth: Truth
  /// The mean number of decodes with 60 trials at every level first and REFINE after it, as it was up to
  /// version 0.2 (measured with this simulation).
  let before: Int

  static let precision = 0.05

  /// Levels over 1…6 px.
  private static func levels(_ count: Int) -> [Double] {
    (0..<count).map { 1 + 5 * Double($0) / Double(count - 1) }
  }

  private static func truths(_ xs: [Double]) -> [Truth] {
    func dip(_ name: String, rate: Double, _ range: ClosedRange<Double>) -> Truth {
      let rising = Truth("", xs: xs, m: 2.1, s: 0.1, lapse: 0.01).rates
      return Truth(
        name, xs: xs,
        rates: zip(xs, rising).map { range.contains($0) ? min(rate, $1) : $1 })
    }
    return [
      Truth("rise of 0.2 px", xs: xs, m: 2.6, s: 0.2 / (2 * log(19))),
      Truth("s 0.2", xs: xs, m: 2.6, s: 0.2), Truth("s 0.5", xs: xs, m: 3, s: 0.5),
      Truth("s 0.2, lapse 1 %", xs: xs, m: 2.6, s: 0.2, lapse: 0.01),
      Truth("s 0.2, lapse 5 %", xs: xs, m: 2.6, s: 0.2, lapse: 0.05),
      Truth("threshold at 1.2 px", xs: xs, m: 1.2, s: 0.15),
      Truth("threshold at 5.7 px", xs: xs, m: 5.7, s: 0.15),
      dip("island of 40 %, 0.6 px", rate: 0.4, 2.9...3.5),
      dip("island of 70 %, 0.6 px", rate: 0.7, 2.9...3.5),
      Truth("reads everything", xs: xs, rates: xs.map { _ in 1 }),
      Truth("reads nothing", xs: xs, rates: xs.map { _ in 0 }),
    ]
  }

  static var all: [AdaptiveRunSimulation] {
    // The levels of qr-small: 0.1 px and less below 3 px, up to 1 px above.
    let uneven =
      (8...30).map { Double($0) / 10 } + [1.37, 1.62, 2.24, 2.72, 3.14, 3.5, 4, 4.5, 5, 6]
    let before = [
      10: [755, 1565, 3484, 1811, 2713, 782, 847, 2209, 2107, 600, 600],
      20: [1200, 1468, 3221, 1668, 2492, 1203, 1219, 2022, 1929, 1200, 1200],
      33: [1980, 1981, 3424, 2136, 2912, 1980, 2003, 2571, 2498, 1980, 1980],
      60: [3600, 3600, 3789, 3600, 3600, 3600, 3600, 3600, 3600, 3600, 3600],
    ]
    return ([10, 20, 60].map(levels) + [uneven.sorted()]).flatMap { xs in
      zip(truths(xs), before[xs.count] ?? []).map {
        AdaptiveRunSimulation(truth: $0, before: $1)
      }
    }
  }

  func rows(draws: Int) -> [Row] {
    var random = SplitMix64(state: 21)
    var (covered, trials, bias, width) = (0, 0, 0.0, 0.0)
    for _ in 0..<draws {
      var plan = AdaptivePlan(levels: truth.xs, precision: Self.precision)
      plan.certifies = false
      let outcome = plan.outcome { random.binomial($1, truth.rates[$0]) }
      guard let mean = outcome.meanThreshold else { continue }
      if mean.interval.contains(truth.mean) { covered += 1 }
      bias += mean.estimate - truth.mean
      width += mean.interval.width / 2
      trials += outcome.trials
    }
    let (count, best) = (
      Double(draws),
      MeanAllocation.fewestTrials(truth.xs, rates: truth.rates, precision: Self.precision)
    )
    let name = "T̄ ± 0.05, \(truth.xs.count) levels, \(truth.name)"
    return [
      Row(
        name: "\(name): of the best", value: Double(trials) / count / Double(best), unit: "×",
        bar: .atMost(1.3),
        note: String(
          format: "N %.0f, best %d, before %d; bias %+.4f", Double(trials) / count, best, before,
          bias / count)),
      .coverage("\(name): coverage", Double(covered) / count, floor: 0.94),
    ]
  }
}

/// The share of runs that find a planted island.
struct IslandSimulation {
  let levels: Int
  let rate: Double
  /// The number of levels in the island.
  let width: Int
  let target: AdaptivePlan.Target
  /// The share found with 60 trials at every level first, in percent.
  let before: Double

  /// Runs for T̄.
  static let means =
    runs(.meanThreshold, 20, before: [100, 100, 100, 100, 100, 100, 99.8, 100, 71, 100, 0])
    + runs(.meanThreshold, 51, before: [100, 100, 100, 100, 99.2, 100, 80, 99.2, 14.5, 38.8, 0])

  /// Runs for t95, up to REFINE: an island that is not found by then stays hidden.
  static let crossings =
    runs(.crossing(rate: 0.95), 20, before: [100, 100, 100, 100, 100, 100, 90, 100, 25.5, 66, 0])
    + runs(
      .crossing(rate: 0.95), 51, before: [100, 100, 100, 100, 99.2, 100, 80, 99.2, 14.5, 38.8, 0])

  private static func runs(
    _ target: AdaptivePlan.Target, _ levels: Int, before: [Double]
  ) -> [IslandSimulation] {
    let islands = [0.2, 0.5, 0.6, 0.7, 0.8].flatMap { [($0, 1), ($0, 3)] } + [(0.99, 1)]
    return zip(islands, before).map { island, before in
      IslandSimulation(
        levels: levels, rate: island.0, width: island.1, target: target, before: before)
    }
  }

  func rows(draws: Int) -> [Row] {
    let xs = (0..<levels).map { 1 + 5 * Double($0) / Double(levels - 1) }
    let first = levels / 2
    let rates = xs.indices.map { i in
      (first..<first + width).contains(i) ? rate : 0.99 / (1 + exp(-(xs[i] - 2) / 0.1))
    }
    var plan = AdaptivePlan(levels: xs, target: target, precision: 0.05)
    plan.certifies = false
    let last = target == .meanThreshold ? AdaptiveOutcome.Phase.done : .refine
    var random = SplitMix64(state: 22)
    var (found, trials) = (0, 0)
    for _ in 0..<draws {
      let outcome = plan.outcome(upTo: last) { random.binomial($1, rates[$0]) }
      if !outcome.islands.isEmpty { found += 1 }
      trials += outcome.trials
    }
    let number = target == .meanThreshold ? "T̄" : "t95"
    let name = "\(number), \(Int(rate * 100)) % at \(width) of \(levels) levels"
    let share = Double(found) / Double(draws)
    let note = "before \(before) %; N \(trials / draws)"
    guard before > 0 else {
      return [
        Row(name: "\(name): no island", value: share * 100, unit: "%", bar: .atMost(1), note: note)
      ]
    }
    // A shallow island that a full sweep misses, too, has no floor.
    let holds = target == .meanThreshold && before > 70
    let floor = rate <= 0.6 ? 0.9 : holds ? before / 100 - 0.1 : nil
    return [.coverage("\(name): island found", share, floor: floor, note: note)]
  }
}

import Foundation
import Statistics

/// A whole adaptive run for t95 ± 0.05 px: how often it gets there, at what cost, and its coverage.
///
/// The first pass visits a coarse grid; trials for the crossing go to levels 0.02 px apart.
struct AimSimulation {
  let name: String
  let scale: Double
  let lapse: Double
  /// The most trials that REFINE may need on average.
  let bar: Double

  static let all = RefinementSimulation.all.map {
    AimSimulation(name: $0.name, scale: $0.scale, lapse: $0.lapse, bar: $0.bar)
  }

  func rows(draws: Int) -> [Row] {
    var random = SplitMix64(state: 14)
    var (reached, covered, trials, refining) = (0, 0, 0, 0)
    var reasons: [String: Int] = [:]
    for _ in 0..<draws {
      let midpoint = Double.random(in: 2...4, using: &random)
      let truth = midpoint + scale * log(0.95 / (1 - lapse - 0.95))
      var plan = AdaptivePlan(
        levels: (4...24).map { Double($0) / 4 },
        finerLevels: (50...300).map { Double($0) / 50 },
        target: .crossing(rate: 0.95), precision: 0.05)
      plan.certifies = false
      let outcome = plan.outcome { level, count in
        let x = plan.candidates[level]
        return random.binomial(count, (1 - lapse) / (1 + exp(-(x - midpoint) / scale)))
      }
      guard outcome.reason == .precisionReached, let crossing = outcome.crossing else {
        reasons["\(outcome.reason)".prefix { $0 != ":" }.description, default: 0] += 1
        continue
      }
      reached += 1
      trials += outcome.trials
      refining += outcome.trials - plan.sweep.count * plan.sweepTrials
      if crossing.interval.contains(truth) { covered += 1 }
    }
    let count = Double(max(reached, 1))
    return [
      .coverage(
        "t95 ± 0.05 adaptively, \(name): reached", Double(reached) / Double(draws), floor: 0.95,
        note: reasons.sorted { $0.key < $1.key }.map { "\($0.value) × \($0.key)" }
          .joined(separator: ", ")),
      Row(
        name: "t95 ± 0.05 adaptively, \(name): mean N after SWEEP",
        value: Double(refining) / count, unit: "trials", bar: .atMost(bar),
        note: "with SWEEP \(Int((Double(trials) / count).rounded()))"),
      .coverage(
        "t95 ± 0.05 adaptively, \(name): coverage", Double(covered) / count, floor: 0.90),
    ]
  }
}

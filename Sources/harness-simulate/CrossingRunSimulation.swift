import Foundation
import Statistics

/// Whole adaptive runs for t95 ± 0.05 px: how often they get there, at what cost, and their coverage.
///
/// The first pass visits a coarse grid; trials for the crossing go to levels 0.02 px apart.
struct CrossingRunSimulation {
  let name: String
  let levels: Int
  let curve: @Sendable (_ x: Double, _ midpoint: Double) -> Double
  /// The crossing above the midpoint; `nil` if no logistic curve crosses, so that none may be shown.
  let crossing: Double?
  /// The mean number of decodes of the best schedule known.
  ///
  /// That is REFINE alone, from the prior and on levels 0.02 px apart, as ``RefinementSimulation``
  /// measures it. It sees no island and no misfit. Where it needs fewer trials than a look at every
  /// level, the look is counted, too: no schedule finds islands without.
  let best: Int
  /// The same number with 60 trials at every level first; of two rises the share that is shown, in
  /// percent.
  let before: Int

  static var all: [CrossingRunSimulation] {
    let before = [
      11: [1967, 2749, 707, 78], 21: [2249, 2900, 1277, 50], 51: [3576, 4122, 3060, 14],
    ]
    return [11, 21, 51].flatMap { levels in
      let before = before[levels] ?? []
      return RefinementSimulation.all.enumerated().map { index, alone in
        let (s, lapse) = (alone.scale, alone.lapse)
        let look = levels * 12
        return CrossingRunSimulation(
          name: "\(levels) levels, \(alone.name)", levels: levels,
          curve: { (1 - lapse) / (1 + exp(-($0 - $1) / s)) },
          crossing: s * log(0.95 / (0.05 - lapse)),
          best: alone.trials + (alone.trials < 600 ? look : 0), before: before[index])
      } + [
        CrossingRunSimulation(
          name: "\(levels) levels, two rises", levels: levels,
          curve: { 0.5 / (1 + exp(-($0 - $1) / 0.08)) + 0.5 / (1 + exp(-($0 - $1 - 0.6) / 0.08)) },
          crossing: nil, best: 0, before: before[3])
      ]
    }
  }

  func rows(draws: Int) -> [Row] {
    var random = SplitMix64(state: 14)
    var (reached, covered, trials) = (0, 0, 0)
    var reasons: [String: Int] = [:]
    for _ in 0..<draws {
      let midpoint = Double.random(in: 2...4, using: &random)
      var plan = AdaptivePlan(
        levels: (0..<levels).map { 1 + 5 * Double($0) / Double(levels - 1) },
        finerLevels: (50...300).map { Double($0) / 50 },
        target: .crossing(rate: 0.95), precision: 0.05)
      plan.certifies = false
      let outcome = plan.outcome { level, count in
        random.binomial(count, curve(plan.candidates[level], midpoint))
      }
      guard outcome.reason == .precisionReached, let interval = outcome.crossing?.interval else {
        reasons["\(outcome.reason)".prefix { $0 != ":" }.description, default: 0] += 1
        continue
      }
      reached += 1
      trials += outcome.trials
      if let crossing, interval.contains(midpoint + crossing) { covered += 1 }
    }
    let count = Double(max(reached, 1))
    let title = "t95 ± 0.05, \(name)"
    let endings = reasons.sorted { $0.key < $1.key }.map { "\($0.value) × \($0.key)" }
      .joined(separator: ", ")
    guard crossing != nil else {
      return [
        .coverage(
          "\(title): shown", Double(reached) / Double(draws), floor: nil,
          note: "before \(before) %; \(endings)")
      ]
    }
    return [
      .coverage(
        "\(title): reached", Double(reached) / Double(draws), floor: 0.95, note: endings),
      Row(
        name: "\(title): of the best", value: Double(trials) / count / Double(best), unit: "×",
        bar: .atMost(1.3), note: "N \(trials / max(reached, 1)), best \(best), before \(before)"),
      .coverage("\(title): coverage", Double(covered) / count, floor: 0.90),
    ]
  }
}

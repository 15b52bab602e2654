import Foundation
import Statistics

/// REFINE alone, from the prior: trials needed for a half-width of 0.05 px, and coverage.
struct RefinementSimulation {
  let name: String
  let scale: Double
  let lapse: Double
  /// The most trials that it may need on average.
  let bar: Double
  /// The trials that it needs on average, measured here.
  let trials: Int
  /// The trials that others need: the bound with λ known, and a grid of fixed levels.
  let note: String

  static let all = [
    RefinementSimulation(
      name: "logistic, s = 0.2 px", scale: 0.2, lapse: 0, bar: 1900, trials: 1891,
      note: "bound 1 213 (λ known), fixed grid 5 500"),
    RefinementSimulation(
      name: "lapse 1 %", scale: 0.2, lapse: 0.01, bar: 2800, trials: 2398,
      note: "fixed grid 7 100"),
    // From 5 to 95 % in 0.2 px: s = 0.2/(2 ln 19).
    RefinementSimulation(
      name: "rise of 0.2 px", scale: 0.2 / (2 * log(19)), lapse: 0, bar: 180, trials: 172,
      note: "fixed grid 1 080"),
  ]

  func rows(draws: Int) -> [Row] {
    let candidates = (0...250).map { 1 + 0.02 * Double($0) }
    var random = SplitMix64(state: 5)
    var (trials, covered, steps) = (0, 0, 0)
    var nanoseconds = 0.0
    for _ in 0..<draws {
      let midpoint = Double.random(in: 2...4, using: &random)
      let truth = midpoint + scale * log(0.95 / (1 - lapse - 0.95))
      var refinement = Refinement(candidates: candidates, precision: 0.05)
      let start = threadNanoseconds()
      // A run that does not end would be a finding; it must not be waited for.
      while refinement.state == .open, refinement.trials < 20_000 {
        let (level, count) = refinement.next()
        let rate = (1 - lapse) / (1 + exp(-(candidates[level] - midpoint) / scale))
        refinement.record(level: level, reads: random.binomial(count, rate), trials: count)
        steps += 1
      }
      nanoseconds += threadNanoseconds() - start
      trials += refinement.trials
      if refinement.state == .precise, refinement.interval.contains(truth) { covered += 1 }
    }
    let count = Double(draws)
    return [
      Row(
        name: "REFINE \(name): mean N", value: Double(trials) / count, unit: "trials",
        bar: .atMost(bar), note: note),
      .coverage("REFINE \(name): coverage", Double(covered) / count, floor: 0.90),
      Row(
        name: "REFINE \(name): CPU time per step", value: nanoseconds / Double(steps) / 1e6,
        unit: "ms", bar: .none, note: "251 candidates"),
    ]
  }

  /// CPU time of this thread: wall time would count other processes.
  private func threadNanoseconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
  }
}

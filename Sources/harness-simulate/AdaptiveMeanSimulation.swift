import Foundation
import Statistics

/// A whole adaptive run for T̄: the coverage of an interval that is stopped at a given width.
///
/// It also gives the number of trials that an even spread would have cost.
struct AdaptiveMeanSimulation {
  let truth: Truth
  let precision: Double

  static var all: [AdaptiveMeanSimulation] {
    let fine = (0...50).map { 1 + 0.1 * Double($0) }
    let coarse = (0...20).map { 1 + 0.25 * Double($0) }
    return [
      AdaptiveMeanSimulation(truth: Truth("s 0.2", xs: fine, m: 2.6, s: 0.2), precision: 0.02),
      AdaptiveMeanSimulation(
        truth: Truth("s 0.2, lapse 2 %", xs: fine, m: 2.6, s: 0.2, lapse: 0.02), precision: 0.02),
      AdaptiveMeanSimulation(
        truth: Truth("s 0.2, lapse 5 %", xs: fine, m: 2.6, s: 0.2, lapse: 0.05), precision: 0.02),
      AdaptiveMeanSimulation(
        truth: Truth("s 0.2, lapse 0.5 %", xs: coarse, m: 2.6, s: 0.2, lapse: 0.005),
        precision: 0.02),
      AdaptiveMeanSimulation(
        truth: Truth("s 0.03, coarse", xs: coarse, m: 2.6, s: 0.03, lapse: 0.005), precision: 0.02),
      AdaptiveMeanSimulation(
        truth: Truth("island", xs: coarse, m: 2.1, s: 0.1, lapse: 0.01, island: 3), precision: 0.03),
      AdaptiveMeanSimulation(
        truth: Truth("s 0.5, coarse", xs: coarse, m: 3.1, s: 0.5), precision: 0.03),
    ]
  }

  func rows(draws: Int) -> [Row] {
    var random = SplitMix64(state: 6)
    var (covered, trials, even, bias) = (0, 0, 0.0, 0.0)
    for _ in 0..<draws {
      var plan = AdaptivePlan(levels: truth.xs, precision: precision)
      plan.certifies = false
      let outcome = plan.outcome { random.binomial($1, truth.rates[$0]) }
      guard let mean = outcome.meanThreshold else { continue }
      if mean.interval.contains(truth.mean) { covered += 1 }
      bias += mean.estimate - truth.mean
      trials += outcome.trials
      even += evenTrials
    }
    let count = Double(draws)
    let cost = String(
      format: "N %.0f, evenly spread %.0f; bias %+.4f", Double(trials) / count, even / count,
      bias / count)
    return [
      .coverage(
        "T̄ ± \(precision) adaptively, \(truth.name)", Double(covered) / count, floor: 0.94,
        note: cost)
    ]
  }

  /// The trials that the same width needs if all levels get equal trials and the rates are known.
  private var evenTrials: Double {
    let weights = MeanThreshold.weights(for: truth.xs)
    let variance = zip(weights, truth.rates).reduce(0) { $0 + $1.0 * $1.0 * $1.1 * (1 - $1.1) }
    return Double(truth.xs.count) * max(60, variance * (1.96 / precision) * (1.96 / precision))
  }
}

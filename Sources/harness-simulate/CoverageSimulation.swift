import Foundation
import Statistics

/// The share of intervals, from fixed levels and trials, that contain the true value.
struct CoverageSimulation {
  let draws: Int

  var rows: [Row] { meanThreshold + reliableFrom }

  private var meanThreshold: [Row] {
    Truth.shapes.flatMap { truth in
      [20, 50, 200].map { trials in
        .coverage(
          "T̄, \(truth.name), n = \(trials)",
          share(truth, trials: trials) {
            MeanThreshold.estimate($0)?.interval.contains(truth.mean) ?? false
          }, floor: 0.94)
      }
    }
  }

  private var reliableFrom: [Row] {
    // Rates close to the target are the hardest to distinguish from it.
    var nearMiss = Truth("one level at 94.9 %", xs: Truth.levels, m: 2.6, s: 0.05)
    nearMiss.rates[8] = 0.949
    let beside = [
      nearMiss, Truth("lapse 4.9 %", xs: Truth.levels, m: 2.6, s: 0.05, lapse: 0.049),
      Truth("lapse 5.1 %", xs: Truth.levels, m: 2.6, s: 0.05, lapse: 0.051),
    ]
    return (Truth.shapes + beside).flatMap { truth in
      [20, 100, 400].map { trials in
        .coverage(
          "(L, R], \(truth.name), n = \(trials)",
          share(truth, trials: trials) {
            let result = ReliableFrom.estimate($0)
            return result.lower < truth.reliableFrom && truth.reliableFrom <= result.upper
          }, floor: 0.95)
      }
    }
  }

  private func share(
    _ truth: Truth, trials: Int, _ holds: ([LevelCount]) -> Bool
  ) -> Double {
    var random = SplitMix64(state: 9)
    return Double((0..<draws).count { _ in holds(truth.draw(trials, &random)) }) / Double(draws)
  }
}

/// CERTIFY after a first pass, with trials that stop depending on their own outcomes.
struct CertificationSimulation {
  let draws: Int

  var rows: [Row] {
    let xs = Truth.levels
    return [
      Truth("s 0.2", xs: xs, m: 2.6, s: 0.2),
      Truth("lapse 5.1 %", xs: xs, m: 2.6, s: 0.05, lapse: 0.051),
      Truth("lapse 3 %", xs: xs, m: 2.6, s: 0.05, lapse: 0.03),
      Truth.plateaus[1], Truth.island,
    ].map(row)
  }

  private func row(_ truth: Truth) -> Row {
    var random = SplitMix64(state: 12)
    var (covered, trials, gap) = (0, 0, 0.0)
    for _ in 0..<draws {
      let result = AdaptivePlan(levels: truth.xs, precision: 0.05).outcome {
        random.binomial($1, truth.rates[$0])
      }
      trials += result.trials
      let (lower, upper) = (result.certification.lower, result.certification.upper)
      gap += min(truth.reliableFrom, truth.xs[truth.xs.count - 1]) - max(lower, truth.xs[0])
      if lower < truth.reliableFrom, truth.reliableFrom <= upper { covered += 1 }
    }
    return .coverage(
      "(L, R] adaptively, \(truth.name)", Double(covered) / Double(draws), floor: 0.95,
      note: String(
        format: "N %d, L %.2f px below the truth", trials / draws, gap / Double(draws)))
  }
}

extension AdaptivePlan {
  /// Follows the plan to its end.
  ///
  /// - Parameter reads: The reads among a number of trials at a candidate.
  func outcome(
    upTo last: AdaptiveOutcome.Phase = .done, _ reads: (_ level: Int, _ trials: Int) -> Int
  ) -> AdaptiveOutcome {
    var sampler = AdaptiveSampler(self)
    while sampler.phase != last, case .sample(let requests) = sampler.step {
      for request in requests {
        let count = request.trials.count
        sampler.receive(
          .counted(level: request.level, reads: reads(request.level, count), trials: count))
      }
    }
    return sampler.outcome
  }
}

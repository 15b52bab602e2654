import Foundation
import Statistics

/// The share of intervals, from fixed levels and trials, that contain the true value.
struct CoverageSimulation {
  private static let xs = (0...16).map { 1 + 0.25 * Double($0) }
  private static let truths = [
    Truth("s 0.2", xs: xs, m: 2.6, s: 0.2),
    Truth("s 0.2, lapse 2 %", xs: xs, m: 2.6, s: 0.2, lapse: 0.02),
    Truth("s 0.03, lapse 0.5 %", xs: xs, m: 2.6, s: 0.03, lapse: 0.005),
    Truth("s 0.5", xs: xs, m: 3.3, s: 0.5),
    Truth("island", xs: xs, m: 2.1, s: 0.1, lapse: 0.01, island: 3),
  ]

  let draws: Int

  var rows: [Row] { meanThreshold + reliableFrom + monotone + gatedLogistic + fitTest }

  private var meanThreshold: [Row] {
    Self.truths.flatMap { truth in
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
    var nearMiss = Truth("one level at 94.9 %", xs: Self.xs, m: 2.6, s: 0.05)
    nearMiss.rates[8] = 0.949
    let beside = [
      nearMiss, Truth("plateau of 95.1 %", xs: Self.xs, m: 2.6, s: 0.05, lapse: 0.049),
      Truth("plateau of 94.9 %", xs: Self.xs, m: 2.6, s: 0.05, lapse: 0.051),
    ]
    return (Self.truths + beside).flatMap { truth in
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

  private var monotone: [Row] {
    Self.truths.filter { !$0.name.contains("island") && !$0.name.contains("lapse") }
      .flatMap { truth in
        [0.5, 0.9, 0.95].map { rate in
          let (m, s) = truth.name == "s 0.5" ? (3.3, 0.5) : (2.6, 0.2)
          let crossing = m + s * log(rate / (1 - rate))
          return .coverage(
            "monotone LR t\(Int((rate * 100).rounded())), \(truth.name), n = 50",
            share(truth, trials: 50) {
              MonotoneCrossing.estimate($0, rate: rate).interval.contains(crossing)
            }, floor: 0.95)
        }
      }
  }

  private var gatedLogistic: [Row] {
    let truth = Self.truths[1]
    return [0.5, 0.9].map { rate in
      let crossing = 2.6 + 0.2 * log(rate / (0.98 - rate))
      var random = SplitMix64(state: 10)
      var (shown, covered) = (0, 0)
      for _ in 0..<max(draws / 5, 60) {
        let estimate = CrossingEstimate.model(truth.draw(100, &random), rate: rate)
        if case .none = estimate.location { continue }
        shown += 1
        if estimate.interval.contains(crossing) { covered += 1 }
      }
      return .coverage(
        "gated logistic t\(Int(rate * 100)), \(truth.name), n = 100",
        Double(covered) / Double(max(shown, 1)), floor: 0.92, note: "shown \(shown) times")
    }
  }

  /// The goodness-of-fit test shows nine true logistics in ten, and few curves of another shape.
  private var fitTest: [Row] {
    func hidden(_ truth: Truth, _ trials: Int) -> Double {
      share(truth, trials: trials) {
        LapseLogistic.fit($0)?.admissibility(islands: []) != .shown
      }
    }
    var twoRises = Truth("two rises 0.6 px apart", xs: Self.xs, m: 2.3, s: 0.08)
    let second = Truth("", xs: Self.xs, m: 2.9, s: 0.08)
    twoRises.rates = zip(twoRises.rates, second.rates).map { ($0 + $1) / 2 }
    return Self.truths.prefix(2).flatMap { truth in
      [60, 100, 400].map { trials in
        let share = hidden(truth, trials)
        return .coverage(
          "fit test shows \(truth.name), n = \(trials)", 1 - share, floor: 0.87,
          note: "hides \(Int((share * 1000).rounded())) in 1000")
      }
    } + [.coverage("fit test hides \(twoRises.name), n = 400", hidden(twoRises, 400), floor: 0.8)]
  }

  private func share(
    _ truth: Truth, trials: Int, _ holds: ([LevelCount]) -> Bool
  ) -> Double {
    var random = SplitMix64(state: 9)
    return Double((0..<draws).count { _ in holds(truth.draw(trials, &random)) }) / Double(draws)
  }
}

/// Payloads that are used at all levels, each with a threshold of its own.
///
/// The thresholds' standard deviation is 0.3 px.
struct ClusterSimulation {
  let payloads: Int
  let draws: Int

  var rows: [Row] {
    let xs = (0...16).map { 1 + 0.25 * Double($0) }
    var random = SplitMix64(state: 11)
    var (covered, naive) = (0, 0)
    let truth = Truth("", xs: xs, m: 2.6, s: 0.2).mean
    for _ in 0..<draws {
      let clusters = (0..<payloads).map { _ in
        // The sum of twelve uniforms is close enough to normal, with deviation 1.
        let z = (0..<12).reduce(-6.0) { sum, _ in sum + Double.random(in: 0..<1, using: &random) }
        return Truth("", xs: xs, m: 2.6 + 0.3 * z, s: 0.2).draw(10, &random)
      }
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
}

/// CERTIFY after a first pass, with trials that stop depending on their own outcomes.
struct CertificationSimulation {
  let draws: Int

  var rows: [Row] {
    let xs = (0...16).map { 1 + 0.25 * Double($0) }
    return [
      Truth("s 0.2", xs: xs, m: 2.6, s: 0.2),
      Truth("plateau of 94.9 %", xs: xs, m: 2.6, s: 0.05, lapse: 0.051),
      Truth("plateau of 97 %", xs: xs, m: 2.6, s: 0.05, lapse: 0.03),
      Truth("island", xs: xs, m: 2.1, s: 0.1, lapse: 0.01, island: 3),
    ].map(row)
  }

  private func row(_ truth: Truth) -> Row {
    var random = SplitMix64(state: 12)
    var (covered, trials) = (0, 0)
    for _ in 0..<draws {
      var sampler = AdaptiveSampler(AdaptivePlan(levels: truth.xs, precision: 0.05))
      while case .sample(let requests) = sampler.step {
        for request in requests {
          let count = request.trials.count
          let reads = random.binomial(count, truth.rates[request.level])
          sampler.receive(.counted(level: request.level, reads: reads, trials: count))
        }
      }
      let result = sampler.outcome
      trials += result.trials
      let (lower, upper) = (result.certification.lower, result.certification.upper)
      if lower < truth.reliableFrom, truth.reliableFrom <= upper { covered += 1 }
    }
    return .coverage(
      "(L, R] adaptively, \(truth.name)", Double(covered) / Double(draws), floor: 0.95,
      note: "N \(trials / draws)")
  }
}

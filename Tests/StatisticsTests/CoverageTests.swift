import Foundation
import Statistics
import TestSupport
import Testing

/// Coverage of intervals: in repeated draws they contain the truth as often as stated.
struct CoverageTests {
  private static let xs = Array(stride(from: 1.0, through: 5.0, by: 0.25))

  private struct Truth {
    var rates: [Double]

    init(m: Double, s: Double, lapse: Double, island: Double? = nil) {
      rates = CoverageTests.xs.map {
        $0 == island ? 0.4 : (1 - lapse) / (1 + exp(-($0 - m) / s))
      }
    }

    /// T̄ of the true rates at the levels.
    var mean: Double {
      zip(rates, MeanThreshold.weights(for: xs)).reduce(5) { $0 - $1.0 * $1.1 }
    }

    var reliableFrom: Double {
      zip(xs, rates).reversed().prefix { $0.1 >= 0.95 }.last?.0 ?? .infinity
    }

    func draw(_ n: Int, _ random: inout SeededGenerator) -> [LevelCount] {
      zip(xs, rates).map { LevelCount(x: $0, reads: random.binomial(n, $1), trials: n) }
    }
  }

  private static let truths = [
    Truth(m: 2.6, s: 0.2, lapse: 0), Truth(m: 2.6, s: 0.2, lapse: 0.02),
    Truth(m: 2.6, s: 0.03, lapse: 0.005), Truth(m: 2.1, s: 0.1, lapse: 0.01, island: 3),
  ]

  /// The share of draws in which a check holds.
  private func share(
    _ truth: Truth, trials: Int, draws: Int, _ check: ([LevelCount]) -> Bool
  ) -> Double {
    var random = SeededGenerator(seed: 9)
    return Double((0..<draws).count { _ in check(truth.draw(trials, &random)) }) / Double(draws)
  }

  @Test(arguments: [20, 50, 200])
  func meanThresholdCoversAtLeast94Percent(trials: Int) {
    for truth in Self.truths {
      let covered = share(truth, trials: trials, draws: 2000) {
        MeanThreshold.estimate($0)!.interval.contains(truth.mean)
      }
      #expect(covered >= 0.94, "\(truth.mean): \(covered)")
    }
  }

  @Test(arguments: [20, 100, 400])
  func reliableFromCoversAtLeast95Percent(trials: Int) {
    // Rates just beside the target are the hardest to distinguish from it.
    var nearMiss = Truth(m: 2.6, s: 0.05, lapse: 0)
    nearMiss.rates[8] = 0.949
    let beside = [
      nearMiss, Truth(m: 2.6, s: 0.05, lapse: 0.049), Truth(m: 2.6, s: 0.05, lapse: 0.051),
    ]
    for truth in Self.truths + beside {
      let covered = share(truth, trials: trials, draws: 1000) {
        let result = ReliableFrom.estimate($0)
        return result.lower < truth.reliableFrom && truth.reliableFrom <= result.upper
      }
      #expect(covered >= 0.95, "\(truth.reliableFrom): \(covered)")
    }
  }

  @Test func monotoneIntervalCoversAtLeast95Percent() {
    for (m, s) in [(2.6, 0.2), (3.3, 0.5)] {
      for rate in [0.5, 0.9, 0.95] {
        let t = m + s * log(rate / (1 - rate))
        let covered = share(Truth(m: m, s: s, lapse: 0), trials: 50, draws: 1000) {
          MonotoneCrossing.estimate($0, rate: rate).interval.contains(t)
        }
        #expect(covered >= 0.95, "t = \(t): \(covered)")
      }
    }
  }

  /// χ²'s cut alone covers 82 to 92 % here.
  @Test(arguments: [50, 100, 400], [4, 12])
  func monotoneIntervalCoversAtTheEndOfAPlateau(trials: Int, levels: Int) {
    var truth = Truth(m: 0, s: 1, lapse: 0)
    truth.rates = (0..<17).map { $0 < 3 ? 0 : $0 < 3 + levels ? 0.9499 : 1 }
    let (end, beyond) = (Self.xs[2 + levels], Self.xs[3 + levels])
    let covered = share(truth, trials: trials, draws: 600) {
      let interval = MonotoneCrossing.estimate($0, rate: 0.95).interval
      return interval.lower <= end && beyond <= interval.upper
    }
    // 600 draws have a standard error of 1 %; make simulate takes more of them.
    #expect(covered >= 0.925, "\(covered)")
  }

  @Test func intervalsWithoutAPlateauAreHardlyWider() {
    for truth in [Truth(m: 2.6, s: 0.2, lapse: 0), Truth(m: 2.6, s: 0.2, lapse: 0.01)] {
      var (width, byCut) = (0.0, 0.0)
      var random = SeededGenerator(seed: 12)
      for _ in 0..<300 {
        let result = MonotoneCrossing.estimate(truth.draw(100, &random), rate: 0.95)
        let ratios = result.likelihoodRatios
        let kept = ratios.indices.filter { ratios[$0] <= 3.841459 }
        width += min(result.interval.upper, 5) - result.interval.lower
        byCut += min(kept.last == 17 ? 5 : Self.xs[kept.last!], 5) - Self.xs[kept.first! - 1]
      }
      #expect(width >= byCut && width <= 1.15 * byCut, "\(width / byCut)")
    }
  }

  @Test func gatedLogisticCoversAtLeast92Percent() {
    let (m, s, lapse, rate) = (2.6, 0.2, 0.02, 0.9)
    let t = m + s * log(rate / (1 - lapse - rate))
    let truth = Truth(m: m, s: s, lapse: lapse)
    var random = SeededGenerator(seed: 10)
    var (shown, covered) = (0, 0)
    for _ in 0..<150 {
      let levels = truth.draw(100, &random)
      guard let fit = LapseLogistic.fit(levels),
        fit.admissibility(islands: Islands.find(levels)) == .shown
      else { continue }
      shown += 1
      if fit.crossing(rate).interval.contains(t) { covered += 1 }
    }
    #expect(shown > 80)
    #expect(Double(covered) >= 0.92 * Double(shown), "\(covered) of \(shown)")
  }

  @Test func jackknifeCoversWherePayloadsAreReused() {
    // Ten payloads with thresholds that differ by 0.3 px: naive intervals cover 26–58 %.
    var random = SeededGenerator(seed: 11)
    var (covered, naive) = (0, 0)
    let truthMean = Truth(m: 2.6, s: 0.2, lapse: 0).mean
    for _ in 0..<1000 {
      let clusters = (0..<10).map { _ in
        // A sum of twelve uniform draws is nearly normal, with a deviation of 1.
        let z = (0..<12).reduce(-6.0) { sum, _ in sum + Double.random(in: 0..<1, using: &random) }
        return Truth(m: 2.6 + 0.3 * z, s: 0.2, lapse: 0).draw(10, &random)
      }
      if Jackknife.meanThreshold(clusters: clusters)!.interval.contains(truthMean) { covered += 1 }
      if MeanThreshold.estimate(clusters.flatMap { $0 })!.interval.contains(truthMean) {
        naive += 1
      }
    }
    #expect(covered >= 910 && covered <= 985, "\(covered)")
    #expect(naive < 600, "\(naive)")
  }
}

import Foundation
import Statistics
import Testing

/// Counts of any size: nothing traps, nothing is counted one by one, and answers stay right.
struct LargeCountTests {
  private static let sizes = [100, 10_000, 10_000_000, 4_000_000_000, 1_000_000_000_000]
  private static let xs = (0...16).map { 1 + 0.25 * Double($0) }

  private static func normalTail(_ z: Double) -> Double { 0.5 * erfc(z / 2.0.squareRoot()) }

  private func levels(_ trials: Int, lapse: Double = 0) -> [LevelCount] {
    Self.xs.map {
      let rate = (1 - lapse) / (1 + exp(-($0 - 2.6) / 0.2))
      return LevelCount(x: $0, reads: Int(rate * Double(trials)), trials: trials)
    }
  }

  @Test(arguments: sizes)
  func thresholdsOfARisingCurveAreItsOwn(trials: Int) throws {
    let levels = levels(trials)
    #expect(Islands.find(levels).isEmpty)
    // 2.6 + 0.2 ln 19 = 3.19: the next level is 3.25, with 96 %.
    let reliable = ReliableFrom.estimate(levels)
    #expect(reliable.lower <= 3 && reliable.upper >= 3.25 && reliable.upper <= 4)
    if trials > 100 { #expect(reliable.conclusion == .interval(lower: 3, upper: 3.25)) }
    let monotone = MonotoneCrossing.estimate(levels, rate: 0.95)
    #expect(monotone.interval.lower <= 3 && monotone.interval.upper >= 3.25)
    if trials > 10_000 { #expect(monotone.location == .between(lower: 3, upper: 3.25)) }
    let fit = try #require(LapseLogistic.fit(levels))
    let crossing = fit.crossing(0.95)
    #expect(abs(crossing.estimate - 3.189) < 0.05)
    #expect(crossing.interval.contains(2.6 + 0.2 * log(19)))
    let mean = try #require(MeanThreshold.estimate(levels))
    #expect(abs(mean.estimate - 2.6) < 0.03)
    #expect(mean.standardError < 0.4 / Double(trials).squareRoot())
  }

  @Test(arguments: sizes)
  func exactBoundsApproachTheNormalOnes(trials: Int) {
    let n = Double(trials)
    let exact = Binomial.clopperPearson(reads: trials / 4, trials: trials)
    let deviation = (0.25 * 0.75 / n).squareRoot()
    #expect(abs(exact.lower - (0.25 - 1.959964 * deviation)) < 0.01 * deviation + 2 / n)
    #expect(abs(exact.upper - (0.25 + 1.959964 * deviation)) < 0.01 * deviation + 2 / n)
    // None in N: 1 − 0.05^(1/N), the rule of three.
    let none = Binomial.upperBound(events: 0, trials: trials)
    #expect(isClose(none * n, -expm1(log(0.05) / n) * n, within: 1e-4))
  }

  @Test(arguments: sizes)
  func testsOfTwoRatesAgreeWithTheNormalOnes(trials: Int) {
    // Half against half plus two standard errors of the difference.
    let n = Double(trials)
    let reads = trials / 2 + Int((n / 2).squareRoot())
    let p = FisherExact.oneSided(
      firstReads: reads, firstTrials: trials, secondReads: trials / 2, secondTrials: trials)
    let z = (Double(reads - trials / 2) - 0.5) / (n / 8).squareRoot() / 2
    #expect(isClose(p, Self.normalTail(z), within: 0.6 / n.squareRoot()))
    let flips = McNemar.exactOneSided(losses: reads, gains: trials - reads)
    let distance = (2 * Double(reads) - n - 1) / n.squareRoot()
    #expect(isClose(flips, Self.normalTail(distance), within: 0.6 / n.squareRoot()))
    let tango = TangoInterval.difference(losses: trials / 10, gains: trials / 10, pairs: trials)
    #expect(isClose(tango.upper * n.squareRoot(), 1.96 * 0.2.squareRoot(), within: 0.1))
  }

  /// The tail summed term by term; its method changes between these two numbers of trials.
  @Test(arguments: [1_900_000, 2_200_000], [-5.0, -1, -0.001, 0, 0.001, 2, 6])
  func tailsOfMillionsAreTheirTermsSums(trials: Int, z: Double) {
    let rate = 0.49
    let mean = rate * Double(trials)
    let k = Int((mean + z * (mean * (1 - rate)).squareRoot()).rounded())
    let rest = Double(trials - k)
    let first =
      lgamma(Double(trials) + 1) - lgamma(Double(k) + 1) - lgamma(rest + 1) + Double(k) * log(rate)
      + rest * log1p(-rate)
    var (term, sum, x) = (exp(first), 0.0, k)
    // From far below the mean the tail is long, and its terms grow first.
    while x <= trials, term > sum * 1e-17 || Double(x) < mean {
      sum += term
      term *= Double(trials - x) / Double(x + 1) * rate / (1 - rate)
      x += 1
    }
    let tail = Binomial.probabilityAtLeast(k, trials: trials, rate: rate)
    #expect(isClose(tail, sum, within: 3e-8 * sum), "\(tail) \(sum)")
  }

  @Test func nothingTrapsAtAQuarterOfTheLargestCount() {
    let huge = Int.max / 4
    var levels = Self.xs.enumerated().map {
      LevelCount(x: $1, reads: huge / 16 * $0, trials: huge)
    }
    levels[16].reads = huge - 1
    let twice = levels + levels + levels + levels + levels
    #expect(LevelCount.usable(twice).allSatisfy { $0.reads <= $0.trials })
    #expect(MonotoneCrossing.estimate(twice, rate: 0.95).likelihoodRatios.allSatisfy { $0 >= 0 })
    #expect(Isotonic.fit(twice).allSatisfy { (0...1).contains($0) })
    #expect(ReliableFrom.estimate(levels).lower.isFinite)
    #expect(Islands.find(levels).isEmpty)
    #expect(MeanThreshold.estimate(levels)?.estimate.isFinite == true)
    #expect(Jackknife.meanThreshold(clusters: [levels, levels])?.estimate.isFinite == true)
    #expect(SpearmanKarber.estimate(levels)?.mean.isFinite != false)
    #expect(LogisticRegression.fit(levels)?.midpoint.isNaN != true)
    #expect(CrossingEstimate.model(levels, rate: 0.95).interval.lower.isNaN == false)
    #expect(Certification.estimate(levels).lower.isNaN == false)
    let pairs = Self.xs.map { PairedCount(x: $0, losses: huge / 2, gains: huge / 3, pairs: huge) }
    #expect(PairedDifference.estimate(pairs + pairs + pairs + pairs + pairs) != nil)
    #expect(McNemar.exact(losses: .max, gains: .max) == 1)
    #expect(MinimumTrials.toCertify(failures: huge) > huge)
    #expect(PairedLatency.orderStatisticRank(huge, confidence: 0.95) > huge / 3)
    let cell = RegressionGate.Cell(pairs: huge, losses: huge, gains: 0, shift: 1, sweptRange: 5)
    #expect(RegressionGate().judge([cell]).first?.verdict == .regressed)
    var random = SplitMix64(state: 1)
    for trials in [huge, .max] {
      #expect((0...trials).contains(random.binomial(trials, 0.3)))
      #expect((0...trials).contains(random.binomial(trials, 1)))
    }
  }

  @Test func samplersTakeHugeCounts() {
    let huge = Int.max / 4
    for target in [AdaptivePlan.Target.meanThreshold, .crossing(rate: 0.95)] {
      var plan = AdaptivePlan(levels: [1, 2, 3, 4], target: target, precision: 0.1)
      plan.sweepTrials = huge
      var schedule = AdaptiveSchedule([plan, plan], budget: huge)
      for order in schedule.next() {
        for request in order.requests {
          let trials = request.trials.count
          let reads = [trials / 1000, trials / 3, trials - trials / 9, trials][request.level]
          schedule.record(curve: order.curve, level: request.level, reads: reads, trials: trials)
        }
      }
      #expect(schedule.isFinished && schedule.outcomes.allSatisfy { $0.trials > huge / 3 })
    }
  }
}

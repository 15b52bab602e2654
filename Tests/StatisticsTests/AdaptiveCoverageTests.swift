import Foundation
import Statistics
import TestSupport
import Testing

/// A short form of `harness-simulate`: stopping rules that depend on the data must not bias the
/// estimates.
struct AdaptiveCoverageTests {
  @Test func stoppingAtAWidthLeavesTheMeanThresholdUnbiased() throws {
    // With a lapse rate of 2 %, unlucky levels would get more trials and recover, lucky ones would
    // not.
    let xs = (10...60).map { Double($0) / 10 }
    let curve = SimulatedDecoder.logistic(2.6, 0.2, lapse: 0.02)
    let truth = zip(xs, MeanThreshold.weights(for: xs)).reduce(6) { $0 - $1.1 * curve($1.0) }
    var plan = AdaptivePlan(levels: xs, precision: 0.02)
    plan.certifies = false
    let draws = 150
    var (error, covered) = (0.0, 0)
    for seed in 0..<draws {
      var decoder = SimulatedDecoder(seed: UInt64(seed) &* 7919, rate: curve)
      let mean = try #require(decoder.run(plan).outcome.meanThreshold)
      #expect(mean.interval.width <= 0.04)
      error += mean.estimate - truth
      if mean.interval.contains(truth) { covered += 1 }
    }
    // Four standard errors of the mean error are 0.0033. Levels judged one by one give −0.008.
    #expect(abs(error / Double(draws)) < 0.0035, "\(error / Double(draws))")
    #expect(covered >= 135, "\(covered)")
  }

  @Test(arguments: [20, 60])
  func wholeRunNeedsLittleMoreThanTheBestScheduleAndIsNotBiased(levels: Int) throws {
    let xs = (0..<levels).map { 1 + 5 * Double($0) / Double(levels - 1) }
    for (s, lapse) in [(0.2, 0.05), (0.034, 0), (0.5, 0)] {
      let curve = SimulatedDecoder.logistic(2.6, s, lapse: lapse)
      let truth = zip(xs, MeanThreshold.weights(for: xs)).reduce(6) { $0 - $1.1 * curve($1.0) }
      var plan = AdaptivePlan(levels: xs, precision: 0.05)
      plan.certifies = false
      let draws = 60
      var (trials, error, covered) = (0, 0.0, 0)
      for seed in 0..<draws {
        var decoder = SimulatedDecoder(seed: UInt64(seed) &* 7919, rate: curve)
        let outcome = decoder.run(plan).outcome
        let mean = try #require(outcome.meanThreshold)
        trials += outcome.trials
        error += mean.estimate - truth
        if mean.interval.contains(truth) { covered += 1 }
      }
      let best = MeanAllocation.fewestTrials(xs, rates: xs.map(curve), precision: 0.05)
      #expect(Double(trials) <= 1.15 * Double(draws * best), "\(trials / draws), best \(best)")
      // Three standard errors of the mean error. Levels judged by their own luck give −0.02.
      #expect(abs(error) / Double(draws) < 0.01, "\(error / Double(draws))")
      #expect(covered >= 53, "\(covered)")
    }
  }

  @Test func thinFirstPassHidesNoIsland() {
    // 60 trials at every level find 99 %; the first pass alone, refined for T̄, 71 %.
    let xs = (10...60).map { Double($0) / 10 }
    for target in [AdaptivePlan.Target.meanThreshold, .crossing(rate: 0.95)] {
      var plan = AdaptivePlan(levels: xs, target: target, precision: 0.05)
      plan.certifies = false
      let found = (0..<60).count { seed in
        var decoder = SimulatedDecoder(seed: UInt64(seed) &* 104_729) {
          $0 == 3.5 ? 0.6 : SimulatedDecoder.logistic(2, 0.1, lapse: 0.01)($0)
        }
        // The last step of SWEEP is the last chance before REFINE for a crossing.
        let last = target == .meanThreshold ? AdaptiveOutcome.Phase.done : .refine
        return !decoder.run(plan, upTo: last).outcome.islands.isEmpty
      }
      #expect(found >= 54, "\(target): \(found)")
    }
  }

  @Test func lowerEndIsValidWheneverTrialsStop() {
    // A level that holds exactly the rate, watched after every trial until it looks like failing.
    let wrong = (0..<2000).count { seed in
      var random = SeededGenerator(seed: UInt64(seed) &* 7919)
      var level = LevelCount(x: 1, reads: 0, trials: 0)
      return (0..<400).contains { _ in
        level.trials += 1
        level.reads += random.binomial(1, 0.95)
        return Certification.estimate([level]).lower == 1
      }
    }
    // α = 0.025 and three standard errors; the binomial test at every trial fails in a quarter.
    #expect(wrong <= 70, "\(wrong)")
  }

  @Test func certifyingByOutcomesCovers() {
    // A plateau just below the target is the hardest case: at most 5 % may be certified wrongly.
    let xs = (4...20).map { Double($0) / 4 }
    let wrong = (0..<300).count { seed in
      var decoder = SimulatedDecoder(
        seed: UInt64(seed) &* 104_729, rate: SimulatedDecoder.logistic(2.6, 0.05, lapse: 0.051))
      let outcome = decoder.run(AdaptivePlan(levels: xs, precision: 0.1)).outcome
      return outcome.certification.upper.isFinite
    }
    #expect(wrong <= 20, "\(wrong)")
  }

  @Test func steepRiseIsFoundInAFifthOfTheFixedGridsTrials() {
    let candidates = (50...300).map { Double($0) / 50 }
    let s = 0.2 / (2 * log(19.0))
    var (trials, covered) = (0, 0)
    for seed in 0..<12 {
      let m = 2.03 + 0.17 * Double(seed)
      let curve = SimulatedDecoder.logistic(m, s)
      var random = SeededGenerator(seed: UInt64(seed) &* 7919)
      var refinement = Refinement(candidates: candidates, precision: 0.05)
      while refinement.state == .open, refinement.trials < 1000 {
        let (level, count) = refinement.next()
        let reads = random.binomial(count, curve(candidates[level]))
        refinement.record(level: level, reads: reads, trials: count)
      }
      trials += refinement.trials
      if refinement.interval.contains(m + s * log(19.0)) { covered += 1 }
    }
    #expect(trials / 12 <= 1080 / 5, "\(trials / 12)")
    #expect(covered >= 9, "\(covered)")
  }
}

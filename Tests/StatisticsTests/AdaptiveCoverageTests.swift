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

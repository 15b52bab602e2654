import Foundation
import Statistics
import TestSupport
import Testing

struct RefinementTests {
  private static let candidates = (0...100).map { 1 + 0.05 * Double($0) }

  private func run(
    m: Double, s: Double, lapse: Double, seed: UInt64, precision: Double = 0.1, limit: Int = 3000
  ) -> Refinement {
    var random = SeededGenerator(seed: seed)
    var refinement = Refinement(candidates: Self.candidates, precision: precision)
    while refinement.state == .open, refinement.trials < limit {
      let (level, trials) = refinement.next()
      let rate = (1 - lapse) / (1 + exp(-(Self.candidates[level] - m) / s))
      refinement.record(level: level, reads: random.binomial(trials, rate), trials: trials)
    }
    return refinement
  }

  @Test func intervalReachesItsPrecisionAndHoldsTheTruth() {
    var (covered, trials) = (0, 0)
    for seed in 0..<10 {
      let m = 2.2 + 0.1 * Double(seed)
      let refinement = run(m: m, s: 0.2, lapse: 0, seed: UInt64(seed))
      #expect(refinement.state == .precise)
      #expect(refinement.interval.width <= 0.2)
      trials += refinement.trials
      if refinement.interval.contains(m + 0.2 * log(19)) { covered += 1 }
    }
    // At 90 % coverage, 7 or fewer of 10 have a chance of 7 %; the seeds are fixed.
    #expect(covered >= 8, "\(covered)")
    #expect(trials / 10 < 700, "\(trials / 10)")
  }

  @Test func curveThatLevelsOffIsNotReached() {
    let refinement = run(m: 2, s: 0.1, lapse: 0.12, seed: 3)
    #expect(refinement.state == .notReached)
    guard case .levelsOff(let asymptote) = refinement.crossing.location else {
      Issue.record("\(refinement.crossing)")
      return
    }
    #expect(abs(asymptote - 0.88) < 0.07)
    #expect(refinement.crossing.interval.upper == .infinity)
  }

  @Test func nothingIsExtrapolatedBeyondTheCandidates() {
    let late = run(m: 9, s: 0.1, lapse: 0, seed: 4)
    #expect(late.state == .beyondRange)
    #expect(late.crossing.location == .above(6))
    let early = run(m: -3, s: 0.1, lapse: 0, seed: 4)
    #expect(early.state == .beyondRange)
    #expect(early.crossing.location == .atMost(1))
  }

  @Test func allCountsAtOnceGiveTheSameAsOneByOne() {
    // The posterior's final grid depends on the order of the updates; the estimate must not.
    let oneByOne = run(m: 2.7, s: 0.15, lapse: 0.01, seed: 5)
    var atOnce = Refinement(candidates: Self.candidates, precision: 0.1)
    atOnce.record(oneByOne.counts)
    #expect(isClose(atOnce.estimate, oneByOne.estimate, within: 0.005))
    #expect(isClose(atOnce.interval.lower, oneByOne.interval.lower, within: 0.01))
    #expect(isClose(atOnce.interval.upper, oneByOne.interval.upper, within: 0.01))
    #expect(atOnce.trials == oneByOne.trials)
  }

  @Test func firstBatchesAreSmall() {
    var refinement = Refinement(candidates: Self.candidates, precision: 0.1)
    #expect(refinement.next().trials == 4)
    refinement.record(level: 50, reads: 64, trials: 64)
    #expect(refinement.next().trials == 16)
  }
}

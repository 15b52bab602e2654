import Statistics
import TestSupport
import Testing

/// Estimates that tables print as ≤, > and –: each one gives this verdict itself, with the reason.
struct EdgeCaseTests {
  @Test func allReadIsAtMostTheHardestLevel() {
    let levels = sweep([100, 100, 100], of: 100)
    #expect(ReliableFrom.estimate(levels).conclusion == .atMost(1))
    #expect(MeanThreshold.estimate(levels)?.kind == .atMost(1))
    #expect(CrossingEstimate.model(levels, rate: 0.95).location == .atMost(1))
    #expect(MonotoneCrossing.estimate(levels, rate: 0.95).location == .atMost(1))
  }

  @Test func noneReadIsAboveTheEasiestLevel() {
    let levels = sweep([0, 0, 0], of: 100)
    #expect(ReliableFrom.estimate(levels).conclusion == .above(3))
    #expect(MeanThreshold.estimate(levels)?.kind == .above(3))
    #expect(CrossingEstimate.model(levels, rate: 0.95).location == .above(3))
    #expect(MonotoneCrossing.estimate(levels, rate: 0.95).location == .above(3))
  }

  @Test func separatedDataCrossInTheMiddleOfTheirGap() {
    let levels = sweep([0, 0, 100, 100], of: 100)
    let model = CrossingEstimate.model(levels, rate: 0.9)
    #expect(model.location == .at(2.5))
    #expect(model.interval.lower >= 1.9 && model.interval.upper <= 3.1)
    #expect(MonotoneCrossing.estimate(levels, rate: 0.9).location == .between(lower: 2, upper: 3))
    #expect(MeanThreshold.estimate(levels)?.kind == .averaged)
  }

  @Test func oneLevelHasNoCurve() {
    let level = sweep([9], of: 10)
    #expect(CrossingEstimate.model(level, rate: 0.5).location == .none(.oneLevel(1)))
    #expect(MeanThreshold.estimate(level) == nil)
    #expect(MonotoneCrossing.estimate(level, rate: 0.5).location == .atMost(1))
    #expect(CrossingEstimate.model([], rate: 0.5).location == .none(.noLevels))
    #expect(MonotoneCrossing.estimate([], rate: 0.5).location == .unbounded)
  }

  @Test func fewTrialsCertifyNothingAndBoundNothing() {
    let levels = sweep([1, 1], of: 1)
    #expect(
      ReliableFrom.estimate(levels).conclusion == .notCertified(.tooFewTrials(needed: 59, given: 1))
    )
    #expect(MonotoneCrossing.estimate(levels, rate: 0.95).location == .unbounded)
  }

  @Test func islandsAndMisfitsHideTheModel() {
    let dip = sweep([0, 0, 100, 40, 100, 100], of: 100)
    let hidden = CrossingEstimate.model(dip, rate: 0.95)
    #expect(hidden.location == .none(.islands))
    #expect(hidden.interval == Interval(lower: -.infinity, upper: .infinity))
    guard
      case .none(.misfit(let p)) =
        CrossingEstimate.model(sweep([10, 5, 60, 55, 97, 100], of: 100), rate: 0.95).location
    else {
      Issue.record("a curve that dips twice fits")
      return
    }
    #expect(p < LapseLogistic.smallestFitProbability)
  }

  @Test func curveThatLevelsOffSaysWhere() {
    let levels = sweep([0, 20, 450, 460, 455, 462, 458], of: 500)
    guard case .levelsOff(let asymptote) = CrossingEstimate.model(levels, rate: 0.95).location
    else {
      Issue.record("\(CrossingEstimate.model(levels, rate: 0.95))")
      return
    }
    #expect(abs(asymptote - 0.914) < 0.02)
  }

  @Test func conditionalJackknifeSaysSo() throws {
    let one = try #require(Jackknife.meanThreshold(clusters: [sweep([0, 5, 10], of: 10)]))
    #expect(one.isConditional)
    let two = try #require(
      Jackknife.meanThreshold(clusters: [sweep([0, 5, 10], of: 10), sweep([0, 7, 10], of: 10)]))
    #expect(!two.isConditional)
    // Only the first payload was tried at the last level, so that it cannot be left out.
    let gap = try #require(
      Jackknife.meanThreshold(clusters: [
        sweep([0, 5, 10], of: 10), Array(sweep([0, 7, 10], of: 10).dropLast()),
      ]))
    #expect(gap.isConditional)
  }
}

struct CertificationTests {
  @Test func certifiedLevelsNeedNinetyReadsOrFortyMoreForEachMiss() {
    func upper(_ reads: Int, _ trials: Int) -> Double {
      let levels = [LevelCount(x: 2, reads: reads, trials: trials)]
      return Certification.estimate(levels).upper
    }
    #expect(upper(89, 89) == .infinity)
    #expect(upper(90, 90) == 2)
    #expect(upper(128, 129) == .infinity)
    #expect(upper(129, 130) == 2)
  }

  @Test func walkStopsAtTheFirstLevelThatMisses() {
    let levels = sweep([100, 60, 100, 100], of: 100)
    let result = Certification.estimate(levels)
    #expect(result.conclusion == .interval(lower: 2, upper: 3))
    #expect(result.stop?.level == levels[1] && result.stop?.state == .refused)
  }

  @Test func reasonsForCertifyingNothingAreTold() {
    #expect(Certification.estimate([]).conclusion == .notCertified(.noLevels))
    let few = sweep([0, 60], of: 60)
    #expect(
      Certification.estimate(few).conclusion
        == .notCertified(.tooFewTrials(needed: 90, given: 60)))
    let undecided = sweep([0, 96], of: 100)
    #expect(
      Certification.estimate(undecided).conclusion
        == .notCertified(.undecided(reads: 96, trials: 100)))
    let failing = sweep([0, 10], of: 100)
    #expect(Certification.estimate(failing).conclusion == .above(2))
  }

  @Test func batchesCertifyNoEarlierThanSingleTrials() {
    var random = SeededGenerator(seed: 3)
    for _ in 0..<300 {
      var (single, batched) = (SequentialTest(), SequentialTest())
      for _ in 0..<16 {
        let outcomes = (0..<25).map { _ in Double.random(in: 0..<1, using: &random) < 0.97 }
        for outcome in outcomes { single.record(isRead: outcome) }
        batched.record(reads: outcomes.count { $0 }, trials: 25)
      }
      if single.state == .undecided { #expect(batched.state == .undecided) }
    }
    var test = SequentialTest()
    #expect(test.trialsToCertify == 90)
    test.record(reads: 60, trials: 60)
    #expect(test.trialsToCertify == 30)
    test.record(reads: 30, trials: 30)
    #expect(test.trialsToCertify == 0 && test.state == .certified)
  }
}

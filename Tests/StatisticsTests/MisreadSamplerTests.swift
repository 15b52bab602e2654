import Foundation
import Statistics
import TestSupport
import Testing

/// Bounds on misreads: their coverage over all possible outcomes, and their behaviour.
struct MisreadSamplerTests {
  /// All outcomes of a few rounds, each with the bounds that were furthest off on the way.
  private struct Leaf {
    /// The number of orders in which the counts can come.
    var ways = 1.0
    /// By stratum: misreads, reads and others.
    var counts = [[0, 0, 0], [0, 0, 0]]
    var upper = 1.0
    var lower = 0.0
    var attemptUpper = 1.0
    var attemptLower = 0.0
  }

  private static let weights = [0.7, 0.3]

  private func leaves(
    _ sampler: MisreadSampler, rounds: Int, leaf: Leaf = Leaf()
  ) -> [Leaf] {
    guard rounds > 0 else { return [leaf] }
    func outcomes(_ trials: Int) -> [[Int]] {
      (0...trials).flatMap { misreads in
        (0...trials - misreads).map { [misreads, $0, trials - misreads - $0] }
      }
    }
    func ways(_ counts: [Int]) -> Double {
      func factorial(_ n: Int) -> Double { (0..<n).reduce(1) { $0 * Double($1 + 1) } }
      return factorial(counts.reduce(0, +)) / counts.reduce(1) { $0 * factorial($1) }
    }
    return outcomes(sampler.nextRound[0]).flatMap { first in
      outcomes(sampler.nextRound[1]).flatMap { second -> [Leaf] in
        var next = sampler
        next.record(
          [first, second].map {
            OutcomeCount(trials: $0.reduce(0, +), reads: $0[1], misreads: $0[0])
          })
        var leaf = leaf
        leaf.ways *= ways(first) * ways(second)
        leaf.counts = [first, second].enumerated().map { zip(leaf.counts[$0], $1).map(+) }
        let (perAnswer, perAttempt) = (next.perAnswer, next.perAttempt)
        leaf.upper = min(leaf.upper, perAnswer.upper)
        leaf.lower = max(leaf.lower, perAnswer.lower)
        leaf.attemptUpper = min(leaf.attemptUpper, perAttempt.upper)
        leaf.attemptLower = max(leaf.attemptLower, perAttempt.lower)
        return leaves(next, rounds: rounds - 1, leaf: leaf)
      }
    }
  }

  /// The twin knows nothing of bets: it adds up the probabilities of all outcomes whose bounds were
  /// wrong after any round.
  @Test(arguments: [0.5, 0.8]) func boundsHoldAtEveryRoundOverAllOutcomes(confidence: Double) {
    let leaves = leaves(
      MisreadSampler(weights: Self.weights, confidence: confidence), rounds: 3)
    let rates = [0, 0.05, 0.3, 0.9]
    var worst = [0.0, 0.0, 0.0, 0.0]
    var total = 0.0
    for misread in rates.flatMap({ a in rates.map { [a, $0] } }) {
      for read in rates.flatMap({ a in rates.map { [a, $0] } }) {
        let others = zip(misread, read).map { 1 - $0 - $1 }
        guard others.allSatisfy({ $0 >= 0 }) else { continue }
        let perAttempt = zip(Self.weights, misread).map(*).reduce(0, +)
        let answers = perAttempt + zip(Self.weights, read).map(*).reduce(0, +)
        let perAnswer = answers > 0 ? perAttempt / answers : 0
        var wrong = [0.0, 0.0, 0.0, 0.0]
        total = 0
        for leaf in leaves {
          var probability = leaf.ways
          for stratum in 0..<2 {
            for (count, rate) in zip(
              leaf.counts[stratum], [misread[stratum], read[stratum], others[stratum]])
            { probability *= pow(rate, Double(count)) }
          }
          total += probability
          if leaf.upper < perAnswer - 1e-12 { wrong[0] += probability }
          if leaf.lower > perAnswer + 1e-12 { wrong[1] += probability }
          if leaf.attemptUpper < perAttempt - 1e-12 { wrong[2] += probability }
          if leaf.attemptLower > perAttempt + 1e-12 { wrong[3] += probability }
        }
        #expect(isClose(total, 1, within: 1e-9))
        worst = zip(worst, wrong).map(max)
      }
    }
    #expect(worst.allSatisfy { $0 <= 1 - confidence }, "\(worst)")
    // Upper bounds that are never wrong would be no bounds worth having.
    #expect(worst[0] > 0.01 && worst[2] > 0.01, "\(worst)")
  }

  /// The wealth as a product over trials, one by one, at odds that are tried one after another.
  @Test func oddsAreThoseAtWhichTheProductOfAllBetsReachesTheThreshold() {
    var random = SeededGenerator(seed: 4)
    let weights = [0.5, 0.3, 0.2]
    for stake in [3.0, -8] {
      var evidence = MisreadEvidence()
      var bets: [(bet: Double, count: OutcomeCount)] = []
      for _ in 0..<6 {
        let round = weights.map { _ in
          let trials = Int.random(in: 4...40, using: &random)
          let misreads = Int.random(in: 0...trials / 4, using: &random)
          return OutcomeCount(trials: trials, reads: trials / 2, misreads: misreads)
        }
        evidence.add(round, weights: weights, stake: stake)
        bets += zip(weights, round).map { (stake * $0 / Double($1.trials), $1) }
      }
      func wealth(_ odds: Double) -> Double {
        var product = 1.0
        for (bet, count) in bets {
          for _ in 0..<count.misreads { product *= 1 - bet }
          for _ in 0..<count.reads { product *= max(1 + odds * bet, 0) }
        }
        return product
      }
      let threshold = log(20.0)
      let odds =
        stake > 0
        ? evidence.excludedOdds(from: threshold) : evidence.excludedOdds(upTo: threshold)
      #expect(odds > 0 && odds < 10)
      #expect(isClose(wealth(odds), 20, within: 1e-6))
      let rate = evidence.perAttempt(reaching: threshold)
      let staked = 6 * stake
      #expect(isClose(wealth(0) * exp(staked * rate), 20, within: 1e-6))
    }
  }

  @Test func withoutMisreadsTheBoundIsATenthAboveThatOfAFixedNumberOfTrials() {
    var sampler = MisreadSampler(weights: [1, 1, 1, 1])
    for _ in 0..<80 { sampler.record(clean(sampler)) }
    let fixed = Binomial.upperBound(events: 0, trials: sampler.trials)
    #expect(sampler.trials > 3000)
    #expect(sampler.perAnswer.upper > fixed && sampler.perAnswer.upper < 1.2 * fixed)
    #expect(sampler.perAnswer.estimate == 0 && sampler.perAnswer.lower == 0)
    // Where nothing was found, all strata are alike.
    #expect(Set(sampler.totals.map(\.trials)).count == 1)
  }

  /// The next round, with all trials read.
  private func clean(_ sampler: MisreadSampler) -> [OutcomeCount] {
    sampler.nextRound.map { OutcomeCount(trials: $0, reads: $0) }
  }

  @Test func oneMoreMisreadRaisesBothBounds() {
    var sampler = MisreadSampler(weights: [1, 2])
    var previous: BoundedRate?
    for _ in 0..<30 { sampler.record(clean(sampler)) }
    for misreads in 0..<4 {
      var round = clean(sampler)
      round[1].misreads = min(misreads, round[1].trials)
      round[1].reads = round[1].trials - round[1].misreads
      var next = sampler
      next.record(round)
      if let previous {
        #expect(next.perAnswer.upper > previous.upper)
        #expect(next.perAnswer.lower >= previous.lower)
      }
      previous = next.perAnswer
    }
  }

  @Test func trialsGoWhereMisreadsAreAndBoundsStayAroundTheEstimate() throws {
    var sampler = MisreadSampler(weights: Array(repeating: 1, count: 20))
    var random = SeededGenerator(seed: 5)
    while sampler.trials < 20_000 {
      sampler.record(
        sampler.nextRound.enumerated().map { stratum, trials in
          let misreads = stratum == 7 ? (0..<trials).count { _ in Bool.random(p: 0.1, &random) } : 0
          return OutcomeCount(trials: trials, reads: trials - misreads, misreads: misreads)
        })
    }
    let rate = sampler.perAnswer
    #expect(sampler.totals[7].trials > 4 * sampler.totals[8].trials)
    #expect(rate.lower < 0.005 && 0.005 < rate.upper && rate.upper < 0.007)
    #expect(isClose(try #require(rate.estimate), 0.005, within: 0.001))
  }

  @Test func strataWithoutWeightAreLeftOutAndPeriodsAreCompleted() {
    var sampler = MisreadSampler(weights: [1, 0, 3], periods: [1, 1, 4])
    for _ in 0..<40 {
      #expect(sampler.nextRound[1] == 0)
      #expect(sampler.nextRound[0] >= 1 && sampler.nextRound[2] % 4 == 0)
      sampler.record(clean(sampler))
    }
    #expect(sampler.weights == [0.25, 0, 0.75])
  }

  /// At odds beyond 1/10, a read in the first round would lose more than there is: that round is
  /// left out there, and the others decide.
  @Test func roundsSayNothingOfOddsAtWhichReadsLoseTooMuch() {
    var evidence = MisreadEvidence()
    let few = OutcomeCount(trials: 10, reads: 0, misreads: 10)
    evidence.add([few], weights: [1], stake: -100)
    #expect(evidence.excludedOdds(upTo: log(20)) == 0.1)
    evidence.add([few], weights: [1], stake: -5)
    // 1.5¹⁰ is 58: enough without the first round, up to the second one's own limit.
    #expect(evidence.excludedOdds(upTo: log(20)) == 2)
    evidence.add([OutcomeCount(trials: 100, reads: 100)], weights: [1], stake: -20)
    #expect(evidence.excludedOdds(upTo: log(20)) < 1)
  }

  @Test func aBillionTrialsAreCounted() {
    var evidence = MisreadEvidence()
    let count = OutcomeCount(trials: 1_000_000_000, reads: 999_000_000, misreads: 1000)
    evidence.add([count], weights: [1], stake: 0.08 * 1e9)
    let odds = evidence.excludedOdds(from: log(20))
    #expect(odds > 1.001e-6 && odds < 1.2e-6)
  }

  @Test func impossibleCountsDoNotTrap() {
    var sampler = MisreadSampler(weights: [1])
    #expect(sampler.perAnswer.upper == 1 && sampler.perAnswer.estimate == nil)
    #expect(sampler.perAttempt.upper == 1 && sampler.perAttempt.lower == 0)
    sampler.record([OutcomeCount(trials: 1, reads: 7, misreads: 5)])
    #expect(sampler.totals == [OutcomeCount(trials: 1, reads: 0, misreads: 1)])
    #expect(sampler.perAnswer.estimate == 1 && sampler.perAnswer.upper == 1)
    sampler.record([OutcomeCount(trials: 1, reads: -3, misreads: -1)])
    #expect(sampler.totals == [OutcomeCount(trials: 2, reads: 0, misreads: 1)])
  }
}

extension Bool {
  fileprivate static func random(p: Double, _ generator: inout SeededGenerator) -> Bool {
    Double.random(in: 0..<1, using: &generator) < p
  }
}

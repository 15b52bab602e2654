import Statistics
import TestSupport
import Testing

/// The probability P(X ≥ k), computed slowly: the distribution is built trial by trial and summed.
private func tailBySummation(_ k: Int, _ n: Int, _ p: Double) -> Double {
  var distribution = [1.0]
  for _ in 0..<n {
    var next = Array(repeating: 0.0, count: distribution.count + 1)
    for (reads, probability) in distribution.enumerated() {
      next[reads] += probability * (1 - p)
      next[reads + 1] += probability * p
    }
    distribution = next
  }
  return distribution.enumerated().filter { $0.offset >= k }.reduce(0) { $0 + $1.element }
}

struct BinomialTests {
  @Test func tailsAgreeWithDirectSummation() {
    var random = SeededGenerator(seed: 1)
    for _ in 0..<400 {
      let n = Int.random(in: 1...300, using: &random)
      let k = Int.random(in: 0...n, using: &random)
      let p = Double.random(in: 0...1, using: &random)
      let twin = tailBySummation(k, n, p)
      let upper = Binomial.probabilityAtLeast(k, trials: n, rate: p)
      let lower = Binomial.probabilityAtMost(k - 1, trials: n, rate: p)
      #expect(isClose(upper, twin, within: 1e-11), "\(k) of \(n) at \(p)")
      #expect(isClose(lower, 1 - twin, within: 1e-11), "\(k) of \(n) at \(p)")
    }
  }

  @Test func smallTailsKeepTheirDigits() {
    // 0.05²⁰ and 0.5⁶⁰ are far smaller than the rounding error of 1 − (the rest).
    let noReads = Binomial.probabilityAtMost(0, trials: 20, rate: 0.95)
    #expect(isClose(noReads, 9.5367431640625e-27, relative: 1e-11))
    let allReads = Binomial.probabilityAtLeast(60, trials: 60, rate: 0.5)
    #expect(isClose(allReads, 8.673617379884035e-19, relative: 1e-11))
  }

  @Test func certainRatesGiveCertainTails() {
    #expect(Binomial.probabilityAtLeast(1, trials: 10, rate: 0) == 0)
    #expect(Binomial.probabilityAtLeast(10, trials: 10, rate: 1) == 1)
    #expect(Binomial.probabilityAtMost(9, trials: 10, rate: 1) == 0)
  }

  @Test func clopperPearsonEndsPutExactlyTheTailBeyondTheData() {
    for (k, n) in [(1, 7), (19, 20), (190, 200), (3, 1000)] {
      let interval = Binomial.clopperPearson(reads: k, trials: n, confidence: 0.9)
      #expect(isClose(tailBySummation(k, n, interval.lower), 0.05, within: 1e-9))
      #expect(isClose(1 - tailBySummation(k + 1, n, interval.upper), 0.05, within: 1e-9))
    }
  }

  @Test func noMisreadsBoundTheRateByAboutThreeOverN() {
    // 1 − 0.05^(1/N), the rule of three.
    #expect(isClose(Binomial.upperBound(events: 0, trials: 100), 0.029513049607, within: 1e-11))
    #expect(isClose(Binomial.upperBound(events: 0, trials: 10_000), 3e-4, relative: 2e-3))
  }

  @Test func withoutTrialsNothingIsKnown() {
    let everything = Interval(lower: 0, upper: 1)
    #expect(Binomial.clopperPearson(reads: 0, trials: 0) == everything)
    #expect(Binomial.upperBound(events: 0, trials: 0) == 1)
    #expect(Binomial.lowerBound(events: 0, trials: 0) == 0)
    #expect(Binomial.probabilityAtLeast(0, trials: 0, rate: 0.95) == 1)
    #expect(Binomial.probabilityAtMost(0, trials: 0, rate: 0.95) == 1)
  }

  @Test func impossibleCountsAreHeldWithinTheTrials() {
    #expect(
      Binomial.clopperPearson(reads: 30, trials: 20)
        == Binomial.clopperPearson(reads: 20, trials: 20))
    #expect(
      Binomial.clopperPearson(reads: -3, trials: 20)
        == Binomial.clopperPearson(reads: 0, trials: 20))
    #expect(Binomial.probabilityAtLeast(21, trials: 20, rate: 0.5) == 0)
    #expect(Binomial.probabilityAtMost(-1, trials: 20, rate: 0.5) == 0)
  }
}

struct MinimumTrialsTests {
  @Test func certifyingNinetyFivePercentTakesTheTextbookNumbers() {
    let needed = (0...4).map { MinimumTrials.toCertify(failures: $0) }
    #expect(needed == [59, 93, 124, 153, 181])
  }

  @Test func oneTrialFewerIsTooFew() {
    for failures in 0...6 {
      let n = MinimumTrials.toCertify(rate: 0.9, alpha: 0.025, failures: failures)
      #expect(tailBySummation(n - failures, n, 0.9) <= 0.025)
      #expect(tailBySummation(n - 1 - failures, n - 1, 0.9) > 0.025)
    }
  }
}

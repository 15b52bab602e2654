import Foundation
import Statistics
import TestSupport
import Testing

struct FisherExactTests {
  @Test func ladyTastingTea() {
    // Fisher's own example: 3 of 4 cups right is 17/70, all four 1/70.
    let three = FisherExact.oneSided(
      firstReads: 3, firstTrials: 4, secondReads: 1, secondTrials: 4)
    #expect(isClose(three, 17.0 / 70, within: 1e-13))
    let four = FisherExact.oneSided(firstReads: 4, firstTrials: 4, secondReads: 0, secondTrials: 4)
    #expect(isClose(four, 1.0 / 70, within: 1e-13))
  }

  @Test func agreesWithCountingBinomialCoefficients() {
    var triangle = [[1.0]]
    for n in 1...120 {
      let above = triangle[n - 1]
      triangle.append((0...n).map { k in (k > 0 ? above[k - 1] : 0) + (k < n ? above[k] : 0) })
    }
    var random = SeededGenerator(seed: 4)
    for _ in 0..<300 {
      let (n, m) = (Int.random(in: 1...60, using: &random), Int.random(in: 1...60, using: &random))
      let (k, l) = (Int.random(in: 0...n, using: &random), Int.random(in: 0...m, using: &random))
      let reads = k + l
      let twin = (k...min(n, reads)).filter { reads - $0 <= m }.reduce(0.0) {
        $0 + triangle[n][$1] * triangle[m][reads - $1] / triangle[n + m][reads]
      }
      let p = FisherExact.oneSided(
        firstReads: k, firstTrials: n, secondReads: l, secondTrials: m)
      #expect(isClose(p, twin, relative: 1e-10), "\(k)/\(n) against \(l)/\(m)")
    }
  }

  @Test func sideWithoutTrialsShowsNothing() {
    #expect(
      FisherExact.oneSided(firstReads: 5, firstTrials: 5, secondReads: 0, secondTrials: 0) == 1)
  }

  /// Against the definition, term by term, with binomial coefficients as exact products.
  @Test func itIsTheSumOfTheHypergeometricTail() {
    func choose(_ n: Int, _ k: Int) -> Double {
      guard k >= 0, k <= n else { return 0 }
      return (0..<k).reduce(1) { $0 * Double(n - $1) / Double($1 + 1) }
    }
    for (n1, n2) in [(7, 9), (20, 20), (60, 35)] {
      for k1 in stride(from: 0, through: n1, by: 3) {
        for k2 in stride(from: 0, through: n2, by: 4) {
          let reads = k1 + k2
          let expected = (k1...n1).reduce(0) {
            $0 + choose(n1, $1) * choose(n2, reads - $1) / choose(n1 + n2, reads)
          }
          let p = FisherExact.oneSided(
            firstReads: k1, firstTrials: n1, secondReads: k2, secondTrials: n2)
          #expect(abs(p - expected) < 1e-9, "\(k1)/\(n1) against \(k2)/\(n2)")
        }
      }
    }
  }

  @Test(arguments: [100, 700, 1_000, 10_000, 100_000, 10_000_000, 4_000_000_000])
  func aRisingCurveHasNoIslandHoweverManyTrials(trials: Int) {
    let levels = [0.01, 0.1, 0.4, 0.6, 0.9, 0.93, 0.99, 1].enumerated().map { index, rate in
      LevelCount(x: Double(index + 1), reads: Int(rate * Double(trials)), trials: trials)
    }
    #expect(Islands.find(levels).isEmpty)
    // The smaller level reads far worse, and far better.
    let worse = FisherExact.oneSided(
      firstReads: trials / 10, firstTrials: trials, secondReads: trials / 2, secondTrials: trials)
    let better = FisherExact.oneSided(
      firstReads: trials / 2, firstTrials: trials, secondReads: trials / 10, secondTrials: trials)
    #expect(worse > 1 - 1e-9 && better < 1e-9)
    // A real island is still one.
    let dip = [1, 0.6, 1].enumerated().map { index, rate in
      LevelCount(x: Double(index + 1), reads: Int(rate * Double(trials)), trials: trials)
    }
    #expect(Islands.find(dip).map(\.levels) == [[2]])
  }

  @Test func farFromTheMiddleItAgreesWithTheNormalLaw() {
    // One standard error apart at a million trials each: P(Z ≥ 1) = 0.1587, and the other way round.
    let (n, k) = (1_000_000, 500_000)
    let step = Int((Double(n) / 2).squareRoot())
    let above = FisherExact.oneSided(
      firstReads: k + step, firstTrials: n, secondReads: k, secondTrials: n)
    let below = FisherExact.oneSided(
      firstReads: k, firstTrials: n, secondReads: k + step, secondTrials: n)
    #expect(abs(above - 0.158_655) < 0.001 && abs(below - 0.841_345) < 0.001)
  }
}

struct McNemarTests {
  @Test func fiveLossesAndNoGainAreNotYetSignificant() {
    #expect(isClose(McNemar.exact(losses: 5, gains: 0), 0.0625, within: 1e-12))
    #expect(isClose(McNemar.exactOneSided(losses: 5, gains: 0), 0.03125, within: 1e-12))
    #expect(isClose(McNemar.exactOneSided(losses: 0, gains: 5), 1, within: 1e-12))
    #expect(isClose(McNemar.exact(losses: 6, gains: 0), 0.03125, within: 1e-12))
  }

  @Test func withoutDifferencesThereIsNoEvidence() {
    #expect(McNemar.exact(losses: 0, gains: 0) == 1)
    #expect(McNemar.exactOneSided(losses: 0, gains: 0) == 1)
  }
}

struct PairedDifferenceTests {
  @Test func estimateIsTheDifferenceOfMeansAndItsErrorThatOfPairedTrials() throws {
    var random = SeededGenerator(seed: 6)
    var (first, second): ([LevelCount], [LevelCount]) = ([], [])
    var paired: [PairedCount] = []
    var variance = 0.0
    let xs = [1.0, 1.5, 2.5, 3]
    for (x, w) in zip(xs, MeanThreshold.weights(for: xs)) {
      let a = (0..<80).map { _ in Bool.random(using: &random) }
      let b = a.map { Double.random(in: 0..<1, using: &random) < ($0 ? 0.8 : 0.1) }
      first.append(LevelCount(x: x, reads: a.count { $0 }, trials: 80))
      second.append(LevelCount(x: x, reads: b.count { $0 }, trials: 80))
      paired.append(
        PairedCount(
          x: x, losses: zip(a, b).count { $0 && !$1 }, gains: zip(a, b).count { !$0 && $1 },
          pairs: 80))
      let d = zip(a, b).map { ($0 ? 1.0 : 0) - ($1 ? 1.0 : 0) }
      let mean = d.reduce(0, +) / 80
      variance += w * w * d.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 80 / 80
    }
    let result = try #require(PairedDifference.estimate(paired))
    let difference =
      MeanThreshold.estimate(second)!.estimate - MeanThreshold.estimate(first)!.estimate
    #expect(isClose(result.estimate, difference, within: 1e-12))
    #expect(isClose(result.standardError, variance.squareRoot(), within: 1e-12))
    #expect(
      isClose(result.interval.width, 2 * 1.959963984540054 * variance.squareRoot(), within: 1e-9))
  }

  @Test func noFlipsAreNoDifferenceAtAll() {
    let levels = [1.0, 2].map { PairedCount(x: $0, losses: 0, gains: 0, pairs: 50) }
    #expect(PairedDifference.estimate(levels)?.interval == Interval(lower: 0, upper: 0))
    #expect(PairedDifference.estimate([]) == nil)
  }
}

struct TangoIntervalTests {
  /// The score statistic with its nuisance rate found by search. That is the rate of losses that
  /// maximises the likelihood of the counts when gains − losses is `difference`.
  private func score(_ b: Int, _ c: Int, _ n: Int, _ difference: Double) -> Double {
    let (low, high) = (max(0, -difference), (1 - difference) / 2)
    func logLikelihood(_ q: Double) -> Double {
      func term(_ count: Int, _ p: Double) -> Double { count == 0 ? 0 : Double(count) * log(p) }
      return term(b, q) + term(c, q + difference) + term(n - b - c, 1 - 2 * q - difference)
    }
    // The likelihood is concave, so that ternary search finds its maximum.
    var (left, right) = (low, high)
    for _ in 0..<300 {
      let (x, y) = (left + (right - left) / 3, right - (right - left) / 3)
      if logLikelihood(x) < logLikelihood(y) { left = x } else { right = y }
    }
    let q = (left + right) / 2
    let variance = Double(n) * (2 * q + difference - difference * difference)
    return (Double(c - b) - Double(n) * difference) / variance.squareRoot()
  }

  @Test func endsAreWhereTheScoreTestJustRejects() {
    for (b, c, n) in [(2, 12, 50), (1, 0, 44), (9, 11, 30), (30, 4, 60), (3, 7, 400)] {
      let interval = TangoInterval.difference(losses: b, gains: c, pairs: n)
      #expect(isClose(score(b, c, n, interval.lower), 1.959963984540054, within: 1e-5))
      #expect(isClose(score(b, c, n, interval.upper), -1.959963984540054, within: 1e-5))
      #expect(interval.contains(Double(c - b) / Double(n)))
    }
  }

  @Test func withoutFlipsTheIntervalIsNotEmpty() {
    // ± z²/(n + z²), from Tango's quadratic with b = c = 0.
    let z2 = 1.959963984540054 * 1.959963984540054
    let interval = TangoInterval.difference(losses: 0, gains: 0, pairs: 40)
    #expect(isClose(interval.upper, z2 / (40 + z2), within: 1e-9))
    #expect(isClose(interval.lower, -z2 / (40 + z2), within: 1e-9))
  }

  @Test func swappingTheDecodersMirrorsTheInterval() {
    let interval = TangoInterval.difference(losses: 3, gains: 14, pairs: 60)
    let mirrored = TangoInterval.difference(losses: 14, gains: 3, pairs: 60)
    #expect(isClose(interval.lower, -mirrored.upper, within: 1e-10))
    #expect(isClose(interval.upper, -mirrored.lower, within: 1e-10))
  }

  @Test func extremesStayWithinMinusOneAndOne() {
    let all = TangoInterval.difference(losses: 0, gains: 10, pairs: 10)
    #expect(all.upper == 1 && all.lower > 0 && all.lower < 1)
    #expect(
      TangoInterval.difference(losses: 1, gains: 1, pairs: 0) == Interval(lower: -1, upper: 1))
  }
}

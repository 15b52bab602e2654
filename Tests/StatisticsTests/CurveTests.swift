import Foundation
import Statistics
import TestSupport
import Testing

struct MeanThresholdTests {
  @Test func weightsAreHalfTheDistanceBetweenTheNeighbours() {
    #expect(MeanThreshold.weights(for: [1, 2, 4, 8]) == [0.5, 1.5, 3, 2])
    #expect(MeanThreshold.weights(for: [3]) == [0])
    #expect(MeanThreshold.weights(for: []) == [])
  }

  @Test func stepLiesInTheMiddleOfItsGap() throws {
    let result = try #require(MeanThreshold.estimate(sweep([0, 0, 100, 100], of: 100)))
    #expect(result.estimate == 2.5)
    #expect(result.plugInStandardError == 0)
    #expect(result.standardError > 0)
  }

  @Test func islandCostsExactlyItsArea() throws {
    let whole = try #require(MeanThreshold.estimate(sweep([0, 100, 100, 100], of: 100)))
    let dip = try #require(MeanThreshold.estimate(sweep([0, 100, 30, 100], of: 100)))
    #expect(isClose(dip.estimate - whole.estimate, 0.7, within: 1e-12))
  }

  @Test func handComputedExampleHolds() throws {
    // Levels 1, 2, 3 with 0/4, 2/4, 4/4: T = 3 − (0 + 1·0.5 + 0.5·1) = 2.
    let result = try #require(MeanThreshold.estimate(sweep([0, 2, 4], of: 4)))
    #expect(result.estimate == 2)
    // q = .1, .5, .9: variance = (.25·.09 + 1·.25 + .25·.09)/4 = 0.07375.
    #expect(isClose(result.standardError, 0.07375.squareRoot(), within: 1e-15))
    #expect(result.testedRange == 1...3)
  }

  @Test func fewerThanTwoLevelsHaveNoMean() {
    #expect(MeanThreshold.estimate([]) == nil)
    #expect(MeanThreshold.estimate(sweep([5], of: 5)) == nil)
  }
}

struct IsotonicTests {
  /// Isotonic rates by the max-min formula (Robertson, Wright, Dykstra, 1988), which is slow and
  /// obviously monotone.
  private func twin(_ levels: [LevelCount]) -> [Double] {
    levels.indices.map { i in
      (0...i).map { a in
        (i..<levels.count).map { b in
          let block = levels[a...b]
          return Double(block.reduce(0) { $0 + $1.reads })
            / Double(block.reduce(0) { $0 + $1.trials })
        }.min() ?? .nan
      }.max() ?? .nan
    }
  }

  @Test func fitAgreesWithTheMaxMinFormula() {
    var random = SeededGenerator(seed: 2)
    for _ in 0..<200 {
      let levels = (1...Int.random(in: 1...12, using: &random)).map { i in
        let n = Int.random(in: 1...30, using: &random)
        return LevelCount(x: Double(i), reads: Int.random(in: 0...n, using: &random), trials: n)
      }
      #expect(isClose(Isotonic.fit(levels), twin(levels), within: 1e-12))
    }
  }

  @Test func crossingLiesBetweenLevelsOrBeyondThem() {
    #expect(Isotonic.crossing(sweep([0, 50, 100], of: 100), rate: 0.75) == 2.5)
    #expect(Isotonic.crossing(sweep([90, 100], of: 100), rate: 0.5) == -.infinity)
    #expect(Isotonic.crossing(sweep([0, 10], of: 100), rate: 0.5) == .infinity)
    #expect(Isotonic.crossing([], rate: 0.5) == .infinity)
  }
}

struct MonotoneCrossingTests {
  @Test func separatedDataKeepTheirGapOnly() {
    let result = MonotoneCrossing.estimate(sweep([0, 0, 100, 100], of: 100), rate: 0.95)
    #expect(result.interval == Interval(lower: 2, upper: 3))
    #expect(result.bestGap == 2)
    #expect(result.likelihoodRatios.count == 5)
  }

  @Test func likelihoodRatioIsThatOfTheBestCurveCrossingInTheGap() {
    // 4 and 18 of 20 at a rate of ½: for a crossing below both the first rate is ½, above both the
    // second.
    func logLikelihood(_ k: Double, _ p: Double) -> Double { k * log(p) + (20 - k) * log(1 - p) }
    let result = MonotoneCrossing.estimate(sweep([4, 18], of: 20), rate: 0.5)
    let first = 2 * (logLikelihood(4, 0.2) - logLikelihood(4, 0.5))
    let second = 2 * (logLikelihood(18, 0.9) - logLikelihood(18, 0.5))
    #expect(isClose(result.likelihoodRatios, [first, 0, second], within: 1e-12))
  }

  /// The plateau's test against the textbook's chi-bar-square: with 1e8 trials a level, counts are as
  /// good as normal.
  @Test func plateauIsKeptByTheChiBarSquare() {
    /// P(ratio > c) = Σ w_k P(χ²_k > c), w_k the coefficients of Π (z + 2j − 1)/2j (Robertson, Wright
    /// and Dykstra, 1988, for a monotone cone with a sign).
    func tail(_ levels: Int, _ c: Double) -> Double {
      var weights = [1.0]
      for j in 1...levels {
        var next = [Double](repeating: 0, count: weights.count + 1)
        for (k, w) in weights.enumerated() {
          next[k] += w * Double(2 * j - 1) / Double(2 * j)
          next[k + 1] += w / Double(2 * j)
        }
        weights = next
      }
      return weights.enumerated().reduce(0) { sum, term in
        let (k, w) = (term.offset, term.element)
        // Upper tails of χ² with one and two degrees of freedom, and two more at a time.
        var (p, step) =
          k % 2 == 1
          ? (erfc((c / 2).squareRoot()), (2 * c / .pi).squareRoot() * exp(-c / 2))
          : (k == 0 ? 0 : exp(-c / 2), c / 2 * exp(-c / 2))
        for j in stride(from: 2 - k % 2 + 2, through: k, by: 2) {
          p += step
          step *= c / Double(j)
        }
        return sum + w * p
      }
    }
    #expect(isClose(tail(1, 2.7055), 0.05, within: 1e-4))
    for count in [4, 12] {
      let trials = 100_000_000
      let level = LevelCount(x: 0, reads: trials * 19 / 20, trials: trials)
      let levels = (0..<count).map { LevelCount(x: Double($0), reads: level.reads, trials: trials) }
      let test = PlateauTest(levels: levels, rate: 0.95, confidence: 0.95)
      for ratio in [4.2, 5, 6.5, 9] where abs(tail(count, ratio) - 0.05) > 0.015 {
        #expect(test.allows(gap: count, ratio: ratio) == (tail(count, ratio) > 0.05))
        #expect(test.allows(gap: 0, ratio: ratio) == (tail(count, ratio) > 0.05))
      }
    }
  }

  @Test func noLevelsBoundNothing() {
    let result = MonotoneCrossing.estimate([], rate: 0.5)
    #expect(result.interval == Interval(lower: -.infinity, upper: .infinity))
    #expect(result.likelihoodRatios == [0])
  }
}

struct SpearmanKarberTests {
  @Test func curveThatDoesNotRunAllTheWayHasNone() {
    #expect(SpearmanKarber.estimate(sweep([0, 50, 99], of: 100)) == nil)
    #expect(SpearmanKarber.estimate([]) == nil)
    #expect(SpearmanKarber.estimate(sweep([0, 50, 100], of: 100))?.mean == 2)
  }

  @Test func handComputedExampleHolds() throws {
    // 0, .2, .6, 1 at 1, 2, 3, 4: .2 · 1.5 + .4 · 2.5 + .4 · 3.5; variance (.16 + .24)/4.
    let result = try #require(SpearmanKarber.estimate(sweep([0, 1, 3, 5], of: 5)))
    #expect(isClose(result.mean, 2.7, within: 1e-12))
    #expect(isClose(result.standardError, 0.1.squareRoot(), within: 1e-12))
    // With levels two apart the inner levels have twice the weight: the variance is four times as
    // large.
    let wide = sweep([0, 1, 3, 5], of: 5).map {
      LevelCount(x: 2 * $0.x, reads: $0.reads, trials: 5)
    }
    #expect(
      isClose(
        try #require(SpearmanKarber.estimate(wide)).standardError, 0.4.squareRoot(), within: 1e-12))
  }
}

struct LogisticRegressionTests {
  @Test func residualsAreOrthogonalToTheLevels() throws {
    let levels = sweep([2, 3, 11, 30, 44, 49], of: 50)
    let fit = try #require(LogisticRegression.fit(levels))
    var (sum, moment) = (0.0, 0.0)
    for level in levels {
      let expected = 50 / (1 + exp(-(fit.intercept + fit.slope * level.x)))
      sum += Double(level.reads) - expected
      moment += (Double(level.reads) - expected) * level.x
    }
    #expect(abs(sum) < 1e-8 && abs(moment) < 1e-8)
  }

  @Test func standardErrorIsTheCurvatureOfTheProfile() throws {
    // At the midpoint: refit with the midpoint moved, and compare with a parabola.
    let levels = sweep([1, 40, 150, 380, 399], of: 400)
    let fit = try #require(LogisticRegression.fit(levels))
    let error = fit.crossing(0.5).standardError
    func profile(_ m: Double) -> Double {
      (1...4000).map { s in
        levels.reduce(0) { sum, level in
          let z = (level.x - m) / (Double(s) * 0.0005)
          return sum - Double(level.reads) * log1p(exp(-z))
            - Double(level.failures) * log1p(exp(z))
        }
      }.max()!
    }
    let h = error / 4
    let curvature =
      (2 * profile(fit.midpoint) - profile(fit.midpoint - h) - profile(fit.midpoint + h))
      / (h * h)
    #expect(isClose(1 / curvature.squareRoot(), error, relative: 0.01))
  }

  @Test func separatedAndFallingDataHaveNoFit() {
    #expect(LogisticRegression.fit(sweep([0, 0, 50, 50], of: 50)) == nil)
    #expect(LogisticRegression.fit(sweep([0, 25, 50], of: 50)) == nil)
    #expect(LogisticRegression.fit(sweep([40, 20, 5], of: 50)) == nil)
    #expect(LogisticRegression.fit([]) == nil)
  }
}

struct LapseLogisticTests {
  /// A curve without random error: each level has the expected number of reads in 20 000 trials.
  private func noiseless(m: Double, s: Double, lapse: Double) -> [LevelCount] {
    stride(from: 1.0, through: 5.0, by: 0.25).map { x in
      let rate = (1 - lapse) / (1 + exp(-(x - m) / s))
      return LevelCount(x: x, reads: Int((rate * 20_000).rounded()), trials: 20_000)
    }
  }

  @Test func curveIsRecoveredWithItsLapseRate() throws {
    for (m, s, lapse) in [(2.4, 0.2, 0.0), (2.4, 0.2, 0.02), (3.1, 0.4, 0.1), (1.6, 0.1, 0.01)] {
      let fit = try #require(LapseLogistic.fit(noiseless(m: m, s: s, lapse: lapse)))
      #expect(isClose(fit.midpoint, m, within: 2e-3))
      #expect(isClose(fit.scale, s, within: 2e-3))
      #expect(isClose(fit.lapse, lapse, within: 1e-3))
      #expect(fit.deviance < 1 && fit.admissibility(islands: []) == .shown)
      let t = fit.crossing(0.5)
      let truth = m - s * log((1 - lapse) / 0.5 - 1)
      #expect(isClose(t.estimate, truth, within: 2e-3))
      #expect(t.interval.contains(truth))
      #expect(t.interval.width < 0.05)
    }
  }

  @Test func rateThatTheCurveNeverReachesIsInfinite() throws {
    let fit = try #require(LapseLogistic.fit(noiseless(m: 2.4, s: 0.2, lapse: 0.08)))
    let t = fit.crossing(0.95)
    #expect(t.estimate == .infinity)
    #expect(t.interval == Interval(lower: 5, upper: .infinity))
    #expect(fit.crossing(0.9).interval.upper.isFinite)
  }

  /// The log-likelihood by its definition.
  private static func logLikelihood(
    _ levels: [LevelCount], _ m: Double, _ s: Double, _ lapse: Double
  ) -> Double {
    levels.reduce(0.0) { sum, level in
      let p = (1 - lapse) / (1 + exp(-(level.x - m) / s))
      return sum + (level.reads == 0 ? 0 : Double(level.reads) * log(p))
        + (level.failures == 0 ? 0 : Double(level.failures) * log(1 - p))
    }
  }

  @Test func noCurveOfAFineGridIsMoreLikely() throws {
    let levels = sweep([0, 3, 12, 31, 47, 49, 48, 50], of: 50)
    let fit = try #require(LapseLogistic.fit(levels))
    for m in stride(from: 2.0, through: 5.0, by: 0.05) {
      for s in stride(from: 0.1, through: 1.2, by: 0.02) {
        for lapse in stride(from: 0.0, through: 0.2, by: 0.01) {
          let value = Self.logLikelihood(levels, m, s, lapse)
          #expect(value <= fit.logLikelihood + 1e-9)
        }
      }
    }
  }

  @Test func modelIsHiddenByIslandsAndByMisfit() throws {
    let dip = sweep([0, 0, 100, 40, 100, 100], of: 100)
    let fit = try #require(LapseLogistic.fit(dip))
    #expect(fit.admissibility(islands: Islands.find(dip)) == .hiddenByIslands)
    #expect(fit.admissibility(islands: []) == .hiddenByMisfit(p: 0.005))
    let good = try #require(LapseLogistic.fit(noiseless(m: 2.4, s: 0.2, lapse: 0.02)))
    #expect(good.admissibility(islands: []) == .shown)
  }

  /// A curve that is high already at the first level rises below it: the best one may be steep.
  @Test func theMaximumBelowTheFirstLevelIsFound() throws {
    for reads in [[46, 50, 50, 50, 50], [40, 47, 49, 50, 50], [45, 50, 49, 50, 50]] {
      let levels = sweep(reads, of: 50)
      let fit = try #require(LapseLogistic.fit(levels))
      for m in stride(from: levels[0].x - 4, through: levels[0].x + 1, by: 0.02) {
        for s in [0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 6.4] {
          for lapse in stride(from: 0.0, through: 0.2, by: 0.01) {
            let value = Self.logLikelihood(levels, m, s, lapse)
            #expect(value <= fit.logLikelihood + 1e-6, "\(reads): \(m), \(s), \(lapse)")
          }
        }
      }
    }
  }

  @Test func extremesAreReportedAsBeyondTheRange() throws {
    let allRead = try #require(LapseLogistic.fit(sweep([100, 100, 100], of: 100)))
    #expect(allRead.crossing(0.95).estimate == -.infinity)
    let noneRead = try #require(LapseLogistic.fit(sweep([0, 0, 0], of: 100)))
    #expect(noneRead.crossing(0.5).estimate == .infinity)
    let step = try #require(LapseLogistic.fit(sweep([0, 0, 100, 100], of: 100)))
    #expect(step.isSeparated)
    #expect(step.crossing(0.9).estimate == 2.5)
    #expect(LapseLogistic.fit(sweep([7], of: 10)) == nil)
    #expect(LapseLogistic.fit([]) == nil)
  }
}

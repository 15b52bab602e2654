import Testing

@testable import Statistics

@Suite struct BrierScoreTests {
  private static func random(_ count: Int, seed: UInt64) -> (forecasts: [Double], outcomes: [Bool])
  {
    var generator = SplitMix64(state: seed)
    let forecasts = (0..<count).map { _ in Double.random(in: 0...1, using: &generator) }
    return (forecasts, forecasts.map { Double.random(in: 0..<1, using: &generator) < $0 * $0 })
  }

  @Test(arguments: [1, 2, 7, 200]) func partsAddUpToTheScore(_ count: Int) throws {
    for seed in 1...20 {
      let (forecasts, outcomes) = Self.random(count, seed: UInt64(seed))
      let score = try #require(BrierScore(forecasts, outcomes: outcomes))
      let plain =
        zip(forecasts, outcomes).reduce(0) {
          $0 + ($1.0 - ($1.1 ? 1 : 0)) * ($1.0 - ($1.1 ? 1 : 0))
        }
        / Double(count)
      #expect(abs(score.score - plain) < 1e-12)
      let sum = score.reliability - score.resolution + score.uncertainty + score.withinBins
      #expect(abs(sum - score.score) < 1e-12)
    }
  }

  /// Three chances, worked by hand: 0.1 (1 of 4 happened), 0.5 (1 of 2), 0.9 (4 of 4).
  @Test func partsAreMurphysOnForecastsWithoutSpread() throws {
    let forecasts = [0.1, 0.1, 0.1, 0.1, 0.5, 0.5, 0.9, 0.9, 0.9, 0.9]
    let outcomes = [true, false, false, false, true, false, true, true, true, true]
    let score = try #require(BrierScore(forecasts, outcomes: outcomes))
    #expect(abs(score.baseRate - 0.6) < 1e-12)
    #expect(abs(score.uncertainty - 0.24) < 1e-12)
    #expect(abs(score.reliability - (4 * 0.0225 + 0 + 4 * 0.01) / 10) < 1e-12)
    #expect(abs(score.resolution - (4 * 0.1225 + 2 * 0.01 + 4 * 0.16) / 10) < 1e-12)
    #expect(abs(score.withinBins) < 1e-12)
    #expect(abs((score.skill ?? 0) - (1 - 0.138 / 0.24)) < 1e-12)
  }

  @Test func perfectForecastsHaveAllTheSkillAndTheRateHasNone() throws {
    let outcomes = [true, true, true, false]
    #expect(BrierScore([1, 1, 1, 0], outcomes: outcomes)?.skill == 1)
    #expect(BrierScore([0.75, 0.75, 0.75, 0.75], outcomes: outcomes)?.skill == 0)
    #expect(BrierScore([0.9, 0.9], outcomes: [true, true])?.skill == nil)
    #expect(BrierScore([], outcomes: []) == nil)
  }

  /// By drawing outcomes from the forecasts themselves, many times.
  @Test func skillIfRightIsTheMeanSkillOfChancesThatAreTrue() throws {
    var generator = SplitMix64(state: 17)
    let chances = (0..<400).map { _ in Double.random(in: 0...1, using: &generator).squareRoot() }
    let skills = (0..<400).compactMap { _ in
      BrierScore(
        chances, outcomes: chances.map { Double.random(in: 0..<1, using: &generator) < $0 })?.skill
    }
    let mean = skills.reduce(0, +) / Double(skills.count)
    #expect(abs(try #require(BrierScore.skillIfRight(chances)) - mean) < 0.01)
    #expect(BrierScore.skillIfRight([0.3, 0.3]) == 0)
    #expect(BrierScore.skillIfRight([]) == nil && BrierScore.skillIfRight([1, 1]) == nil)
  }

  @Test func intervalOfTheSkillHoldsItAndIsTheSameEachTime() throws {
    let (forecasts, outcomes) = Self.random(150, seed: 5)
    let skill = try #require(BrierScore(forecasts, outcomes: outcomes)?.skill)
    let interval = try #require(BrierScore.skillInterval(forecasts, outcomes: outcomes))
    #expect(interval.contains(skill) && interval.width > 0.05 && interval.width < 0.8)
    #expect(interval == BrierScore.skillInterval(forecasts, outcomes: outcomes))
    #expect(BrierScore.skillInterval([0.5, 0.5], outcomes: [true, true]) == nil)
  }

  @Test func binsHoldEveryForecastOnceEndsIncluded() {
    let forecasts = [0, 0.05, 0.1, 0.55, 0.999, 1]
    let bins = ReliabilityBin.bins(
      forecasts, outcomes: [false, false, true, true, true, true])
    #expect(bins.map(\.count) == [2, 1, 0, 0, 0, 1, 0, 0, 0, 2])
    #expect(bins[9].rate == 1 && bins[0].rate == 0 && bins[2].rate == nil && bins[2].error == nil)
    #expect(abs((bins[9].error ?? 0) - 0.0005) < 1e-12)
    #expect(bins[0].interval.upper > 0.8)
  }
}

@Suite struct RankCorrelationTests {
  /// The slow twin: ρ without ties is 1 − 6 Σ d² / (n (n² − 1)).
  @Test func spearmanIsTheFormulaOfRankDifferences() throws {
    let x = [86.0, 97, 99, 100, 101, 103, 106, 110, 112, 113]
    let y = [2.0, 20, 28, 27, 50, 29, 7, 17, 6, 12]
    // Ranks of y by hand: 1 6 8 7 10 9 3 5 2 4, Σ d² = 194.
    let rho = try #require(RankCorrelation.spearman(x, y))
    #expect(abs(rho - (1 - 6 * 194.0 / 990)) < 1e-12)
    #expect(RankCorrelation.spearman([1, 2, 3], [5, 5, 5]) == nil)
    #expect(RankCorrelation.spearman([1], [1]) == nil)
    #expect(RankCorrelation.ranks([3, 1, 3]) == [2.5, 1, 2.5])
  }

  /// The slow twin counts all pairs.
  @Test func areaIsTheShareOfPairsInOrder() throws {
    var generator = SplitMix64(state: 3)
    let forecasts = (0..<60).map { _ in Double(Int.random(in: 0...9, using: &generator)) / 9 }
    let outcomes = forecasts.map { Double.random(in: 0..<1, using: &generator) < $0 }
    var (sum, pairs) = (0.0, 0.0)
    for (a, isRead) in zip(forecasts, outcomes) where isRead {
      for (b, other) in zip(forecasts, outcomes) where !other {
        sum += a > b ? 1 : a == b ? 0.5 : 0
        pairs += 1
      }
    }
    let area = try #require(RankCorrelation.areaUnderCurve(forecasts, outcomes: outcomes))
    #expect(abs(area - sum / pairs) < 1e-12)
    #expect(RankCorrelation.areaUnderCurve([0.5], outcomes: [true]) == nil)
  }
}

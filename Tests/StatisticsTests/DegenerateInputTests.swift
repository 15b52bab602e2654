import Statistics
import Testing

/// Estimates of levels that no sensible run makes: each is a number or nil, and never NaN.
struct DegenerateInputTests {
  private static let sweeps: [[LevelCount]] = [
    [],
    [LevelCount(x: 2, reads: 0, trials: 0)],
    [LevelCount(x: 2, reads: 9, trials: 3)],
    [LevelCount(x: .nan, reads: 1, trials: 3), LevelCount(x: .infinity, reads: 1, trials: 3)],
    [LevelCount(x: 2, reads: 1, trials: 1), LevelCount(x: 2, reads: 0, trials: 1)],
    [LevelCount(x: 1, reads: -4, trials: 3), LevelCount(x: 2, reads: 7, trials: 3)],
    [LevelCount(x: 1, reads: 0, trials: 1), LevelCount(x: 2, reads: 1, trials: 1)],
    [LevelCount(x: 1, reads: 1, trials: 1), LevelCount(x: 2, reads: 0, trials: 1)],
    [LevelCount(x: 1, reads: 1, trials: -1), LevelCount(x: 2, reads: 1, trials: 2)],
    [LevelCount(x: -1e308, reads: 0, trials: 9), LevelCount(x: 1e308, reads: 9, trials: 9)],
    [
      LevelCount(x: 0, reads: 0, trials: 9),
      LevelCount(x: .leastNonzeroMagnitude, reads: 8, trials: 9),
    ],
    [LevelCount(x: 0, reads: 1, trials: 9), LevelCount(x: 1e100, reads: 8, trials: 9)],
    [
      LevelCount(x: 1, reads: 5, trials: 9), LevelCount(x: 1 + 1e-15, reads: 8, trials: 9),
      LevelCount(x: 4, reads: 5, trials: 9),
    ],
  ]

  @Test(arguments: sweeps)
  func noEstimateIsNaN(levels: [LevelCount]) {
    var values: [Double] = []
    let reliable = ReliableFrom.estimate(levels)
    values += [reliable.upper, reliable.lower, reliable.observed] + reliable.failingLevels
    values += Islands.find(levels).flatMap { [$0.lower, $0.upper] }
    if let mean = MeanThreshold.estimate(levels) {
      values += [
        mean.estimate, mean.standardError, mean.plugInStandardError, mean.interval.lower,
        mean.interval.upper,
      ]
    }
    values += Isotonic.fit(levels)
    if let karber = SpearmanKarber.estimate(levels) {
      values += [karber.mean, karber.standardError]
    }
    let fit = LapseLogistic.fit(levels)
    let regression = LogisticRegression.fit(levels)
    if let fit {
      values += [fit.midpoint, fit.scale, fit.lapse, fit.logLikelihood, fit.deviance]
    }
    for rate in [0.5, 0.95] {
      values.append(Isotonic.crossing(levels, rate: rate))
      let monotone = MonotoneCrossing.estimate(levels, rate: rate)
      values += monotone.likelihoodRatios + [monotone.interval.lower, monotone.interval.upper]
      if let t = regression?.crossing(rate) { values += [t.estimate, t.standardError] }
      if let t = fit?.crossing(rate) {
        values += [t.estimate, t.interval.lower, t.interval.upper]
      }
    }
    if let jackknife = Jackknife.meanThreshold(clusters: [levels, levels]) {
      values += [jackknife.estimate, jackknife.interval.lower, jackknife.interval.upper]
    }
    #expect(!values.contains { $0.isNaN }, "\(levels): \(values)")
  }

  @Test func pairedCountsAreHeldWithinThePairs() throws {
    let result = try #require(
      PairedDifference.estimate([
        PairedCount(x: 1, losses: 9, gains: 9, pairs: 4),
        PairedCount(x: 2, losses: -1, gains: 0, pairs: 4),
        PairedCount(x: .nan, losses: 1, gains: 0, pairs: 4),
      ]))
    #expect(result.estimate == 0.5)
    #expect(result.standardError == 0)
  }

  @Test func unusableLevelsAreDroppedAndEqualOnesAdded() {
    let levels = LevelCount.usable([
      LevelCount(x: 3, reads: 9, trials: 4), LevelCount(x: 1, reads: 1, trials: 2),
      LevelCount(x: 1, reads: 2, trials: 2), LevelCount(x: 2, reads: 0, trials: 0),
      LevelCount(x: -.infinity, reads: 0, trials: 5),
    ])
    #expect(
      levels == [LevelCount(x: 1, reads: 3, trials: 4), LevelCount(x: 3, reads: 4, trials: 4)])
  }
}

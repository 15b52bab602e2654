/// The goodness-of-fit test of ``LapseLogistic``: a parametric bootstrap of its deviance.
///
/// Sweeps are drawn from the fitted curve and fitted again; p is the share of them that fit no better
/// than the data (Efron and Tibshirani, An Introduction to the Bootstrap, 1993, chapter 16). χ² is no
/// substitute: with counted degrees of freedom it rejects 17 to 43 % of true logistics where 20 % are
/// meant, because most levels of a sweep read nothing or everything. The draws depend on the data
/// alone, so that equal data give equal answers.
struct FitTest {
  /// The number of sweeps drawn; p is a multiple of 1/(draws + 1).
  static let draws = 199

  let fit: LapseLogistic

  /// Returns p, exact below a limit.
  ///
  /// Drawing stops as soon as p cannot be below the limit (Besag and Clifford, Biometrika 78, 1991);
  /// what is returned then is the least that p can be.
  func probability(below limit: Double) -> Double {
    var random = SplitMix64(hashing: fit.levels)
    var worse = 0
    for _ in 0..<Self.draws {
      let levels = fit.levels.map { level in
        let rate = fit.rate(at: level.x)
        return LevelCount(
          x: level.x, reads: random.binomial(level.trials, rate), trials: level.trials)
      }
      // The deviance of a curve near the fitted one bounds the least deviance from above.
      if fit.fitsNoWorse(than: levels) { worse += 1 }
      if share(worse) >= limit { break }
    }
    return share(worse)
  }

  private func share(_ worse: Int) -> Double { Double(worse + 1) / Double(Self.draws + 1) }
}

extension SplitMix64 {
  /// Makes a generator from counts: equal counts give equal draws.
  init(hashing levels: [LevelCount]) {
    self.init(
      hashing: levels.flatMap {
        [$0.x.bitPattern, UInt64($0.reads), UInt64($0.trials)]
      })
  }
}

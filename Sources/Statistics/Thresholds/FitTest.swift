import Foundation

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
    var random = SplitMix64(state: seed)
    var worse = 0
    for _ in 0..<Self.draws {
      let levels = fit.levels.map { level in
        let rate = fit.rate(at: level.x)
        return LevelCount(
          x: level.x, reads: random.binomial(level.trials, rate), trials: level.trials)
      }
      // The deviance of a curve near the fitted one bounds the least deviance from above.
      if LapseLogistic.deviance(of: levels, near: fit) >= fit.deviance { worse += 1 }
      if share(worse) >= limit { break }
    }
    return share(worse)
  }

  private func share(_ worse: Int) -> Double { Double(worse + 1) / Double(Self.draws + 1) }

  /// FNV-1a over the counts.
  private var seed: UInt64 {
    fit.levels.reduce(0xCBF2_9CE4_8422_2325) { hash, level in
      [level.x.bitPattern, UInt64(level.reads), UInt64(level.trials)].reduce(hash) {
        ($0 ^ $1) &* 0x0000_0100_0000_01B3
      }
    }
  }
}

/// The generator SplitMix64 of Steele, Lea and Flood (2014), for simulations that repeat.
package struct SplitMix64: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Makes a generator from its state, any number.
  package init(state: UInt64) {
    self.state = state
  }

  /// The next 64 bits.
  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }

  /// The number of successes in a number of trials.
  ///
  /// The normal distribution stands for the binomial one where more than 1000 of each outcome are
  /// expected: they differ by less than the noise of any test here.
  package mutating func binomial(_ trials: Int, _ rate: Double) -> Int {
    if rate > 0.5 { return trials - binomial(trials, 1 - rate) }
    let expected = Double(trials) * rate
    guard rate > 0 else { return 0 }
    if expected > 1000 {
      let radius = (-2 * log(1 - unit())).squareRoot()
      let normal = radius * cos(2 * .pi * unit())
      let drawn = (expected + normal * (expected * (1 - rate)).squareRoot()).rounded()
      return Int(min(max(drawn, 0), Double(trials)))
    }
    // Distances between successes are geometric (Devroye, Non-Uniform Random Variate Generation,
    // 1986, page 525): the cost is that of the successes alone.
    let logMiss = log1p(-rate)
    var (successes, place) = (-1, 0.0)
    while place <= Double(trials) {
      place += (log(1 - unit()) / logMiss).rounded(.down) + 1
      successes += 1
    }
    return successes
  }

  private mutating func unit() -> Double { Double(next() >> 11) / 9_007_199_254_740_992 }
}

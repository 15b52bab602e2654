import Foundation

/// The generator SplitMix64 of Steele, Lea and Flood (2014), for simulations that repeat.
package struct SplitMix64: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Makes a generator from its state, any number.
  package init(state: UInt64) {
    self.state = state
  }

  /// Makes a generator from data, by the hash FNV-1a: equal data give equal draws.
  init(hashing words: [UInt64]) {
    state = words.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ $1) &* 0x0000_0100_0000_01B3 }
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
      // Half the trials at least are misses here, but a Double of the largest Int is beyond it.
      return drawn < Double(trials) ? Int(max(drawn, 0)) : trials
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

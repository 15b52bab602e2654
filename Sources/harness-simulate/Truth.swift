import Foundation
import Statistics

/// A true curve on fixed levels, from which counts are drawn.
struct Truth {
  let name: String
  let xs: [Double]
  var rates: [Double]

  init(
    _ name: String, xs: [Double], m: Double, s: Double, lapse: Double = 0, island: Double? = nil
  ) {
    self.name = name
    self.xs = xs
    rates = xs.map { $0 == island ? 0.4 : (1 - lapse) / (1 + exp(-($0 - m) / s)) }
  }

  /// T̄ of the true rates.
  var mean: Double {
    zip(rates, MeanThreshold.weights(for: xs)).reduce(xs[xs.count - 1]) { $0 - $1.0 * $1.1 }
  }

  /// The smallest level from which on every rate is at least 0.95.
  var reliableFrom: Double {
    zip(xs, rates).reversed().prefix { $0.1 >= 0.95 }.last?.0 ?? .infinity
  }

  func draw(_ trials: Int, _ random: inout SeededGenerator) -> [LevelCount] {
    zip(xs, rates).map { LevelCount(x: $0, reads: random.binomial(trials, $1), trials: trials) }
  }
}

/// A small generator with a fixed seed (SplitMix64), so that simulations repeat.
struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  mutating func binomial(_ trials: Int, _ rate: Double) -> Int {
    (0..<trials).count { _ in Double.random(in: 0..<1, using: &self) < rate }
  }
}

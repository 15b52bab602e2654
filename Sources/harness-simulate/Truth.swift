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

  func draw(_ trials: Int, _ random: inout SplitMix64) -> [LevelCount] {
    zip(xs, rates).map { LevelCount(x: $0, reads: random.binomial(trials, $1), trials: trials) }
  }
}

import Foundation
import Statistics

/// A true curve on fixed levels, from which counts are drawn.
struct Truth {
  let name: String
  let xs: [Double]
  var rates: [Double]
  /// The logistic curve behind the rates; `nil` if they have another shape.
  private let logistic: (m: Double, s: Double, lapse: Double)?

  init(
    _ name: String, xs: [Double], m: Double, s: Double, lapse: Double = 0, island: Double? = nil
  ) {
    self.name = name
    self.xs = xs
    rates = xs.map { $0 == island ? 0.4 : (1 - lapse) / (1 + exp(-($0 - m) / s)) }
    logistic = island == nil ? (m, s, lapse) : nil
  }

  /// A curve of any shape.
  init(_ name: String, xs: [Double], rates: [Double]) {
    self.name = name
    self.xs = xs
    self.rates = rates
    logistic = nil
  }

  /// A curve that jumps to a plateau at the fourth level, and to 1 after its last level.
  static func plateau(of rate: Double, levels: Int, xs: [Double]) -> Truth {
    let percent = (rate * 100).formatted()
    return Truth(
      "\(levels) levels at \(percent) %", xs: xs,
      rates: xs.indices.map { $0 < 3 ? 0 : $0 < 3 + levels ? rate : 1 })
  }

  /// True if the model's curve is the true one.
  var isLogistic: Bool { logistic != nil }

  /// T̄ of the true rates.
  var mean: Double {
    zip(rates, MeanThreshold.weights(for: xs)).reduce(xs[xs.count - 1]) { $0 - $1.0 * $1.1 }
  }

  /// The smallest level from which on every rate is at least 0.95.
  var reliableFrom: Double {
    zip(xs, rates).reversed().prefix { $0.1 >= 0.95 }.last?.0 ?? .infinity
  }

  /// The place at which the curve crosses a rate: of a logistic a point, of others a gap of levels.
  ///
  /// A curve that falls somewhere crosses where the best rising curve does.
  func crossing(_ rate: Double) -> Interval {
    if let (m, s, lapse) = logistic {
      let t = lapse >= 1 - rate ? .infinity : m + s * log(rate / (1 - lapse - rate))
      return Interval(lower: t, upper: t)
    }
    let trials = 1_000_000.0
    let rising = Isotonic.fit(
      zip(xs, rates).map { LevelCount(x: $0, reads: Int($1 * trials), trials: Int(trials)) })
    let gap = rising.firstIndex { $0 >= rate } ?? xs.count
    return Interval(
      lower: gap == 0 ? -.infinity : xs[gap - 1], upper: gap == xs.count ? .infinity : xs[gap])
  }

  func draw(_ trials: Int, _ random: inout SplitMix64) -> [LevelCount] {
    zip(xs, rates).map { LevelCount(x: $0, reads: random.binomial(trials, $1), trials: trials) }
  }
}

extension Truth {
  /// The seventeen levels from 1 to 5 px on which most simulations run.
  static let levels = (0...16).map { 1 + 0.25 * Double($0) }

  /// Curves that rise strictly, the last three with lapses.
  static let rising = [
    Truth("s 0.2", xs: levels, m: 2.6, s: 0.2), Truth("s 0.5", xs: levels, m: 3.3, s: 0.5),
    Truth("s 0.2, lapse 2 %", xs: levels, m: 2.6, s: 0.2, lapse: 0.02),
    Truth("s 0.2, lapse 7 %", xs: levels, m: 2.6, s: 0.2, lapse: 0.07),
    Truth("s 0.03, lapse 0.5 %", xs: levels, m: 2.6, s: 0.03, lapse: 0.005),
  ]

  /// Curves with a plateau just below the rate of 95 %, and just above it.
  static let plateaus =
    [4, 8, 12].map { plateau(of: 0.9499, levels: $0, xs: levels) } + [
      plateau(of: 0.9501, levels: 8, xs: levels)
    ]

  /// A curve that dips to 40 % at 3 px.
  static let island = Truth("island", xs: levels, m: 2.1, s: 0.1, lapse: 0.01, island: 3)

  /// Two rises of equal height, 0.6 px apart: no logistic.
  static let twoRises = Truth(
    "two rises 0.6 px apart", xs: levels,
    rates: levels.map { x in
      0.5 / (1 + exp(-(x - 2.3) / 0.08)) + 0.5 / (1 + exp(-(x - 2.9) / 0.08))
    })

  /// All shapes.
  static let shapes = rising + plateaus + [island]
}

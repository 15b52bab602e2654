/// The distribution of a crossing, in cells so narrow that an interval's ends are practically
/// exact.
package struct CrossingDistribution: Sendable {
  private let low: Double
  private let width: Double
  private let limits: ClosedRange<Double>
  private var masses: [Double]
  /// The weight at the lower limit: curves that reach the rate below the range.
  package private(set) var massAtBottom = 0.0
  /// The weight at the upper limit: curves that never reach the rate, or reach it beyond the range.
  package private(set) var massAtTop = 0.0

  private static let cells = 4096

  /// - Parameters:
  ///   - low: The smallest crossing with weight within the limits.
  ///   - high: The largest one.
  ///   - limits: The range to which crossings are clamped.
  init(from low: Double, to high: Double, limits: ClosedRange<Double>) {
    self.low = low
    self.limits = limits
    // Never 0, however close the crossings are.
    width = max(high - low, 1e-9 * max(abs(low), 1)) / Double(Self.cells)
    masses = Array(repeating: 0, count: Self.cells)
  }

  mutating func add(_ weight: Double, at crossing: Double) {
    if crossing >= limits.upperBound {
      massAtTop += weight
    } else if crossing <= limits.lowerBound {
      massAtBottom += weight
    } else {
      masses[Int(min(max((crossing - low) / width, 0), Double(Self.cells - 1)))] += weight
    }
  }

  /// The value below which the given share of the weight lies; a limit if its own weight decides.
  package func quantile(_ probability: Double) -> Double {
    var sum = massAtBottom
    if sum > 0, sum >= probability { return limits.lowerBound }
    for (cell, mass) in masses.enumerated() where mass > 0 {
      if sum + mass >= probability {
        return low + (Double(cell) + (probability - sum) / mass) * width
      }
      sum += mass
    }
    return limits.upperBound
  }

  /// The shortest interval that holds the given share of the weight.
  ///
  /// The interval of highest density of Box and Tiao, Bayesian Inference in Statistical Analysis
  /// (1973), for a distribution with one peak.
  /// It is the central interval if much of the weight lies at the limits.
  package func shortestInterval(_ share: Double) -> Interval {
    var best = Interval(lower: quantile((1 - share) / 2), upper: quantile((1 + share) / 2))
    var (first, sum) = (0, 0.0)
    for last in masses.indices {
      sum += masses[last]
      while sum - masses[first] >= share, first < last {
        sum -= masses[first]
        first += 1
      }
      if sum >= share, Double(last + 1 - first) * width < best.width {
        best = Interval(
          lower: low + Double(first) * width, upper: low + Double(last + 1) * width)
      }
    }
    return best
  }
}

/// The marginal distribution of a posterior over one axis.
struct Marginal: Sendable {
  let mean: Double
  let deviation: Double
  /// The lower end of the weight, without the lowest 3 in 10 000.
  let lower: Double
  /// The upper end of the weight, without the highest 3 in 10 000.
  let upper: Double
  /// The weight on the axis's first line.
  let lowerEdge: Double
  /// The weight on the axis's last line.
  let upperEdge: Double

  /// - Parameters:
  ///   - values: Values of the parameter, with their weights, which sum to 1.
  ///   - axis: The axis whose outermost lines count as edges.
  ///   - onAxis: The values' places on the axis; needed when the values run along other lines.
  init(_ values: [Double], weights: [Double], axis: GridAxis, onAxis: [Double]? = nil) {
    var mean = 0.0
    for (value, weight) in zip(values, weights) { mean += weight * value }
    var variance = 0.0
    var (least, most) = (mean, mean)
    for (value, weight) in zip(values, weights) where weight > 0 {
      variance += weight * (value - mean) * (value - mean)
      (least, most) = (min(least, value), max(most, value))
    }
    self.mean = mean
    deviation = variance.squareRoot()
    let cells = Cells(values, weights: weights, from: least, to: most, spacing: axis.spacing)
    lower = cells.lower
    upper = cells.upper
    var (first, last) = (0.0, 0.0)
    for (place, weight) in zip(onAxis ?? values, weights) {
      if place < axis.lower + axis.spacing { first += weight }
      if place > axis.upper - axis.spacing { last += weight }
    }
    lowerEdge = first
    upperEdge = last
  }

  /// Weights counted into cells, and the ends of the range that holds nearly all of them.
  private struct Cells {
    private(set) var lower: Double
    private(set) var upper: Double

    private static let tail = 3e-4

    init(
      _ values: [Double], weights: [Double], from least: Double, to most: Double, spacing: Double
    ) {
      let count = Int(min((most - least) / spacing, 999)) + 1
      var masses = [Double](repeating: 0, count: count)
      for (value, weight) in zip(values, weights) where weight > 0 {
        masses[min(max(Int((value - least) / spacing), 0), count - 1)] += weight
      }
      (lower, upper) = (least, most)
      var sum = 0.0
      for (i, mass) in masses.enumerated() {
        if sum < Self.tail { lower = least + Double(i) * spacing }
        if sum < 1 - Self.tail { upper = min(least + Double(i + 1) * spacing, most) }
        sum += mass
      }
    }
  }
}

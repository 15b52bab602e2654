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
      masses[min(max(Int((crossing - low) / width), 0), Self.cells - 1)] += weight
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

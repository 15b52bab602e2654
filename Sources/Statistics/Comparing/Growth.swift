import Foundation

/// The growth of something that is measured again and again, per unit of the work done between.
///
/// The first quarter is warming up. The rest is cut into ``blocks`` parts of equal work, each with its median.
/// What stays where it is (memory, descriptors) has an interval from the increments between neighbouring parts, as of
/// a random walk (Student, Biometrika 6, 1908): one or two steps, as allocators make them, are no slope. Times come
/// back to where they were: a line is fitted to theirs, and it grows only if the last half does too.
package struct Growth: Hashable, Sendable {
  /// The kinds of series.
  package enum Kind: Sendable {
    /// It changes in steps of a quantum, and stays there.
    case steps(quantum: Double)
    /// It varies about a level.
    case level
  }

  /// The number of parts.
  package static let blocks = 20

  /// The growth per unit of work.
  package let estimate: Double
  /// The lower end of the interval.
  package let lower: Double
  /// The upper end; never below the rate at which a quantum would have come too rarely to be seen.
  package let upper: Double
  /// The median of the first part.
  package let first: Double
  /// The median of the last part.
  package let last: Double
  /// The work from the first part to the last.
  package let work: Double

  /// Measures the growth of a series.
  ///
  /// - Parameters:
  ///   - points: The work done until then, rising from 0, and the value.
  ///   - confidence: The probability of the interval, two-sided.
  /// - Returns: `nil` if a part has no point.
  package init?(_ points: [(work: Double, value: Double)], _ kind: Kind, confidence: Double) {
    guard let end = points.last?.work, end > 0 else { return nil }
    let (start, width) = (end / 4, end * 0.75 / Double(Self.blocks))
    var parts = [[Double]](repeating: [], count: Self.blocks)
    for point in points where point.work > start {
      parts[min(Int((point.work - start) / width), Self.blocks - 1)].append(point.value)
    }
    guard parts.allSatisfy({ !$0.isEmpty }) else { return nil }
    let medians = parts.map { $0.sorted()[$0.count / 2] }
    (first, last, work) = (medians[0], medians[Self.blocks - 1], width * Double(Self.blocks - 1))
    let (slope, half): (Double, Double)
    switch kind {
    case .steps: (slope, half) = Self.walk(medians, confidence)
    case .level: (slope, half) = Self.line(medians, confidence)
    }
    estimate = slope / width
    var lower = (slope - half) / width
    var upper = (slope + half) / width
    switch kind {
    case .steps(let quantum):
      upper = max(upper, Self.hidden(medians, quantum, confidence) / work)
    case .level:
      let (later, halfLater) = Self.line(Array(medians.suffix(Self.blocks / 2)), confidence)
      if later - halfLater <= 0 { lower = min(lower, 0) }
    }
    (self.lower, self.upper) = (lower, upper)
  }

  /// The growth of which the steps that came may be all, if steps come by chance: Student's interval is too narrow
  /// where few parts have one (Wilson and Hilferty's quantile, Proceedings of the National Academy of Sciences 17,
  /// 1931).
  private static func hidden(
    _ values: [Double], _ quantum: Double, _ confidence: Double
  ) -> Double {
    let steps = zip(values, values.dropFirst()).map { $1 - $0 }.filter { $0 != 0 }.sorted()
    let unit = steps.isEmpty ? quantum : max(quantum, steps[steps.count / 2])
    let seen = ((values[values.count - 1] - values[0]) / unit).rounded(.up)
    guard seen > 0 else { return unit * -log((1 - confidence) / 2) }
    let (more, z) = (seen + 1, Quantiles.normalTwoSided(confidence))
    return unit * more * pow(1 - 1 / (9 * more) + z / (3 * more.squareRoot()), 3)
  }

  private static func walk(
    _ values: [Double], _ confidence: Double
  ) -> (slope: Double, half: Double) {
    let steps = zip(values, values.dropFirst()).map { $1 - $0 }
    let count = Double(steps.count)
    let mean = steps.reduce(0, +) / count
    let variance = steps.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / (count - 1)
    let t = Quantiles.studentTwoSided(confidence, degreesOfFreedom: steps.count - 1)
    return (mean, t * (variance / count).squareRoot())
  }

  private static func line(
    _ values: [Double], _ confidence: Double
  ) -> (slope: Double, half: Double) {
    let points = values.enumerated().map { (x: Double($0.offset), y: $0.element) }
    return StraightLine(points, confidence: confidence).map { ($0.slope, $0.half) } ?? (
      0, .infinity
    )
  }
}

/// The index in a series at which its mean changed most: finds slow drift that nightly pairs miss.
///
/// It compares the values before and after each split by Student's t (Biometrika 6, 1908) with a
/// pooled variance and takes the largest (Hawkins, Journal of the American Statistical Association
/// 72, 1977), with Bonferroni's correction over all splits. In a series that is constant apart from a step, the
/// step is found however small it is.
public struct StepDetection: Hashable, Sendable {
  /// The index of the first value after the step.
  public let index: Int
  /// The mean before the step.
  public let before: Double
  /// The mean from the step on.
  public let after: Double

  /// The fewest values on either side: two nights may agree by chance.
  public static let shortestSide = 3

  /// Looks for a step.
  ///
  /// - Parameters:
  ///   - values: In the order of time, finite.
  ///   - alpha: The largest probability of finding a step in independent normal values without one.
  /// - Returns: `nil` without a significant step, and for fewer than six values.
  /// - Precondition: 0 < alpha < 1.
  public static func find(_ values: [Double], alpha: Double = 0.01) -> StepDetection? {
    Quantiles.requireProbability(alpha)
    let splits = Array(values.indices.dropFirst(shortestSide).dropLast(shortestSide - 1))
    guard !splits.isEmpty else { return nil }
    let cut = Quantiles.studentTwoSided(
      1 - alpha / Double(splits.count), degreesOfFreedom: values.count - 2)
    let steps = splits.map { (step: Self(values, at: $0), t: statistic(values, at: $0)) }
    guard let best = steps.max(by: { $0.t < $1.t }), best.t > cut else { return nil }
    return best.step
  }

  private init(_ values: [Double], at index: Int) {
    self.index = index
    before = Self.mean(values[..<index])
    after = Self.mean(values[index...])
  }

  /// The absolute difference of means over its standard error; 0 if the means are equal.
  private static func statistic(_ values: [Double], at index: Int) -> Double {
    let sides = [values[..<index], values[index...]]
    let means = sides.map(mean)
    let difference = abs(means[0] - means[1])
    // A difference within rounding is no difference.
    guard difference > 1e-12 * max(abs(means[0]), abs(means[1])) else { return 0 }
    let squares = zip(sides, means).reduce(0) { sum, side in
      sum + side.0.reduce(0) { $0 + ($1 - side.1) * ($1 - side.1) }
    }
    let variance = squares / Double(values.count - 2)
    let counts = sides.map { Double($0.count) }
    return difference / (variance * (1 / counts[0] + 1 / counts[1])).squareRoot()
  }

  private static func mean(_ values: ArraySlice<Double>) -> Double {
    values.reduce(0, +) / Double(values.count)
  }
}

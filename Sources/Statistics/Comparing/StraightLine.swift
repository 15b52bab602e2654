/// The slope of a straight line through points, by least squares, with Student's interval (Student, Biometrika 6, 1908).
package struct StraightLine: Hashable, Sendable {
  package let slope: Double
  /// Half of the width of its interval.
  package let half: Double

  /// Fits a line.
  ///
  /// - Parameters:
  ///   - points: Three or more, of two places or more.
  ///   - confidence: The probability of the interval, two-sided.
  /// - Returns: `nil` for fewer points or places.
  package init?(_ points: [(x: Double, y: Double)], confidence: Double) {
    let count = Double(points.count)
    let x = points.reduce(0) { $0 + $1.x } / count
    let y = points.reduce(0) { $0 + $1.y } / count
    let spread = points.reduce(0) { $0 + ($1.x - x) * ($1.x - x) }
    guard points.count > 2, spread > 0 else { return nil }
    let slope = points.reduce(0) { $0 + ($1.x - x) * ($1.y - y) } / spread
    let rest = points.reduce(0) {
      let one = $1.y - y - slope * ($1.x - x)
      return $0 + one * one
    }
    let t = Quantiles.studentTwoSided(confidence, degreesOfFreedom: points.count - 2)
    self.slope = slope
    half = t * (rest / (count - 2) / spread).squareRoot()
  }
}

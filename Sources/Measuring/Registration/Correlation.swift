/// The correlation of two series, by their sums.
enum Correlation {
  /// - Parameters:
  ///   - weight: The sum of the weights.
  ///   - first: The sum of the first series.
  ///   - second: That of the second one.
  ///   - squares: The sums of their squares and of their products.
  /// - Returns: -1 to 1; 0 if one of them does not vary.
  static func of(
    _ weight: Double, _ first: Double, _ second: Double, _ squares: SIMD3<Double>
  ) -> Double {
    guard weight > 0 else { return 0 }
    let variances =
      (squares.x - first * first / weight) * (squares.y - second * second / weight)
    guard variances > 0 else { return 0 }
    return (squares.z - first * second / weight) / variances.squareRoot()
  }
}

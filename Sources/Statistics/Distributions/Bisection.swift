/// Bisection for the crossing of a monotone function: slow, reliable, and without derivatives.
enum Bisection {
  /// Halves an interval until it is at most the tolerance wide, or at the resolution of doubles.
  ///
  /// - Parameters:
  ///   - isBelow: True left of the crossing, false right of it.
  ///   - tolerance: Width at which to stop; 0 means the resolution of doubles.
  /// - Returns: The middle of the last interval. Never NaN for finite ends.
  static func crossing(
    from lower: Double, to upper: Double, tolerance: Double = 0, isBelow: (Double) -> Bool
  ) -> Double {
    var lower = lower
    var upper = upper
    // 200 halvings reach the resolution of doubles from any sensible start, even for tiny rates.
    for _ in 0..<200 where upper - lower > tolerance {
      let middle = lower + (upper - lower) / 2
      if middle == lower || middle == upper { break }
      if isBelow(middle) { lower = middle } else { upper = middle }
    }
    return lower + (upper - lower) / 2
  }
}

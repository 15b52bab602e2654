/// Finding where a monotone function crosses: slow, sure, and without derivatives.
enum Bisection {
  /// Narrows an interval until its ends are as close as doubles near them can usefully be.
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
    // 200 halvings reach the resolution of doubles from any sensible start, tiny rates included.
    for _ in 0..<200 where upper - lower > tolerance {
      let middle = lower + (upper - lower) / 2
      if middle == lower || middle == upper { break }
      if isBelow(middle) { lower = middle } else { upper = middle }
    }
    return lower + (upper - lower) / 2
  }
}

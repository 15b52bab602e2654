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

/// The minimisation of a function of a few variables without derivatives.
///
/// The simplex method of Nelder and Mead, Computer Journal 7 (1965), with the textbook
/// coefficients.
struct SimplexSearch {
  /// The point at which the search ended.
  private(set) var best: [Double]
  /// The function's value at that point.
  private(set) var value: Double

  /// Searches from a start.
  ///
  /// - Parameters:
  ///   - start: First corner of the simplex.
  ///   - steps: The distance of the other corners from the first, one for each variable.
  ///   - tolerance: The spread of values over the simplex at which to stop.
  ///   - goodEnough: The value at or below which the search stops early.
  ///   - function: The function to minimise. It must not return NaN.
  init(
    from start: [Double], steps: [Double], tolerance: Double = 1e-9,
    goodEnough: Double = -.infinity, function: ([Double]) -> Double
  ) {
    var corners = [(point: start, value: function(start))]
    for i in start.indices {
      var point = start
      point[i] += steps[i]
      corners.append((point, function(point)))
    }
    let worst = start.count
    for _ in 0..<(400 * start.count) {
      corners.sort { $0.value < $1.value }
      if corners[0].value <= goodEnough { break }
      // Values that differ by rounding alone are equal: large ones may never get closer.
      let rounding = 4 * corners[0].value.ulp
      if corners[worst].value - corners[0].value <= max(tolerance, rounding) { break }
      let centre = start.indices.map { i in
        corners[..<worst].reduce(0) { $0 + $1.point[i] } / Double(worst)
      }
      func along(_ factor: Double) -> (point: [Double], value: Double) {
        let far = corners[worst].point
        let point = start.indices.map { centre[$0] + factor * (far[$0] - centre[$0]) }
        return (point, function(point))
      }
      let reflected = along(-1)
      if reflected.value < corners[0].value {
        let expanded = along(-2)
        corners[worst] = expanded.value < reflected.value ? expanded : reflected
      } else if reflected.value < corners[worst - 1].value {
        corners[worst] = reflected
      } else {
        let contracted = reflected.value < corners[worst].value ? along(-0.5) : along(0.5)
        if contracted.value < min(reflected.value, corners[worst].value) {
          corners[worst] = contracted
        } else {
          for i in 1...worst {
            let point = start.indices.map { (corners[0].point[$0] + corners[i].point[$0]) / 2 }
            corners[i] = (point, function(point))
          }
        }
      }
    }
    corners.sort { $0.value < $1.value }
    best = corners[0].point
    value = corners[0].value
  }
}

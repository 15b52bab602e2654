/// The profile-likelihood interval of one crossing (Wilks, 1938): the sweep values the data allow.
struct CrossingProfile {
  let levels: [LevelCount]
  let rate: Double
  let fitted: LapseCurve
  /// The log-likelihood that a curve must reach to be allowed.
  let threshold: Double

  /// The interval from the lowest to the highest allowed sweep value, holes included.
  ///
  /// An end is infinite beyond the scanned range, which reaches one tested range past either end.
  func acceptedRange() -> Interval {
    let likelihood = LapseLikelihood(levels)
    let places = scannedPlaces(likelihood)
    let unbounded = allowsNever(likelihood)
    func accepts(_ t: Double) -> Bool {
      likelihood.reaches(threshold, crossing: rate, at: t, near: fitted)
    }
    guard let first = places.firstIndex(where: accepts),
      let last = places.lastIndex(where: accepts)
    else { return Interval(lower: .infinity, upper: .infinity) }
    let tolerance = likelihood.range * 1e-5
    let lower =
      first == 0
      ? -.infinity
      : Bisection.crossing(from: places[first - 1], to: places[first], tolerance: tolerance) {
        !accepts($0)
      }
    let upper =
      unbounded || last == places.count - 1
      ? .infinity
      : Bisection.crossing(
        from: places[last], to: places[last + 1], tolerance: tolerance, isBelow: accepts)
    return Interval(lower: lower, upper: upper)
  }

  /// An even grid, the levels, and the best curve's own crossing, which is always allowed.
  private func scannedPlaces(_ likelihood: LapseLikelihood) -> [Double] {
    let low = levels[0].x
    let steps = 72
    var places = (0...steps).map {
      low + likelihood.range * (3 * Double($0) / Double(steps) - 1)
    }
    places += levels.map(\.x)
    let own = fitted.crossing(rate)
    if own > places[0], own < places[steps] { places.append(own) }
    return places.sorted()
  }

  /// True if a curve that levels off at or below the rate reaches the log-likelihood threshold.
  private func allowsNever(_ likelihood: LapseLikelihood) -> Bool {
    guard 1 - rate <= LapseLogistic.largestLapse else { return false }
    return likelihood.maximum(lapses: (1 - rate)...LapseLogistic.largestLapse).value >= threshold
  }
}

/// The sweep value at which a model curve crosses a rate, as one of the cases a table can print.
public struct CrossingEstimate: Hashable, Sendable {
  /// The cases of a crossing that a table can print.
  public enum Location: Hashable, Sendable {
    /// The curve crosses the rate at this sweep value.
    case at(Double)
    /// The curve is at or above the rate even at the hardest level: print "≤ level".
    case atMost(Double)
    /// The curve is below the rate even at the easiest level: print "> level".
    case above(Double)
    /// The curve levels off at or below the rate and never crosses it: print "–" with the
    /// asymptote.
    case levelsOff(asymptote: Double)
    /// There is no crossing: print "–" with the reason.
    case none(Absence)
  }

  /// The reason there is no crossing to show.
  public enum Absence: Hashable, Sendable {
    /// There is no level with trials.
    case noLevels
    /// A single level has no curve.
    case oneLevel(Double)
    /// Some easier level reads worse than a harder one: no rising curve can be true.
    case islands
    /// The goodness-of-fit test rejects the model; `p` is the test's p-value.
    case misfit(p: Double)
  }

  /// The rate, an absolute probability.
  public let rate: Double
  /// The case for a table to print.
  public let location: Location
  /// The confidence interval; an end is infinite if the data do not bound it, both without a
  /// crossing.
  public let interval: Interval

  /// Estimates the crossing of ``LapseLogistic`` by its profile likelihood, or says why there is
  /// none.
  ///
  /// - Parameters:
  ///   - levels: Levels in any order; see ``LevelCount/usable(_:)``.
  ///   - rate: The rate whose crossing is sought.
  ///   - confidence: The confidence of the interval.
  /// - Precondition: 0 < rate < 1, 0 < confidence < 1.
  public static func model(
    _ levels: [LevelCount], rate: Double, confidence: Double = 0.95
  ) -> CrossingEstimate {
    models(levels, rates: [rate], confidence: confidence)[0]
  }

  /// Estimates the crossings of several rates by one fit; see ``model(_:rate:confidence:)``.
  ///
  /// - Returns: One estimate for each rate, in order.
  public static func models(
    _ levels: [LevelCount], rates: [Double], confidence: Double = 0.95
  ) -> [CrossingEstimate] {
    rates.forEach(Quantiles.requireProbability)
    let levels = LevelCount.usable(levels)
    func none(_ absence: Absence) -> [CrossingEstimate] {
      rates.map { .none(absence, rate: $0) }
    }
    guard let first = levels.first else { return none(.noLevels) }
    guard let fit = LapseLogistic.fit(levels) else { return none(.oneLevel(first.x)) }
    switch fit.admissibility(islands: Islands.find(levels)) {
    case .hiddenByIslands: return none(.islands)
    case .hiddenByMisfit(let p): return none(.misfit(p: p))
    case .shown: break
    }
    return rates.map { rate in
      let crossing = fit.crossing(rate, confidence: confidence)
      return CrossingEstimate(
        rate: rate, location: fit.location(crossing), interval: crossing.interval)
    }
  }

  static func none(_ absence: Absence, rate: Double) -> CrossingEstimate {
    CrossingEstimate(
      rate: rate, location: .none(absence),
      interval: Interval(lower: -.infinity, upper: .infinity))
  }

  /// Makes an estimate from a number clamped to the tested range, whose ends mean "or less" and
  /// "more".
  static func held(
    _ estimate: Double, _ interval: Interval, within range: ClosedRange<Double>, rate: Double
  ) -> CrossingEstimate {
    let location: Location =
      estimate <= range.lowerBound
      ? .atMost(range.lowerBound)
      : estimate >= range.upperBound ? .above(range.upperBound) : .at(estimate)
    return CrossingEstimate(
      rate: rate, location: location,
      interval: Interval(
        lower: interval.lower <= range.lowerBound ? -.infinity : interval.lower,
        upper: interval.upper >= range.upperBound ? .infinity : interval.upper))
  }
}

extension LapseLogistic {
  /// The case that a table prints for a crossing.
  public func location(_ crossing: Crossing) -> CrossingEstimate.Location {
    if crossing.estimate.isFinite { return .at(crossing.estimate) }
    if crossing.estimate < 0 { return .atMost(levels[0].x) }
    // Without any reads the asymptote is arbitrary: all that is known is that the curve never
    // rises.
    let levelsOff = 1 - lapse <= crossing.rate && levels.contains { $0.reads > 0 }
    return levelsOff ? .levelsOff(asymptote: 1 - lapse) : .above(levels[levels.count - 1].x)
  }
}

extension MonotoneCrossing {
  /// The cases of an interval that a table can print.
  public enum Location: Hashable, Sendable {
    /// The crossing lies between these two levels.
    case between(lower: Double, upper: Double)
    /// The data do not bound it from below: print "≤ level".
    case atMost(Double)
    /// The data do not bound it from above: print "> level".
    case above(Double)
    /// The data do not bound it at all: print "–", too few trials.
    case unbounded
  }

  /// The case for a table to print.
  public var location: Location {
    switch (interval.lower.isFinite, interval.upper.isFinite) {
    case (true, true): .between(lower: interval.lower, upper: interval.upper)
    case (false, true): .atMost(interval.upper)
    case (true, false): .above(interval.lower)
    case (false, false): .unbounded
    }
  }
}

/// The profile-likelihood interval of one crossing: the sweep values the data allow.
///
/// By the likelihood ratio's χ² (Wilks, Annals of Mathematical Statistics 9, 1938).
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
    // No curve of the model is likelier than the best of all curves that never fall: where those fall short,
    // there is nothing to search for.
    let bounds = MonotoneCrossing.logLikelihoods(levels, rate: rate)
    func accepts(_ t: Double) -> Bool {
      let gaps = levels.count { $0.x < t }...levels.count { $0.x <= t }
      guard bounds[gaps].contains(where: { $0 >= threshold - 1e-9 * (1 + abs(threshold)) }) else {
        return false
      }
      return likelihood.reaches(threshold, crossing: rate, at: t, near: fitted)
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

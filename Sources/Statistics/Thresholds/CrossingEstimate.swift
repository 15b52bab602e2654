/// Where a curve crosses a rate by a model, in one of the ways in which a table can print it.
public struct CrossingEstimate: Hashable, Sendable {
  /// What the number amounts to.
  public enum Verdict: Hashable, Sendable {
    /// It crosses here.
    case at(Double)
    /// It is above the rate at the hardest level already: print "≤ level".
    case atMost(Double)
    /// It is below the rate at the easiest level still: print "> level".
    case above(Double)
    /// It levels off at or below the rate, so it never crosses: print "–" with the asymptote.
    case levelsOff(asymptote: Double)
    /// There is nothing to print but "–" with the reason.
    case none(Absence)
  }

  /// Why there is no crossing to show.
  public enum Absence: Hashable, Sendable {
    /// There is no level with trials.
    case noLevels
    /// A single level has no curve.
    case oneLevel(Double)
    /// Some easier level is worse than a harder one: no rising curve can be true.
    case islands
    /// The deviance test rejects the model; the test's p-value.
    case misfit(p: Double)
  }

  /// The rate, an absolute probability.
  public let rate: Double
  /// What to print.
  public let verdict: Verdict
  /// The 95 % interval; infinite where the data do not bound it, −∞…∞ where there is no crossing.
  public let interval: Interval

  /// The crossing of ``LapseLogistic``, by its profile likelihood, or why it is not to be shown.
  ///
  /// - Parameters:
  ///   - levels: In any order; see ``LevelCount/usable(_:)``.
  ///   - rate: The rate whose crossing is sought.
  ///   - confidence: Of the interval.
  /// - Precondition: 0 < rate < 1, 0 < confidence < 1.
  public static func model(
    _ levels: [LevelCount], rate: Double, confidence: Double = 0.95
  ) -> CrossingEstimate {
    models(levels, rates: [rate], confidence: confidence)[0]
  }

  /// The crossings of several rates by one fit; see ``model(_:rate:confidence:)``.
  ///
  /// - Returns: One for each rate, in their order.
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
        rate: rate, verdict: fit.verdict(crossing), interval: crossing.interval)
    }
  }

  static func none(_ absence: Absence, rate: Double) -> CrossingEstimate {
    CrossingEstimate(
      rate: rate, verdict: .none(absence),
      interval: Interval(lower: -.infinity, upper: .infinity))
  }

  /// From a number that is held within the tested range: at its ends it means "or less" and "more".
  static func held(
    _ estimate: Double, _ interval: Interval, within range: ClosedRange<Double>, rate: Double
  ) -> CrossingEstimate {
    let verdict: Verdict =
      estimate <= range.lowerBound
      ? .atMost(range.lowerBound)
      : estimate >= range.upperBound ? .above(range.upperBound) : .at(estimate)
    return CrossingEstimate(
      rate: rate, verdict: verdict,
      interval: Interval(
        lower: interval.lower <= range.lowerBound ? -.infinity : interval.lower,
        upper: interval.upper >= range.upperBound ? .infinity : interval.upper))
  }
}

extension LapseLogistic {
  /// What a crossing's estimate amounts to.
  public func verdict(_ crossing: Crossing) -> CrossingEstimate.Verdict {
    if crossing.estimate.isFinite { return .at(crossing.estimate) }
    if crossing.estimate < 0 { return .atMost(levels[0].x) }
    // A curve through no reads at all has any asymptote: that it never rises is all that is known.
    let levelsOff = 1 - lapse <= crossing.rate && levels.contains { $0.reads > 0 }
    return levelsOff ? .levelsOff(asymptote: 1 - lapse) : .above(levels[levels.count - 1].x)
  }
}

extension MonotoneCrossing {
  /// What the interval amounts to.
  public enum Verdict: Hashable, Sendable {
    /// The crossing lies between these levels.
    case between(lower: Double, upper: Double)
    /// Nothing bounds it from below: print "≤ level".
    case atMost(Double)
    /// Nothing bounds it from above: print "> level".
    case above(Double)
    /// Nothing bounds it at all: print "–", too few trials.
    case unbounded
  }

  /// What to print.
  public var verdict: Verdict {
    switch (interval.lower.isFinite, interval.upper.isFinite) {
    case (true, true): .between(lower: interval.lower, upper: interval.upper)
    case (false, true): .atMost(interval.upper)
    case (true, false): .above(interval.lower)
    case (false, false): .unbounded
    }
  }
}

import Foundation

/// The model curve: a logistic with a lapse rate, ψ(x) = (1 − λ) logistic((x − m)/s).
///
/// It is fitted by maximum likelihood. λ is estimated within 0…0.2 (Wichmann and Hill, Perception &
/// Psychophysics 63, 2001: never fix it), the guess rate is 0, and s lies within 0.001…2 of the
/// tested range. Results are labelled "model", and hidden unless
/// ``admissibility(islands:limit:)`` allows them.
public struct LapseLogistic: Hashable, Sendable {
  /// The decision to show or hide the model.
  public enum Admissibility: Hashable, Sendable {
    /// The model fits: show it, labelled as a model.
    case shown
    /// Some easier level reads worse than a harder one: no rising curve can be true.
    case hiddenByIslands
    /// The bootstrap of the deviance rejects the model; `p` is the test's p-value.
    case hiddenByMisfit(p: Double)
  }

  /// m: the sweep value at which the curve reaches half its asymptote.
  public let midpoint: Double
  /// s: the width, in the sweep's unit.
  public let scale: Double
  /// λ: the rate of failures that remains however easy the level, 0…0.2.
  public let lapse: Double
  /// The log-likelihood without the binomial coefficients.
  public let logLikelihood: Double
  /// Twice the log-likelihood by which a curve through every observed rate exceeds this one.
  public let deviance: Double
  /// True if every level reads nothing or everything, and nothing only below everything.
  public let isSeparated: Bool
  /// The levels that were fitted: usable and ascending, at least two.
  let levels: [LevelCount]

  /// The largest lapse rate that the model allows.
  static let largestLapse = 0.2
  /// The smallest p-value of the goodness-of-fit test at which the model is shown: it hides one true
  /// logistic in ten.
  public static let smallestFitProbability = 0.10

  /// Fits the curve.
  ///
  /// - Parameter levels: Levels in any order; see ``LevelCount/usable(_:)``.
  /// - Returns: `nil` for fewer than two levels with trials, and for levels less than 1e-100 apart.
  public static func fit(_ levels: [LevelCount]) -> LapseLogistic? {
    let levels = LevelCount.usable(levels)
    guard let first = levels.first, let last = levels.last, last.x - first.x >= 1e-100 else {
      return nil
    }
    let likelihood = LapseLikelihood(levels)
    let (curve, best) = likelihood.maximum(lapses: 0...largestLapse)
    let full = levels.reduce(0) { $0 + Binomial.logLikelihood($1, rate: $1.rate) }
    return LapseLogistic(
      midpoint: curve.midpoint, scale: curve.scale, lapse: curve.lapse, logLikelihood: best,
      deviance: max(0, 2 * (full - best)), isSeparated: isSeparated(levels), levels: levels)
  }

  /// Decides if the model may be shown, given the islands of the same levels.
  ///
  /// - Parameters:
  ///   - islands: Those that ``Islands`` finds in the same levels.
  ///   - limit: The p-value of the goodness-of-fit test below which the model is hidden.
  public func admissibility(
    islands: [Island], limit: Double = smallestFitProbability
  ) -> Admissibility {
    if !islands.isEmpty { return .hiddenByIslands }
    let p = FitTest(fit: self).probability(below: limit)
    return p < limit ? .hiddenByMisfit(p: p) : .shown
  }

  /// True if the least deviance that a search from this curve finds is no less than this curve's own.
  ///
  /// The search stops at the first curve that decides it.
  func fitsNoWorse(than levels: [LevelCount]) -> Bool {
    let likelihood = LapseLikelihood(levels)
    let full = levels.reduce(0) { $0 + Binomial.logLikelihood($1, rate: $1.rate) }
    // Beyond what rounding may hide.
    let enough = full - deviance / 2 + 1e-9 * (1 + abs(full))
    return max(0, 2 * (full - likelihood.maximum(near: curve, enough: enough))) >= deviance
  }

  /// The model's rate at a sweep value, ψ(x).
  public func rate(at x: Double) -> Double {
    LapseCurve(midpoint: midpoint, scale: scale, lapse: lapse).rate(at: x)
  }

  private static func isSeparated(_ levels: [LevelCount]) -> Bool {
    let firstRead = levels.firstIndex { $0.reads > 0 } ?? levels.count
    return levels[firstRead...].allSatisfy { $0.failures == 0 }
  }
}

/// One curve of the model.
struct LapseCurve: Hashable, Sendable {
  var midpoint: Double
  var scale: Double
  var lapse: Double

  func rate(at x: Double) -> Double { (1 - lapse) * Logistic.value((x - midpoint) / scale) }

  /// The sweep value at which the curve passes a rate; infinite if it levels off at or below it.
  func crossing(_ rate: Double) -> Double {
    1 - lapse <= rate ? .infinity : midpoint + scale * Logistic.logit(rate / (1 - lapse))
  }
}

extension LapseLogistic {
  /// The sweep value at which the model crosses a rate, never extrapolated beyond the tested range.
  public struct Crossing: Hashable, Sendable {
    /// The rate, an absolute probability.
    public let rate: Double
    /// The crossing; `-.infinity` means "≤ the hardest level", `.infinity` means "> the easiest
    /// level" or "never, the curve levels off".
    public let estimate: Double
    /// The profile-likelihood interval.
    ///
    /// Ends beyond the tested range are infinite. If the whole interval lies beyond the tested
    /// range, the near end is the range's.
    public let interval: Interval
  }

  /// Estimates the model's crossing of a rate, with the profile-likelihood interval (Wilks, 1938).
  ///
  /// The interval holds every t for which some curve through (t, rate) has 2 (max − its
  /// log-likelihood) ≤ χ². Its upper end is infinite if some curve that never reaches the rate
  /// meets that too. With perfectly separated data the estimate is the middle of the gap.
  ///
  /// - Precondition: 0 < rate < 1, 0 < confidence < 1.
  public func crossing(_ rate: Double, confidence: Double = 0.95) -> Crossing {
    Quantiles.requireProbability(rate)
    let cut = Quantiles.chiSquareOne(confidence)
    let low = levels[0].x
    let high = levels[levels.count - 1].x
    let profile = CrossingProfile(
      levels: levels, rate: rate, fitted: curve, threshold: logLikelihood - cut / 2)
    let accepted = profile.acceptedRange()
    let t = estimate(rate)
    return Crossing(
      rate: rate, estimate: t < low ? -.infinity : t > high ? .infinity : t,
      interval: Interval(
        lower: accepted.lower < low ? -.infinity : min(accepted.lower, high),
        upper: accepted.upper > high ? .infinity : max(accepted.upper, low)))
  }

  private var curve: LapseCurve { LapseCurve(midpoint: midpoint, scale: scale, lapse: lapse) }

  private func estimate(_ rate: Double) -> Double {
    guard isSeparated else { return curve.crossing(rate) }
    let below = levels.last { $0.reads == 0 }?.x ?? -.infinity
    let above = levels.first { $0.reads > 0 }?.x ?? .infinity
    return below.isFinite && above.isFinite ? (below + above) / 2 : below + above
  }
}

/// The likelihood of ``LapseCurve``s given a sweep, and its maxima.
///
/// Bounded parameters are searched as sin² of an angle, so that a simplex can reach a bound without
/// getting stuck.
struct LapseLikelihood {
  let levels: [LevelCount]
  /// The distance from the hardest to the easiest level; positive.
  let range: Double
  private let scales: ClosedRange<Double>

  /// - Precondition: At least two usable levels.
  init(_ levels: [LevelCount]) {
    self.levels = levels
    range = levels[levels.count - 1].x - levels[0].x
    scales = log(1e-3 * range)...log(2 * range)
  }

  /// The log-likelihood without the binomial coefficients. Never NaN, never −∞ for finite curves.
  func value(_ curve: LapseCurve) -> Double {
    let logAsymptote = log1p(-curve.lapse)
    var sum = 0.0
    for level in levels {
      let z = (level.x - curve.midpoint) / curve.scale
      if level.reads > 0 { sum += Double(level.reads) * (logAsymptote - Logistic.softplus(-z)) }
      if level.failures > 0 {
        let logMiss =
          curve.lapse > 0
          ? log(curve.lapse + (1 - curve.lapse) * Logistic.value(-z)) : -Logistic.softplus(z)
        sum += Double(level.failures) * logMiss
      }
    }
    return sum
  }

  /// The most likely curve whose lapse rate lies within bounds.
  func maximum(lapses: ClosedRange<Double>) -> (curve: LapseCurve, value: Double) {
    func curve(_ p: [Double]) -> LapseCurve { self.curve(p, lapses) }
    let starts = startingPoints.map { (point: $0, value: value(curve($0))) }
      .sorted { $0.value > $1.value }
    var best = (curve: curve(starts[0].point), value: starts[0].value)
    // The likelihood can have several maxima: search from the best few points of the grid.
    for start in starts.prefix(4) {
      var point = start.point
      // Restart, since a simplex can shrink too early.
      for _ in 0..<3 {
        point =
          SimplexSearch(from: point, steps: [range / 50, 0.1, 0.2]) { -value(curve($0)) }.best
      }
      let found = value(curve(point))
      if found > best.value { best = (curve(point), found) }
    }
    return best
  }

  /// The largest log-likelihood that a search from a curve finds, which is near the maximum; of those
  /// that are enough, any.
  func maximum(near start: LapseCurve, enough: Double) -> Double {
    let lapses = 0...LapseLogistic.largestLapse
    func loss(_ p: [Double]) -> Double { -value(curve(p, lapses)) }
    var best = -Double.infinity
    // A lapse rate of 0 is an end of its range, which a search leaves slowly.
    for lapse in [start.lapse, 0.02] {
      var point = [
        start.midpoint, Self.angle(log(start.scale), scales), Self.angle(lapse, lapses),
      ]
      for _ in 0..<2 {
        let search = SimplexSearch(
          from: point, steps: [start.scale / 2, 0.05, 0.1], tolerance: 1e-4, goodEnough: -enough,
          function: loss)
        point = search.best
        best = max(best, -search.value)
        if best >= enough { return best }
      }
    }
    return best
  }

  /// True if some curve that passes `rate` at `t` has at least the log-likelihood `threshold`.
  func reaches(
    _ threshold: Double, crossing rate: Double, at t: Double, near fitted: LapseCurve
  ) -> Bool {
    // Lapse rates below 1 − rate, so that the curve reaches the rate; the margin keeps logit
    // finite.
    let lapses = 0...min(LapseLogistic.largestLapse, (1 - rate) * (1 - 1e-9))
    func loss(_ p: [Double]) -> Double {
      let lapse = Self.bounded(p[1], lapses)
      let scale = exp(Self.bounded(p[0], scales))
      let midpoint = t - scale * Logistic.logit(rate / (1 - lapse))
      return -value(LapseCurve(midpoint: midpoint, scale: scale, lapse: lapse))
    }
    let near = [Self.angle(log(fitted.scale), scales), Self.angle(fitted.lapse, lapses)]
    var starts = [(point: near, loss: loss(near))]
    for i in 0..<12 {
      for j in 0..<5 {
        let point = [Double.pi / 2 * (Double(i) + 0.5) / 12, Double.pi / 2 * Double(j) / 4]
        starts.append((point, loss(point)))
      }
    }
    starts.sort { $0.loss < $1.loss }
    if starts[0].loss <= -threshold { return true }
    return starts.prefix(3).contains { start in
      let search = SimplexSearch(
        from: start.point, steps: [0.08, 0.15], tolerance: 1e-7, goodEnough: -threshold,
        function: loss)
      return search.value <= -threshold
    }
  }

  /// A grid of starting curves: midpoints on, between and beyond the levels, and several scales.
  private var startingPoints: [[Double]] {
    let xs = levels.map(\.x)
    let halves = zip(xs, xs.dropFirst()).map { ($0 + $1) / 2 }
    // A curve that is high already at the first level rises somewhere below it, steeply or not.
    let below = [0.003, 0.01, 0.03, 0.1, 0.3, 1].map { xs[0] - $0 * range }
    let midpoints = below + xs + halves + [xs[xs.count - 1] + range]
    let lapseAngles: [Double] = [0, 0.15, 0.4, 0.9, .pi / 2]
    var starts: [[Double]] = []
    for midpoint in midpoints {
      for i in 0..<10 {
        let scaleAngle = Double.pi / 2 * (Double(i) + 0.5) / 10
        starts += lapseAngles.map { [midpoint, scaleAngle, $0] }
      }
    }
    return starts
  }

  /// The curve of a point of the search: midpoint, and the angles of scale and lapse rate.
  private func curve(_ point: [Double], _ lapses: ClosedRange<Double>) -> LapseCurve {
    LapseCurve(
      midpoint: point[0], scale: exp(Self.bounded(point[1], scales)),
      lapse: Self.bounded(point[2], lapses))
  }

  private static func bounded(_ angle: Double, _ range: ClosedRange<Double>) -> Double {
    let s = sin(angle)
    return range.lowerBound + (range.upperBound - range.lowerBound) * s * s
  }

  private static func angle(_ value: Double, _ range: ClosedRange<Double>) -> Double {
    let share = (value - range.lowerBound) / (range.upperBound - range.lowerBound)
    return asin(min(max(share, 0), 1).squareRoot())
  }
}

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

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
    func curve(_ p: [Double]) -> LapseCurve {
      LapseCurve(
        midpoint: p[0], scale: exp(Self.bounded(p[1], scales)),
        lapse: Self.bounded(p[2], lapses))
    }
    let starts = startingPoints(lapses).map { (point: $0, value: value(curve($0))) }
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
  private func startingPoints(_ lapses: ClosedRange<Double>) -> [[Double]] {
    let xs = levels.map(\.x)
    let halves = zip(xs, xs.dropFirst()).map { ($0 + $1) / 2 }
    let midpoints = xs + halves + [xs[0] - range, xs[xs.count - 1] + range]
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

  private static func bounded(_ angle: Double, _ range: ClosedRange<Double>) -> Double {
    let s = sin(angle)
    return range.lowerBound + (range.upperBound - range.lowerBound) * s * s
  }

  private static func angle(_ value: Double, _ range: ClosedRange<Double>) -> Double {
    let share = (value - range.lowerBound) / (range.upperBound - range.lowerBound)
    return asin(min(max(share, 0), 1).squareRoot())
  }
}

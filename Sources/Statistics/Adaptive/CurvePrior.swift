#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The prior of a curve: uniform in m and in ln s, λ ~ Beta(1, 20).
struct CurvePrior: Sendable {
  let midpoints: ClosedRange<Double>
  let logScales: ClosedRange<Double>
  /// The range of λ; 4 in 100 000 of the prior lie beyond it.
  let lapses: ClosedRange<Double> = 0...0.4

  /// Makes the prior for levels; they must be ascending, at least two.
  ///
  /// A midpoint may lie a little beyond the levels, since these may show only a part of the rise.
  /// Scales range from a near-step to a curve that takes the whole range to rise from 5 to 95 %.
  init(_ levels: [Double]) {
    let low = levels[0]
    let high = levels[levels.count - 1]
    let range = high - low
    midpoints = (low - range / 10)...(high + range / 10)
    logScales = log(range / 500)...log(range / (2 * Logistic.logit(0.95)))
  }

  static func logDensity(ofLapse lapse: Double) -> Double { 19 * log1p(-lapse) }

  /// The bounds of slanted lines, wide enough to hold every midpoint.
  func shifts(slope: Double) -> ClosedRange<Double> {
    let margin = abs(slope) * exp(logScales.upperBound)
    return (midpoints.lowerBound - margin)...(midpoints.upperBound + margin)
  }
}

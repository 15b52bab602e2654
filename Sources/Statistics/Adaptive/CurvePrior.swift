#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What is believed of a curve before any data: uniform in m and in ln s, λ ~ Beta(1, 20).
struct CurvePrior: Sendable {
  let midpoints: ClosedRange<Double>
  let logScales: ClosedRange<Double>
  /// Beyond it lie 4 in 100 000 of the prior.
  let lapses: ClosedRange<Double> = 0...0.4

  /// For levels ascending, at least two.
  ///
  /// A midpoint may lie a little beyond the levels: they may show but a part of the rise. Scales range
  /// from a step to a curve that takes the whole range to rise from 5 to 95 %.
  init(_ levels: [Double]) {
    let low = levels[0]
    let high = levels[levels.count - 1]
    let range = high - low
    midpoints = (low - range / 10)...(high + range / 10)
    logScales = log(range / 500)...log(range / (2 * Logistic.logit(0.95)))
  }

  static func logDensity(ofLapse lapse: Double) -> Double { 19 * log1p(-lapse) }

  /// The bounds of slanted lines: as wide as it takes to hold every midpoint.
  func shifts(slope: Double) -> ClosedRange<Double> {
    let margin = abs(slope) * exp(logScales.upperBound)
    return (midpoints.lowerBound - margin)...(midpoints.upperBound + margin)
  }
}

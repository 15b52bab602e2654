import Foundation

/// The lines of a posterior's grid, and the test for lines that lie too far apart.
///
/// Lines run along u = m − slope × s. Trials near the crossing determine m + s × constant long
/// before they determine m and s separately, so on lines along m the posterior would be a bent
/// ridge between nodes. The shift changes no volumes and therefore leaves the prior as it is.
struct CurveAxes: Sendable {
  let shifts: GridAxis
  let logScales: GridAxis
  let lapses: GridAxis
  let slope: Double

  /// The largest spacing, in standard deviations. Coarser grids stop early and do not cover.
  static let largestSpacing = 0.25

  /// Makes lines over the whole prior.
  init(_ prior: CurvePrior) {
    shifts = GridAxis(bounds: prior.midpoints, lines: 44)
    logScales = GridAxis(bounds: prior.logScales, lines: 44)
    lapses = GridAxis(bounds: prior.lapses, lines: 44)
    slope = 0
  }

  /// Makes lines that fit a posterior found on other lines.
  init(_ spread: CurveSpread, before: CurveAxes, prior: CurvePrior) {
    slope = spread.slope
    shifts = GridAxis(
      spread.shift, before: before.shifts, bounds: prior.shifts(slope: slope))
    logScales = GridAxis(spread.logScale, before: before.logScales, bounds: prior.logScales)
    lapses = GridAxis(spread.lapse, before: before.lapses, bounds: prior.lapses)
  }

  /// The nodes within the prior's bounds.
  func nodes(_ prior: CurvePrior) -> [CurveNode] {
    let shifts = shifts.values
    return logScales.values.flatMap { logScale in
      let scale = exp(logScale)
      return shifts.compactMap { shift in
        let midpoint = shift + slope * scale
        return prior.midpoints.contains(midpoint)
          ? CurveNode(midpoint: midpoint, scale: scale) : nil
      }
    }
  }

  /// True if these lines are finer than others on some axis, or reach further.
  func improve(on other: CurveAxes) -> Bool {
    shifts.improves(on: other.shifts) || logScales.improves(on: other.logScales)
      || lapses.improves(on: other.lapses)
  }

  /// True if a posterior on these lines is narrower than they resolve, or reaches beyond them.
  func needsRefit(_ spread: CurveSpread, prior: CurvePrior) -> Bool {
    shifts.needsRefit(spread.shift, bounds: prior.shifts(slope: slope))
      || logScales.needsRefit(spread.logScale, bounds: prior.logScales)
      || lapses.needsRefit(spread.lapse, bounds: prior.lapses)
  }
}

/// Evenly spaced lines of one parameter, each in the middle of its cell.
struct GridAxis: Sendable {
  let lower: Double
  let upper: Double
  let lines: Int

  /// The spacing of new lines, in standard deviations: well below the largest, so that they last.
  private static let freshSpacing = 0.2
  /// The most lines of an axis. With this many per axis a step still takes milliseconds.
  private static let mostLines = 60
  /// The most weight that an outermost line may carry where the prior goes on beyond it.
  private static let largestEdge = 2e-3

  var spacing: Double { (upper - lower) / Double(lines) }
  var values: [Double] { (0..<lines).map { lower + (Double($0) + 0.5) * spacing } }

  init(bounds: ClosedRange<Double>, lines: Int) {
    (lower, upper, self.lines) = (bounds.lowerBound, bounds.upperBound, lines)
  }

  /// Makes lines that hold all but 3 in 10 000 of a posterior's weight at either side.
  ///
  /// They reach further where the previous lines cut it off. Never narrower than three of the
  /// previous lines, because weight between two lines has no measurable deviation.
  init(_ marginal: Marginal, before: GridAxis, bounds: ClosedRange<Double>) {
    let step = before.spacing
    let growth = 0.3 * (before.upper - before.lower)
    var low = marginal.lower - step
    var high = marginal.upper + step
    if marginal.lowerEdge > Self.largestEdge { low = min(low, before.lower - growth) }
    if marginal.upperEdge > Self.largestEdge { high = max(high, before.upper + growth) }
    low = max(min(low, bounds.upperBound - step), bounds.lowerBound)
    high = min(max(high, low + step), bounds.upperBound)
    (lower, upper) = (low, high)
    let wanted = (high - low) / (Self.freshSpacing * max(marginal.deviation, step / 4))
    lines = min(max(Int(wanted.rounded(.up)), 12), Self.mostLines)
  }

  /// True if these lines are at least 3 % finer than others, or reach further by a spacing.
  func improves(on other: GridAxis) -> Bool {
    spacing < 0.97 * other.spacing || lower < other.lower - spacing || upper > other.upper + spacing
  }

  func needsRefit(_ marginal: Marginal, bounds: ClosedRange<Double>) -> Bool {
    spacing > CurveAxes.largestSpacing * marginal.deviation
      || (marginal.lowerEdge > Self.largestEdge && lower > bounds.lowerBound)
      || (marginal.upperEdge > Self.largestEdge && upper < bounds.upperBound)
  }
}

/// A grid node: a midpoint and a scale with their prior.
package struct CurveNode: Hashable, Sendable {
  /// m, the midpoint in the sweep's unit.
  package var midpoint: Double
  /// s, the width in the sweep's unit; positive.
  package var scale: Double
  /// The logarithm of the prior weight, up to a constant.
  package var logPrior: Double

  /// Makes a node, by default with the same prior as every other one.
  package init(midpoint: Double, scale: Double, logPrior: Double = 0) {
    self.midpoint = midpoint
    self.scale = scale
    self.logPrior = logPrior
  }
}

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

/// The spread of a posterior along slanted lines fitted to it, not along those it was found on.
struct CurveSpread: Sendable {
  let shift: Marginal
  let logScale: Marginal
  let lapse: Marginal
  /// The slope of the regression of m on s.
  let slope: Double

  init(_ grid: PosteriorGrid, on axes: CurveAxes) {
    let perLapse = grid.lapses.count
    var byLapse = [Double](repeating: 0, count: perLapse)
    let byNode = grid.nodes.indices.map { g in
      var mass = 0.0
      for l in 0..<perLapse {
        let weight = grid.weights[g * perLapse + l]
        mass += weight
        byLapse[l] += weight
      }
      return mass
    }
    let logScales = grid.nodes.map { log($0.scale) }
    logScale = Marginal(logScales, weights: byNode, axis: axes.logScales)
    lapse = Marginal(grid.lapses, weights: byLapse, axis: axes.lapses)
    var (meanMidpoint, meanScale) = (0.0, 0.0)
    for (node, mass) in zip(grid.nodes, byNode) {
      meanMidpoint += mass * node.midpoint
      meanScale += mass * node.scale
    }
    var (covariance, variance) = (0.0, 0.0)
    for (node, mass) in zip(grid.nodes, byNode) {
      let d = node.scale - meanScale
      covariance += mass * (node.midpoint - meanMidpoint) * d
      variance += mass * d * d
    }
    // A posterior narrower than two lines does not determine a slope.
    let isResolved = logScale.deviation > axes.logScales.spacing / 2
    let slope = isResolved ? covariance / variance : axes.slope
    self.slope = slope
    shift = Marginal(
      grid.nodes.map { $0.midpoint - slope * $0.scale }, weights: byNode, axis: axes.shifts,
      onAxis: grid.nodes.map { $0.midpoint - axes.slope * $0.scale })
  }
}

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

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

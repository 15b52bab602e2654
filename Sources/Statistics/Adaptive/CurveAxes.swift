#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

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

/// Evenly spaced lines of one parameter, each in the middle of its cell.
struct GridAxis: Sendable {
  let lower: Double
  let upper: Double
  let lines: Int

  /// The spacing of new lines in deviations: some way below the largest, so that they last.
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

  /// Lines that hold all but three ten-thousandths of a posterior at either side, and more where the lines
  /// before cut it off.
  ///
  /// Never narrower than three of the lines before: what lies between two has no deviation to be seen.
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

  /// Whether these lines show what others did not.
  func improves(on other: GridAxis) -> Bool {
    spacing < 0.97 * other.spacing || lower < other.lower - spacing || upper > other.upper + spacing
  }

  func needsRefit(_ marginal: Marginal, bounds: ClosedRange<Double>) -> Bool {
    spacing > CurveAxes.largestSpacing * marginal.deviation
      || (marginal.lowerEdge > Self.largestEdge && lower > bounds.lowerBound)
      || (marginal.upperEdge > Self.largestEdge && upper < bounds.upperBound)
  }
}

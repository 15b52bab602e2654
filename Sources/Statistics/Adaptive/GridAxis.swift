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

import Evaluation

/// A mean threshold with its interval as a dot on a line, on one scale for all rows of a table.
struct EstimatePlot {
  private static let width = 132.0
  private static let height = 18.0
  private let scale: AxisScale?
  private let range: ClosedRange<Double>?

  /// Makes the scale that holds all estimates.
  init(_ estimates: [Estimate]) {
    guard let low = estimates.map(\.lower).min(), let high = estimates.map(\.upper).max() else {
      (scale, range) = (nil, nil)
      return
    }
    range = low...max(low, high)
    scale = AxisScale(low...max(low, high), to: (7, Self.width - 7))
  }

  /// The column's title, with the ends of the scale.
  func title(_ wording: ScoreWording) -> String {
    guard let range else { return "95 % interval" }
    return
      "95 % interval, from \(wording.mean(range.lowerBound)) to \(wording.mean(range.upperBound))"
  }

  /// One row's drawing, hidden from screen readers because the number is beside it.
  func html(_ estimate: Estimate?, _ series: Series) -> HTML {
    guard let estimate, let scale else { return .text(Numerals.absent) }
    let y = Self.height / 2
    return .element(
      "svg",
      [
        "class": "estimate", "viewBox": "0 0 \(SVG.place(Self.width)) \(SVG.place(Self.height))",
        "aria-hidden": "true",
      ],
      SVG.line(2, y, Self.width - 2, y, class: "grid")
        + SVG.line(
          scale(estimate.lower), y, scale(estimate.upper), y, class: "whisker \(series.color)")
        + series.mark(scale(estimate.value), y, radius: 4))
  }
}

extension ScoreWording {
  /// Formats an end of a mean threshold's interval with two decimals.
  fileprivate func mean(_ value: Double) -> String {
    Numerals.decimal(value, places: 2)
  }
}

import Results

/// Estimates with their intervals as dots on lines that stretch, all on one scale.
///
/// Places along the line are shares of its width, sizes of marks and text are fixed: the drawing can
/// be any width, and nothing in it gets smaller or distorted.
struct StripPlot {
  private let scale: AxisScale
  private let ticks: [Double]

  /// Makes the scale that holds all estimates.
  init(_ estimates: [Estimate]) {
    let low = estimates.map(\.lower).min() ?? 0
    let high = max(estimates.map(\.upper).max() ?? 1, low)
    scale = AxisScale(low...high, to: (3, 97))
    ticks = AxisScale.ticks(low...high, atMost: 5)
  }

  /// One line, hidden from screen readers because the number is beside it.
  func html(_ estimate: Estimate?, _ series: Series) -> HTML {
    let whisker =
      estimate.map {
        line($0.lower, $0.upper, y: "50%", class: "whisker \(series.color)")
          + .element(
            "svg", ["x": place($0.value), "y": "50%", "class": "spot", "aria-hidden": "true"],
            series.mark(0, 0, radius: 5.5))
      } ?? .empty
    return drawing("strip", grid + whisker)
  }

  /// The line of tick labels.
  func axis(_ text: (Double) -> String) -> HTML {
    drawing(
      "strip ticks",
      ticks.map {
        .element(
          "text", ["x": place($0), "y": "0.9em", "text-anchor": "middle"], .text(text($0)))
      }.joined())
  }

  private var grid: HTML {
    ticks.map {
      .element(
        "line",
        ["class": "grid", "x1": place($0), "x2": place($0), "y1": "0", "y2": "100%"])
    }.joined()
  }

  private func line(_ from: Double, _ to: Double, y: String, class name: String) -> HTML {
    .element(
      "line", ["class": name, "x1": place(from), "x2": place(to), "y1": y, "y2": y])
  }

  private func place(_ value: Double) -> String { "\(SVG.place(scale(value)))%" }

  private func drawing(_ name: String, _ content: HTML) -> HTML {
    .element("svg", ["class": name, "aria-hidden": "true"], content)
  }
}

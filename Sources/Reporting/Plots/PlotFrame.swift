import Results

/// The part of a plot in which lines are drawn: its edges, in user units of an SVG.
package struct PlotFrame: Sendable {
  let left: Double
  let right: Double
  let top: Double
  let bottom: Double

  package init(left: Double, right: Double, top: Double, bottom: Double) {
    (self.left, self.right, self.top, self.bottom) = (left, right, top, bottom)
  }

  /// The scale of a corpus's levels, with a margin at both ends.
  ///
  /// Sizes compare by ratio, so that it is logarithmic: 1.2 px is to 1 px what 6 px is to 5.
  func scale(fromLevel first: Double, to last: Double) -> AxisScale {
    AxisScale(
      first...last, to: (left + 8, right - 6), isLogarithmic: first > 0 && last / first >= 5)
  }

  /// The range of numbers with their intervals, and a margin.
  package static func range(of estimates: [Estimate]) -> ClosedRange<Double> {
    let low = estimates.map(\.lower).min() ?? 0
    let high = estimates.map(\.upper).max() ?? 1
    let margin = max((high - low) * 0.06, 1e-6)
    return low - margin...high + margin
  }

  /// Lines across at round values, each with its number before it.
  package func grid(
    _ range: ClosedRange<Double>, _ up: AxisScale, atMost most: Int, gap: Double = 6
  ) -> HTML {
    AxisScale.ticks(range, atMost: most).map { value in
      SVG.line(left, up(value), right, up(value), class: "grid")
        + SVG.text(Numerals.level(value), x: left - gap, y: up(value) + 4, anchor: .end)
    }.joined()
  }

  /// The name of the axis below, in its middle.
  package func axisName(_ name: String, y: Double) -> HTML {
    SVG.text(name, x: (left + right) / 2, y: y, anchor: .middle, class: "axis")
  }

  /// The areas in which a pointer shows the numbers of places across: each ends half way to the next.
  func targets(
    _ places: [Double], data: (Int) -> Attributes = { _ in [:] }, lines: (Int) -> [String]
  ) -> HTML {
    places.indices.map { index in
      let from = index == 0 ? left : (places[index - 1] + places[index]) / 2
      let to = index == places.count - 1 ? right : (places[index] + places[index + 1]) / 2
      return SVG.rect(
        x: from, y: top, width: to - from, height: bottom - top, class: "target-area",
        data: data(index), SVG.hint(lines(index).joined(separator: "\n")))
    }.joined()
  }
}

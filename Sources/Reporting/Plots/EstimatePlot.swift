import Results

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

/// A plot of decode rates in rows, one per decoder, for a group with a single level.
struct RatePlot {
  private static let width = 400.0
  private static let rowHeight = 24.0
  private static let left = 14.0
  private static let right = 386.0

  let id: String
  let group: String
  let wording: ScoreWording
  let rows: [(series: Series, score: GroupScore)]

  private let rate = AxisScale(0...1, to: (Self.left, Self.right))

  private var bottom: Double { 8 + Double(rows.count) * Self.rowHeight }

  var html: HTML {
    SVG.drawing(
      id: id, width: Self.width, height: bottom + 24, title: "Decode rates on \(group)",
      description: rows.map { "\($0.series.label): \(text($0.score)) percent" }
        .joined(separator: "; "),
      class: "plot", grid + rows.enumerated().map { row($0, $1.series, $1.score) }.joined())
  }

  private var grid: HTML {
    [0.0, 0.25, 0.5, 0.75, 1].map { share in
      SVG.line(rate(share), 4, rate(share), bottom, class: "grid")
        + SVG.text(
          "\(Int(share * 100))\(share == 1 ? " %" : "")", x: rate(share), y: bottom + 16,
          anchor: share == 1 ? .end : share == 0 ? .start : .middle)
    }.joined()
  }

  private func row(_ index: Int, _ series: Series, _ score: GroupScore) -> HTML {
    let y = 8 + (Double(index) + 0.5) * Self.rowHeight
    guard !score.levels.isEmpty, let share = score.rate(at: 0) else { return .empty }
    let (value, interval) = (share.value, Bounds(lower: share.lower, upper: share.upper))
    return series.layer(
      SVG.line(
        rate(interval.lower), y, rate(interval.upper), y, class: "whisker \(series.color)")
        + series.mark(rate(value), y, radius: 4.5) + name(series, interval, y: y)
        + SVG.rect(
          x: Self.left, y: y - Self.rowHeight / 2, width: Self.right - Self.left,
          height: Self.rowHeight, class: "target-area",
          SVG.hint("\(series.label)  \(text(score)) %")))
  }

  /// The name on the longer free side of the interval; above its far end where neither has room.
  private func name(
    _ series: Series, _ interval: Bounds, y: Double
  ) -> HTML {
    let isLeft = rate(interval.lower) - Self.left > Self.right - rate(interval.upper)
    let room = isLeft ? rate(interval.lower) - Self.left : Self.right - rate(interval.upper)
    guard LabelLayout.width(of: series.short, size: 12) + 8 <= room else {
      return SVG.text(
        series.short, x: isLeft ? Self.left : Self.right, y: y - 4, anchor: isLeft ? .start : .end,
        class: "curve-name \(series.color)")
    }
    return SVG.text(
      series.short, x: isLeft ? rate(interval.lower) - 8 : rate(interval.upper) + 8, y: y + 4,
      anchor: isLeft ? .end : .start, class: "curve-name \(series.color)")
  }

  private func text(_ score: GroupScore) -> String {
    wording.rate(score.levels.isEmpty ? nil : score.rate(at: 0))
  }
}

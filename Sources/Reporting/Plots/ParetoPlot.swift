import Analysis
import Results

/// A plot of decode time against threshold, with the Pareto front of decoders.
struct ParetoPlot {
  /// One decoder's threshold and decode time.
  struct Entry {
    let series: Series
    let threshold: Estimate
    let point: SpeedPoint
    var milliseconds: Double { point.milliseconds }
    var isOnFront: Bool { point.isOnFront }
  }

  private static let width = 640.0
  private static let height = 340.0
  private static let left = 52.0
  private static let right = 620.0
  private static let top = 16.0
  private static let bottom = 290.0

  let wording: ScoreWording
  let entries: [Entry]

  private var times: ClosedRange<Double> {
    let all = entries.map(\.milliseconds)
    return (all.min() ?? 1) * 0.7...(all.max() ?? 1) * 1.6
  }

  private var values: ClosedRange<Double> {
    let low = entries.map(\.threshold.lower).min() ?? 0
    let high = entries.map(\.threshold.upper).max() ?? 1
    let margin = max(high - low, 0.02) * 0.12
    return low - margin...high + margin
  }

  var html: HTML {
    let x = AxisScale(times, to: (Self.left, Self.right), isLogarithmic: true)
    // The better end is at the bottom left, whatever the direction of the sweep.
    let y = AxisScale(
      values,
      to: wording.isLargerHarder ? (Self.top, Self.bottom) : (Self.bottom, Self.top))
    return SVG.drawing(
      id: "pareto", width: Self.width, height: Self.height, title: "Speed against threshold",
      description: description, class: "plot wide",
      grid(x, y) + front(x, y) + marks(x, y))
  }

  private var description: String {
    entries.map { entry in
      "\(entry.series.label): \(Numerals.milliseconds(entry.milliseconds)) ms, "
        + "\(wording.estimate(entry.threshold)) \(wording.unit)"
        + (entry.isOnFront ? ", on the front" : ", dominated")
    }.joined(separator: "; ") + "."
  }

  private func grid(_ x: AxisScale, _ y: AxisScale) -> HTML {
    let columns = AxisScale.logarithmicTicks(times).map { value in
      SVG.line(x(value), Self.top, x(value), Self.bottom, class: "grid")
        + SVG.text(
          Numerals.level(value), x: x(value), y: Self.bottom + 17, anchor: .middle)
    }
    let rows = AxisScale.ticks(values, atMost: 7).map { value in
      SVG.line(Self.left, y(value), Self.right, y(value), class: "grid")
        + SVG.text(Numerals.level(value), x: Self.left - 8, y: y(value) + 3.5, anchor: .end)
    }
    let unit = wording.unitAfterComma
    return (columns + rows).joined()
      + SVG.text(
        "milliseconds of a read (logarithmic): quicker to the left", x: Self.right,
        y: Self.height - 12, anchor: .end, class: "axis")
      + SVG.text(
        "mean threshold\(unit): better below", x: Self.left + 6, y: Self.top + 4, class: "axis")
  }

  /// The Pareto front: steps along the decoders that no other one beats in both.
  private func front(_ x: AxisScale, _ y: AxisScale) -> HTML {
    let best = entries.filter(\.isOnFront)
      .sorted { ($0.milliseconds, $0.series.label) < ($1.milliseconds, $1.series.label) }
    var points: [(x: Double, y: Double)] = []
    for entry in best {
      let point = (x: x(entry.milliseconds), y: y(entry.threshold.value))
      if let last = points.last { points.append((point.x, last.y)) }
      points.append(point)
    }
    guard let first = points.first, let last = points.last else { return .empty }
    return SVG.path(
      SVG.polyline([(first.x, Self.top)] + points + [(Self.right, last.y)]), class: "front")
  }

  private func marks(_ x: AxisScale, _ y: AxisScale) -> HTML {
    var taken: [(x: Double, y: Double)] = []
    return entries.map { entry in
      let (left, middle) = (x(entry.milliseconds), y(entry.threshold.value))
      var line = middle - 8
      while taken.contains(where: { abs($0.y - line) < 13 && abs($0.x - left) < 150 }) {
        line -= 13
      }
      taken.append((left, line))
      let label = DisplayText.shortened(entry.series.label, to: 26, ellipsis: "…")
      let isRight = left > Self.right - 150
      return SVG.line(
        left, y(entry.threshold.lower), left, y(entry.threshold.upper),
        class: "whisker \(entry.series.color)")
        + entry.series.mark(
          left, middle, radius: 5.5, class: entry.isOnFront ? "mark" : "mark hollow")
        + SVG.text(
          label + (entry.isOnFront ? "" : " (dominated)"), x: left + (isRight ? -9 : 9), y: line,
          anchor: isRight ? .end : .start, class: "label")
        + SVG.rect(
          x: left - 12, y: middle - 12, width: 24, height: 24, class: "target-area",
          SVG.hint(
            "\(entry.series.label)\n\(wording.estimate(entry.threshold)) \(wording.unit)\n"
              + "\(Numerals.milliseconds(entry.milliseconds)) ms"))
    }.joined()
  }
}

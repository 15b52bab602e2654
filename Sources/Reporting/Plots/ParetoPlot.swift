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

  /// The width of the page that a drawing is for: text keeps its size, so that both are legible.
  enum Size: String {
    case wide, narrow

    var width: Double { self == .wide ? 760 : 360 }
    var height: Double { self == .wide ? 400 : 380 }
    var textSize: Double { self == .wide ? 13 : 12 }
  }

  let wording: ScoreWording
  let entries: [Entry]
  let size: Size

  private let left = 48.0
  private let top = 24.0
  private var right: Double { size.width - 12 }
  private var bottom: Double { size.height - 48 }

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

  private var x: AxisScale { AxisScale(times, to: (left, right), isLogarithmic: true) }

  /// The better end is at the bottom left, whatever the direction of the sweep.
  private var y: AxisScale {
    AxisScale(values, to: wording.isLargerHarder ? (top, bottom) : (bottom, top))
  }

  var html: HTML {
    let (x, y) = (x, y)
    return SVG.drawing(
      id: size == .wide ? "pareto" : "pareto-narrow", width: size.width, height: size.height,
      title: "Speed against threshold", description: description, class: "plot",
      grid(x, y) + front(x, y) + entries.map { mark($0, x, y) }.joined() + names(x, y))
  }

  private var description: String {
    entries.map { entry in
      "\(entry.series.label): \(Numerals.milliseconds(entry.milliseconds)) ms, "
        + "\(wording.estimate(entry.threshold)) \(wording.unit)"
        + (entry.isOnFront ? ", on the front" : ", dominated")
    }.joined(separator: "; ") + "."
  }

  // MARK: Frame

  private func grid(_ x: AxisScale, _ y: AxisScale) -> HTML {
    var layout = LabelLayout(
      in: Box(x: 0, y: 0, width: size.width, height: size.height), textSize: 12)
    let columns = AxisScale.logarithmicTicks(times).map { value in
      SVG.line(x(value), top, x(value), bottom, class: "grid")
        + (layout.center(Numerals.level(value), x: x(value), baseline: bottom + 17) ?? .empty)
    }
    let rows = AxisScale.ticks(values, atMost: 7).map { value in
      SVG.line(left, y(value), right, y(value), class: "grid")
        + SVG.text(Numerals.level(value), x: left - 8, y: y(value) + 4, anchor: .end)
    }
    let hint = size == .wide ? "milliseconds of a read, logarithmic: " : "ms of a read, log: "
    return (columns + rows).joined()
      + SVG.text(
        hint + "quicker to the left", x: right, y: size.height - 10, anchor: .end, class: "axis")
      + SVG.text(
        "mean threshold\(wording.unitAfterComma): better below", x: 4, y: 13, class: "axis")
  }

  /// The Pareto front: steps along the decoders that no other one beats.
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
      SVG.polyline([(first.x, top)] + points + [(right, last.y)]), class: "front")
  }

  // MARK: Decoders

  private func mark(_ entry: Entry, _ x: AxisScale, _ y: AxisScale) -> HTML {
    let (across, middle) = (x(entry.milliseconds), y(entry.threshold.value))
    return SVG.line(
      across, y(entry.threshold.lower), across, y(entry.threshold.upper),
      class: "whisker \(entry.series.color)" + (entry.isOnFront ? "" : " pale"))
      + entry.series.mark(
        across, middle, radius: 5.5, class: entry.isOnFront ? "mark" : "mark hollow")
      + SVG.rect(
        x: across - 12, y: middle - 12, width: 24, height: 24, class: "target-area",
        SVG.hint(
          "\(entry.series.label)\n\(wording.estimate(entry.threshold)) \(wording.unit)\n"
            + "\(Numerals.milliseconds(entry.milliseconds)) ms"
            + (entry.isOnFront ? "\non the front" : "")))
  }

  /// The names beside the marks, those on the front first. A name that finds no room nearby stands
  /// further off, with a line to its mark.
  private func names(_ x: AxisScale, _ y: AxisScale) -> HTML {
    var layout = LabelLayout(
      in: Box(x: left, y: top, width: size.width - left - 2, height: bottom - top),
      textSize: size.textSize)
    let places = entries.map { (x: x($0.milliseconds), y: y($0.threshold.value)) }
    for place in places {
      layout.avoid(Box(x: place.x - 6, y: place.y - 6, width: 12, height: 12))
    }
    let order = entries.indices.sorted {
      (entries[$0].isOnFront ? 0 : 1, $0) < (entries[$1].isOnFront ? 0 : 1, $1)
    }
    return order.map { index in
      name(entries[index], at: places[index], in: &layout)
    }.joined()
  }

  private func name(
    _ entry: Entry, at place: (x: Double, y: Double), in layout: inout LabelLayout
  ) -> HTML {
    let kind = entry.isOnFront ? "label strong" : "label"
    for distance in [9.0, 24, 40, 60, 84, 112] {
      guard
        let label = layout.place(entry.series.short, besideOneOf: [place], gap: distance)
      else { continue }
      let end = label.anchor == .end ? label.box.x + label.box.width + 2 : label.box.x - 2
      let leader =
        distance > 9
        ? SVG.line(
          place.x, place.y, end, label.box.y + label.box.height / 2, class: "leader") : .empty
      return leader + label.html(class: kind)
    }
    return .empty
  }
}

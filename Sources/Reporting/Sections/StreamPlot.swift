import Results

/// The share of streams that have been read, as it grows with time: a step curve for each decoder.
struct StreamPlot {
  let table: StreamTable
  let page: PageContext

  private static let width = 440.0
  private static let height = 260.0
  private static let left = 52.0
  private static let right = 428.0
  private static let top = 14.0
  private static let bottom = 216.0

  private var across: AxisScale { AxisScale(0...table.seconds, to: (Self.left, Self.right)) }
  private var up: AxisScale { AxisScale(0...1, to: (Self.bottom, Self.top)) }

  var html: HTML {
    .list(table.decoders.map { page.series($0.decoder).fullTitle }, class: "legend")
      + .element("figure", ["class": "plot-figure"], drawing)
  }

  private var drawing: HTML {
    SVG.drawing(
      id: "stream-plot", width: Self.width, height: Self.height,
      title: "Share of streams that have been read, by time", description: description,
      class: "plot", frame + table.decoders.map(curve).joined())
  }

  private var description: String {
    table.decoders.map {
      "\($0.decoder): \(StreamScoreWording.reads($0)) read, half by \(StreamScoreWording.value($0.median))"
    }.joined(separator: "; ") + "."
  }

  private var frame: HTML {
    let shares = [0, 0.25, 0.5, 0.75, 1].map { share in
      SVG.line(Self.left, up(share), Self.right, up(share), class: "grid")
        + SVG.text(
          "\(Int(share * 100))", x: Self.left - 6, y: up(share) + 4, anchor: .end)
    }.joined()
    let times = AxisScale.ticks(0...table.seconds, atMost: 6).map { time in
      SVG.text(Numerals.level(time), x: across(time), y: Self.bottom + 16, anchor: .middle)
    }.joined()
    return shares + times
      + SVG.text(
        "seconds since the first frame; streams read, %", x: (Self.left + Self.right) / 2,
        y: Self.height - 6, anchor: .middle, class: "axis")
  }

  /// The steps of a decoder, from the first frame to the stream's end.
  private func curve(_ score: StreamScore) -> HTML {
    var points = [(x: across(0), y: up(0))]
    for step in score.steps {
      points.append((x: across(step.time), y: points[points.count - 1].y))
      points.append((x: across(step.time), y: up(step.share)))
    }
    points.append((x: across(table.seconds), y: points[points.count - 1].y))
    return SVG.path(SVG.polyline(points), class: page.series(score.decoder).line)
  }
}

import Results

/// The section on streams: when decoders first read right, at what cost, and what other rules change.
struct StreamSection {
  let page: PageContext

  /// The longest table that is shown at once.
  private static let unfoldedRows = 40

  var html: HTML {
    guard let streams = StreamScoreWording(page.wording) else { return .empty }
    let table = streams.table
    return .section(
      "streams", StreamScoreWording.title,
      .p(.text(streams.explanation + "."), class: "note")
        + StreamPlot(table: table, page: page).html + times(table)
        + .list(streams.sentences.map { .text(page.shortened($0) + ".") })
        + .p(.text(StreamScoreWording.costExplanation + "."), class: "note")
        + effects(table)
        + .p(.text(StreamScoreWording.effectExplanation + "."), class: "note"))
  }

  private static let scores: [PageTable.Column] = [
    .init("read", hint: "streams with a right report", isNumber: true),
    .init("half read by, s", hint: "with its 95 % interval", isNumber: true),
    .init("95 % read by, s", hint: "with its 95 % interval", isNumber: true),
    .init("wrong first", hint: "with the exact upper 95 % bound", isNumber: true),
    .init("CPU ms a read", isNumber: true), .init("CPU ms a first read", isNumber: true),
  ]

  private func cells(_ score: StreamScore) -> [PageTable.Cell] {
    func time(_ time: StreamScore.Time) -> PageTable.Cell {
      .init(text: StreamScoreWording.time(time), value: time.value)
    }
    let wrong = HTML.text(StreamScoreWording.wrongFirst(score))
    return [
      .init(text: StreamScoreWording.reads(score), value: Double(score.firstReads)),
      time(score.median), time(score.p95),
      .init(
        score.wrongFirst > 0 ? .span(wrong, class: "alarm") : wrong,
        value: Double(score.wrongFirst)),
      .init(text: StreamScoreWording.cpu(score.cpuSecondsPerRead), value: score.cpuSecondsPerRead),
      .init(
        text: StreamScoreWording.cpu(score.cpuSecondsPerFirstRead),
        value: score.cpuSecondsPerFirstRead),
    ]
  }

  private func times(_ table: StreamTable) -> HTML {
    var grid = PageTable(
      caption: "Time to first correct read, and its cost",
      columns: [.init("group"), .init("decoder")] + Self.scores, isStacking: true)
    let all = table.groups.count > 1 ? [("all", table.decoders)] : []
    for (name, scores) in all + table.groups.map({ ($0.group, $0.decoders) }) {
      for (place, score) in scores.enumerated() {
        grid.add(
          [.init(text: name), .init(page.name(score.decoder))] + cells(score),
          class: place == 0 ? "first" : nil)
      }
    }
    return grid.html(unfoldedUpTo: Self.unfoldedRows)
  }

  private func effects(_ table: StreamTable) -> HTML {
    var grid = PageTable(
      caption: StreamScoreWording.effectTitle,
      columns: [.init("decoder"), .init("frames"), .init("read in k/n")] + Self.scores,
      isStacking: true)
    for (place, effect) in table.effects.enumerated() {
      let label = effect.score.decoder
      let isFirst = place == 0 || table.effects[place - 1].score.decoder != label
      grid.add(
        [
          .init(page.name(label)), .init(text: StreamScoreWording.shortPolicy(effect.rules)),
          .init(text: StreamScoreWording.shortConfirmation(effect.rules)),
        ] + cells(effect.score), class: isFirst ? "first" : nil)
    }
    return grid.html(unfoldedUpTo: Self.unfoldedRows)
  }
}

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

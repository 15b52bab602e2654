import Results

/// A map of two axes, with the boundary of each decoder as a line and its interval as a band.
///
/// The second axis runs to the right, the sweep's own upwards. The part of the sweep is shown in
/// which something happens.
struct BoundaryPlot {
  let id: String
  let wording: ScoreWording
  let map: BoundaryWording
  /// The boundaries, each with its decoder's appearance.
  let contours: [(series: Series, contour: BoundaryContour)]
  let size: ParetoPlot.Size

  private let left = 48.0
  private let top = 26.0
  private var right: Double { size.width - (size == .wide ? 90 : 14) }
  private var bottom: Double { size.height - 44 }
  private var area: PlotFrame { PlotFrame(left: left, right: right, top: top, bottom: bottom) }
  private var isLargerHarder: Bool { wording.isLargerHarder }

  private var x: AxisScale {
    let columns = map.columns
    return AxisScale((columns.first ?? 0)...(columns.last ?? 1), to: (left + 14, right - 14))
  }

  /// The levels between the lowest and the highest of all lines, bands and islands, and a little more.
  private var values: ClosedRange<Double> {
    let levels = wording.table.corpus.levels.map(\.value)
    let points = map.map.contours.flatMap(\.points)
    let shown = points.flatMap { point in
      [point.value, point.hard, point.easy].compactMap(\.self)
        + point.islands.flatMap { [$0.from, $0.to] }
    }
    guard let low = shown.min(), let high = shown.max(), let first = levels.first,
      let last = levels.last
    else { return 0...1 }
    let margin = max((high - low) * 0.08, (last - first) * 0.02)
    return max(low - margin, first)...max(min(high + margin, last), first + margin)
  }

  private var y: AxisScale { AxisScale(values, to: (bottom, top)) }

  var html: HTML {
    let (x, y) = (x, y)
    return SVG.drawing(
      id: "\(id)-\(size.rawValue)", width: size.width, height: size.height, title: map.title,
      description: description, class: "plot",
      frame(x, y) + contours.map { $0.series.layer(band($0.contour, $0.series, x, y)) }.joined()
        + contours.indices.map { layer($0, x, y) }.joined() + names(x, y) + targets(x))
  }

  private var description: String {
    contours.map { entry in
      let points = entry.contour.points.enumerated().map {
        "\(map.name(ofColumn: $0)): \(map.point($1))"
      }
      return "\(entry.series.label): \(points.joined(separator: ", "))"
    }.joined(separator: "; ") + "."
  }

  // MARK: Frame

  private func frame(_ x: AxisScale, _ y: AxisScale) -> HTML {
    var layout = LabelLayout(
      in: Box(x: 0, y: 0, width: size.width, height: size.height), textSize: size.textSize)
    let columns = map.columns.indices.map { column in
      let place = x(map.columns[column])
      return SVG.line(place, bottom, place, bottom + 4, class: "tick")
        + (layout.center(map.name(ofColumn: column), x: place, baseline: bottom + 18) ?? .empty)
    }
    let reads = "\(isLargerHarder ? "below" : "above") a line, more than \(map.percent) are read"
    return area.grid(values, y, atMost: 8, gap: 8) + columns.joined()
      + area.axisName(map.secondAxis, y: size.height - 8)
      + SVG.text(size == .wide ? "\(map.axis): \(reads)" : map.axis, x: 4, y: 13, class: "axis")
  }

  // MARK: Decoders

  /// The end of the drawing at which the sweep is hard, or easy.
  private func edge(isHard: Bool) -> Double { isHard == isLargerHarder ? top : bottom }

  private func band(
    _ contour: BoundaryContour, _ series: Series, _ x: AxisScale, _ y: AxisScale
  ) -> HTML {
    let places = zip(map.columns, contour.points).filter { $1.kind != .none }
    let hard = places.map { (x($0), $1.hard.map { y($0) } ?? edge(isHard: true)) }
    let easy = places.reversed().map { (x($0), $1.easy.map { y($0) } ?? edge(isHard: false)) }
    guard hard.count > 1 else { return .empty }
    return SVG.path(SVG.polyline(hard + easy) + "z", class: "band \(series.color)")
  }

  /// The place of a point; beyond the levels it is the edge.
  private func place(_ point: BoundaryPoint, _ y: AxisScale) -> Double? {
    switch point.kind {
    case .at: point.value.map { y($0) }
    case .beyondHardest: edge(isHard: true)
    case .beyondEasiest: edge(isHard: false)
    case .none: nil
    }
  }

  private func layer(_ index: Int, _ x: AxisScale, _ y: AxisScale) -> HTML {
    let (series, contour) = contours[index]
    var marks = HTML.empty
    var line = ""
    var run: [(x: Double, y: Double)] = []
    for (column, point) in zip(map.columns, contour.points) {
      guard let height = place(point, y) else { continue }
      marks += series.mark(
        x(column), height, radius: 4, class: point.kind == .at ? "mark" : "mark hollow")
      // A line to the edge would be made up: where it crosses the edge is not known.
      if point.kind == .at {
        run.append((x(column), height))
      } else {
        line += SVG.polyline(run)
        run = []
      }
    }
    line += SVG.polyline(run)
    let curve = line.isEmpty ? HTML.empty : SVG.path(line, class: series.line)
    return series.layer(islands(index, x, y) + curve + marks)
  }

  /// A bar across the column for each island; those of several decoders stand side by side.
  private func islands(_ index: Int, _ x: AxisScale, _ y: AxisScale) -> HTML {
    let (series, contour) = contours[index]
    let width = 6.0
    let offset = (Double(index) - Double(contours.count) / 2) * (width + 1)
    return zip(map.columns, contour.points).flatMap { column, point in
      point.islands.map { island in
        SVG.rect(
          x: x(column) + offset, y: y(island.to) - 3, width: width,
          height: y(island.from) - y(island.to) + 6, class: "island-bar \(series.color)")
      }
    }.joined()
  }

  /// The names at the ends of the lines.
  private func names(_ x: AxisScale, _ y: AxisScale) -> HTML {
    var layout = LabelLayout(
      in: Box(x: left, y: top - 8, width: size.width - left, height: bottom - top + 16),
      textSize: size.textSize)
    let lines = contours.map { entry in
      zip(map.columns, entry.contour.points).compactMap { column, point in
        place(point, y).map { (x: x(column), y: $0) }
      }
    }
    for point in lines.joined() {
      layout.avoid(Box(x: point.x - 5, y: point.y - 5, width: 10, height: 10))
    }
    return zip(contours, lines).map { entry, line in
      let series = entry.series
      let label = layout.place(series.short, besideOneOf: line.reversed(), gap: 9) { box in
        lines.count { Self.passes($0, through: box) }
      }
      guard let label else { return .empty }
      return series.layer(label.html(class: "curve-name \(series.color)"))
    }.joined()
  }

  /// True if a line comes into a box, as far as twenty points of each of its parts tell.
  private static func passes(_ line: [(x: Double, y: Double)], through box: Box) -> Bool {
    zip(line, line.dropFirst()).contains { a, b in
      (0...20).contains { step in
        let share = Double(step) / 20
        return Box(
          x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share, width: 0.1, height: 0.1
        ).overlaps(box)
      }
    }
  }

  // MARK: Hover

  private func targets(_ x: AxisScale) -> HTML {
    area.targets(map.columns.map { x($0) }) { column in
      ["\(map.secondAxis): \(map.name(ofColumn: column))", map.axis]
        + contours.map { "\($0.series.short)  \(map.point($0.contour.points[column]))" }
    }
  }
}

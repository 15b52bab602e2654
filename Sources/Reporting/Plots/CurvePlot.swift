import Results

/// A plot of one group's decode rates by level, with a curve for each decoder.
///
/// A band is the exact 95 % interval of each rate. A thin vertical line marks the level from which
/// a decoder is reliable; a bar below the axis marks an island. Names stand beside the curves as far
/// as there is room. If the sweep has no order, or only two levels, points are side by side and no
/// line joins them. Everything of one decoder is one layer, so that it can be switched on and off.
struct CurvePlot {
  private static let width = 400.0
  private static let top = 14.0
  private static let bottom = 206.0
  private static let area = PlotFrame(left: left, right: right, top: top, bottom: bottom)
  private static let left = 44.0
  private static let right = 390.0

  let id: String
  let group: String
  let wording: ScoreWording
  /// The decoders that were tried on the group, with their scores.
  let rows: [(series: Series, score: GroupScore)]

  private var levels: [Double] { wording.table.corpus.levels.map(\.value) }

  /// True if there are enough levels in an order for a curve; a line between two would be made up.
  private var hasCurves: Bool { wording.isOrdered && levels.count > 2 }

  /// The horizontal place of each level.
  private var places: [Double] {
    guard hasCurves, let first = levels.first, let last = levels.last else {
      let step = (Self.right - Self.left) / Double(max(levels.count, 1))
      return levels.indices.map { Self.left + (Double($0) + 0.5) * step }
    }
    let scale = Self.area.scale(fromLevel: first, to: last)
    return levels.map { scale($0) }
  }

  private let rate = AxisScale(0...1, to: (Self.bottom, Self.top))

  /// Each row with islands takes room for its bar below the axis.
  private var height: Double { 256 + Double(islandRows.count) * 3.5 }

  var html: HTML {
    SVG.drawing(
      id: id, width: Self.width, height: height, title: "Decode rates on \(group)",
      description: description, class: "plot",
      frame + informed + rows.indices.map(layer).joined() + labels + axis + targets)
  }

  /// The line of what these pixels allow, where the informed reader was asked.
  private var informed: HTML {
    guard hasCurves,
      let limits = wording.table.informed?.groups.first(where: { $0.group == group })
    else { return .empty }
    let points = wording.table.corpus.levels.enumerated().compactMap {
      index, level -> (x: Double, y: Double)? in
      limits.levels.first { $0.level == level.text }.map {
        (places[index], rate($0.rate.value))
      }
    }
    return SVG.path(SVG.polyline(Self.withoutLevelMiddles(points)), class: "limit")
  }

  private var description: String {
    rows.map { row in
      let threshold =
        wording.isOrdered
        ? "\(wording.thresholdTitle) \(wording.threshold(row.score.threshold)) \(wording.unit), "
        : ""
      return "\(row.series.label): \(threshold)decode rate "
        + "\(wording.decodeRate(row.score.total)) percent"
    }.joined(separator: "; ") + "."
  }

  // MARK: Frame

  private var frame: HTML {
    let lines = [0.0, 0.25, 0.5, 0.75, 1].map { share in
      SVG.line(Self.left, rate(share), Self.right, rate(share), class: "grid")
        + SVG.text(
          "\(Int(share * 100))\(share == 1 ? " %" : "")", x: Self.left - 6, y: rate(share) + 4,
          anchor: .end)
    }
    let target =
      wording.isOrdered
      ? SVG.line(Self.left, rate(0.95), Self.right, rate(0.95), class: "target") : .empty
    return lines.joined() + target
  }

  private var axis: HTML {
    let ticks = labelled.map { level in
      SVG.line(places[level], Self.bottom, places[level], Self.bottom + 4, class: "tick")
        + SVG.text(
          wording.table.corpus.levels[level].text, x: places[level],
          y: Self.bottom + 16 + Double(islandRows.count) * 3.5, anchor: .middle)
    }
    let unit = wording.unitAfterComma
    let name = wording.table.corpus.axis.split(separator: "-").joined(separator: " ")
    return ticks.joined() + Self.area.axisName("\(name)\(unit)", y: height - 8)
  }

  /// The indices of labelled levels: the ends first, then whole numbers, then halves, as far as
  /// there is room.
  private var labelled: [Int] {
    func weight(_ index: Int) -> Int {
      if index == 0 || index == levels.count - 1 { return 0 }
      let value = levels[index]
      return value == value.rounded() ? 1 : value * 2 == (value * 2).rounded() ? 2 : 3
    }
    var chosen: [Int] = []
    for index in levels.indices.sorted(by: { (weight($0), $0) < (weight($1), $1) })
    where chosen.allSatisfy({ abs(places[$0] - places[index]) >= 30 }) {
      chosen.append(index)
    }
    return chosen.sorted()
  }

  // MARK: Decoders

  /// Everything that belongs to one decoder.
  private func layer(_ index: Int) -> HTML {
    rows[index].series.layer(
      islands(index) + threshold(index) + (hasCurves ? band(index) + line(index) : dots(index)))
  }

  private func offset(_ row: Int) -> Double {
    let room = (Self.right - Self.left) / Double(max(levels.count, 1)) * 0.7
    let step = min(9, room / Double(max(rows.count, 1)))
    return (Double(row) - Double(rows.count - 1) / 2) * step
  }

  /// The points of a row: the place and rate of each level that was tried.
  private func points(_ index: Int) -> [(x: Double, y: Double)] {
    levels.indices.compactMap { level in
      rows[index].score.rate(at: level).map { (places[level], rate($0.value)) }
    }
  }

  private func dots(_ index: Int) -> HTML {
    let row = rows[index]
    return levels.indices.compactMap { level -> HTML? in
      guard let share = row.score.rate(at: level) else { return nil }
      let x = places[level] + offset(index)
      return SVG.line(
        x, rate(share.lower), x, rate(share.upper), class: "whisker \(row.series.color)")
        + row.series.mark(x, rate(share.value), radius: 3.5)
    }.joined()
  }

  private func band(_ index: Int) -> HTML {
    let score = rows[index].score
    let tried = score.levels.indices.compactMap { level in
      score.rate(at: level).map { (place: places[level], rate: $0) }
    }
    guard tried.count > 1 else { return .empty }
    let upper = tried.map { ($0.place, rate($0.rate.upper)) }
    let lower = tried.reversed().map { ($0.place, rate($0.rate.lower)) }
    return SVG.path(
      SVG.polyline(Self.withoutLevelMiddles(upper) + Self.withoutLevelMiddles(lower)) + "z",
      class: "band \(rows[index].series.color)")
  }

  private func line(_ index: Int) -> HTML {
    let (row, points) = (rows[index], points(index))
    return SVG.path(SVG.polyline(Self.withoutLevelMiddles(points)), class: row.series.line)
      + row.series.marks(points, radius: levels.count > 20 ? 2.2 : 3)
  }

  /// Returns the points without those in the middle of a level stretch, which a line passes anyway.
  private static func withoutLevelMiddles(
    _ points: [(x: Double, y: Double)]
  ) -> [(x: Double, y: Double)] {
    points.indices.filter { index in
      index == 0 || index == points.count - 1 || points[index - 1].y != points[index].y
        || points[index].y != points[index + 1].y
    }.map { points[$0] }
  }

  private func threshold(_ index: Int) -> HTML {
    guard hasCurves, let holds = rows[index].score.threshold.upper,
      let level = levels.firstIndex(of: holds)
    else { return .empty }
    return SVG.line(
      places[level], rate(0.95), places[level], Self.bottom,
      class: "threshold \(rows[index].series.color)")
  }

  /// The rows that have islands, which take room below the axis.
  private var islandRows: [Int] {
    rows.indices.filter { !rows[$0].score.islands.isEmpty }
  }

  private func islands(_ index: Int) -> HTML {
    guard let line = islandRows.firstIndex(of: index) else { return .empty }
    let row = rows[index]
    return row.score.islands.map { island in
      let inside = levels.indices.filter { (island.from...island.to).contains(levels[$0]) }
      guard let first = inside.first, let last = inside.last else { return .empty }
      let from = (places[first] + places[max(first - 1, 0)]) / 2
      let to = (places[last] + places[min(last + 1, places.count - 1)]) / 2
      return SVG.rect(
        x: from, y: Self.top, width: to - from, height: Self.bottom - Self.top,
        class: "island \(row.series.color)")
        + SVG.rect(
          x: from, y: Self.bottom + 2 + Double(line) * 3.5, width: to - from, height: 2.6,
          class: "island-bar \(row.series.color)")
    }.joined()
  }

  // MARK: Names

  /// The heights at which a name may stand beside its curve, the middle first.
  private static let heights = [0.5, 0.35, 0.65, 0.2, 0.8]

  /// The names beside the curves; a curve without room for its name is named above the plot.
  private var labels: HTML {
    guard hasCurves else { return .empty }
    var layout = LabelLayout(
      in: Box(
        x: Self.left + 2, y: Self.top, width: Self.right - Self.left,
        height: Self.bottom - Self.top), textSize: 12)
    let curves = rows.indices.map(points)
    return rows.indices.map { index in
      let places = Self.heights.compactMap { share in
        Self.crossing(curves[index], height: rate(share)).map { (x: $0, y: rate(share)) }
      }
      let label = layout.place(rows[index].series.short, besideOneOf: places, gap: 5) { box in
        curves.indices.count { Self.passes(curves[$0], through: box) }
      }
      guard let label else { return .empty }
      return rows[index].series.layer(
        label.html(class: "curve-name \(rows[index].series.color)"))
    }.joined()
  }

  /// The first place at which a line passes a height; `nil` if it never does.
  private static func crossing(_ points: [(x: Double, y: Double)], height: Double) -> Double? {
    for (a, b) in zip(points, points.dropFirst()) where (a.y > height) != (b.y > height) {
      return a.x + (b.x - a.x) * (height - a.y) / (b.y - a.y)
    }
    return nil
  }

  /// True if a line comes into a box, as far as its corners and its crossings tell.
  private static func passes(_ points: [(x: Double, y: Double)], through box: Box) -> Bool {
    points.contains {
      Box(x: $0.x, y: $0.y, width: 0.1, height: 0.1).overlaps(box)
    }
      || [0.1, 0.5, 0.9].contains { share in
        crossing(points, height: box.y + box.height * share).map {
          $0 > box.x && $0 < box.x + box.width
        } ?? false
      }
  }

  // MARK: Hover

  private var targets: HTML {
    Self.area.targets(places) { level in
      ["data-group": group, "data-level": "\(level)"]
    } lines: { level in
      let unit = wording.unit.isEmpty ? "" : " \(wording.unit)"
      let values = rows.map { row in
        let isIsland = row.score.islands.contains {
          ($0.from...$0.to).contains(levels[level])
        }
        return "\(row.series.short)  \(wording.rate(row.score.rate(at: level)))"
          + (isIsland ? "  island" : "")
      }
      return ["\(wording.table.corpus.levels[level].text)\(unit), decode rate, %"] + values
    }
  }
}

import Results

/// A plot of one group's decode rates by level, with a curve for each decoder.
///
/// A band is the exact 95 % interval of each rate. A thin vertical line marks the level from which
/// a decoder is reliable; a bar below the axis marks an island. If the sweep has no order, points
/// are side by side and no line joins them.
struct CurvePlot {
  private static let width = 400.0
  private static let height = 256.0
  private static let top = 14.0
  private static let bottom = 206.0
  private static let left = 44.0
  private static let right = 390.0

  let id: String
  let group: String
  let wording: ScoreWording
  /// The decoders that were tried on the group, with their scores.
  let rows: [(series: Series, score: GroupScore)]

  private var levels: [Double] { wording.table.corpus.levels.map(\.value) }

  /// The horizontal place of each level.
  private var places: [Double] {
    guard wording.isOrdered, let first = levels.first, let last = levels.last else {
      let step = (Self.right - Self.left) / Double(max(levels.count, 1))
      return levels.indices.map { Self.left + (Double($0) + 0.5) * step }
    }
    // Sizes compare by ratio, so the scale is logarithmic: 1.2 px is to 1 px what 6 px is to 5.
    let scale = AxisScale(
      first...last, to: (Self.left + 8, Self.right - 6),
      isLogarithmic: first > 0 && last / first >= 5)
    return levels.map { scale($0) }
  }

  private let rate = AxisScale(0...1, to: (Self.bottom, Self.top))

  var html: HTML {
    SVG.drawing(
      id: id, width: Self.width, height: Self.height, title: "Decode rates on \(group)",
      description: description, class: "plot",
      frame + islands + thresholds + bands + lines + axis + targets)
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
    return ticks.joined()
      + SVG.text(
        "\(name)\(unit)", x: (Self.left + Self.right) / 2, y: Self.height - 8, anchor: .middle,
        class: "axis")
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

  private func offset(_ row: Int) -> Double {
    guard !wording.isOrdered else { return 0 }
    let room = (Self.right - Self.left) / Double(max(levels.count, 1)) * 0.7
    let step = min(9, room / Double(max(rows.count, 1)))
    return (Double(row) - Double(rows.count - 1) / 2) * step
  }

  private var bands: HTML {
    rows.enumerated().map { index, row in
      let points = row.score.levels.indices.filter { row.score.levels[$0].readRate != nil }
      guard wording.isOrdered else {
        return points.map { level in
          let interval = row.score.levels[level].readRateInterval
          let x = places[level] + offset(index)
          return SVG.line(
            x, rate(interval.lower), x, rate(interval.upper),
            class: "whisker \(row.series.color)")
        }.joined()
      }
      guard points.count > 1 else { return .empty }
      let upper = points.map { (places[$0], rate(row.score.levels[$0].readRateInterval.upper)) }
      let lower = points.reversed().map {
        (places[$0], rate(row.score.levels[$0].readRateInterval.lower))
      }
      return SVG.path(SVG.polyline(upper + lower) + "z", class: "band \(row.series.color)")
    }.joined()
  }

  private var lines: HTML {
    rows.enumerated().map { index, row in
      let points = row.score.levels.indices.compactMap { level -> (x: Double, y: Double)? in
        row.score.levels[level].readRate.map { (places[level] + offset(index), rate($0)) }
      }
      let line =
        wording.isOrdered
        ? SVG.path(SVG.polyline(points), class: row.series.line) : HTML.empty
      let radius = levels.count > 20 ? 2.2 : 3
      return line + points.map { row.series.mark($0.x, $0.y, radius: radius) }.joined()
    }.joined()
  }

  private var thresholds: HTML {
    guard wording.isOrdered else { return .empty }
    return rows.compactMap { row in
      guard let holds = row.score.threshold.upper, let level = levels.firstIndex(of: holds) else {
        return nil
      }
      return SVG.line(
        places[level], rate(0.95), places[level], Self.bottom,
        class: "threshold \(row.series.color)")
    }.joined()
  }

  /// The rows that have islands, which take room below the axis.
  private var islandRows: [Int] {
    rows.indices.filter { !rows[$0].score.islands.isEmpty }
  }

  private var islands: HTML {
    islandRows.enumerated().map { line, index in
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
    }.joined()
  }

  // MARK: Hover

  private var targets: HTML {
    levels.indices.map { level in
      let from = level == 0 ? Self.left : (places[level - 1] + places[level]) / 2
      let to =
        level == levels.count - 1 ? Self.right : (places[level] + places[level + 1]) / 2
      let unit = wording.unit.isEmpty ? "" : " \(wording.unit)"
      let values = rows.map { row in
        let isIsland = row.score.islands.contains {
          ($0.from...$0.to).contains(levels[level])
        }
        return "\(row.series.label)  \(wording.rate(row.score.levels[level]))"
          + (isIsland ? "  island" : "")
      }
      let text = ["\(wording.table.corpus.levels[level].text)\(unit), decode rate, %"] + values
      return SVG.rect(
        x: from, y: Self.top, width: to - from, height: Self.bottom - Self.top,
        class: "target-area",
        SVG.hint(text.joined(separator: "\n")))
    }.joined()
  }
}

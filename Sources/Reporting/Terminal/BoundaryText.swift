import Results

/// The maps of a terminal report: a table with a row for each level of the second axis.
struct BoundaryText {
  let style: TerminalStyle
  let wording: ScoreWording

  /// The lines of all maps, each after an empty one; none without maps.
  var lines: [String] {
    BoundaryWording.all(wording).flatMap { map in
      let tables = panels(map).map { $0.lines(style).joined(separator: "\n") }
      return [""] + style.paragraph(map.title, .strong) + [tables.joined(separator: "\n\n")]
        + style.paragraph(map.cost + ".", .faint)
    }
  }

  /// The most columns that a decoder's name takes.
  private static let longestName = 24

  private func name(_ decoder: String) -> String {
    DisplayText.shortened(style.shown(decoder), to: Self.longestName, ellipsis: style.ellipsis)
  }

  /// The table, in as many parts as its width asks for.
  private func panels(_ map: BoundaryWording) -> [TextGrid] {
    let rows = TextGrid.Column(
      title: [style.shown(map.secondAxis)], alignment: .right,
      cells: map.columns.indices.map { .init(text: style.shown(map.name(ofColumn: $0))) })
    var panels: [TextGrid] = []
    for contour in map.map.contours {
      let column = TextGrid.Column(
        title: [name(contour.decoder)], alignment: .left,
        cells: contour.points.map { .init(text: style.shown(map.point($0))) })
      if var last = panels.last, last.width + TextGrid.gap + column.width <= style.tableWidth {
        last.columns.append(column)
        panels[panels.count - 1] = last
      } else {
        panels.append(TextGrid(columns: [rows, column]))
      }
    }
    return panels
  }
}

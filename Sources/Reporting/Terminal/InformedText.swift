import Results

/// The informed reader's part of a terminal report.
struct InformedText {
  let informed: InformedWording
  let style: TerminalStyle

  /// The longest name of a group.
  private static let longestName = 24

  /// The lines: a title, a table in as many parts as its width asks for, and sentences.
  var lines: [String] {
    let rows = informed.rows
    var lines = style.paragraph(InformedWording.title, .strong)
    if !rows.isEmpty {
      let tables = panels(rows).map { $0.lines(style).joined(separator: "\n") }
      lines += [tables.joined(separator: "\n\n")]
    }
    for sentence in informed.sentences + [InformedWording.explanation] {
      lines += style.paragraph(sentence + ".", .faint, label: "  ", hanging: 4)
    }
    return lines
  }

  private func panels(_ rows: [InformedWording.Row]) -> [TextGrid] {
    let columns = informed.titles.enumerated().map { index, title in
      TextGrid.Column(
        title: [style.shown(title)],
        alignment: InformedWording.numberColumns.contains(index) ? .right : .left,
        cells: rows.map { row in
          let text = DisplayText.shortened(
            style.shown(row.cells[index]), to: Self.longestName, ellipsis: style.ellipsis)
          return .init(text: text, emphasis: row.headroom == nil ? .strong : .plain)
        })
    }
    var panels = [TextGrid(columns: Array(columns.prefix(2)))]
    for column in columns.dropFirst(2) {
      let last = panels.count - 1
      if panels[last].width + TextGrid.gap + column.width > style.tableWidth {
        panels.append(TextGrid(columns: Array(columns.prefix(2))))
      }
      panels[panels.count - 1].columns.append(column)
    }
    return panels
  }
}

/// A table of text whose columns are as wide as their content.
package struct TextGrid {
  /// The alignment of a column's cells.
  package enum Alignment {
    case left
    case right
  }

  /// The content of one row in one column.
  package struct Cell {
    package var text = ""
    package var emphasis = TerminalStyle.Emphasis.plain

    package init(text: String = "", emphasis: TerminalStyle.Emphasis = .plain) {
      (self.text, self.emphasis) = (text, emphasis)
    }
  }

  /// One column: its title in one or two lines, and a cell for each row.
  package struct Column {
    package var title: [String]
    package var alignment: Alignment
    package var cells: [Cell]

    package init(title: [String], alignment: Alignment, cells: [Cell]) {
      (self.title, self.alignment, self.cells) = (title, alignment, cells)
    }

    package var width: Int {
      (title + cells.map(\.text)).map(DisplayText.width).max() ?? 0
    }
  }

  /// The number of spaces between two columns.
  package static let gap = 2

  package var columns: [Column]
  /// Lines above a row that use the whole width, by the row's index.
  package var headings: [Int: [String]] = [:]
  /// Rows of which only the heading is shown.
  package var hidden: Set<Int> = []

  package init(columns: [Column], headings: [Int: [String]] = [:], hidden: Set<Int> = []) {
    (self.columns, self.headings, self.hidden) = (columns, headings, hidden)
  }

  package var width: Int {
    columns.reduce(0) { $0 + $1.width } + Self.gap * max(columns.count - 1, 0)
  }

  /// The grid without the last columns, as many as do not fit; the first ones stay.
  ///
  /// - Parameter kept: The number of columns that stay whatever the width.
  package func fitting(_ room: Int, keeping kept: Int = 1) -> TextGrid {
    var grid = self
    while grid.width > room, grid.columns.count > kept { grid.columns.removeLast() }
    return grid
  }

  /// Distributes columns over as many tables as they need, each at most `room` wide, with a gap before
  /// every column.
  package static func wrapped(_ columns: [Column], to room: Int) -> [[Column]] {
    var panels: [[Column]] = [[]]
    var used = 0
    for column in columns {
      let needed = column.width + gap
      if used + needed > room, !panels[panels.count - 1].isEmpty {
        panels.append([])
        used = 0
      }
      panels[panels.count - 1].append(column)
      used += needed
    }
    return panels
  }

  /// Renders the grid's lines: titles, a rule, and the rows.
  package func lines(_ style: TerminalStyle) -> [String] {
    let titleHeight = columns.map(\.title.count).max() ?? 0
    // Measured once: each width takes a look at every cell of its column.
    let widths = columns.map(\.width)
    var lines = (0..<titleHeight).map { line in
      // Titles are aligned to the bottom: a short one leaves its first line empty.
      row(style, widths) { column in
        let place = line - (titleHeight - column.title.count)
        return Cell(text: place >= 0 ? column.title[place] : "", emphasis: .faint)
      }
    }
    lines.append(style.emphasized(String(repeating: style.rule, count: width), .faint))
    for place in 0..<(columns.first?.cells.count ?? 0) {
      lines += (headings[place] ?? []).map { style.emphasized($0, .strong) }
      if !hidden.contains(place) { lines.append(row(style, widths) { $0.cells[place] }) }
    }
    return lines
  }

  private func row(
    _ style: TerminalStyle, _ widths: [Int], _ cell: (Column) -> Cell
  ) -> String {
    var line = ""
    // Spaces are added only if text follows, so that no line ends in spaces.
    var pending = 0
    for (column, width) in zip(columns, widths) {
      let cell = cell(column)
      let room = width - DisplayText.width(cell.text)
      if column.alignment == .right { pending += room }
      if !cell.text.isEmpty {
        line += String(repeating: " ", count: pending)
        line += style.emphasized(cell.text, cell.emphasis)
        pending = 0
      }
      if column.alignment == .left { pending += room }
      pending += Self.gap
    }
    return line
  }
}

/// A decode-rate curve in one line: one sign for each level.
///
/// A full block means that the rate reaches 0.95 there, and never a rate just below.
package struct Sparkline {
  /// The decode rate from which a level is shown as full.
  package static let reliable = 0.95

  private let signs: [String]
  private let full: String
  private let untried: String

  package init(ascii: Bool) {
    signs = ascii ? (0...9).map(String.init) : ["▁", "▂", "▃", "▄", "▅", "▆", "▇"]
    full = ascii ? "#" : "█"
    untried = ascii ? "?" : "·"
  }

  /// Returns the curve in at most `width` columns.
  ///
  /// If several levels share a column, it shows the lowest rate, so that no island is averaged
  /// away.
  package func line(_ rates: [Double?], width: Int) -> String {
    let count = min(rates.count, max(width, 1))
    return (0..<count).map { place in
      let share = rates[place * rates.count / count..<(place + 1) * rates.count / count]
      return sign(share.compactMap { $0 }.min())
    }.joined()
  }

  private func sign(_ rate: Double?) -> String {
    guard let rate else { return untried }
    if rate >= Self.reliable { return full }
    if rate <= 0 { return signs[0] }
    // With blocks, the lowest sign is used only for a rate of 0; digits are tenths.
    if signs.count == 10 { return signs[min(Int(rate * 10), 9)] }
    let steps = Double(signs.count - 1)
    return signs[min(1 + Int(rate / Self.reliable * steps), signs.count - 1)]
  }
}

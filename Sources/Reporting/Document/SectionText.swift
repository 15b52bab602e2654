/// Sections on a terminal of any width.
package struct SectionText {
  let style: TerminalStyle
  /// True to leave out the columns that do not fit, instead of showing them in a table below.
  var drops = false
  /// The number of sentences that a list shows before it refers to the file that has them all.
  package var mostSentences = 12
  /// The file that has all sentences.
  package var fullFile = "scores.md"

  package init(style: TerminalStyle, drops: Bool = false) {
    (self.style, self.drops) = (style, drops)
  }

  /// The lines of a section, its title first; none if nothing in it is for terminals.
  ///
  /// A note explains the numbers of a table, and goes without one.
  package func lines(_ section: Section) -> [String] {
    guard section.formats.contains(.terminal) else { return [] }
    let shown = section.blocks.map { (block: $0, lines: self.lines($0)) }
      .filter { !$0.lines.isEmpty }
    let hasTable = shown.contains(where: \.block.isTable)
    let blocks = shown.filter { hasTable || !$0.block.isNote }
    guard !blocks.isEmpty else { return [] }
    var lines = style.paragraph(section.title, .strong)
    for (place, part) in blocks.enumerated() {
      let isApart =
        place == 0 ? part.block.isTable : !(blocks[place - 1].block.isNote && part.block.isList)
      lines += (isApart ? [""] : []) + part.lines
    }
    return lines
  }

  private func lines(_ block: Section.Block) -> [String] {
    switch block {
    case .note(let text): style.paragraph(text + ".", .faint)
    case .heading(let text): style.paragraph(text, .strong)
    case .sentences(let sentences): list(sentences)
    case .table(let table): table.formats.contains(.terminal) ? lines(table) : []
    case .figure, .picture, .folded: []
    }
  }

  private func list(_ sentences: [Section.Sentence]) -> [String] {
    var lines: [String] = []
    for sentence in sentences.prefix(mostSentences) {
      lines += style.paragraph(sentence.text + ".", label: "  ", hanging: 4)
      // Never wrapped, so that they can be copied.
      lines += sentence.lines.map { "      " + style.emphasized(style.shown($0), .faint) }
    }
    let rest = sentences.count - mostSentences
    if rest > 0 {
      lines += style.paragraph("and \(rest) more, in \(fullFile)", .faint, label: "  ", hanging: 4)
    }
    return lines
  }

  // MARK: Tables

  /// The most columns of a name.
  package static let longestName = 30
  /// The fewest columns of a name that is shortened to make room.
  private static let shortestName = 12

  /// The lines of a table: side by side what the width allows, the rest in further tables below, each with
  /// the names of the rows.
  ///
  /// A table with a column of long texts has a paragraph for each row instead.
  package func lines(_ table: DataTable) -> [String] {
    let panels = panels(table)
    guard drops || panels.allSatisfy({ $0.width <= width }) else { return records(table) }
    return Array(panels.prefix(drops ? 1 : .max).map { $0.lines(style) }.joined(separator: [""]))
  }

  /// The rows one below the other: what names them, then every other cell with its title.
  private func records(_ table: DataTable) -> [String] {
    let places = table.shown(in: .terminal)
    return table.rows.flatMap { row -> [String] in
      let names = places.filter { $0 < table.keys }.map { row.cells[$0].text }
      let facts = places.filter { $0 >= table.keys && !row.cells[$0].text.isEmpty }
        .map { "\(table.columns[$0].title) \(row.cells[$0].text)" }
      return style.paragraph(names.joined(separator: " "), .strong, label: "  ")
        + style.paragraph(facts.joined(separator: "; "), label: "      ")
    }
  }

  private var width: Int { style.width }

  private func panels(_ table: DataTable) -> [TextGrid] {
    let places = table.shown(in: .terminal)
    let headings = headings(table)
    let first = table.isGrouped ? 1 : 0
    let values = places.filter { $0 >= table.keys }.map { column(table, $0, limit: .max) }
    let widest = values.map(\.width).max() ?? 0
    let keys = places.filter { first..<table.keys ~= $0 }
    let room = width - widest - TextGrid.gap * keys.count
    let limit = min(max(room / max(keys.count, 1), Self.shortestName), Self.longestName)
    var names = keys.map { column(table, $0, limit: limit) }
    if table.isGrouped, !names.isEmpty {
      names[0] = indented(names[0], under: table.columns[0].title)
    }
    let panels = TextGrid.wrapped(values, to: width - TextGrid(columns: names).width)
    return panels.map { columns in
      let empty = table.rows.indices.filter { row in
        !headings.isEmpty && columns.allSatisfy { $0.cells[row].text.isEmpty }
      }
      return TextGrid(columns: names + columns, headings: headings, hidden: Set(empty))
    }
  }

  /// The names of groups above their first rows.
  private func headings(_ table: DataTable) -> [Int: [String]] {
    var headings: [Int: [String]] = [:]
    for (place, row) in table.rows.enumerated() where table.beginsGroup(place) {
      let remark = row.remark.map { ": " + $0 } ?? ""
      headings[place] = style.paragraph(row.cells[0].text + remark, hanging: 2)
    }
    return headings
  }

  private func indented(_ column: TextGrid.Column, under title: String) -> TextGrid.Column {
    TextGrid.Column(
      title: [style.shown(title)] + column.title.map { "  " + $0 }, alignment: column.alignment,
      cells: column.cells.map { .init(text: "  " + $0.text, emphasis: $0.emphasis) })
  }

  private func column(_ table: DataTable, _ place: Int, limit: Int) -> TextGrid.Column {
    let column = table.columns[place]
    let cells = table.rows.map { row in
      let cell = row.cells[place]
      let plain = cell.emphasis == .plain
      return TextGrid.Cell(
        text: DisplayText.shortened(text(cell), to: limit, ellipsis: style.ellipsis),
        emphasis: plain && row.isStrong && place < table.keys ? .strong : cell.emphasis)
    }
    let widest = cells.map { DisplayText.width($0.text) }.max() ?? 0
    return TextGrid.Column(
      title: Self.title(style.shown(column.title), beside: widest),
      alignment: column.isNumber ? .right : .left, cells: cells)
  }

  private func text(_ cell: DataTable.Cell) -> String {
    if let rates = cell.rates {
      return Sparkline(ascii: style.ascii).line(rates, width: rates.count)
    }
    return style.shown(cell.text)
  }

  /// A title in one line, or in the two that are narrowest if one is wider than the cells below.
  package static func title(_ title: String, beside width: Int) -> [String] {
    guard DisplayText.width(title) > width else { return [title] }
    let words = title.split(separator: " ").map(String.init)
    let breaks = (1..<max(words.count, 1)).map { place in
      [words[..<place], words[place...]].map { $0.joined(separator: " ") }
    }
    let best = breaks.min { Self.width($0) < Self.width($1) }
    return best ?? [title]
  }

  private static func width(_ lines: [String]) -> Int { lines.map(DisplayText.width).max() ?? 0 }
}

extension Section.Block {
  fileprivate var isTable: Bool {
    if case .table = self { return true }
    return false
  }

  fileprivate var isNote: Bool {
    if case .note = self { return true }
    return false
  }

  fileprivate var isList: Bool {
    if case .sentences = self { return true }
    return false
  }
}

/// Sections on a page.
package struct SectionPage {
  /// The decoders' names and marks; `nil` for a page without a score table.
  var page: PageContext?

  init(page: PageContext) { self.page = page }

  /// Makes the writer of pages without a score table.
  package init() {}

  /// The most sentences that a list shows at once; of more, the rest is collapsed.
  private static let mostSentences = 6
  /// The longest sentence that is shown whole, in characters; of longer ones the rest is collapsed.
  private static let longestSentence = 600

  /// The section; empty if it has nothing to say.
  package func html(_ section: Section) -> HTML {
    section.isEmpty || !section.formats.contains(.page)
      ? .empty : .section(section.id, section.title, section.blocks.map(html).joined())
  }

  /// Sections of sentences side by side, under one heading.
  package func html(findings sections: [Section]) -> HTML {
    sections.isEmpty ? .empty : .section("findings", "Findings", parts(sections))
  }

  /// Sections of sentences side by side.
  package func parts(_ sections: [Section]) -> HTML {
    let parts = sections.map { section in
      HTML.div(
        "finding",
        .element("h3", [:], .text(section.title)) + section.blocks.map(html).joined())
    }
    return .div("findings", parts.joined())
  }

  private func html(_ block: Section.Block) -> HTML {
    switch block {
    case .note(let text): .p(.text(text + "."), class: "note")
    case .heading(let text): .element("h3", [:], .text(text))
    case .sentences(let sentences): list(sentences)
    case .table(let table): table.formats.contains(.page) ? html(table) : .empty
    case .figure(let drawing): page.map(drawing) ?? .empty
    // It has no narrow form: a telephone scrolls it, keys too.
    case .picture(let title, _, let drawing):
      .element(
        "figure", ["class": "scroll-figure", "tabindex": "0", "aria-label": title], drawing)
    case .folded(let title, let blocks): .details(.text(title), blocks.map(html).joined())
    }
  }

  private func list(_ sentences: [Section.Sentence]) -> HTML {
    let items = sentences.map { sentence in
      text((page?.shortened(sentence.text) ?? sentence.text) + ".")
        + sentence.lines.map { .element("code", ["class": "command"], .text($0)) }.joined()
    }
    guard items.count > Self.mostSentences else { return .list(items) }
    let rest = items.dropFirst(Self.mostSentences - 2)
    return .list(Array(items.prefix(Self.mostSentences - 2)))
      + .details(.text("\(Numerals.count(rest.count)) more"), .list(Array(rest)))
  }

  private func text(_ sentence: String) -> HTML {
    guard sentence.count > Self.longestSentence,
      let end = sentence.prefix(Self.longestSentence / 2).lastIndex(of: " ")
    else { return .text(sentence) }
    return .text(String(sentence[..<end]) + " …")
      + .details("The rest", .text("… " + sentence[sentence.index(after: end)...]))
  }

  /// A table that sorts, and stacks its rows on a telephone.
  package func html(_ table: DataTable) -> HTML {
    let places = table.shown(in: .page)
    var grid = PageTable(
      caption: table.caption,
      columns: places.map { place in
        let column = table.columns[place]
        return .init(column.title, hint: column.hint, isNumber: column.isNumber)
      }, isStacking: true)
    for (index, row) in table.rows.enumerated() {
      grid.add(
        places.map { cell(row.cells[$0]) },
        subject: .init(decoder: row.decoder, group: row.group),
        class: table.beginsGroup(index) || row.isStrong ? "first" : nil)
    }
    return grid.html(unfoldedUpTo: table.unfolded)
  }

  private func cell(_ cell: DataTable.Cell) -> PageTable.Cell {
    var content = cell.decoder.flatMap { page?.name($0) } ?? .text(cell.text)
    if cell.emphasis == .alarm { content = .span(content, class: "alarm") }
    if let detail = cell.detail {
      content = .span(content + " " + .span(.text(detail), class: "interval"))
    }
    let isProse = cell.decoder == nil && cell.detail == nil && cell.text.count > Self.longestTerm
    return .init(
      content, value: cell.value, field: cell.field, class: isProse ? "prose" : nil)
  }

  /// The longest text that stays in one line of a table, in characters.
  private static let longestTerm = 28
}

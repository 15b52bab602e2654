/// Sections in Markdown.
package enum SectionMarkdown {
  /// The blocks of a section under its heading; none if it is empty.
  package static func blocks(_ section: Section) -> [String] {
    section.isEmpty || !section.formats.contains(.markdown)
      ? [] : ["## " + Markdown.text(section.title)] + section.blocks.flatMap(blocks)
  }

  private static func blocks(_ block: Section.Block) -> [String] {
    switch block {
    case .note(let text): return [Markdown.text(text) + "."]
    case .heading(let text): return ["### " + Markdown.text(text)]
    case .sentences(let sentences): return [Markdown.list(sentences.map(item))]
    case .table(let table):
      guard table.formats.contains(.markdown) else { return [] }
      return [Markdown.text(table.caption) + ":", text(table)]
    case .figure: return []
    case .picture(let title, let file, _): return ["![\(Markdown.text(title))](\(file))"]
    case .folded(let title, let blocks):
      let body = blocks.flatMap(Self.blocks)
      return body.isEmpty
        ? [] : [Markdown.folded(summary: title, body: body.joined(separator: "\n\n"))]
    }
  }

  private static func item(_ sentence: Section.Sentence) -> String {
    ([Markdown.text(sentence.text) + "."] + sentence.lines.map { "  - " + Markdown.code($0) })
      .joined(separator: "\n")
  }

  /// A table; a group's name stands in its first row alone.
  package static func text(_ table: DataTable) -> String {
    let places = table.shown(in: .markdown)
    var grid = Markdown.Table(
      titles: places.map { table.columns[$0].title },
      rightAligned: Set(places.indices.filter { table.columns[places[$0]].isNumber }))
    for (index, row) in table.rows.enumerated() {
      grid.add(
        places.map { place in
          if table.isGrouped, place == 0, !table.beginsGroup(index) { return "" }
          let cell = row.cells[place]
          return cell.text + (cell.detail.map { " " + $0 } ?? "")
        }, isStrong: row.isStrong)
    }
    return grid.text
  }
}

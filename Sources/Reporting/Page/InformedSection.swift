import Results

/// The section on what pixels allow: the informed reader beside the decoders, group by group.
struct InformedSection {
  let page: PageContext

  /// The longest table that is shown at once.
  private static let unfoldedRows = 60

  var html: HTML {
    guard let informed = InformedWording(page.wording) else { return .empty }
    var grid = PageTable(
      caption: InformedWording.title,
      columns: informed.titles.enumerated().map {
        .init($0.element, isNumber: InformedWording.numberColumns.contains($0.offset))
      }, isStacking: true)
    for row in informed.rows {
      grid.add(
        row.cells.enumerated().map { index, text in
          // Stacked rows on a telephone need their group's name.
          PageTable.Cell(text: index == 0 ? row.group.group : text)
        }, class: row.headroom == nil ? "first" : nil)
    }
    let sentences = informed.sentences.map { HTML.text($0 + ".") }
    return .section(
      "limits", InformedWording.title,
      .p(.text(InformedWording.explanation + "."), class: "note")
        + (grid.count > 0 ? grid.html(unfoldedUpTo: Self.unfoldedRows) : .empty)
        + (sentences.isEmpty ? .empty : .list(sentences)))
  }
}

import Results

/// The section on what readings mean, for recipes that ask for it.
struct MeaningSection {
  let page: PageContext

  /// The longest table that is shown at once.
  private static let unfoldedRows = 24

  var html: HTML {
    guard page.wording.hasMeanings else { return .empty }
    var grid = PageTable(
      caption: "What readings mean beside what the symbols mean", columns: columns,
      isStacking: true)
    for group in page.wording.table.corpus.groups {
      let rows = page.rows(of: group.id).filter { $0.score.meaning != nil }
      for (place, row) in rows.enumerated() {
        guard let score = row.score.meaning else { continue }
        grid.add(
          cells(row, score), subject: .init(decoder: row.series.label, group: group.id),
          class: place == 0 ? "first" : nil)
      }
    }
    return .section(
      "meanings", "What readings mean",
      .p(.text(MeaningWording.explanation), class: "note")
        + grid.html(unfoldedUpTo: Self.unfoldedRows))
  }

  private let columns = [
    PageTable.Column("group"), .init("decoder"),
    .init(
      "same meaning, %", hint: "of the symbols tried, with its 95 % interval", isNumber: true),
    .init(
      "another, looks right", hint: "readings that mean something else, and nothing shows it",
      isNumber: true),
    .init(
      "plainly broken", hint: "readings that show by themselves that they are wrong",
      isNumber: true),
    .init("not read", isNumber: true),
    .init("tried", hint: "symbols that it was tried on", isNumber: true),
  ]

  private func cells(_ row: PageContext.Row, _ score: MeaningScore) -> [PageTable.Cell] {
    let unread = score.tried - score.same - score.different - score.unreadable
    func count(_ number: Int, _ field: String?) -> PageTable.Cell {
      .init(
        text: Numerals.count(number), value: Double(number), field: field.map { "meaning.\($0)" })
    }
    return [
      .init(text: row.score.group), .init(row.series.title),
      .init(
        .span(
          .text(MeaningWording.same(score)) + " "
            + .span(.text(MeaningWording.interval(score)), class: "interval")),
        value: score.rate.value, field: "meaning.rate.value"),
      count(score.different, "different"), count(score.unreadable, "unreadable"),
      count(unread, nil), count(score.tried, "tried"),
    ]
  }
}

import Evaluation

/// The section of misreads and false positives one by one, with the expected and the read content.
struct MisreadSection {
  let page: PageContext

  var html: HTML {
    let total = page.wording.table.decoders.reduce(0) { $0 + $1.total.falseAnswers }
    guard page.wording.tried.contains(where: { $0.total.tried > 0 }) else { return .empty }
    guard total > 0 else {
      return .section(
        "misreads", "Misreads", .p(.text("None: no decoder said anything that is not so.")))
    }
    return .section("misreads", "Misreads", summary(total) + table)
  }

  private var exhibits: [Exhibit] { page.evidence?.misreads ?? [] }

  private func summary(_ total: Int) -> HTML {
    let shown = exhibits.reduce(0) { $0 + $1.pictures.count }
    let count =
      shown < total
      ? "\(Numerals.count(shown)) of \(Numerals.count(total)) are listed, spread evenly over the run."
      : "All \(Numerals.count(total)) are listed."
    return .p(.text(total == 1 ? "One, listed here." : count))
  }

  private var table: HTML {
    guard !exhibits.isEmpty, let gallery = page.evidence?.gallery else { return .empty }
    let view = PictureView(page: page, pictures: gallery.pictures)
    var grid = PageTable(
      caption: "Misreads and false positives, one by one",
      columns: [
        .init("decoder"), .init("sample"), .init("image", isSortable: false), .init("holds"),
        .init("read instead"), .init("again", isSortable: false),
      ], headColumn: 1)
    for exhibit in exhibits {
      for index in exhibit.pictures { grid.add(row(index, exhibit.decoder, view)) }
    }
    return grid.html
  }

  private func row(_ index: Int, _ decoder: String, _ view: PictureView) -> [PageTable.Cell] {
    let picture = view.pictures[index]
    let answer = picture.answers.first { $0.decoder == decoder }
    return [
      .init(page.name(decoder)), .init(.code(picture.key)), .init(view.thumbnail(index)),
      .init(.text(picture.expected.joined(separator: ", ")), class: "payload"),
      .init(.text(answer?.detail ?? Numerals.absent), class: "payload"),
      .init(answer.map { view.reproduction($0.command) } ?? .empty),
    ]
  }
}

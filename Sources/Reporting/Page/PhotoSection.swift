import Results

/// The section of photos: each with its thumbnail, and who reads it; those that fewest read come first.
struct PhotoSection {
  let page: PageContext

  private var gallery: Gallery? { page.evidence?.gallery }
  private var corpus: CorpusRecord { page.wording.table.corpus }

  /// True if the run is over photos, and some can be shown.
  var isShown: Bool {
    corpus.groups.contains { $0.photoPayloads != nil } && !(gallery?.survey.isEmpty ?? true)
  }

  var html: HTML {
    guard isShown, let gallery else { return .empty }
    let view = PictureView(page: page, pictures: gallery.pictures)
    var grid = PageTable(
      caption: "Photo by decoder",
      columns: [.init("photo"), .init("read by", isNumber: true)]
        + page.tried.map { series in
          var column = PageTable.Column(series.short)
          (column.mark, column.decoder) = (series.key, series.label)
          return column
        }, classes: "photos")
    let order = gallery.survey.sorted { a, b in
      (reads(gallery.pictures[a]), a) < (reads(gallery.pictures[b]), b)
    }
    for index in order { add(index, gallery.pictures[index], view, to: &grid) }
    return .section(
      "photos", "Photo by photo", .p(.text(summary(gallery)), class: "note") + grid.html)
  }

  private func reads(_ picture: Gallery.Picture) -> Int {
    picture.answers.count { $0.verdict.isSuccess }
  }

  private func summary(_ gallery: Gallery) -> String {
    let pictures = gallery.survey.map { gallery.pictures[$0] }
    let nobody = pictures.count { reads($0) == 0 }
    let all = pictures.count { reads($0) == $0.answers.count }
    let total = corpus.groups.reduce(0) { $0 + $1.trials }
    let left =
      total > pictures.count
      ? " \(Numerals.count(total - pictures.count)) more are in scores.csv and in the store." : ""
    let isPartial = pictures.contains { $0.answers.count < page.tried.count }
    // The answer counts a photo of several codes as read if one of them is.
    let whole = page.wording.hasScenes ? " in full" : ""
    return "Of \(Numerals.counted(pictures.count, "photo", "photos")), every decoder "
      + "\(isPartial ? "that supports the code " : "")reads \(Numerals.count(all))\(whole), and none reads "
      + "\(Numerals.count(nobody))\(whole). Those that fewest read come first; click a photo to see it large, or a "
      + "name to sort.\(isPartial ? " An empty cell: not supported." : "")" + left
  }

  /// A path that breaks between its folders only; a longer part breaks where it must.
  private static func whole(_ path: String) -> HTML {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    return parts.enumerated().map { place, part in
      let text = HTML.text(part + (place < parts.count - 1 ? "/" : ""))
      return part.count > mostUnbroken ? text : .span(text, class: "part")
    }.joined()
  }

  private static let mostUnbroken = 28

  private func add(
    _ index: Int, _ picture: Gallery.Picture, _ view: PictureView, to grid: inout PageTable
  ) {
    let group = corpus.groups[picture.place.group]
    let name = group.trialName(picture.place.trial)
    let label = corpus.groups.count > 1 ? "\(group.id)/\(name)" : name
    let reads = reads(picture)
    let cells = page.tried.map { series -> PageTable.Cell in
      guard let answer = picture.answers.first(where: { $0.decoder == series.label }) else {
        return .init(.empty)
      }
      return .init(PictureView.mark(answer.verdict), value: answer.verdict.isSuccess ? 1 : 0)
    }
    grid.add(
      [
        .init(
          view.figure(
            index, class: "sample small",
            .element("strong", [:], Self.whole(label)) + view.particulars(index, of: nil))),
        .init(text: "\(Numerals.count(reads))", value: Double(reads)),
      ] + cells, subject: .init(group: group.id, isAlike: reads == 0 || reads == cells.count))
  }
}

import DecoderKit
import Results

/// The section that compares decoders' corners with the drawn outlines.
struct WhereSection {
  /// One decoder on one kind of symbol.
  private typealias Row = (series: Series, index: Int, score: SymbologyOutlineScore)

  let page: PageContext

  /// The longest table that is shown at once.
  private static let unfoldedRows = 24

  var html: HTML {
    let rows = kinds.map(rows)
    guard rows.contains(where: { !$0.isEmpty }) else { return .empty }
    var grid = PageTable(
      caption: "Corners against the drawn outline, for symbols that were read", columns: columns,
      isStacking: true)
    for kind in rows {
      for (place, row) in kind.enumerated() {
        grid.add(
          cells(row), subject: .init(decoder: row.series.label), class: place == 0 ? "first" : nil)
      }
    }
    return .section(
      "where", "Where symbols are",
      .p(.text(OutlineWording.explanation), class: "note")
        + grid.html(unfoldedUpTo: Self.unfoldedRows))
  }

  /// The kinds of symbols, each once: symbology by symbology, upright before turned.
  private var kinds: [SymbologyOutlineScore] {
    var kinds: [SymbologyOutlineScore] = []
    for symbology in page.wording.table.corpus.symbologies {
      for turn in [SymbolTurn.upright, .turned, nil] {
        let all = page.wording.tried.flatMap { $0.outlines ?? [] }
        kinds += all.first { $0.symbology == symbology && $0.turn == turn }.map { [$0] } ?? []
      }
    }
    return kinds
  }

  private func rows(of kind: SymbologyOutlineScore) -> [Row] {
    page.wording.tried.compactMap { decoder in
      let scores = decoder.outlines ?? []
      return scores.firstIndex { $0.symbology == kind.symbology && $0.turn == kind.turn }
        .map { (page.series(decoder.label), $0, scores[$0]) }
    }
  }

  private let columns = [
    PageTable.Column("symbols"), .init("decoder"),
    .init(
      "outline error, p95, modules",
      hint: "median and 95th percentile of the largest distance of a corner from its place",
      isNumber: true),
    .init(
      "overlap, p5, %",
      hint: "median and 5th percentile of intersection over union with the drawn outline",
      isNumber: true),
    .init("with corners, %", hint: "of the symbols that it read", isNumber: true),
    .init(
      "other order", hint: "symbols whose corners begin elsewhere or run the other way",
      isNumber: true),
    .init("read", hint: "symbols that it read", isNumber: true),
  ]

  private func cells(_ row: Row) -> [PageTable.Cell] {
    let outline = row.score.outline
    let path = "outlines.\(row.index).outline."
    let hasCorners = outline.withCorners > 0
    return [
      .init(text: OutlineWording.subject(row.score)), .init(row.series.title),
      .init(
        pair(
          OutlineWording.modules(outline.errorMedian),
          outline.errorP95.map(OutlineWording.modules)),
        value: outline.errorMedian, field: path + "errorMedian"),
      .init(
        pair(OutlineWording.overlap(outline), outline.overlapP5.map(Numerals.percent)),
        value: outline.overlapMedian, field: path + "overlapMedian"),
      .init(
        text: Numerals.percent(outline.withCorners, of: outline.read), value: outline.cornerShare),
      .init(
        text: hasCorners ? Numerals.count(outline.otherOrder) : Numerals.absent,
        value: hasCorners ? Double(outline.otherOrder) : nil,
        field: hasCorners ? path + "otherOrder" : nil),
      .init(text: Numerals.count(outline.read), value: Double(outline.read), field: path + "read"),
    ]
  }

  /// A median with a percentile after it, if there is one.
  private func pair(_ median: String, _ percentile: String?) -> HTML {
    guard let percentile else { return .text(median) }
    return .span(.text(median) + " " + .span(.text(percentile), class: "interval"))
  }
}

import Results

extension OutlineWording {
  /// One decoder on one kind of symbol, with its place among the decoder's outlines.
  private typealias Row = (decoder: String, index: Int, score: SymbologyOutlineScore)

  /// The section that compares decoders' corners with the drawn outlines.
  static func section(_ wording: ScoreWording) -> Section {
    var grid = DataTable(
      "Corners against the drawn outline, for symbols that were read",
      keys: [.init("symbols"), .init("decoder")], grouped: true,
      [
        .init(
          "outline error, modules",
          hint: "median and 95th percentile of the largest distance of a corner from its place",
          isNumber: true),
        .init(
          "overlap, %",
          hint: "median and 5th percentile of intersection over union with the drawn outline",
          isNumber: true),
        .init("with corners, %", hint: "of the symbols that it read", isNumber: true),
        .init(
          "other order", hint: "symbols whose corners begin elsewhere or run the other way",
          isNumber: true),
        .init("read", hint: "symbols that it read", isNumber: true),
      ], unfoldedUpTo: 24)
    grid.formats = [.markdown, .page]
    for row in kinds(wording).flatMap({ rows(of: $0, wording) }) {
      grid.add(cells(row), decoder: row.decoder)
    }
    return Section(
      "where", "Where symbols are",
      grid.rows.isEmpty
        ? [] : [.lines(sentences(wording.table)), .note(explanation), .table(grid)])
  }

  /// The kinds of symbols, each once: symbology by symbology, upright before turned.
  private static func kinds(_ wording: ScoreWording) -> [SymbologyOutlineScore] {
    let all = wording.tried.flatMap { $0.outlines ?? [] }
    return wording.table.corpus.symbologies.flatMap { symbology in
      [SymbolTurn.upright, .turned, nil].compactMap { turn in
        all.first { $0.symbology == symbology && $0.turn == turn }
      }
    }
  }

  private static func rows(of kind: SymbologyOutlineScore, _ wording: ScoreWording) -> [Row] {
    wording.tried.compactMap { decoder in
      let scores = decoder.outlines ?? []
      return scores.firstIndex { $0.symbology == kind.symbology && $0.turn == kind.turn }
        .map { (decoder.label, $0, scores[$0]) }
    }
  }

  private static func cells(_ row: Row) -> [DataTable.Cell] {
    let outline = row.score.outline
    let path = "outlines.\(row.index).outline."
    let hasCorners = outline.withCorners > 0
    return [
      .init(subject(row.score)), .decoder(row.decoder),
      .init(
        modules(outline.errorMedian), detail: outline.errorP95.map(modules),
        value: outline.errorMedian, field: path + "errorMedian"),
      .init(
        overlap(outline), detail: outline.overlapP5.map(Numerals.percent),
        value: outline.overlapMedian, field: path + "overlapMedian"),
      .init(
        Numerals.percent(outline.withCorners, of: outline.read), value: outline.cornerShare),
      hasCorners
        ? .init(outline.otherOrder, field: path + "otherOrder") : .init(Numerals.absent),
      .init(outline.read, field: path + "read"),
    ]
  }
}

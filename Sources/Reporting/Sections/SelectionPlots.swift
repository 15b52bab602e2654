import Results

/// What decoders select as curves over the levels: the four outcomes of each, and wrong codes of all side by
/// side.
struct SelectionPlots {
  let selection: SelectionWording

  /// The most plots of outcomes that are shown at once; the rest are collapsed.
  private static let unfolded = 12

  /// The plots; empty for one level.
  func html(_ page: PageContext) -> HTML {
    let corpus = page.wording.table.corpus
    guard corpus.levels.count > 1 else { return .empty }
    let drawing = Drawing(page: page)
    let figures = selection.rows.enumerated().compactMap { drawing.figure($0, $1, selection) }
    let rest = figures.dropFirst(Self.unfolded)
    let more: HTML =
      rest.isEmpty
      ? .empty
      : .details(
        .text(Numerals.counted(rest.count, "more plot", "more plots")),
        .div("plots", rest.joined()))
    return .div("plots", figures.prefix(Self.unfolded).joined()) + more
      + drawing.wrongCodes(selection)
  }
}

/// The drawings of one page.
private struct Drawing {
  let page: PageContext
  private var corpus: CorpusRecord { page.wording.table.corpus }

  private var levels: [(text: String, value: Double)] {
    corpus.levels.map { ($0.text, $0.value) }
  }

  /// The outcomes of one decoder in one group; `nil` for one that cannot select.
  func figure(
    _ index: Int, _ row: SelectionWording.Row, _ selection: SelectionWording
  ) -> HTML? {
    guard !row.score.isBlind else { return nil }
    // A colour and dash for each outcome, whoever the decoder is.
    let looks = [("c2", ""), ("c7", " dash1"), ("c1", " dash2"), ("c6", "")]
    let curves = zip(SelectionWording.outcomes, looks).map { outcome, look in
      SharePlot.Curve(
        name: outcome.name, color: look.0, line: "curve \(look.0)\(look.1)",
        shares: row.score.levels.map { outcome.share($0).rate })
    }
    let recommended = row.score.recommendation.flatMap { $0.isFound ? $0 : nil }
    let tinted = recommended.flatMap { recommended in
      Double(recommended.from).flatMap { from in Double(recommended.to).map { from...$0 } }
    }
    let plot = SharePlot(
      id: "selection-\(index)",
      title: "What \(row.decoder.label) selects on \(row.group.group)", axis: selection.axis,
      levels: levels, curves: curves, tinted: tinted)
    return figure(
      .text(page.series(row.decoder.label).short + ", " + row.group.group),
      SelectionWording.advice(row.score), plot)
  }

  private func figure(_ name: HTML, _ fact: String?, _ plot: SharePlot) -> HTML {
    .element(
      "figure", ["class": "plot-figure"],
      .element(
        "figcaption", [:],
        .element("h3", [:], name) + (fact.map { .p(.text($0), class: "note") } ?? .empty))
        + plot.html)
  }

  /// The wrong codes of all decoders, group by group.
  func wrongCodes(_ selection: SelectionWording) -> HTML {
    let groups = corpus.groups.enumerated().compactMap { index, group -> HTML? in
      let rows = selection.rows.filter { $0.group.group == group.id && !$0.score.isBlind }
      guard rows.contains(where: { $0.score.total.wrongCode.count > 0 }) else { return nil }
      let curves = rows.filter { $0.score.total.wrongCode.count > 0 }.map { row in
        let series = page.series(row.decoder.label)
        return SharePlot.Curve(
          name: series.short, color: series.color, line: series.line,
          shares: row.score.levels.map { $0.wrongCode.rate },
          marks: { series.marks($0, radius: 3) })
      }
      let highest = curves.flatMap(\.shares).compactMap { $0?.upper }.max() ?? 1
      let plot = SharePlot(
        id: "wrong-code-\(index)", title: "Wrong codes on \(group.id)", axis: selection.axis,
        levels: levels, curves: curves, most: [0.1, 0.2, 0.4].first { $0 >= highest } ?? 1)
      return figure(.text(group.id), nil, plot)
    }
    guard !groups.isEmpty else { return .empty }
    return .element("h3", [:], .text("Wrong codes")) + .div("plots", groups.joined())
  }
}

import Results

/// The section on which code is selected: the four outcomes as curves, wrong codes of all decoders side
/// by side, and the numbers.
struct SelectionSection {
  let page: PageContext
  private var corpus: CorpusRecord { page.wording.table.corpus }

  /// The most plots of outcomes that are shown at once; the rest are collapsed.
  private static let unfolded = 12

  var html: HTML {
    guard let selection = SelectionWording(page.wording), !selection.rows.isEmpty else {
      return .empty
    }
    let figures = selection.rows.enumerated().compactMap { figure($0, $1, selection) }
    let rest = figures.dropFirst(Self.unfolded)
    let more: HTML =
      rest.isEmpty
      ? .empty
      : .details(
        .text(Numerals.counted(rest.count, "more plot", "more plots")),
        .div("plots", rest.joined()))
    let plots = .div("plots", figures.prefix(Self.unfolded).joined()) + more
    return .section(
      "selection", SelectionWording.title,
      .p(.text(selection.explanation + "."), class: "note") + summary(selection)
        + (corpus.levels.count > 1 ? plots + wrongCodes(selection) : .empty)
        + .details(
          .text("The numbers: shares, %, with exact 95\(Numerals.narrowSpace)% intervals"),
          numbers(selection)))
  }

  // MARK: Tables

  private func summary(_ selection: SelectionWording) -> HTML {
    let isOverRadii = selection.isOverRadii
    var grid = PageTable(
      caption: "Shares \(selection.basis) \(isOverRadii ? "radius" : "levels"), %",
      columns: [.init("group"), .init("decoder")]
        + (isOverRadii
          ? [
            .init("recommended radius, px", isNumber: true), .init("best, px", isNumber: true),
          ] : [])
        + SelectionWording.outcomes.map { .init($0.name, isNumber: true) }, isStacking: true)
    for (place, row) in selection.rows.enumerated() {
      let isFirst =
        place == 0 || selection.rows[place - 1].group.group != row.group.group
      let recommended = row.score.isBlind ? nil : row.score.recommendation
      let best = row.shown.target.count > 0 ? recommended?.best : nil
      let radii = [
        PageTable.Cell(
          text: SelectionWording.radii(row.score), value: recommended.flatMap { Double($0.from) }),
        PageTable.Cell(
          text: best ?? Numerals.absent, value: best.flatMap(Double.init)),
      ]
      grid.add(
        [.init(text: row.group.group), .init(page.series(row.decoder.label).title)]
          + (isOverRadii ? radii : [])
          + SelectionWording.outcomes.map { outcome in
            .init(
              text: row.score.isBlind
                ? SelectionWording.share(outcome, row)
                : selection.share(outcome.share(row.shown)),
              value: outcome.share(row.shown).rate?.value)
          }, subject: .init(decoder: row.decoder.label, group: row.group.group),
        class: isFirst ? "first" : nil)
    }
    return grid.html
  }

  private func numbers(_ selection: SelectionWording) -> HTML {
    let outcomes = SelectionWording.outcomes + SelectionWording.faults
    var grid = PageTable(
      caption: "Every level",
      columns: [
        .init("group"), .init("decoder"), .init(selection.axis, isNumber: true),
      ] + outcomes.map { .init($0.name, isNumber: true) } + [.init("tried", isNumber: true)],
      isStacking: true)
    for row in selection.rows {
      for (place, level) in row.score.levels.enumerated() {
        grid.add(
          [
            .init(text: row.group.group), .init(page.series(row.decoder.label).title),
            .init(text: level.level, value: Double(level.level)),
          ]
            + outcomes.map { outcome in
              .init(
                text: selection.share(outcome.share(level)),
                value: outcome.share(level).rate?.value)
            } + [.init(text: Numerals.count(level.tried), value: Double(level.tried))],
          subject: .init(decoder: row.decoder.label, group: row.group.group),
          class: place == 0 ? "first" : nil)
      }
    }
    return grid.html
  }

  // MARK: Plots

  private var levels: [(text: String, value: Double)] {
    corpus.levels.map { ($0.text, $0.value) }
  }

  /// The outcomes of one decoder in one group; `nil` for one that cannot select.
  private func figure(
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
  private func wrongCodes(_ selection: SelectionWording) -> HTML {
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

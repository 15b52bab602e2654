import Evaluation

/// The section of decode rates by level: a plot for each group, with its numbers below.
struct CurveSection {
  let page: PageContext
  private var wording: ScoreWording { page.wording }
  private var corpus: CorpusRecord { wording.table.corpus }

  var html: HTML {
    guard !wording.tried.isEmpty else { return .empty }
    let figures = corpus.groups.enumerated().compactMap { index, group -> HTML? in
      let rows = page.rows(of: group.id)
      return rows.isEmpty ? nil : figure(index, group.id, rows)
    }
    return .section(
      "curves", "Decode rate by level",
      .p(.text(explanation), class: "note") + page.legend
        + .div("plots", figures.joined())
        + CrossingTable(page: page).html
        + .details("The numbers: read % with 95 % intervals", numbers))
  }

  private var explanation: String {
    guard wording.isOrdered else {
      return "Each point is a rate; the line through it is its exact 95 % interval."
    }
    return "Bands are exact 95 % intervals. The dashed line is the 95 % target; a thin line down "
      + "from it stands where a decoder is reliable. A bar below the axis, with a tint above it, "
      + "is an island: levels that fail although harder ones read better."
  }

  private func figure(_ index: Int, _ group: String, _ rows: [PageContext.Row]) -> HTML {
    let plot =
      !wording.isOrdered && corpus.levels.count == 1
      ? RatePlot(id: "curve-\(index)", group: group, wording: wording, rows: rows).html
      : CurvePlot(id: "curve-\(index)", group: group, wording: wording, rows: rows).html
    let facts = wording.isOrdered ? thresholds(rows) : .empty
    return .element(
      "figure", ["class": "plot-figure"],
      .element("figcaption", [:], .element("h3", [:], .text(group)) + facts) + plot)
  }

  private func thresholds(_ rows: [PageContext.Row]) -> HTML {
    .list(
      rows.map { row in
        row.series.key
          + .text(" \(wording.threshold(row.score.threshold)) \(unit(row.score.threshold))")
      }, class: "facts")
  }

  private func unit(_ threshold: ThresholdScore) -> String {
    threshold.kind == .none || threshold.kind == .notCertified ? "" : wording.unit
  }

  private var numbers: HTML {
    corpus.groups.map { group -> HTML in
      let rows = page.rows(of: group.id)
      guard !rows.isEmpty else { return .empty }
      let unit = wording.unitAfterComma
      var grid = PageTable(
        caption: "Read % on \(group.id)",
        columns: [.init("level\(unit)", isNumber: true)]
          + rows.map { .init($0.series.label, isNumber: true) })
      for (index, level) in corpus.levels.enumerated() {
        grid.add(
          [PageTable.Cell(text: level.text, value: level.value)]
            + rows.map { row in
              var cell = PageTable.Cell(
                text: wording.rate(row.score.levels[index]),
                value: row.score.levels[index].readRate, field: "levels.\(index).readRate")
              cell.decoder = row.series.label
              return cell
            }, subject: .init(group: group.id))
      }
      return grid.html
    }.joined()
  }
}

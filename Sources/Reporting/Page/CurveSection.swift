import Results

/// The section of decode rates by level: a plot for each group, with its numbers below.
///
/// Streams have none: their levels are frames, and their curves are those of the time to the first read.
struct CurveSection {
  let page: PageContext
  private var wording: ScoreWording { page.wording }
  private var corpus: CorpusRecord { wording.table.corpus }

  /// The most groups whose plots are shown at once; the rest are collapsed.
  private static let unfoldedGroups = 12
  /// The most cells of the tables of numbers, which are in `scores.csv`, too.
  private static let mostCells = 12_000

  var html: HTML {
    guard !wording.tried.isEmpty, wording.table.streams == nil else { return .empty }
    let figures = corpus.groups.enumerated().compactMap { index, group -> HTML? in
      let rows = page.rows(of: group.id)
      return rows.isEmpty ? nil : figure(index, group.id, rows)
    }
    return .element(
      "section",
      [
        "id": "curves", "aria-labelledby": "curves-title",
        "data-crowded": page.isCrowded ? "" : nil, "data-most": "\(PageContext.mostBands)",
      ],
      .element("h2", ["id": "curves-title"], "Decode rate by level")
        + .p(.text(explanation), class: "note") + switches
        + .div("plots", figures.prefix(Self.unfoldedGroups).joined())
        + rest(figures.dropFirst(Self.unfoldedGroups))
        + CrossingTable(page: page).html
        + .details("The numbers: decode rate, %, with 95 % intervals", numbers))
  }

  private func rest(_ figures: ArraySlice<HTML>) -> HTML {
    figures.isEmpty
      ? .empty
      : .details(
        .text(Numerals.counted(figures.count, "more group", "more groups")),
        .div("plots", figures.joined()))
  }

  /// The legend, whose names switch the decoders' curves on and off if the script runs.
  private var switches: HTML {
    let names = page.tried.map { series in
      FilterBar.toggle(series, series.fullTitle)
    }
    guard page.isCrowded else { return .list(names, class: "legend") }
    let whole = [("all", "Show all"), ("none", "Hide all")].map { value, text in
      HTML.element(
        "button", ["type": "button", "data-switch": value, "class": "whole"], .text(text))
    }
    return .list(names, class: "legend") + .div("wholes", whole.joined())
  }

  private var hasCurves: Bool { wording.isOrdered && corpus.levels.count > 2 }

  private var explanation: String {
    let points = "Each point is a rate; the line through it is its exact 95 % interval."
    guard wording.isOrdered else { return points }
    let names = page.tried.count > 1 ? " Press a name to switch a decoder off or on." : ""
    let samples =
      page.evidence?.gallery.survey.isEmpty ?? true
      ? "" : " Click a curve to see samples of that level."
    guard hasCurves else { return points + names + samples }
    let bands =
      page.isCrowded
      ? "Point at a name to see its exact 95 % intervals as a band; bands are shown for all while "
        + "\(PageContext.mostBands) decoders or fewer are switched on."
      : "Bands are exact 95 % intervals."
    let limit =
      wording.table.informed == nil
      ? "" : " The dotted line is what these pixels allow: the informed reader's rate."
    return bands + limit + " The dashed line is the 95 % target; a thin line down "
      + "from it marks the level from which a decoder is reliable. A bar below the axis, "
      + "with a tint above it, is an island: levels that fail although harder ones read better."
      + names + samples
  }

  private func figure(_ index: Int, _ group: String, _ rows: [PageContext.Row]) -> HTML {
    let plot =
      !wording.isOrdered && corpus.levels.count == 1
      ? RatePlot(id: "curve-\(index)", group: group, wording: wording, rows: rows).html
      : CurvePlot(id: "curve-\(index)", group: group, wording: wording, rows: rows).html
    let facts = wording.isOrdered ? thresholds(rows) : .empty
    return .element(
      "figure", ["class": "plot-figure", "data-group": group],
      .element("figcaption", [:], .element("h3", [:], .text(group)) + facts) + plot)
  }

  /// The thresholds by name, the best first.
  private func thresholds(_ rows: [PageContext.Row]) -> HTML {
    let sign: Double = wording.isLargerHarder ? -1 : 1
    let sorted = rows.sorted {
      let values = [$0, $1].map { $0.score.meanThreshold.map { sign * $0.value } ?? .infinity }
      return (values[0], $0.series.short) < (values[1], $1.series.short)
    }
    return .list(
      sorted.map { row in
        .element(
          "span", ["data-series": "\(row.series.index)"],
          row.series.title
            + .text(" \(wording.threshold(row.score.threshold)) \(unit(row.score.threshold))"))
      }, class: "facts")
  }

  private func unit(_ threshold: ThresholdScore) -> String {
    threshold.kind == .none || threshold.kind == .notCertified ? "" : wording.unit
  }

  private var numbers: HTML {
    let cells = wording.tried.reduce(0) { $0 + $1.groups.count } * corpus.levels.count
    guard cells <= Self.mostCells else {
      return .p(
        .text("\(Numerals.count(cells)) rates, one per line, are in scores.csv beside this page."),
        class: "note")
    }
    return corpus.groups.map { group -> HTML in
      let rows = page.rows(of: group.id)
      guard !rows.isEmpty else { return .empty }
      let unit = wording.unitAfterComma
      var grid = PageTable(
        caption: "Decode rate, %, on \(group.id)",
        columns: [.init("level\(unit)", isNumber: true)]
          + rows.map { .init($0.series.short, isNumber: true) })
      for (index, level) in corpus.levels.enumerated() {
        grid.add(
          [PageTable.Cell(text: level.text, value: level.value)]
            + rows.map { row in
              let isScene = row.score.scene != nil
              var cell = PageTable.Cell(
                text: wording.rate(row.score.rate(at: index)),
                value: row.score.rate(at: index)?.value,
                field: isScene ? "scene.levels.\(index).value" : "levels.\(index).readRate")
              cell.decoder = row.series.label
              return cell
            }, subject: .init(group: group.id))
      }
      return grid.html
    }.joined()
  }
}

import Reporting

/// The page of one corpus over time: mean thresholds run by run, and the changes between them.
struct TrendPage: Sendable {
  private let corpus: SiteCorpus
  private var history: RunHistory { corpus.history }

  init(_ corpus: SiteCorpus) {
    self.corpus = corpus
  }

  /// Renders the whole page.
  func render() -> String {
    let wording = ScoreWording(corpus.scores)
    let links: [HTML] =
      [.element("a", ["href": SiteIndex.fileName], "All corpora")]
      + (corpus.report.map { [.element("a", ["href": $0], "The run that says most")] } ?? [])
    let events = history.series.flatMap { HistoryEvents(of: $0, in: history).sentences }
    return PageShell(
      title: "\(history.corpus) over time", kicker: corpus.scores.corpus.title,
      heading: corpus.scores.corpus.question,
      subtitle: "\(history.corpus), mean thresholds run by run, with 95 % intervals"
    ).document(
      .list(links)
        + .section("trend", "Over time", TrendPlot(history: history, wording: wording).html)
        + (events.isEmpty
          ? .empty : .section("changes", "What changed", .list(events.map { .text($0 + ".") })))
        + .section("runs", "Runs", runs(wording).html))
  }

  private func runs(_ wording: ScoreWording) -> PageTable {
    let unit = history.unit.isEmpty ? "" : ", \(history.unit)"
    let hasSources = history.series.contains { $0.points.contains { $0.source != nil } }
    var table = PageTable(
      caption: "Every run, the latest first"
        + (hasSources ? "; runs of several stores are numbered from the oldest" : ""),
      columns: [
        .init("run", isNumber: true), .init("started"), .init("decoder"), .init("version"),
        .init("mean threshold" + unit, isNumber: true),
        .init("decode rate, %", isNumber: true), .init("misread", isNumber: true),
        .init("errors", isNumber: true),
      ] + (hasSources ? [.init("stored as")] : []), headColumn: 0)
    let points = history.series.flatMap { series in series.points.map { (series.label, $0) } }
    for (label, point) in points.sorted(by: { ($0.1.run, $1.0) > ($1.1.run, $0.0) }) {
      let source = hasSources ? [PageTable.Cell(text: point.source ?? Numerals.absent)] : []
      table.add(
        [
          .init(text: "\(point.run)", value: Double(point.run)),
          .init(text: String(point.startedAt.prefix(16)).replacing("T", with: " ")),
          .init(text: label), .init(text: point.version),
          .init(text: wording.estimate(point.meanThreshold), value: point.meanThreshold?.value),
          .init(
            text: Numerals.percent(point.successes, of: point.tried),
            value: Double(point.successes) / Double(max(point.tried, 1))),
          .init(text: Numerals.count(point.falseAnswers), value: Double(point.falseAnswers)),
          .init(text: Numerals.count(point.breakages), value: Double(point.breakages)),
        ] + source)
    }
    return table
  }
}

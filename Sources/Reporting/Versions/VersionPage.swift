import Analysis
import Results

/// The releases of a decoder as a page: a plot and two tables for each corpus.
struct VersionPage {
  private let history: VersionHistory

  init(_ history: VersionHistory) { self.history = history }

  func render() -> String {
    let shell = PageShell(
      title: history.title, kicker: "Releases of one decoder",
      heading: "Which release of \(history.decoder) changed what it reads?",
      subtitle: history.title,
      warning: history.corpora.contains(where: \.wasStopped)
        ? "The run was stopped before its end; numbers are those of the samples until then." : nil,
      footer: "Written by barcode-harness: \(history.command)")
    let sections = history.corpora.map(section)
    return shell.document(
      sections.joined() + leftOut
        + .section("method", "How releases are compared", .p(.text(VersionWording.method))),
      links: history.corpora.map { ("#\($0.corpus)", $0.corpus) })
  }

  private func section(_ corpus: CorpusReleases) -> HTML {
    let wording = VersionWording(corpus)
    let changes = wording.changes.isEmpty ? [wording.noChange] : wording.changes
    return .section(
      corpus.corpus, corpus.title,
      .p(.text(wording.basis), class: "note")
        + .element("figure", ["class": "wide-figure"], VersionPlot(corpus).drawing)
        + .element("h3", [:], "Releases that changed something")
        + .list(changes.map { .text($0 + ".") }) + releases(wording).html
        + groups(wording).html)
  }

  private var leftOut: HTML {
    guard !history.unavailable.isEmpty else { return .empty }
    return .section(
      "left-out", "Left out",
      .list(history.unavailable.map { .text("\($0.label): \($0.reason)") }))
  }

  private func releases(_ wording: VersionWording) -> PageTable {
    var table = PageTable(
      caption: "Each release over all groups that all of them read",
      columns: [
        .init("release", isSortable: false), .init(wording.measureTitle, isNumber: true),
        .init("samples read, %", isNumber: true), .init("tried", isNumber: true),
        .init("misread", isNumber: true), .init("errors", isNumber: true),
        .init("ms read", isNumber: true), .init("against the one before"),
      ])
    for row in wording.corpus.rows {
      let value = wording.isOrdered ? row.meanThreshold?.value : row.rate?.value
      table.add([
        .init(text: row.release), .init(text: wording.measure(row), value: value),
        .init(
          text: Numerals.percent(row.successes, of: row.tried),
          value: Double(row.successes) / Double(max(row.tried, 1))),
        .init(text: Numerals.count(row.tried), value: Double(row.tried)),
        .init(text: Numerals.count(row.falseAnswers), value: Double(row.falseAnswers)),
        .init(text: Numerals.count(row.errors), value: Double(row.errors)),
        .init(text: Numerals.milliseconds(row.readMilliseconds), value: row.readMilliseconds),
        .init(text: wording.against(row)),
      ])
    }
    return table
  }

  private func groups(_ wording: VersionWording) -> PageTable {
    let rows = wording.corpus.rows
    var table = PageTable(
      caption: "Group by group: \(wording.measureTitle); ▲ significantly better than the release "
        + "before, ▼ worse",
      columns: [.init("group")] + rows.map { .init($0.release, isNumber: true) })
    for name in wording.groups {
      table.add(
        [.init(text: name)]
          + rows.map { row in
            guard let group = row.groups.first(where: { $0.group == name }) else {
              return .init(text: Numerals.absent)
            }
            let mark = VersionMarkdown.mark(wording.step(to: row.release, group: name))
            return .init(
              text: wording.measure(group) + mark,
              value: wording.isOrdered
                ? group.meanThreshold?.value
                : Double(group.successes) / Double(max(group.tried, 1)))
          })
    }
    return table
  }
}

import Analysis
import Results
import Scanning

/// Distances as a page with a chart: printed size over distance, a line for each decoder.
public struct DistancePage: Sendable {
  private let report: DistanceReport

  /// Makes the page.
  public init(_ report: DistanceReport) {
    self.report = report
  }

  /// Renders the whole page.
  public func render() -> String {
    let shell = PageShell(
      title: "How far a code is read", kicker: DistanceWording.camera(report.question),
      heading: "How far is a \(report.question.code.symbology) read?",
      subtitle: DistanceWording.code(report.question.code))
    guard let table = report.table else {
      return shell.document(.p(.text("Nothing was asked about distances.")))
    }
    let plot = DistancePlot(table)
    let chart = plot?.html ?? .p("No decoder is certified at any distance.")
    let absent = plot.map(\.absent) ?? []
    return shell.document(
      .section(
        "chart", "Printed size over distance",
        .p(
          "A decoder reads what is printed above its line, in all groups and under all conditions; "
            + "below its band it was shown to fail, and within the band nothing is shown. The dashed line "
            + "is the size that was asked for; above the dotted line the code does not fit into the frame, "
            + "or modules that large were not tried.") + chart
          + (absent.isEmpty
            ? .empty
            : .p(.text("No size on this chart is certified for \(Words.list(absent))."))))
        + .section("distances", "Distances", rows(table).html)
        + .section(
          "notes", "What this stands on",
          .list(DistanceNotes(report: report).sentences.map { .text($0) })))
  }

  private func rows(_ table: DistanceTable) -> PageTable {
    var page = PageTable(
      caption: "Each decoder in each group of the run",
      columns: [
        .init("decoder"), .init("group"), .init("px per module", isNumber: true),
        .init("reliable from", isNumber: true), .init("reliable up to", isNumber: true),
        .init("shown to fail from", isNumber: true),
        .init("fills of the frame", isNumber: true), .init("tried from", isNumber: true),
      ], headColumn: 0)
    for row in table.rows {
      let nearest = row.reliable?.lowerBound
      let reliable = row.reliableMillimetres
      let failing = row.failingMillimetres
      let fill = reliable.flatMap { table.question.fill(atMillimetres: $0) }
      page.add([
        .init(text: row.threshold.decoder), .init(text: row.threshold.group),
        .init(
          text: DistanceWording.threshold(row.threshold.score),
          value: row.threshold.score.upper),
        .init(text: nearest.map(DistanceWording.length) ?? Numerals.absent, value: nearest),
        .init(
          text: reliable.map(DistanceWording.length) ?? Numerals.absent, value: reliable),
        .init(text: failing.map(DistanceWording.failing) ?? Numerals.absent, value: failing),
        .init(text: DistanceWording.share(fill), value: fill),
        .init(
          text: DistanceWording.length(row.testedFromMillimetres),
          value: row.testedFromMillimetres),
      ])
    }
    return page
  }
}

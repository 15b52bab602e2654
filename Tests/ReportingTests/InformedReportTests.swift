import Reporting
import Results
import Testing

@testable import RunFixtures

/// The informed reader, in all reports.
@Suite struct InformedReportTests {
  /// An outcome and a table in which zbar is far from the bound and zxing reads more than it.
  static func informed(_ table: ScoreTable) -> (InformedOutcome, InformedTable) {
    let id = table.corpus.groups[0].id
    let levels = table.corpus.levels.map { InformedLevel(level: $0.text, tried: 100, read: 100) }
    let group = InformedGroup(
      group: id, levels: [InformedLevel(level: "0.5", tried: 100, read: 12)] + levels,
      meanThreshold: Estimate(value: 0.56, lower: 0.54, upper: 0.58), isBeyond: false,
      threshold: ThresholdScore(
        kind: .interval, rate: 0.95, alpha: 0.05, lower: 0.5, upper: table.corpus.levels[0].value),
      milliseconds: 1.25,
      headrooms: [
        Headroom(
          decoder: "zbar", ratio: Estimate(value: 3.21, lower: 3.04, upper: 3.39),
          isAtLeast: false, isAtMost: false, pairs: 900, onlyInformed: 401, onlyDecoder: 0,
          adjustedP: 0),
        Headroom(
          decoder: "zxing", ratio: Estimate(value: 2.5, lower: 2.41, upper: 2.59), isAtLeast: true,
          isAtMost: false,
          pairs: 900, onlyInformed: 2, onlyDecoder: 19, adjustedP: 0.0003),
      ])
    let outcome = InformedOutcome(
      cells: [.init(group: 0, level: "0.5", trials: 2, missed: [1], nanoseconds: 7)],
      uncovered: [.init(group: 1, reason: "texture")])
    return (
      outcome,
      InformedTable(groups: [group], uncovered: [.init(group: "photos", reason: "photo")])
    )
  }

  private func table() throws -> ScoreTable {
    var table = try ScoreFixture.table(.realistic)
    (table.outcome.informed, table.informed) = Self.informed(table)
    return table
  }

  @Test func everyReportSaysWhatTheReaderIsAndIsNot() throws {
    let table = try table()
    let reports = [
      TerminalReport(TerminalStyle(width: 140)).render(table), MarkdownReport().render(table),
      PageReport().render(table),
    ].map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
    for report in reports {
      for part in [
        "What these pixels allow", "not ranked", "Better readers may exist", "3.21", "3.04–3.39",
        "≥ 2.41", "the bound is loose there", "photos is not covered",
      ] {
        #expect(report.contains(part), "\(part)")
      }
    }
    #expect(reports[2].contains("class=\"limit\""))
  }

  @Test(arguments: [80, 140])
  func noLineIsWiderThanTheTerminal(_ width: Int) throws {
    let lines = TerminalReport(TerminalStyle(width: width)).render(try table())
      .split(separator: "\n", omittingEmptySubsequences: false)
    let first = try #require(lines.firstIndex { $0.contains("What these pixels allow") })
    let last = try #require(
      lines.indices.first { $0 > first + 12 && lines[$0].isEmpty && !lines[$0 - 1].contains("─") })
    #expect(lines[first...last].contains { $0.contains("informed") })
    for line in lines[first...last] { #expect(line.count <= width, "\(line)") }
  }

  @Test func tableIsAFileOfItsOwn() throws {
    let table = try table()
    let rows = try #require(CSVText.parse(InformedCSV().render(table)))
    #expect(rows.count == 4 && rows.allSatisfy { $0.count == rows[0].count })
    #expect(rows[2][3] == "zbar" && rows[2][9] == "3.21" && rows[3][7] == "true")
  }

  @Test func runThatDidNotAskShowsNothingOfIt() throws {
    let table = try ScoreFixture.table(.realistic)
    #expect(!InformedCSV().applies(to: table))
    #expect(!PageReport().render(table).contains("id=\"limits\""))
    #expect(!PageReport().render(table).contains("class=\"limit\""))
    #expect(!MarkdownReport().render(table).contains("What these pixels allow"))
    #expect(!TerminalReport(TerminalStyle(width: 140)).render(table).contains("informed"))
  }
}

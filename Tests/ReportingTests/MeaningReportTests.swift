import Foundation
import Reporting
import Results
import Testing

/// What readings mean, in all reports.
@Suite struct MeaningReportTests {
  /// The realistic table, with zbar's and zxing's meanings judged in their first group.
  private func table() throws -> ScoreTable {
    var table = try ScoreFixture.table(.realistic)
    for (label, different) in [("zbar", 7), ("zxing", 0)] {
      let decoder = try #require(table.decoders.firstIndex { $0.label == label })
      let score = MeaningScore(
        tried: 40, same: 40 - different - 3, different: different, unreadable: 2,
        rate: Estimate(value: Double(37 - different) / 40, lower: 0.5, upper: 0.98))
      table.decoders[decoder].meaning = score
      table.decoders[decoder].groups[0].meaning = score
    }
    return table
  }

  private func findings(_ table: ScoreTable) -> [String] {
    Statements(ScoreWording(table)).sections.first { $0.title == "What readings mean" }?.sentences
      ?? []
  }

  @Test func whatSilentlyMeansSomethingElseIsSaidFirst() throws {
    let table = try table()
    let group = try #require(table.decoder("zbar")).groups[0].group
    let sentences = findings(table)
    #expect(sentences.count == 3)
    #expect(
      sentences.first == "zbar says something else and it looks right: 7 of 40 on \(group)")
    #expect(
      sentences.contains {
        $0.hasPrefix("zbar keeps the meaning of 75.0 [50.0–98.0]") && $0.contains("7 look right")
          && $0.contains("2 are plainly broken and 1 were not read")
      }, "\(sentences)")
  }

  @Test func aRunThatDidNotAskShowsNothingOfIt() throws {
    let table = try ScoreFixture.table(.realistic)
    #expect(findings(table).isEmpty)
    #expect(!PageReport().render(table).contains("id=\"meanings\""))
    #expect(!MarkdownReport().render(table).contains("What readings mean"))
    #expect(!TerminalReport(TerminalStyle(width: 140)).render(table).contains("meaning"))
    let rows = try #require(CSVText.parse(CSVReport().render(table)))
    let column = try #require(rows[0].firstIndex(of: "meaning_different"))
    #expect(rows.dropFirst().allSatisfy { $0[column].isEmpty })
  }

  @Test func everyReportHasTheCounts() throws {
    let table = try table()
    let page = PageReport().render(table)
    #expect(page.contains("id=\"meanings\""))
    #expect(page.contains("data-field=\"meaning.different\""))
    #expect(MarkdownReport().render(table).contains("What readings mean, group by group"))
    for width in [80, 140] {
      let text = TerminalReport(TerminalStyle(width: width)).render(table)
      #expect(text.contains("same") && text.contains("another"), "\(width) columns")
    }
    let rows = try #require(CSVText.parse(CSVReport().render(table)))
    let (label, group, column) = (
      try #require(rows[0].firstIndex(of: "decoder")),
      try #require(rows[0].firstIndex(of: "group")),
      try #require(rows[0].firstIndex(of: "meaning_different"))
    )
    let asked = try #require(table.decoder("zbar")).groups[0].group
    for row in rows.dropFirst() where row[label] == "zbar" {
      #expect(row[column] == (row[group] == asked ? "7" : ""))
    }
  }
}

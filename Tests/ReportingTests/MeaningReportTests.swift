import Foundation
import Reporting
import Results
import Testing

@testable import RunFixtures

/// The meaning of readings, in all reports.
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
    ReportSections(ScoreWording(table)).all.first { $0.title == "What readings mean" }?.sentences
      ?? []
  }

  @Test func whatSilentlyMeansSomethingElseIsSaidFirst() throws {
    let table = try table()
    let group = try #require(table.decoder("zbar")).groups[0].group
    let sentences = findings(table)
    #expect(sentences.count == 3)
    #expect(
      sentences.first == "zbar returns another meaning that looks right: 7 of 40 on \(group)")
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

  @Test func hintsAndKneesHaveSectionsWhereThereAreAny() throws {
    var table = try ScoreFixture.table(.realistic)
    #expect(!PageReport().render(table).contains("id=\"hints\""))
    #expect(!PageReport().render(table).contains("id=\"resolution\""))
    func side(_ label: String, _ misreads: Int) -> HintEffect.Side {
      HintEffect.Side(label: label, misreads: misreads, errors: 0, wrongExtras: 0)
    }
    table.hintEffects = [
      HintEffect(
        decoder: "zxing", hints: "symbologies", restricted: side("zxing@symbologies", 1),
        unrestricted: side("zxing", 9), pairs: 100, onlyRestricted: 3, onlyUnrestricted: 0,
        misreadsAvoided: 8, misreadsAdded: 0, adjustedP: 0.25,
        timeRatio: Estimate(value: 0.25, lower: 0.24, upper: 0.26))
    ]
    let zxing = try #require(table.decoders.firstIndex { $0.label == "zxing" })
    table.decoders[zxing].groups[0].knee = KneeScore(
      level: "2", best: "8",
      steps: [
        .init(level: "2", rate: 0.95, median: 4),
        .init(
          level: "8", rate: 0.97, median: 12, timeRatio: Estimate(value: 3, lower: 2.9, upper: 3.1)),
      ])
    let page = PageReport().render(table)
    #expect(page.contains("id=\"hints\"") && page.contains("id=\"resolution\""))
    #expect(page.contains("data-field=\"knee.steps.1.timeRatio.value\""))
    let sentences = ReportSections(ScoreWording(table)).all.flatMap(\.sentences)
    #expect(
      sentences.contains(
        "zxing@symbologies takes 0.25 × [0.24–0.26] the time of zxing on what both read; of 100 images, "
          + "3 are read by zxing@symbologies alone, 0 by zxing alone (p = 0.25); misreads 1 instead of 9: 8 avoided, 0 new"
      ),
      "\(sentences)")
    #expect(
      sentences.contains {
        $0.contains("the knee is at 2 MP, where it reads 95.0")
          && $0.contains("at 8 MP); 8 MP take 3.00 × [2.90–3.10] the time")
      }, "\(sentences)")
  }

  @Test func everyReportHasTheCounts() throws {
    let table = try table()
    let page = PageReport().render(table)
    #expect(page.contains("id=\"meanings\""))
    #expect(page.contains("data-field=\"meaning.different\""))
    #expect(MarkdownReport().render(table).contains("## What readings mean"))
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

import Foundation
import Reporting
import Results
import Testing

@testable import RunFixtures

/// The sections of documented minima and bands in every format.
@Suite struct ClaimReportTests {
  private let table: ScoreTable

  init() throws { table = try ScoreFixture.table(.claims) }

  @Test func everyFormatGivesTheSameVerdicts() throws {
    let claims = try #require(table.claims)
    let verdicts = claims.claims.map { $0.decoders.map { "\($0.decoder) \($0.verdict.rawValue)" } }
    #expect(
      verdicts == [
        ["keen too-strict", "brittle too-optimistic"],
        ["keen too-strict", "brittle too-optimistic"],
        ["keen holds", "brittle too-optimistic"],
      ])
    let markdown = MarkdownReport().render(table)
    #expect(markdown.contains("## Documented minima") && markdown.contains("## Bands"))
    #expect(markdown.contains("| keen | too strict |") && markdown.contains("| (1, 1.8] |"))
    #expect(markdown.contains("Source: x") && markdown.contains("page &lt;3&gt;"))
    let page = PageReport().render(table)
    #expect(page.contains("page &lt;3&gt;") && !page.contains("page <3>"))
    let rows = try #require(CSVText.parse(ClaimCSV().render(table)))
    let verdict = try #require(rows[0].firstIndex(of: "verdict"))
    let groups = claims.claims.flatMap(\.decoders).flatMap(\.groups)
    #expect(rows.dropFirst().map { $0[verdict] } == groups.map(\.verdict.rawValue))
    #expect(rows.allSatisfy { $0.count == rows[0].count })
  }

  @Test func evidenceNamesTheCrashesAndTheIsland() throws {
    let text = TerminalReport(TerminalStyle(width: 140)).render(table)
    let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let example = try #require(
      table.claims?.claims[0].decoders.first { $0.decoder == "brittle" }?.groups[0].counterexample)
    #expect(example.levels.map(\.text) == ["3", "20"] && example.isIsland)
    #expect(
      words.contains(
        "brittle on v2-m/upright: \(example.counts.read) of 200 read at 20 px "
          + "(\(example.counts.crash) crashes), fewer than promised also at 3 px, an island: harder "
          + "levels are read better; against two, four and all"))
    #expect(words.contains("keen: of 3 claims 1 holds, 2 too strict."))
    #expect(words.contains("brittle: of 3 claims 3 too optimistic."))
    #expect(words.contains("breaks the promise of 20 px and more"))
  }

  @Test(arguments: [80, 140])
  func noLineIsWiderThanTheTerminal(width: Int) {
    for ascii in [false, true] {
      let text = TerminalReport(TerminalStyle(width: width, ascii: ascii)).render(table)
      // A command is never wrapped, so that it can be copied.
      for line in text.split(separator: "\n") where !line.hasPrefix("      harness reproduce ") {
        #expect(DisplayText.width(String(line)) <= width, "\(line)")
      }
      #expect(!ascii || text.allSatisfy(\.isASCII))
    }
  }

  @Test func bandsInCSVAreThoseOfTheTable() throws {
    let rows = try #require(CSVText.parse(BandCSV().render(table)))
    let bands = table.decoders.flatMap(\.groups).flatMap { $0.bands ?? [] }
    #expect(rows.count == bands.count + 1 && bands.count == 2 * 2 * 5)
    let certified = try #require(rows[0].firstIndex(of: "certified"))
    #expect(rows.dropFirst().map { $0[certified] } == bands.map { "\($0.certified)" })
    let cause = try #require(rows[0].firstIndex(of: "worst_crash"))
    #expect(rows.contains { $0[0] == "brittle" && (Int($0[cause]) ?? 0) > 50 })
  }

  @Test func filesOfClaimsComeAndGoWithTheCorpus() throws {
    let other = try ScoreFixture.table(.realistic)
    #expect(ClaimCSV().applies(to: table) && BandCSV().applies(to: table))
    #expect(!ClaimCSV().applies(to: other) && !BandCSV().applies(to: other))
    #expect(!MarkdownReport().render(other).contains("Documented minima"))
    let folder = FileManager.default.temporaryDirectory.path + "/claims-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    func names() throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".csv") }
        .sorted()
    }
    try ReportFolder.write(table, to: folder)
    #expect(try names() == ["bands.csv", "claims.csv", "scores.csv"])
    try ReportFolder.write(other, to: folder)
    #expect(try names() == ["scores.csv"])
  }

  @Test func aBoundIsRoundedDown() throws {
    let page = MarkdownReport().render(table)
    // 400 of 400 at 3 and 4 px: 0.05^(1/400) = 0.99254.
    #expect(page.contains("99.2 (100)"))
  }
}

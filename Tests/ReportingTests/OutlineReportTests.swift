import Foundation
import Reporting
import Results
import Testing

@testable import RunFixtures

/// The fit of corners in all reports.
@Suite struct OutlineReportTests {
  private func findings(_ table: ScoreTable) -> [String] {
    ReportSections(ScoreWording(table)).all.first { $0.title == "Where symbols are" }?.sentences
      ?? []
  }

  @Test func thePageHasARowForEachDecoderOnEachKindOfSymbol() throws {
    let (table, page, root) = try PageFixture.page(.realistic)
    #expect(page.contains("<section id=\"where\""))
    let cells = root.all.filter { $0["data-field"]?.hasSuffix("outline.read") ?? false }
    #expect(cells.count == table.decoders.reduce(0) { $0 + ($1.outlines?.count ?? 0) })
    #expect(cells.count == 3, "dmtx was not tried, and fragile read nothing")
    let scenes = try ScoreFixture.table(.scenes)
    let wide = try #require(scenes.decoder("wide")?.outlines)
    #expect(wide.map(\.symbology) == [.qrCode, .dataMatrix, .code128, .ean13])
  }

  @Test func aRunWithoutOutlinesHasNoSuchSection() throws {
    var table = try ScoreFixture.table(.realistic)
    for decoder in table.decoders.indices { table.decoders[decoder].outlines = nil }
    #expect(!PageReport().render(table).contains("id=\"where\""))
    #expect(findings(table).isEmpty)
  }

  @Test func whatIsRemarkableIsSaidInASentence() throws {
    var table = try ScoreFixture.table(.realistic)
    let sentences = findings(table)
    #expect(sentences.contains("zbar gives no corners"))
    // One in ten of the fixture's outlines is forty times as far off, and one in seven in disorder.
    #expect(
      sentences.contains {
        // Ten modules, to 1 %.
        $0.contains(
          /^zxing: one outline in twenty is off by (9\.9\d|10\.0) modules or more on QR Code/)
      })
    #expect(sentences.contains { $0.hasPrefix("zxing gives corners in another order: ") })
    let zxing = try #require(table.decoders.firstIndex { $0.label == "zxing" })
    table.decoders[zxing].outlines?[0].outline = OutlineScore(
      read: 100, withCorners: 100, otherOrder: 5, onLine: 0, errorMedian: 1, errorP95: 2)
    #expect(!findings(table).contains { $0.hasPrefix("zxing ") || $0.hasPrefix("zxing: ") })
  }

  @Test func aDecoderMayGiveCornersOfSomeSymbologiesOnly() throws {
    var table = try ScoreFixture.table(.scenes)
    let wide = try #require(table.decoders.firstIndex { $0.label == "wide" })
    for index in [0, 3] {
      table.decoders[wide].outlines?[index].outline = OutlineScore(
        read: 9, withCorners: 0, otherOrder: 0, onLine: 0)
    }
    #expect(findings(table).contains("wide gives no corners of QR Code and EAN-13"))
  }

  @Test func theGroupsFitIsOnEachRowOfTheCSV() throws {
    let table = try ScoreFixture.table(.realistic)
    let rows = try #require(CSVText.parse(CSVReport().render(table)))
    let column = try #require(rows[0].firstIndex(of: "outline_error_p95"))
    let share = try #require(rows[0].firstIndex(of: "corner_share"))
    let label = try #require(rows[0].firstIndex(of: "decoder"))
    let group = try #require(rows[0].firstIndex(of: "group"))
    let zxing = try #require(table.decoder("zxing"))
    for row in rows.dropFirst() where row[label] == "zxing" {
      let score = try #require(zxing.groups.first { $0.group == row[group] }?.outline)
      #expect(row[column] == score.errorP95.map(\.description))
      #expect(row[share] == "1.0")
    }
    #expect(rows.contains { $0[label] == "zbar" && $0[share] == "0.0" && $0[column].isEmpty })
  }
}

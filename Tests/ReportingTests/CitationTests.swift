import Foundation
import Reporting
import Results
import Testing

@testable import RunFixtures

/// The line to quote, the same in all reports.
@Suite struct CitationTests {
  private func words(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      .replacing("\u{202F}", with: " ")
  }

  /// The line in a terminal's text, to its end.
  private func line(_ table: ScoreTable) throws -> String {
    let text = words(TerminalReport(TerminalStyle(width: 140)).render(table))
    let start = try #require(text.range(of: "To quote: "))
    let end = try #require(text[start.lowerBound...].range(of: "barcode-harness "))
    return String(text[start.lowerBound..<end.lowerBound])
  }

  @Test func everyReportHasOneLineWithAllThatANumberNeeds() throws {
    var table = try ScoreFixture.table(.realistic)
    table.settings.release = ReleaseRecord(
      release: try #require(ReleaseNumber(parsing: "2026.1")), root: "0")
    let best = try #require(table.decoders.first)
    let line = try line(table)
    #expect(
      line.hasPrefix(
        "To quote: \(table.corpus.name) (corpus version \(table.corpus.version), release 2026.1), mean "
          + "threshold with 95 % interval: \(best.label) ("))
    #expect(line.contains("\(best.version), adapter's defaults) ") && line.contains(" ± "))
    #expect(words(MarkdownReport().render(table)).contains(Markdown.text(line)))
    #expect(words(PageReport().render(table)).contains("To quote: \(table.corpus.name) (corpus"))
    #expect(
      words(TerminalReport(TerminalStyle(width: 140)).render(table))
        .contains("\(table.provenance.startedAt.prefix(10))."))
  }

  /// A threshold on a part of the corpus is not one on all of it.
  @Test func theSymbologiesThatRanksStandOnAreNamed() throws {
    #expect(
      try line(ScoreFixture.table(.scenes))
        .contains("mean threshold on QR Code and Code 128 with 95"))
    var table = try ScoreFixture.table(.realistic)
    #expect(try line(table).contains("mean threshold with 95 % interval: "))
    table.corpus.groups[0].symbologies = [
      .qrCode, .microQRCode, .aztec, .dataMatrix, .code128, .ean13,
    ]
    table.basis?.symbologies = [.qrCode, .microQRCode, .aztec, .code128]
    #expect(
      try line(table).contains("mean threshold on the 4 of 6 symbologies that all ranked decoders"))
  }

  @Test func optionsAreNamedAndEveryFirstOneIs() throws {
    var table = try ScoreFixture.table(.realistic)
    table.decoders[0].label = "mine:profile=tuned"
    #expect(try line(table).contains("profile=tuned) "))
    table.decoders[0].label = "mine"
    table.decoders[0].reference = "zxing:profile=tuned"
    #expect(try line(table).contains("interval: mine (") && line(table).contains("profile=tuned) "))
    let ranked = table.decoders.filter { $0.rank != nil }.count
    #expect(try line(table).components(separatedBy: " ± ").count - 1 == min(ranked, 3))
    for index in table.decoders.indices { table.decoders[index].rank = nil }
    #expect(!TerminalReport(TerminalStyle(width: 140)).render(table).contains("To quote"))
  }
}

import DecoderKit
import Evaluation
import Foundation
import Reporting
import Results
import TestSupport
import Testing

@testable import Hunt

/// What a hunt shows by default, and with `--full`.
@Suite struct HuntTextTests {
  /// A report of so many symbologies, of which some fail, each with a finding.
  private func report(of count: Int, failing: Int) throws -> HuntReport {
    var report = HuntReport(
      decoder: TestedDecoder(label: "zbar", library: "zbar", version: "0.23.92", options: [:]),
      encoder: "2.11.1",
      seed: "1", moduleSizes: [3, 4])
    for (place, symbology) in Symbology.allCases.prefix(count).enumerated() {
      let failures = place < failing ? 20 + place : 0
      let decodes = place == count - 1 ? 100 : 200
      report.symbologies.append(
        .init(
          symbology: symbology, decodes: decodes, failures: failures,
          rate: HuntReport.rate(failures: failures, decodes: decodes), levels: []))
      report.decodes += decodes
      report.failures += failures
      if failures > 0 { report.findings.append(try finding(symbology, failures)) }
    }
    report.rate = HuntReport.rate(failures: report.failures, decodes: report.decodes)
    return report
  }

  private func finding(_ symbology: Symbology, _ failures: Int) throws -> HuntFinding {
    HuntFinding(
      symbology: symbology, verdict: .noRead, signature: "",
      levels: [HuntLevel(factor: "payload length", level: "up to 4")], pValue: 0.001, decodes: 30,
      failures: failures,
      example: .init(
        draw: 1, found: "found", symbol: "a symbol", payload: "1", payloadHex: "31",
        payloadBytes: 1,
        modules: 21, width: 80, height: 80, levels: [], issue: "1.md", image: "1.png",
        reproduce: "harness reproduce '1.json'"))
  }

  private func text(_ report: HuntReport, width: Int = 80) -> String {
    report.briefText(TerminalStyle(width: width)).replacing("\u{202F}", with: " ")
  }

  @Test func symbologiesWithoutAFailureAreOneSentenceWithTheWorstBound() throws {
    let report = try report(of: 16, failing: 2)
    let flat = text(report).replacing(/\s+/, with: " ")
    let worst = try #require(report.symbologies.last)
    let bound = Numerals.perMillion(worst.rate.atMost, .up).replacing("\u{202F}", with: " ")
    #expect(
      flat.contains(
        "None of the 2 700 symbols of 14 other symbologies fails; the bound is highest for \(worst.symbology), "
          + "\(bound) of a million."), "\(flat)")
    #expect(!text(report).contains("\n\(worst.symbology) "), "it has no row")
    let full = report.document.text(TerminalStyle(width: 80))
    #expect(full.contains("\n\(worst.symbology) "), "\(full)")
    #expect(full.replacing(/\s+/, with: " ").contains("the simplest is a symbol"), "\(full)")
    #expect(try text(self.report(of: 3, failing: 0)).contains("of 3 symbologies fails"))
    #expect(try !text(self.report(of: 1, failing: 0)).contains("How many of a million"))
    let one = try self.report(of: 2, failing: 1)
    #expect(text(one).contains("\n\(one.symbologies[1].symbology) "), "one alone has a row")
  }

  @Test(arguments: [(40, 30), (16, 16), (16, 4), (3, 1), (30, 0)])
  func aHuntTakesAtMost25Lines(count: Int, failing: Int) throws {
    let report = try report(of: count, failing: failing)
    for width in [60, 80, 140] {
      let lines = text(report, width: width).split(
        separator: "\n", omittingEmptySubsequences: false)
      #expect(lines.count <= 25, "\(lines.joined(separator: "\n"))")
      #expect(lines[0].hasPrefix("zbar 0.23.92 "))
      if failing > 0 {
        #expect(lines.contains { $0.contains("payload length up to 4: misses") })
        #expect(lines.contains { $0.contains("harness reproduce '1.json'") })
      }
      #expect(lines.last == "--full shows all symbologies and findings.")
    }
  }

  @Test func whatIsLeftOutIsCounted() throws {
    let flat = try text(report(of: 40, failing: 30)).replacing(/\s+/, with: " ")
    #expect(flat.contains(/[0-9]+ more symbologies with failures\./), "\(flat)")
    #expect(flat.contains(/and [0-9]+ more\./) && flat.contains("--full shows all"))
  }
}

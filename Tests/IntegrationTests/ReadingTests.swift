import Foundation
import Results
import TestSupport
import Testing

@testable import RunFixtures

/// Corners and readings of real decoders, from the decode to the score table and the export.
@Suite(.waits) struct ReadingTests {
  private let scratch: ScratchFolder

  init() throws {
    scratch = try ScratchFolder()
    _ = try scratch.file(
      "two.yaml",
      """
      format: 1
      name: two
      version: 1
      title: Two
      question: Where?
      seed: 3
      symbols:
        - {name: qr, symbology: qr-code, version: 1, ecc: M, payload: {kind: digits, length: 10}}
        - {name: bars, symbology: code-128, payload: {kind: digits, length: 10}}
        - {name: upc, symbology: upc-a, payload: {kind: gtin}}
      conditions: [{name: upright}, {name: turned, rotation: 90}]
      sweep: {axis: module-size, harder: smaller, levels: [6, 8]}
      trials: 3
      """)
  }

  private func compare(_ folder: String, _ more: String...) throws -> HarnessRun {
    let run = try HarnessRun.run(
      [
        "compare", "--corpus", scratch.path + "/two.yaml", "--decoder", "zxing", "--decoder",
        "zbar", "--output", scratch.path + "/" + folder,
      ] + more)
    #expect(run.status == 0, "\(run.errors)")
    return run
  }

  /// The kept readings, one line of JSON each, and the remark about the others.
  private func export(_ folder: String, _ more: String...) throws -> (lines: [Line], remark: String)
  {
    let run = try HarnessRun.run(
      ["runs", "export", scratch.path + "/" + folder, "--readings", "--format", "jsonl"] + more)
    #expect(run.status == 0, "\(run.errors)")
    let lines = try run.output.split(separator: "\n").map {
      try JSONDecoder().decode(Line.self, from: Data($0.utf8))
    }
    return (lines, run.errors)
  }

  private struct Line: Decodable {
    var decoder: String
    var sample: String
    var symbology: String?
    var bytes: Data
    var corners: [[Double]]?
  }

  @Test func cornersAreComparedWithTheDrawnOutlines() throws {
    _ = try compare("r")
    let table = try ScoreFile(scratch.path + "/r").table
    func outlines(_ label: String, _ name: String) throws -> [SymbologyOutlineScore] {
      let all = try #require(table.decoder(label)?.outlines)
      return all.filter { $0.symbology.rawValue == name }
    }
    for score in try outlines("zxing", "qr-code") + outlines("zbar", "qr-code") {
      #expect(score.outline.read == 6 && score.outline.cornerShare == 1)
      let error = try #require(score.outline.errorMedian)
      #expect(error > 0.01 && error < 0.3, "\(score)")
      #expect(try #require(score.outline.overlapP5) > 0.9)
      #expect(score.outline.otherOrder == 0)
    }
    for score in try outlines("zbar", "code-128") {
      #expect(score.outline.read > 0 && score.outline.cornerShare == 0)
      #expect(score.outline.errorMedian == nil && score.outline.overlapMedian == nil)
    }
    #expect(try outlines("zxing", "qr-code").map(\.turn) == [.upright, .turned])
    let markdown = try String(contentsOfFile: scratch.path + "/r/scores.md", encoding: .utf8)
    #expect(markdown.contains("zbar gives no corners of Code 128 and UPC-A"))
  }

  @Test func readingsAreKeptWhereTheyAreNotPlainlyRightUnlessAllOrNoneAreWanted() throws {
    _ = try compare("doubtful")
    let doubtful = try export("doubtful")
    // zbar calls every UPC-A symbol EAN-13.
    #expect(doubtful.lines.contains { $0.decoder == "zbar" && $0.symbology == "ean-13" })
    #expect(!doubtful.lines.contains { $0.sample.hasPrefix("two/qr/") })
    #expect(doubtful.remark.contains("were not kept"))

    _ = try compare("none", "--keep-readings", "none")
    #expect(try export("none").lines.isEmpty)

    _ = try compare("all", "--keep-readings", "all")
    let all = try export("all")
    let table = try ScoreFile(scratch.path + "/all").table
    #expect(all.lines.count == table.decoders.reduce(0) { $0 + $1.total.read })
    #expect(all.remark.isEmpty, "\(all.remark)")
    let one = try export("all", "--sample", "two/qr/turned/8/1")
    #expect(one.lines.map(\.decoder).sorted() == ["zbar", "zxing"])
    #expect(Set(one.lines.map(\.bytes)).count == 1)
    #expect(one.lines.allSatisfy { $0.corners?.count == 4 })
  }

  @Test func cachedResultsWithoutTheirReadingsAreDecodedAgainAndOnlyThose() throws {
    _ = try compare("r")
    let first = try ScoreFile(scratch.path + "/r")
    let again = try compare("r", "--keep-readings", "all")
    let kept = first.table.decoders.reduce(0) {
      $0 + $1.total.tried - $1.total.noRead
    }
    let second = try ScoreFile(scratch.path + "/r").table
    #expect(again.errors.contains("because their readings were not kept"), "\(again.errors)")
    #expect(second.outcome.cost.decodes > 0 && second.outcome.cost.decodes < kept)
    #expect(second.outcome.cost.decodes + second.outcome.reused == first.table.outcome.cost.decodes)
    #expect(try first.verdicts(run: 1) == first.verdicts(run: 2))
    #expect(try export("r").remark.isEmpty)
    _ = try compare("r", "--keep-readings", "all")
    #expect(try ScoreFile(scratch.path + "/r").table.outcome.cost.decodes == 0)
  }

  @Test func aSampleWithoutReadingsToChooseFromIsAMistake() throws {
    let run = try HarnessRun.run(["runs", "export", scratch.path, "--sample", "two/qr/turned/8/1"])
    #expect(run.status == 64 && run.errors.contains("--readings"), "\(run.errors)")
  }
}

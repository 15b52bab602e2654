import Foundation
import Results
import TestSupport
import Testing

@testable import RunFixtures

/// Decoders that select one of several codes, from the corpus to the reports.
@Suite struct SelectionTests {
  private let corpus = """
    format: 1
    name: shelf
    version: 1
    title: Shelf
    question: Which one?
    seed: 3
    symbols:
      - name: linear
        stack: {spacing: 6}
        of:
          - {symbology: code-128, height: 16, payload: {kind: digits, length: 6}}
          - {symbology: code-128, height: 16, payload: {kind: digits, length: 6}}
    conditions: [{name: plain, module-size: 2, aiming-error: 2}]
    selection: {edge: touching}
    sweep: {axis: selection-radius, levels: [0, 6, 80]}
    trials: 6
    """

  @Test func zbarCannotSelectLinearCodesByItselfAndCanWithTheGauge() async throws {
    let scratch = try ScratchFolder()
    try scratch.file("shelf.yaml", corpus)
    let arguments = [
      "compare", "--corpus", "./shelf.yaml", "--decoder", "zbar", "--decoder", "zxing@filter",
      "--selection", "none,crop,filter,filter+gauge", "--output", "r", "--full",
    ]
    let run = try await HarnessRun.run(arguments, in: scratch.path)
    #expect(run.status == 0, "\(run.errors)")
    let table = try ScoreFile(scratch.path + "/r").table
    func score(_ label: String) throws -> SelectionScore {
      try #require(table.decoder(label)?.groups.first?.selection, "\(label)")
    }
    let blind = try score("zbar@filter")
    #expect(blind.isBlind && blind.total.cannotSelect.count == 18 && blind.total.none.count == 0)
    let gauge = try score("zbar@filter+gauge")
    #expect(!gauge.isBlind && gauge.levels.map(\.target.count) == [6, 6, 0])
    #expect(gauge.levels[2].several.count == 6, "a circle too large holds both")
    #expect(gauge.recommendation?.to == "6")
    #expect(try score("zxing@filter").total.target.count > 6)
    #expect(try score("zbar").total.several.count == 18, "a decoder that does not select")
    #expect(try score("zbar@crop").levels[0].none.count == 6, "a point holds no code")
    // All reports say it.
    let reported = try await HarnessRun.run(["report", "r"], in: scratch.path)
    #expect(reported.status == 0, "\(reported.errors)")
    #expect(run.output.split(separator: "\n").allSatisfy { $0.count <= 100 })
    let page = try String(contentsOfFile: scratch.path + "/r/report.html", encoding: .utf8)
    let markdown = try String(contentsOfFile: scratch.path + "/r/scores.md", encoding: .utf8)
    for report in [run.output, page, markdown] {
      #expect(report.contains("cannot select") && report.contains("Which code is selected"))
    }
    let sheet = try String(contentsOfFile: scratch.path + "/r/scores.csv", encoding: .utf8)
    #expect(sheet.contains("wrong_code_upper,several,several_lower"))
    // One way's results are not another's, and all of them are found again.
    let again = try await HarnessRun.run(arguments, in: scratch.path)
    #expect(again.status == 0, "\(again.errors)")
    let stored = try ScoreFile(scratch.path + "/r").table
    #expect(stored.outcome.reused == 90 && stored.outcome.cost.decodes == 0)
    #expect(
      stored.decoders.map(\.groups.first?.selection)
        == table.decoders.map(\.groups.first?.selection))

    for (decoder, verdict) in [
      ("zbar@filter", "cannot-select"), ("zbar@filter+gauge", "several"), ("zbar@crop", "several"),
    ] {
      let one = try await HarnessRun.run(
        [
          "reproduce", "shelf/linear/plain/80/0", "--corpus", "./shelf.yaml", "--decoder", decoder,
        ], in: scratch.path)
      #expect(one.status == 0 && one.output.contains(verdict), "\(decoder): \(one.output)")
    }
  }

  @Test(arguments: [
    (["--corpus", "./tiny.yaml", "--decoder", "zxing@filter"], "has no \"selection\""),
    (["--corpus", "./tiny.yaml", "--selection", "crop"], "has no \"selection\""),
    (["--corpus", "./shelf.yaml", "--selection", "filtre"], "Did you mean \"filter\"?"),
    (
      ["--corpus", "./shelf.yaml", "--decoder", "zxing@filter", "--decoder", "zxing"],
      "takes part twice"
    ),
  ])
  func whatCannotBeSelectedIsAUsageError(arguments: [String], message: String) async throws {
    let scratch = try ScratchFolder()
    try scratch.file("shelf.yaml", corpus)
    try scratch.file("tiny.yaml", HarnessRun.tinyCorpus(trials: 1))
    let run = try await HarnessRun.run(["compare", "--output", "r"] + arguments, in: scratch.path)
    #expect(run.status == 64, "\(run.status) \(run.errors)")
    #expect(run.errors.contains(message), "\(run.errors)")
  }
}

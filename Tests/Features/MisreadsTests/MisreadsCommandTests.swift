import Foundation
import TestSupport
import Testing

@testable import Misreads
@testable import RunFixtures

/// `harness misreads`, end to end, with a decoder whose rate of misreads is known.
@Suite(.waits) struct MisreadsCommandTests {
  private let scratch: ScratchFolder

  init() throws {
    scratch = try ScratchFolder()
  }

  private static let corpus = """
    format: 1
    name: four-levels
    version: 1
    title: Four levels
    question: Which answers are wrong?
    seed: 20240229
    symbols:
      - {name: v2-m, symbology: qr-code, version: 2, ecc: M, payload: {kind: digits, length: 24}}
    conditions:
      - {name: upright, rotation: 0}
    sweep: {axis: module-size, harder: smaller, levels: [1.3, 1.7, 2, 3]}
    trials: 10
    """

  private func command(
    _ folder: String, perMille: Int, _ options: [String]
  ) throws -> [String] {
    let corpus = try scratch.file("four-levels.yaml", Self.corpus)
    let plugin = try scratch.doctoredPlugin(
      "plugin-\(perMille)", perMille: perMille, symptom: "misread")
    return [
      "misreads", "--corpus", corpus, "--plugin", plugin, "--decoder", "doctored", "--output",
      scratch.path + "/" + folder,
    ] + options
  }

  private func table(_ folder: String) throws -> MisreadTable {
    try JSONDecoder().decode(
      MisreadTable.self,
      from: Data(contentsOf: URL(filePath: scratch.path + "/\(folder)/misreads.json")))
  }

  @Test func boundsHoldTheRateOfALiarAndEveryLieIsListed() throws {
    let run = try HarnessRun.run(command("r", perMille: 30, ["--budget", "1500"]))
    #expect(run.status == 0, "\(run.errors)")
    let liar = try #require(table("r").decoders.first)
    #expect(liar.perAnswer.atLeast < 0.03 && 0.03 < liar.perAnswer.atMost)
    #expect(liar.perAnswer.atLeast > 0.01 && liar.perAnswer.atMost < 0.06)
    #expect(liar.attempts <= 1500 && liar.attempts > 1300 && liar.uncounted == 0)
    // The list against the verdicts themselves, as another command prints them.
    let export = try HarnessRun.run(["runs", "export", scratch.path + "/r", "--format", "csv"])
    let lies = export.output.split(separator: "\n").filter { $0.contains(",misread,") }
      .map { String($0.split(separator: ",")[1]) }
    #expect(!lies.isEmpty && Set(liar.found.map(\.sample)) == Set(lies))
    #expect(liar.misreads == lies.count && liar.foundCount == lies.count)
    #expect(liar.found.allSatisfy { $0.read.contains("something else") })
    #expect(liar.found.allSatisfy { $0.truth.count == 1 && $0.truth[0].hasPrefix("QR Code: ") })
    let first = try #require(liar.found.first)
    #expect(run.output.contains(first.sample) && run.output.contains(first.command))
    let csv = try String(contentsOfFile: scratch.path + "/r/misreads.csv", encoding: .utf8)
    #expect(csv.split(separator: "\n").count == lies.count + 1)
  }

  @Test func whateverTheMomentsOfTheKillsTheRatesAreThoseOfAnUninterruptedSearch() throws {
    let options = ["--budget", "1200", "--jobs", "2", "--quiet"]
    _ = try HarnessRun.run(command("whole", perMille: 30, options + ["--jobs", "1"]))
    let whole = try table("whole")
    let seed = SeededGenerator.testSeed
    var random = SeededGenerator(seed: seed)
    for _ in 0..<(Proof.isAsked ? 3 : 1) {
      let harness = try RunningHarness(command("killed", perMille: 30, options))
      usleep(UInt32.random(in: 100_000...900_000, using: &random))
      harness.send(SIGKILL)
      _ = harness.wait()
    }
    #expect(try HarnessRun.run(command("killed", perMille: 30, options)).status == 0)
    #expect(try table("killed").decoders == whole.decoders, "seed \(seed)")
    // More budget goes on where the smaller one ended.
    let more = try command("killed", perMille: 30, ["--budget", "1500", "--quiet"])
    #expect(try HarnessRun.run(more).status == 0)
    let longer = try table("killed")
    #expect(longer.outcome.reused == whole.decoders[0].attempts)
    let cells = zip(longer.decoders[0].cells, whole.decoders[0].cells)
    #expect(cells.allSatisfy { $0.attempts >= $1.attempts && $0.misreads >= $1.misreads })
  }

  @Test func aLimitIsShownRefutedOrLeftOpen() throws {
    func run(_ perMille: Int, below: String, budget: String) throws -> HarnessRun {
      try HarnessRun.run(
        command(
          "r\(perMille)-\(budget)", perMille: perMille, ["--below", below, "--budget", budget]))
    }
    let shown = try run(0, below: "30000", budget: "3000")
    #expect(
      shown.status == 0
        && shown.output.contains("shown that at most 30\u{202F}000 of a million answers"))
    let honest = try #require(table("r0-3000").decoders.first)
    #expect(honest.ending == .precisionReached && honest.attempts < 600)
    let refuted = try run(500, below: "10000", budget: "3000")
    #expect(refuted.status == 1 && refuted.output.contains("shown that more than 10\u{202F}000"))
    let open = try run(0, below: "10", budget: "100")
    #expect(open.status == 3 && open.output.contains("not decided whether"), "\(open.output)")
  }

  @Test func weightsDecideWhichCellsCount() throws {
    let weights = try scratch.file("weights.txt", "* 2.. 1  # sizes in use\n* 3 2\n")
    let run = try HarnessRun.run(
      command("r", perMille: 30, ["--budget", "300", "--weights", weights]))
    #expect(run.status == 0 && run.output.contains("as the weights say"), "\(run.errors)")
    let cells = try #require(table("r").decoders.first).cells
    #expect(cells.map(\.level.text) == ["2", "3"])
    #expect(abs(cells[0].weight - 1 / 3) < 1e-12)
  }

  @Test func otherCommandsDoNotTakeItForAComparison() throws {
    _ = try HarnessRun.run(command("r", perMille: 0, ["--budget", "100"]))
    let report = try HarnessRun.run(["report", scratch.path + "/r"])
    #expect(report.status == 64 && report.errors.contains("has no finished run"))
    let history = try HarnessRun.run(["runs", "history", scratch.path + "/r"])
    #expect(history.status == 0 && !history.output.contains("doctored"))
  }

  @Test(arguments: [
    (["--budget", "10"], "--budget 10 is too small"),
    (["--trials", "9"], "limit it with --budget or --time, not with --trials"),
    (["--below", "0"], "--below is a number"),
    (["--budget", "0"], "--budget is a whole number from 1 to 1000000000000"),
  ])
  func whatMakesNoSenseIsRefused(options: [String], words: String) throws {
    let run = try HarnessRun.run(command("r", perMille: 0, options))
    #expect(run.status == 64)
    #expect(run.errors.contains(words), "\(run.errors)")
  }
}

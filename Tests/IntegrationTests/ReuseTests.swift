import Foundation
import Results
import TestSupport
import Testing

@testable import RunFixtures

/// Reuse of observations: no sample is decoded twice, however the harness ended.
@Suite(.waits) struct ReuseTests {
  private let scratch: ScratchFolder

  init() throws {
    scratch = try ScratchFolder()
  }

  private func arguments(trials: Int, to folder: String, _ more: [String] = []) -> [String] {
    [
      "compare", "--corpus", "qr-small", "--trials", "\(trials)", "--output",
      scratch.path + "/" + folder,
    ] + more
  }

  @Test func aSecondRunDecodesNothingAndSaysTheSame() throws {
    _ = try HarnessRun.run(arguments(trials: 5, to: "r"))
    let first = try ScoreFile(scratch.path + "/r")
    #expect(first.table.outcome.cost.decodes == first.table.outcome.decodesNeeded(of: first.table))
    let again = try HarnessRun.run(arguments(trials: 5, to: "r"))
    #expect(again.status == 0)
    #expect(again.errors.contains("decodes are cached"), "\(again.errors)")
    let second = try ScoreFile(scratch.path + "/r")
    #expect(second.table.outcome.cost.decodes == 0)
    #expect(second.table.outcome.reused == first.table.outcome.cost.decodes)
    // Timings are equal, too: they are the same observations.
    #expect(second.table.decoders == first.table.decoders)
    #expect(second.table.comparisons == first.table.comparisons)
  }

  @Test func moreTrialsDecodeOnlyWhatIsNew() throws {
    _ = try HarnessRun.run(arguments(trials: 3, to: "r"))
    _ = try HarnessRun.run(arguments(trials: 5, to: "r"))
    _ = try HarnessRun.run(arguments(trials: 5, to: "whole"))
    let grown = try ScoreFile(scratch.path + "/r")
    let whole = try ScoreFile(scratch.path + "/whole")
    #expect(grown.table.outcome.cost.decodes == whole.table.outcome.cost.decodes * 2 / 5)
    #expect(try grown.verdicts(run: 2) == whole.verdicts())
  }

  @Test func aLabelChangesNamesAndReusesResults() throws {
    let setting = "zxing:try-harder=false"
    _ = try HarnessRun.run(arguments(trials: 2, to: "r", ["--decoder", setting]))
    let run = try HarnessRun.run(arguments(trials: 2, to: "r", ["--decoder", "fast=\(setting)"]))
    #expect(run.status == 0 && run.output.contains("fast"), "\(run.errors)")
    let table = try ScoreFile(scratch.path + "/r").table
    #expect(table.outcome.cost.decodes == 0 && table.outcome.reused > 0)
    #expect(table.decoders.map(\.label) == ["fast"])
    #expect(table.decoders[0].reference == setting)
    let page = try HarnessRun.run(["report", scratch.path + "/r"])
    #expect(page.status == 0, "\(page.errors)")
    let html = try String(contentsOfFile: scratch.path + "/r/report.html", encoding: .utf8)
    #expect(html.contains("--decoder &#39;fast=zxing:try-harder=false&#39;"))
    let key = "qr-small/v2-m/upright/6/0"
    let again = try HarnessRun.run(["reproduce", key, "--decoder", "fast=\(setting)"])
    #expect(again.status == 0 && again.output.contains("fast: read"), "\(again.errors)")
  }

  @Test func freshDecodesAllAnew() throws {
    _ = try HarnessRun.run(arguments(trials: 2, to: "r"))
    _ = try HarnessRun.run(arguments(trials: 2, to: "r", ["--fresh"]))
    let file = try ScoreFile(scratch.path + "/r")
    #expect(file.table.outcome.reused == 0)
    #expect(file.table.outcome.cost.decodes > 0)
  }

  @Test func aReplacedPluginIsAnotherDecoderThoughItSaysTheSame() throws {
    let plugin = scratch.path + "/harness-decoder-example"
    func write(_ comment: String) throws {
      try "#!/bin/sh\n# \(comment)\nexec '\(HarnessRun.binaries)/harness-decoder-null'\n"
        .write(toFile: plugin, atomically: true, encoding: .utf8)
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: plugin)
    }
    let options = ["--plugin", plugin, "--decoder", "example"]
    try write("one")
    _ = try HarnessRun.run(arguments(trials: 1, to: "r", options))
    let same = try HarnessRun.run(arguments(trials: 1, to: "r", options))
    #expect(same.errors.contains("decodes are cached"), "\(same.errors)")
    try write("two")
    let other = try HarnessRun.run(arguments(trials: 1, to: "r", options))
    #expect(!other.errors.contains("cached"), "\(other.errors)")
  }

  /// Kills the harness at random moments, then lets it finish.
  @Test func whateverTheMomentsOfTheKillsTheTableIsThatOfAnUninterruptedRun() throws {
    _ = try HarnessRun.run(arguments(trials: 12, to: "whole"))
    let seed = SeededGenerator.testSeed
    var random = SeededGenerator(seed: seed)
    for _ in 0..<(Proof.isAsked ? 20 : 5) {
      let harness = try RunningHarness(arguments(trials: 12, to: "killed"))
      usleep(UInt32.random(in: 30_000...400_000, using: &random))
      harness.send(SIGKILL)
      _ = harness.wait()
    }
    let last = try HarnessRun.run(arguments(trials: 12, to: "killed"))
    #expect(last.status == 0, "\(last.errors), seed \(seed)")
    let whole = try ScoreFile(scratch.path + "/whole")
    let killed = try ScoreFile(scratch.path + "/killed")
    #expect(killed.table.withoutTimings == whole.table.withoutTimings, "seed \(seed)")
    #expect(
      try killed.verdicts() == whole.verdicts(), "one run, carried on to its end, seed \(seed)")
  }
}

extension RunOutcome {
  /// The number of decodes that a run with all its samples takes.
  fileprivate func decodesNeeded(of table: ScoreTable) -> Int {
    table.decoders.reduce(0) { $0 + $1.total.planned }
  }
}

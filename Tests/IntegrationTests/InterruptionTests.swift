import Evaluation
import Foundation
import Testing

/// Long comparisons cut short: nothing that was measured is lost and nobody is left behind.
@Suite struct InterruptionTests {
  private let scratch: ScratchFolder
  private let plugin: String

  init() throws {
    scratch = try ScratchFolder()
    // A name of its own, so that its processes can be told from those of other tests.
    plugin = scratch.path + "/harness-decoder-zxing"
    try FileManager.default.createSymbolicLink(
      atPath: plugin, withDestinationPath: HarnessRun.binaries + "/harness-decoder-zxing")
  }

  private func startComparison(_ more: [String] = []) throws -> RunningHarness {
    let harness = try RunningHarness(
      [
        "compare", "--corpus", "qr-small", "--trials", "100000", "--plugin", plugin, "--decoder",
        "zxing", "--output", scratch.path + "/r",
      ] + more)
    // The store grows: the comparison is well under way.
    eventually("observations are written") {
      let log = scratch.path + "/r/observations.sqlite-wal"
      let size = (try? FileManager.default.attributesOfItem(atPath: log)[.size]) as? Int
      return (size ?? 0) > 100_000 || !harness.isRunning
    }
    return harness
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func anInterruptedComparisonReportsWhatItHas(signal: Int32) throws {
    let harness = try startComparison()
    harness.send(signal)
    let run = harness.wait()
    #expect(run.status == 130, "\(run.errors)")
    let file = try ScoreFile(scratch.path + "/r")
    #expect(file.table.outcome.wasStopped)
    let score = try #require(file.table.decoder("zxing"))
    #expect(score.total.tried > 0 && score.total.tried < score.total.planned)
    #expect(try file.verdicts().count == score.total.tried)
    #expect(processes(mentioning: plugin).isEmpty)
  }

  @Test func workersDoNotOutliveAKilledHarness() throws {
    let harness = try startComparison()
    #expect(!processes(mentioning: plugin).isEmpty)
    harness.send(SIGKILL)
    _ = harness.wait()
    eventually("the workers are gone") { processes(mentioning: plugin).isEmpty }
    // What was written before the kill is whole.
    let store = try ScoreFile.observationCount(in: scratch.path + "/r")
    #expect(store > 0)
  }

  @Test func aSecondInterruptKillsWorkersThatIgnoreEverything() throws {
    let hostile = scratch.path + "/harness-decoder-hostile"
    try FileManager.default.copyItem(
      atPath: HarnessRun.root + "/Tests/IntegrationTests/Plugins/harness-decoder-hostile",
      toPath: hostile)
    let harness = try RunningHarness([
      "compare", "--corpus", "qr-small", "--plugin", hostile, "--decoder",
      "hostile:mood=ignore-term", "--timeout", "1m", "--output", scratch.path + "/h",
    ])
    // The child that the plugin starts carries the plugin's path too.
    eventually("a worker hangs with a child") { processes(mentioning: hostile).count >= 3 }
    harness.send(SIGINT)
    harness.send(SIGINT)
    harness.send(SIGTERM)
    #expect(harness.wait().status == 130)
    eventually("nobody is left") { processes(mentioning: hostile).isEmpty }
  }
}

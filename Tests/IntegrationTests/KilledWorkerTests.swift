import Foundation
import TestSupport
import Testing

@testable import RunFixtures

/// Workers killed by someone else: the decoder is not blamed for it.
@Suite(.waits) struct KilledWorkerTests {
  @Test func whoeverKillsWorkersMeanwhileTheTableIsThatOfAQuietRun() throws {
    let scratch = try ScratchFolder()
    let command = ["compare", "--corpus", "qr-small", "--trials", "80", "--decoder"]
    _ = try HarnessRun.run(command + ["zbar", "--output", scratch.path + "/quiet"])
    try FileManager.default.createDirectory(
      atPath: scratch.path + "/tmp", withIntermediateDirectories: true)
    let harness = try RunningHarness(
      command + ["zbar", "--output", scratch.path + "/killed"],
      environment: ["TMPDIR": scratch.path + "/tmp"])
    // A decoder whose worker dies twice on the same image counts as crashed, and rightly so. The
    // test therefore kills only workers that have been running for a while.
    eventually("the run begins") {
      scratch.names(in: "killed").contains("observations.sqlite") || !harness.isRunning
    }
    let seed = SeededGenerator.testSeed
    var random = SeededGenerator(seed: seed)
    var kills = 0
    var old: Set<Int32> = []
    while harness.isRunning, kills < (Proof.isAsked ? 12 : 4) {
      usleep(UInt32.random(in: 150_000...250_000, using: &random))
      let guards = children(of: [harness.identifier])
      let workers = Set(guards + children(of: guards))
      if let victim = workers.intersection(old).randomElement(using: &random) {
        kill(victim, SIGKILL)
        kills += 1
      }
      old = workers
    }
    let run = harness.wait()
    #expect(run.status == 0, "\(run.errors), seed \(seed)")
    #expect(scratch.names(in: "tmp") == [], "the plugins' temporary folders went with them")
    #expect(kills >= 2, "the run was over before anything could be killed, seed \(seed)")
    let quiet = try ScoreFile(scratch.path + "/quiet")
    let killed = try ScoreFile(scratch.path + "/killed")
    #expect(killed.table.withoutTimings == quiet.table.withoutTimings, "seed \(seed)")
    #expect(try killed.verdicts() == quiet.verdicts(), "seed \(seed)")
  }

  /// The direct children of processes that run a plugin, or guard one.
  private func children(of parents: [Int32]) -> [Int32] {
    processes(mentioning: "harness-decoder-").filter { identifier in
      let status = FileManager.default.contents(atPath: "/proc/\(identifier)/stat") ?? Data()
      // State and parent follow the name in brackets.
      let fields = String(decoding: status, as: UTF8.self).split(separator: ")").last?
        .split(separator: " ")
      return fields.map { $0.count > 1 && parents.contains(Int32($0[1]) ?? 0) } ?? false
    }
  }
}

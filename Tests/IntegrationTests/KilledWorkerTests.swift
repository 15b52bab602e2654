import Evaluation
import Foundation
import Testing

/// Workers that somebody else kills are none of the decoder's faults.
@Suite struct KilledWorkerTests {
  @Test func whoeverKillsWorkersMeanwhileTheTableIsThatOfAQuietRun() throws {
    let scratch = try ScratchFolder()
    let command = ["compare", "--corpus", "qr-small", "--trials", "80", "--decoder"]
    _ = try HarnessRun.run(command + ["zbar", "--output", scratch.path + "/quiet"])
    let harness = try RunningHarness(command + ["zbar", "--output", scratch.path + "/killed"])
    // Who is killed twice over the same image is taken for a crash, and rightly: so only those that have
    // been at work for a while.
    eventually("the run begins") {
      scratch.names(in: "killed").contains("observations.sqlite") || !harness.isRunning
    }
    var kills = 0
    var old: Set<Int32> = []
    while harness.isRunning, kills < 12 {
      usleep(UInt32.random(in: 150_000...250_000))
      let workers = Set(children(of: harness.identifier))
      if let victim = workers.intersection(old).min() {
        kill(victim, SIGKILL)
        kills += 1
      }
      old = workers
    }
    let run = harness.wait()
    #expect(run.status == 0, "\(run.errors)")
    #expect(kills >= 2, "the run was over before anything could be killed")
    let quiet = try ScoreFile(scratch.path + "/quiet")
    let killed = try ScoreFile(scratch.path + "/killed")
    #expect(killed.table.withoutTimings == quiet.table.withoutTimings)
    #expect(try killed.verdicts() == quiet.verdicts())
  }

  /// Direct children that run a plugin.
  private func children(of parent: Int32) -> [Int32] {
    processes(mentioning: "harness-decoder-").filter { identifier in
      let status = FileManager.default.contents(atPath: "/proc/\(identifier)/stat") ?? Data()
      // After the name in brackets: state and parent.
      let fields = String(decoding: status, as: UTF8.self).split(separator: ")").last?
        .split(separator: " ")
      return fields.map { $0.count > 1 && Int32($0[1]) == parent } ?? false
    }
  }
}

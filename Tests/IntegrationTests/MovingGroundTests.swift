import Foundation
import TestSupport
import Testing

@testable import RunFixtures

#if os(Linux)
  /// Comparisons under a clock that jumps and locks that do not hold. `make durability` moves more than these.
  @Suite(.waits) struct MovingGroundTests {
    private let scratch: ScratchFolder
    private var clock: String { scratch.path + "/clock" }

    init() throws {
      scratch = try ScratchFolder()
      let source = HarnessRun.root + "/scripts/ground/moving.c"
      _ = try shell("cc -shared -fPIC -O1 -o '\(scratch.path)/moving.so' '\(source)'")
      try scratch.file("tiny.yaml", HarnessRun.tinyCorpus(trials: 300))
    }

    private func compare(_ output: String, _ variables: [String: String]) throws -> RunningHarness {
      try RunningHarness(
        [
          "compare", "--corpus", "./tiny.yaml", "--decoder", "zxing", "--jobs", "1", "--output",
          output,
        ], in: scratch.path, environment: variables)
    }

    /// Sets the clock of the day and the steady one so many seconds ahead.
    private func move(by seconds: Int) throws {
      try "\(seconds) \(seconds)".write(toFile: clock, atomically: true, encoding: .utf8)
    }

    @Test func locksThatDoNotHoldAreRefusedBeforeTheFirstDecode() throws {
      let run = try compare(
        "r", ["LD_PRELOAD": scratch.path + "/moving.so", "MOVING_LOCKS": "1"]
      ).wait()
      let words = run.errors.replacing(/\s+/, with: " ")
      #expect(run.status == 2 && words.contains("grants every lock"), "\(run.errors)")
      #expect(scratch.names(in: "r").allSatisfy { $0.hasPrefix("observations.sqlite") })
    }

    @Test func aClockThatJumpsByNightsChangesNoVerdict() throws {
      try move(by: 0)
      let running = try compare(
        "moved", ["LD_PRELOAD": scratch.path + "/moving.so", "MOVING_CLOCK": clock])
      eventually("the run has begun") {
        !scratch.names(in: "moved").isEmpty || !running.isRunning
      }
      var nights = 0
      while running.isRunning {
        nights += 1
        try move(by: nights * 9 * 3600)
        usleep(20_000)
      }
      let run = running.wait()
      #expect(run.status == 0 && nights > 3, "\(run.errors)")
      let moved = try ScoreFile(scratch.path + "/moved")
      #expect(moved.table.outcome.wallSeconds > 3600, "the clock was moved")
      // A jump between a deadline's making and the wait for an answer costs a second try, which is seldom.
      #expect((moved.table.decoder("zxing")?.total.retried ?? .max) <= nights / 4)
      #expect(try compare("still", ["TZ": "Pacific/Apia"]).wait().status == 0)
      let still = try ScoreFile(scratch.path + "/still").table.provenance.startedAt
      let told = try Date(still, strategy: .iso8601)
      #expect(abs(told.timeIntervalSinceNow) < 3600, "\(still) is not the time of all zones")
      #expect(try moved.verdicts() == ScoreFile(scratch.path + "/still").verdicts())
    }
  }
#endif

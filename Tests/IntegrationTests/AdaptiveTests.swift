import Foundation
import Results
import TestSupport
import Testing

/// Runs that choose their own trials, end to end.
@Suite struct AdaptiveTests {
  private let scratch: ScratchFolder

  init() throws {
    scratch = try ScratchFolder()
  }

  private func compare(
    _ folder: String, _ options: [String], corpus: String = "qr-small"
  ) -> [String] {
    ["compare", "--corpus", corpus, "--output", scratch.path + "/" + folder] + options
  }

  /// An uninterrupted run on two lanes, which several tests compare with; made once.
  private static let whole = Result {
    let folder = try ScratchFolder()
    let run = try HarnessRun.run([
      "compare", "--corpus", "qr-small", "--output", folder.path, "--precision", "0.08", "--jobs",
      "2",
    ])
    #expect(run.status == 0, "\(run.errors)")
    return (folder, try ScoreFile(folder.path))
  }

  private func groups(_ table: ScoreTable) -> [GroupScore] { table.decoders.flatMap(\.groups) }

  @Test func everyIntervalIsAsNarrowAsAskedForAndTheReasonIsSaid() throws {
    let run = try HarnessRun.run(compare("r", ["--precision", "0.06"]))
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.contains("the precision was reached (± 0.06 px"), "\(run.output)")
    let table = try ScoreFile(scratch.path + "/r").table
    #expect(groups(table).count == 4)
    for group in groups(table) {
      let mean = try #require(group.meanThreshold)
      #expect((mean.upper - mean.lower) / 2 <= 0.06)
      #expect(group.sampling?.ending == .precisionReached)
      #expect(group.sampling?.trials == group.total.tried)
      // A coarse pass over all levels comes first, so that no island stays hidden.
      #expect(group.levels.allSatisfy { $0.counts.tried >= AdaptiveAim.sweepTrials })
    }
  }

  @Test func whatIsSampledDoesNotDependOnTheNumberOfJobs() throws {
    _ = try HarnessRun.run(compare("one", ["--precision", "0.08", "--jobs", "1"]))
    let one = try ScoreFile(scratch.path + "/one")
    let two = try Self.whole.get().1
    #expect(try one.verdicts() == two.verdicts())
    #expect(one.table.decoders.map(\.meanThreshold) == two.table.decoders.map(\.meanThreshold))
  }

  @Test func aBudgetIsSpentToTheLastDecodeAndASecondRunIsReused() throws {
    let command = compare("r", ["--budget", "3001"])
    #expect(try HarnessRun.run(command).status == 0)
    let first = try ScoreFile(scratch.path + "/r").table
    #expect(first.outcome.cost.decodes == 3001)
    #expect(groups(first).reduce(0) { $0 + $1.total.tried } == 3001)
    #expect(groups(first).allSatisfy { $0.sampling?.ending == .budgetSpent })
    #expect(try HarnessRun.run(command).status == 0)
    let second = try ScoreFile(scratch.path + "/r").table
    #expect(second.outcome.cost.decodes == 0 && second.outcome.reused == 3001)
    #expect(second.decoders == first.decoders)
  }

  @Test func trialsOfOtherRunsAreUsedButOnlyThoseThatWereAskedFor() throws {
    _ = try HarnessRun.run(compare("r", ["--trials", "90"]))
    _ = try HarnessRun.run(compare("r", ["--precision", "0.08"]))
    let warm = try ScoreFile(scratch.path + "/r")
    let cold = try Self.whole.get().1
    #expect(warm.table.outcome.reused > 0)
    #expect(try warm.verdicts(run: 2) == cold.verdicts())
    #expect(warm.table.withoutTimings.decoders == cold.table.withoutTimings.decoders)
  }

  @Test func timeEndsARunThatWouldGoOnForever() throws {
    let run = try HarnessRun.run(compare("r", ["--precision", "0.0001", "--time", "1s"]))
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.contains("the time was spent before the precision was reached"))
  }

  @Test func whateverTheMomentsOfTheKillsTheTableIsThatOfAnUninterruptedRun() throws {
    let seed = SeededGenerator.testSeed
    var random = SeededGenerator(seed: seed)
    for _ in 0..<6 {
      let harness = try RunningHarness(compare("killed", ["--precision", "0.08"]))
      usleep(UInt32.random(in: 100_000...900_000, using: &random))
      harness.send(SIGKILL)
      _ = harness.wait()
    }
    let last = try HarnessRun.run(compare("killed", ["--precision", "0.08"]))
    #expect(last.status == 0, "\(last.errors), seed \(seed)")
    let whole = try Self.whole.get().1
    let killed = try ScoreFile(scratch.path + "/killed")
    #expect(killed.table.withoutTimings == whole.table.withoutTimings, "seed \(seed)")
    #expect(try killed.verdicts() == whole.verdicts(), "seed \(seed)")
  }

  @Test(arguments: [
    ("qr-small", ["--precision", "0.05", "--trials", "9"], "--trials fixes them"),
    ("qr-small", ["--budget", "500", "--shard", "1/2"], "which a slice (--shard) does not have"),
    ("rotation", ["--time", "5s"], "has no order"),
    ("qr-small", ["--precision", "0"], "a half-width above 0"),
    ("qr-small", ["--precision-on", "t95"], "give it, too"),
  ])
  func whatMakesNoSenseIsRefused(corpus: String, options: [String], words: String) throws {
    let run = try HarnessRun.run(compare("r", options, corpus: corpus))
    #expect(run.status == 64)
    #expect(run.errors.contains(words), "\(run.errors)")
  }
}

import Foundation
import Results
import TestSupport
import Testing

@testable import RunFixtures

/// Runs that choose their own trials, end to end.
@Suite(.waits) struct AdaptiveTests {
  private let scratch: ScratchFolder

  init() throws {
    scratch = try ScratchFolder()
  }

  /// The shape of qr-small with a third of its levels: whole runs in a second or two.
  private static let corpus = """
    format: 1
    name: few-levels
    version: 1
    title: Few levels
    question: From which module size on?
    seed: 20240229
    symbols:
      - {name: v1-m, symbology: qr-code, version: 1, ecc: M, payload: {kind: digits, length: 10}}
    conditions:
      - {name: upright, rotation: 0}
      - {name: rotated, rotation: {random: [0, 360]}}
    sweep: {axis: module-size, harder: smaller, levels: [{from: 1, to: 2.8, step: 0.2}, 4]}
    trials: 400
    """

  /// Wide enough for short runs, and narrow enough that the levels of each group get different numbers of trials.
  private static let precision = "0.06"

  private func compare(_ folder: String, _ options: [String]) throws -> [String] {
    let corpus = try scratch.file("few-levels.yaml", Self.corpus)
    return ["compare", "--corpus", corpus, "--output", scratch.path + "/" + folder] + options
  }

  /// An uninterrupted run on two lanes, which several tests compare with; made once.
  private static let whole = Result {
    let folder = try ScratchFolder()
    let run = try HarnessRun.run([
      "compare", "--corpus", folder.file("few-levels.yaml", corpus), "--output", folder.path,
      "--precision", precision, "--jobs", "2",
    ])
    #expect(run.status == 0, "\(run.errors)")
    return (folder, try ScoreFile(folder.path), run.output)
  }

  private func groups(_ table: ScoreTable) -> [GroupScore] { table.decoders.flatMap(\.groups) }

  @Test func everyIntervalIsAsNarrowAsAskedForAndTheReasonIsSaid() throws {
    let (_, file, output) = try Self.whole.get()
    #expect(output.contains("the precision was reached (± 0.06 px"), "\(output)")
    let table = file.table
    #expect(groups(table).count == 4)
    let firstPass = try #require(table.settings.aim?.firstPass)
    for group in groups(table) {
      let mean = try #require(group.meanThreshold)
      #expect((mean.upper - mean.lower) / 2 <= 0.06)
      #expect(group.sampling?.ending == .precisionReached)
      #expect(group.sampling?.trials == group.total.tried)
      // A coarse pass over all levels comes first, so that no island stays hidden.
      #expect(group.levels.allSatisfy { $0.counts.tried >= firstPass })
      #expect(group.levels.contains { $0.counts.tried > 2 * firstPass })
    }
  }

  @Test func whatIsSampledDoesNotDependOnTheNumberOfJobs() throws {
    _ = try HarnessRun.run(compare("one", ["--precision", Self.precision, "--jobs", "1"]))
    let one = try ScoreFile(scratch.path + "/one")
    let two = try Self.whole.get().1
    #expect(try one.verdicts() == two.verdicts())
    #expect(one.table.decoders.map(\.meanThreshold) == two.table.decoders.map(\.meanThreshold))
  }

  @Test func aBudgetIsSpentToTheLastDecodeAndASecondRunIsReused() throws {
    let command = try compare("r", ["--budget", "1501"])
    #expect(try HarnessRun.run(command).status == 0)
    let first = try ScoreFile(scratch.path + "/r").table
    #expect(first.outcome.cost.decodes == 1501)
    #expect(groups(first).reduce(0) { $0 + $1.total.tried } == 1501)
    #expect(groups(first).allSatisfy { $0.sampling?.ending == .budgetSpent })
    #expect(try HarnessRun.run(command).status == 0)
    let second = try ScoreFile(scratch.path + "/r").table
    #expect(second.outcome.cost.decodes == 0 && second.outcome.reused == 1501)
    #expect(second.decoders == first.decoders)
  }

  @Test func trialsOfOtherRunsAreUsedButOnlyThoseThatWereAskedFor() throws {
    _ = try HarnessRun.run(compare("r", ["--trials", "45"]))
    _ = try HarnessRun.run(compare("r", ["--precision", Self.precision]))
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
    for _ in 0..<(Proof.isAsked ? 6 : 2) {
      let harness = try RunningHarness(compare("killed", ["--precision", Self.precision]))
      usleep(UInt32.random(in: 100_000...600_000, using: &random))
      harness.send(SIGKILL)
      _ = harness.wait()
    }
    let last = try HarnessRun.run(compare("killed", ["--precision", Self.precision]))
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
    ("qr-small", ["--precision", "0"], "--precision is a number from 1e-9"),
    ("qr-small", ["--precision-on", "t95"], "give --precision, too"),
  ])
  func whatMakesNoSenseIsRefused(corpus: String, options: [String], words: String) throws {
    let run = try HarnessRun.run(
      ["compare", "--corpus", corpus, "--output", scratch.path + "/r"] + options)
    #expect(run.status == 64)
    #expect(run.errors.contains(words), "\(run.errors)")
  }
}

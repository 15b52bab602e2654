import Foundation
import ResultStore
import TestSupport
import Testing

@testable import RunFixtures

/// Broken stores, seen through every command that reads them; and the commands that mend them.
@Suite(.waits) struct BrokenStoreTests {
  private let scratch: ScratchFolder

  init() throws {
    scratch = try ScratchFolder()
    try scratch.file("tiny.yaml", HarnessRun.tinyCorpus(trials: 2))
  }

  private var store: String { scratch.path + "/r/observations.sqlite" }

  private func run(_ arguments: [String]) async throws -> HarnessRun {
    try await HarnessRun.run(arguments, in: scratch.path)
  }

  private func compare() async throws -> HarnessRun {
    try await run([
      "compare", "--corpus", "./tiny.yaml", "--decoder", "null", "--decoder", "zxing", "--output",
      "r",
    ])
  }

  /// Changes the store with all checks off.
  ///
  /// - Returns: All rows that it then has.
  @discardableResult
  private func forge(_ sql: String = "") throws -> String {
    let program = """
      import sqlite3
      store = sqlite3.connect('\(store)')
      store.executescript(\"\"\"PRAGMA ignore_check_constraints = ON; \(sql)\"\"\")
      print(list(store.iterdump()))
      store.close()
      """
    try scratch.file("forge.py", program)
    return try shell("exec python3 forge.py", in: scratch.path)
  }

  @Test func everyCommandNamesTheFaultAndEndsWithTwo() async throws {
    let made = try await compare()
    #expect(made.status == 0, "\(made.errors)")
    _ = try await run(["gate", "accept", "r", "-o", "b.json"])
    let rows = try forge("UPDATE run_cell SET group_index = 1 << 62 WHERE level_index = 3;")
    #expect(rows.contains("4611686018427387904"))
    let commands = [
      ["report", "--store", "r", "--no-decoders"], ["runs", "history", "r"],
      ["runs", "export", "r"],
      ["runs", "export", "r", "--readings"], ["runs", "wins", "r", "zxing", "--over", "null"],
      ["gate", "r", "--baseline", "b.json"], ["report", "--site", "r", "-o", "s"],
      ["runs", "merge", "r", "-o", "m"],
      ["gate", "accept", "r", "-o", "c.json"], ["runs", "diff", "r:1", "r"], ["runs", "r"],
      ["grade", "--run", "--store", "r"],
      ["compare", "--corpus", "./tiny.yaml", "--decoder", "null", "--output", "r"],
      ["misreads", "--corpus", "./tiny.yaml", "--decoder", "null", "--output", "r"],
      ["runs", "store", "check", "r"],
    ]
    for command in commands {
      let ended = try await run(command)
      #expect(ended.status == 2, "\(command): \(ended.status) \(ended.errors)")
      let said = ended.errors + ended.output
      #expect(
        said.contains("table run_cell") && said.contains("group_index 4611686018427387904"),
        "\(command): \(said)")
    }
    #expect(scratch.names(in: "m").isEmpty && scratch.names(in: "s").isEmpty)
    #expect(try forge() == rows, "no row of the store is changed")
  }

  @Test func aRepairedStoreGivesTheSameTableAndABackupIsRefusedAnExistingName() async throws {
    _ = try await compare()
    let whole = try await run(["runs", "export", "r"]).output
    try forge("UPDATE run_cell SET level_index = -1 WHERE level_index = 3;")
    let repaired = try await run(["runs", "store", "repair", "r"])
    #expect(repaired.status == 0, "\(repaired.errors)")
    #expect(repaired.output.contains("level_index is -1"), "\(repaired.output)")
    #expect(try await run(["runs", "export", "r/repaired.sqlite"]).output == whole)
    let checked = try await run(["runs", "store", "check", "r/repaired.sqlite", "--json"])
    #expect(checked.status == 0 && checked.output.contains("\"isSound\" : true"))
    let cut = scratch.path + "/cut.sqlite"
    try Data(contentsOf: URL(filePath: scratch.path + "/r/repaired.sqlite")).dropLast(4096)
      .write(to: URL(filePath: cut))
    let rescued = try await run(["runs", "store", "repair", cut])
    #expect(rescued.output.contains(/run 1: \d+ of the 16 decodes that it plans/))
    #expect(rescued.output.contains(/\n  .*1 of its \d+ pages are missing/), "\(rescued.output)")
    let backup = ["runs", "store", "backup", "r/repaired.sqlite", "-o", "copy.sqlite"]
    #expect(try await run(backup).status == 0)
    #expect(try await run(["runs", "export", "copy.sqlite"]).output == whole)
    let again = try await run(backup)
    #expect(again.status == 2 && again.errors.contains("already exists"), "\(again.errors)")
    let folder = try await run(["runs", "store", "backup", "r/repaired.sqlite", "-o", "kept/"])
    #expect(folder.output == "kept/observations.sqlite: a copy of r/repaired.sqlite\n")
    let second = try await run(["runs", "store", "backup", "r/repaired.sqlite", "-o", "kept"])
    #expect(second.status == 2 && second.errors.contains("kept/observations.sqlite"))
  }

  @Test func aStoreThatIsBeingWrittenIsBackedUpAndNotMerged() async throws {
    let running = try RunningHarness(
      [
        "compare", "--corpus", "qr-small", "--trials", "5000", "--decoder", "null", "--output",
        scratch.path + "/w",
      ])
    eventually("observations are written") {
      let count = try? ScoreFile.observationCount(in: scratch.path + "/w")
      return (count ?? 0) > 100 || !running.isRunning
    }
    // It holds its store as it is, and takes no time from the other tests.
    running.send(SIGSTOP)
    #expect(try await run(["runs", "list", "w"]).output.contains(", being written"))
    let merged = try await run(["runs", "merge", "w", "-o", "all"])
    #expect(merged.status == 3 && merged.errors.contains("being written"), "\(merged.errors)")
    #expect(scratch.names(in: "all").isEmpty)
    let copied = try await run(["runs", "store", "backup", "w", "-o", "w.sqlite"])
    #expect(copied.status == 0, "\(copied.errors)")
    #expect(try await run(["runs", "store", "check", "w.sqlite"]).status == 0)
    running.send(SIGKILL)
    _ = running.wait()
    #expect(try await run(["runs", "list", "w"]).output.contains(", interrupted"))
    let after = try await run(["runs", "merge", "w", "-o", "all"])
    #expect(after.status != 3, "nobody writes any more: \(after.errors)")
    let second = try RunningHarness(
      [
        "compare", "--corpus", "./tiny.yaml", "--trials", "100000", "--decoder", "null", "--output",
        "w",
      ], in: scratch.path)
    eventually("another run is written") {
      let store = try? SQLiteStore(path: scratch.path + "/w/observations.sqlite", isNew: false)
      return (try? store?.runs().count) == 2 || !second.isRunning
    }
    second.send(SIGSTOP)
    let lines = try await run(["runs", "list", "w"]).output.split(separator: "\n")
    second.send(SIGKILL)
    _ = second.wait()
    let text = lines.joined(separator: " ")
    #expect(text.hasPrefix("2 runs in 1 store: "), "\(text)")
    #expect(text.contains("decodes, interrupted or being written;"), "\(text)")
    #expect(text.contains("decodes, being written;"), "\(text)")
    #expect(lines.allSatisfy { $0.count <= 100 }, "\(lines)")
  }

  @Test func aLinkToNothingIsNotFollowed() async throws {
    try FileManager.default.createDirectory(
      atPath: scratch.path + "/r", withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: store, withDestinationPath: scratch.path + "/elsewhere/x.sqlite")
    for ended in [try await compare(), try await run(["runs", "export", "r/observations.sqlite"])] {
      #expect(ended.status == 2 && ended.errors.contains("is a link to"), "\(ended.errors)")
    }
    #expect(scratch.names(in: "elsewhere").isEmpty)
  }

  @Test func imagesOfErrorsOfAnotherSeedHaveFilesOfTheirOwn() async throws {
    let hostile = HarnessRun.root + "/Tests/IntegrationTests/Plugins/harness-decoder-hostile"
    for seed in ["1", "2"] {
      let ended = try await run([
        "compare", "--corpus", "./tiny.yaml", "--plugin", hostile, "--decoder",
        "hostile:mood=always-abort", "--seed", seed, "--trials", "1", "--output", "r",
      ])
      #expect(ended.status == 0, "\(ended.errors)")
    }
    let names = scratch.names(in: "r/reproducers/hostile_mood=always-abort").filter {
      $0.hasSuffix(".png")
    }
    #expect(names.count == 8, "four levels of two seeds: \(names)")
  }
}

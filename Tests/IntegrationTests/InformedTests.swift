import Foundation
import TestSupport
import Testing

@testable import RunFixtures

/// The informed reader in a run, and in its reports.
@Suite struct InformedTests {
  private let scratch: ScratchFolder

  init() throws {
    scratch = try ScratchFolder()
    try scratch.file("tiny.yaml", HarnessRun.tinyCorpus(trials: 3))
  }

  private func harness(_ arguments: [String]) async throws -> HarnessRun {
    try await HarnessRun.run(arguments, in: scratch.path)
  }

  @Test func readerIsStoredWithTheRunAndNotRanked() async throws {
    let compare = ["compare", "--corpus", "./tiny.yaml", "-o", "r", "--decoder", "zxing"]
    let run = try await harness(compare + ["--informed"])
    #expect(run.status == 0, "\(run.errors)")
    let table = try ScoreFile(scratch.path + "/r").table
    #expect(table.decoders.map(\.label) == ["zxing"])
    let informed = try #require(table.informed)
    #expect(informed.groups.map(\.group) == table.corpus.groups.map(\.id))
    for group in informed.groups {
      // All of the corpus's levels, and harder ones until it fails.
      let own = group.levels.filter { level in
        table.corpus.levels.contains { $0.text == level.level }
      }
      #expect(own.count == table.corpus.levels.count && own.allSatisfy { $0.read == $0.tried })
      #expect(group.levels.count > own.count && group.levels[0].read == 0)
      #expect(group.headrooms.allSatisfy { ($0.ratio?.value ?? 0) > 1 })
    }
    #expect(run.output.contains("What these pixels allow"))
    // A report of the store shows it again.
    let report = try await harness(["report", "r"])
    let page = try String(contentsOfFile: scratch.path + "/r/report.html", encoding: .utf8)
    #expect(report.status == 0 && page.contains("What these pixels allow"))
    // A run that does not ask is another run.
    let plain = try await harness(compare)
    #expect(!plain.output.contains("What these pixels allow"))
  }

  @Test func whatIsNotCoveredIsSaid() async throws {
    try scratch.file(
      "tiny.yaml", HarnessRun.tinyCorpus(trials: 2).replacing("rotation: 0", with: "damage: 2"))
    let run = try await harness([
      "compare", "--corpus", "./tiny.yaml", "-o", "r", "--decoder", "zbar", "--informed",
    ])
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.contains("not covered"), "\(run.output)")
  }

  @Test func partsOfARunAreRefused() async throws {
    for option in [["--shard", "1/2"], ["--precision", "0.1"]] {
      let run = try await harness(["compare", "--corpus", "./tiny.yaml", "--informed"] + option)
      #expect(run.status == 64 && run.errors.contains("--informed"))
    }
  }
}

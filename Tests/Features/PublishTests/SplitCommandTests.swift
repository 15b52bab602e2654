import Foundation
import TestSupport
import Testing

@testable import Publish
@testable import RunFixtures

/// A hidden split on the command line, from the promise to the proof.
@Suite struct SplitCommandTests {
  private let scratch: ScratchFolder

  init() throws {
    scratch = try ScratchFolder()
    try HarnessRun.tinyCorpus(trials: 5).write(
      toFile: scratch.path + "/tiny.yaml", atomically: true, encoding: .utf8)
  }

  private func harness(_ arguments: [String]) async throws -> HarnessRun {
    try await HarnessRun.run(arguments, in: scratch.path)
  }

  private func text(_ file: String) throws -> String {
    try String(contentsOfFile: scratch.path + "/" + file, encoding: .utf8)
  }

  private func commit() async throws -> SplitOpening {
    let run = try await harness(["publish", "split", "commit", "./tiny.yaml"])
    #expect(run.status == 0, "\(run.errors)")
    return try JSONDecoder().decode(
      SplitOpening.self, from: Data(try text("tiny.secret.json").utf8))
  }

  @Test func whatIsPublishedBeforeTheEndTellsNothingOfTheSeed() async throws {
    let opening = try await commit()
    let attributes = try FileManager.default.attributesOfItem(
      atPath: scratch.path + "/tiny.secret.json")
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    let again = try await harness(["publish", "split", "commit", "./tiny.yaml"])
    #expect(again.status == 64 && again.errors.contains("never replaced"), "\(again.errors)")

    let score = try await harness([
      "publish", "split", "score", "tiny.secret.json", "--corpus", "./tiny.yaml", "--decoder",
      "zxing",
      "--decoder", "null", "--quiet",
    ])
    #expect(score.status == 0, "\(score.output)\(score.errors)")
    for published in [
      try text("tiny.commitment.json"), try text("hidden/tiny/split.json"),
      try text("hidden/tiny/split.md"), score.output,
    ] {
      #expect(!published.contains("\(opening.seed)") && !published.contains(opening.nonce))
    }
    let report = try JSONDecoder().decode(
      SplitReport.self, from: Data(try text("hidden/tiny/split.json").utf8))
    #expect(report.commitment == opening.sha256)
    let gap = try #require(report.decoders.first?.gap)
    #expect(gap.known > 0 && gap.hidden > 0 && !gap.isOverfitted)
    // The hidden images are others: the two stores share no cell.
    let tables = try ["public", "hidden"].map {
      try ScoreFile("\(scratch.path)/hidden/tiny/\($0)").table
    }
    #expect(tables[1].corpus.seed == opening.seed)
    #expect(
      Set(tables[0].corpus.groups.flatMap(\.cellHashes))
        .isDisjoint(with: tables[1].corpus.groups.flatMap(\.cellHashes)))
  }

  @Test func whatIsRevealedIsWhatWasPromised() async throws {
    let opening = try await commit()
    let revealed = try await harness([
      "publish", "split", "reveal", "tiny.secret.json", "--commitment", "tiny.commitment.json",
    ])
    #expect(
      revealed.status == 0 && revealed.output.contains("\(opening.seed)"), "\(revealed.errors)")
    let check = ["publish", "split", "check", "tiny.commitment.json", "tiny.revealed.json"]
    let proof = try await harness(check)
    #expect(proof.status == 0 && proof.output.contains("--seed \(opening.seed)"), "\(proof.errors)")

    let forged = try text("tiny.revealed.json").replacing(
      "\"seed\" : \(opening.seed)", with: "\"seed\" : \(opening.seed ^ 1)")
    try forged.write(
      toFile: scratch.path + "/tiny.revealed.json", atomically: true, encoding: .utf8)
    let caught = try await harness(check)
    #expect(caught.status == 1 && caught.errors.contains("its hash is"), "\(caught.errors)")
  }

  @Test func anotherCorpusIsRefused() async throws {
    _ = try await commit()
    try HarnessRun.tinyCorpus(trials: 6).write(
      toFile: scratch.path + "/tiny.yaml", atomically: true, encoding: .utf8)
    let run = try await harness([
      "publish", "split", "score", "tiny.secret.json", "--corpus", "./tiny.yaml", "--decoder",
      "null",
    ])
    #expect(run.status == 3 && run.errors.contains("committed to for"), "\(run.errors)")
    let seeded = try await harness([
      "publish", "split", "score", "tiny.secret.json", "--corpus", "./tiny.yaml", "--seed", "1",
    ])
    #expect(seeded.status == 64, "\(seeded.errors)")
  }
}

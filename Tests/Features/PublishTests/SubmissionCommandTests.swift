import Base
import Foundation
import TestSupport
import Testing

@testable import Publish

/// Bundles on the command line: an honest one is confirmed, and each way of doctoring one is caught.
@Suite struct SubmissionCommandTests {
  private let scratch: ScratchFolder

  init() throws {
    scratch = try ScratchFolder()
    try HarnessRun.tinyCorpus(trials: 5).write(
      toFile: scratch.path + "/tiny.yaml", atomically: true, encoding: .utf8)
  }

  private func harness(_ arguments: [String]) async throws -> HarnessRun {
    try await HarnessRun.run(arguments, in: scratch.path)
  }

  private func submit() async throws {
    let run = try await harness([
      "compare", "--corpus", "./tiny.yaml", "--decoder", "zbar", "--decoder", "zxing", "--quiet",
      "--output", "run",
    ])
    #expect(run.status == 0, "\(run.errors)")
    let bundle = try await harness(["publish", "submit", "run", "--output", "bundle"])
    #expect(bundle.status == 0, "\(bundle.errors)")
  }

  private func verify(_ more: [String] = ["--sample", "100%"]) async throws -> HarnessRun {
    try await harness(["publish", "verify", "bundle", "--corpus", "./tiny.yaml"] + more)
  }

  private func path(_ file: String) -> String { scratch.path + "/bundle/" + file }

  private func edit(_ file: String, _ change: (String) -> String) throws {
    let text = try String(contentsOfFile: path(file), encoding: .utf8)
    let changed = change(text)
    #expect(changed != text, "\(file) is changed")
    try changed.write(toFile: path(file), atomically: true, encoding: .utf8)
  }

  /// Makes the digests those of the files as they are, as a forger would.
  private func sign() throws {
    for file in ["verdicts.json", "scores.json", "outcomes.jsonl", "log.jsonl"] {
      let bytes = try Data(contentsOf: URL(filePath: path(file)))
      let submission = try JSONDecoder().decode(
        Submission.self, from: Data(contentsOf: URL(filePath: path("submission.json"))))
      guard let old = submission.files.first(where: { $0.name == file }) else { continue }
      let new = ContentHash.sha256(of: Array(bytes))
      guard old.sha256 != new else { continue }
      try edit("submission.json") { $0.replacing(old.sha256, with: new) }
    }
  }

  @Test func anHonestBundleIsConfirmed() async throws {
    try await submit()
    let all = try await verify()
    #expect(all.status == 0, "\(all.output)\(all.errors)")
    #expect(all.output.contains("20 of 20 verdicts decoded again, none wrong"), "\(all.output)")
    #expect(all.output.contains("same code"), "\(all.output)")
    let part = try await verify(["--sample", "10%"])
    #expect(part.status == 0 && part.output.contains("2 of 20"), "\(part.output)\(part.errors)")
    let seed = try #require(part.output.firstMatch(of: /--seed (\d+)/)).1
    let again = try await verify(["--sample", "10%", "--seed", String(seed)])
    #expect(again.output == part.output)
    let manifest = try String(contentsOfFile: path("submission.json"), encoding: .utf8)
    #expect(
      !manifest.contains(scratch.path) && !manifest.contains("/home"), "no paths of the machine")
  }

  @Test func aChangedVerdictIsCaught() async throws {
    try await submit()
    try edit("verdicts.json") { text in
      text.replacing("\"2 r5\"", with: "\"2 nr4\"", maxReplacements: 1)
    }
    let plain = try await verify()
    #expect(plain.status == 1 && plain.errors.contains("not the file"), "\(plain.errors)")
    try sign()
    let signed = try await verify()
    #expect(signed.status == 1 && signed.errors.contains("does not follow"), "\(signed.errors)")
  }

  @Test func changedVerdictsWithScoresToMatchAreCaughtByDecodingAgain() async throws {
    try await submit()
    // The bundle of another decoder under this one's name is consistent in itself.
    let run = try await harness([
      "compare", "--corpus", "./tiny.yaml", "--decoder", "null", "--quiet", "--output", "null",
    ])
    #expect(run.status == 0, "\(run.errors)")
    _ = try await harness(["publish", "submit", "null", "--output", "bundle"])
    for file in ["verdicts.json", "scores.json", "outcomes.jsonl", "submission.json"] {
      try edit(file) {
        $0.replacing("\"label\" : \"null\"", with: "\"label\" : \"zxing\"")
          .replacing("\"decoder\":\"null\"", with: "\"decoder\":\"zxing\"")
          .replacing("\"argument\" : \"null\"", with: "\"argument\" : \"zxing\"")
          .replacing("\"name\" : \"null\"", with: "\"name\" : \"zxing\"")
      }
    }
    try sign()
    let caught = try await verify()
    #expect(caught.status == 1, "\(caught.output)\(caught.errors)")
    #expect(caught.errors.contains("library of zxing"), "\(caught.errors)")
  }

  /// A bundle names a corpus, never a file: who verifies it gives that.
  @Test func theFileThatABundleNamesIsNotOpened() async throws {
    try await submit()
    for file in ["submission.json", "verdicts.json", "scores.json"] {
      try edit(file) {
        $0.replacing("\"corpus\" : \"tiny\"", with: "\"corpus\" : \"./tiny.yaml\"")
          .replacing("\"name\" : \"tiny\"", with: "\"name\" : \"./tiny.yaml\"")
      }
    }
    try sign()
    let run = try await harness(["publish", "verify", "bundle", "--sample", "100%"])
    #expect(run.status == 64, "\(run.output)\(run.errors)")
    #expect(run.errors.contains("there is no corpus"), "\(run.errors)")
  }

  @Test func whatCannotBeJudgedIsNoContradiction() async throws {
    try await submit()
    try edit("submission.json") {
      $0.replacing("\"argument\" : \"zxing\"", with: "\"argument\" : \"nobody\"")
    }
    let swapped = try await verify()
    #expect(
      swapped.status == 1 && swapped.errors.contains("argument of zxing"), "\(swapped.errors)")
    try HarnessRun.tinyCorpus(trials: 5).replacing("seed: 3", with: "seed: 3 # x")
      .replacing("length: 10", with: "length: 11").write(
        toFile: scratch.path + "/tiny.yaml", atomically: true, encoding: .utf8)
    let other = try await verify()
    #expect(other.status == 3 && other.errors.contains("drawn differently"), "\(other.errors)")
    try FileManager.default.removeItem(atPath: path("log.jsonl"))
    let missing = try await verify()
    #expect(missing.status == 2 && missing.errors.contains("log.jsonl"), "\(missing.errors)")
    let nonsense = try await verify(["--sample", "0"])
    #expect(nonsense.status == 64)
  }
}

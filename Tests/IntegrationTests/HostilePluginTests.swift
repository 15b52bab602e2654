import Foundation
import Results
import TestSupport
import Testing

@testable import RunFixtures

/// Whole comparisons in which one of two decoders misbehaves.
@Suite struct HostilePluginTests {
  private let scratch: ScratchFolder
  private let plugin: String
  private let corpus: String

  init() throws {
    scratch = try ScratchFolder()
    plugin = scratch.path + "/harness-decoder-hostile"
    try FileManager.default.copyItem(
      atPath: HarnessRun.root + "/Tests/IntegrationTests/Plugins/harness-decoder-hostile",
      toPath: plugin)
    corpus = try scratch.file("tiny.yaml", HarnessRun.tinyCorpus(trials: 6))
  }

  private func compare(_ hostile: String, _ more: [String] = []) async throws -> HarnessRun {
    try await HarnessRun.run(
      [
        "compare", "--corpus", corpus, "--plugin", plugin, "--decoder", "zxing", "--decoder",
        hostile, "--output", scratch.path + "/r",
      ] + more)
  }

  private func expectNobodyIsLeft() {
    #expect(processes(mentioning: scratch.path).isEmpty)
  }

  /// Its file does not tell its name, and it does not start to tell it.
  @Test func aPluginThatTellsNoNameIsReportedWithTheReason() async throws {
    let silent = HarnessRun.root + "/Tests/PluginHostTests/Plugins/exits-in-handshake"
    let run = try await compare("toy", ["--plugin", silent])
    let words = (run.output + run.errors).split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
    #expect(words.contains("exits-in-handshake ended before it was ready"), "\(words)")
    #expect(!words.contains("unknown decoder"), "\(words)")
  }

  /// One of each verdict comes first; the host's own tests know more moods.
  private static let moods = [
    ("segfault", Verdict.crash, "SIGSEGV"), ("hang", .timeout, ""), ("lie", .failed, "protocol"),
    ("report-error", .failed, "out of sorts"), ("abort", .crash, "SIGABRT"),
    ("exit", .crash, "exited with code 3"), ("memory", .crash, "MemoryError"),
    ("ignore-term", .timeout, ""), ("print", .failed, "protocol"), ("close", .failed, "protocol"),
    ("wrong-id", .failed, "protocol"),
  ]

  @Test(arguments: Proof.all(moods, orFirst: 3))
  func itsOwnSamplesAloneAreLost(mood: String, verdict: Verdict, words: String) async throws {
    let label = "hostile:mood=\(mood)"
    let run = try await compare(label, ["--timeout", "1s"])
    #expect(run.status == 0, "\(run.errors)")
    expectNobodyIsLeft()
    let file = try ScoreFile(scratch.path + "/r")
    let victim = try #require(file.table.decoder(label))
    let bystander = try #require(file.table.decoder("zxing"))
    // Every sample has a verdict of both decoders; the other decoder reads as if it were alone.
    #expect(victim.total.tried == 24 && bystander.total.tried == 24)
    #expect(bystander.total.read == 24)
    let counts = [
      Verdict.crash: victim.total.crash, .timeout: victim.total.timeout,
      .failed: victim.total.failed,
    ]
    let broken = try #require(counts[verdict])
    #expect(broken > 0, "the plugin did misbehave")
    #expect(broken + victim.total.noRead == 24, "and on the other images it answered")
    let details = try file.verdicts().filter { $0.contains(" \(verdict.rawValue) ") }
    #expect(
      details.count == broken && details.allSatisfy { words.isEmpty || $0.contains(words) },
      "\(details)")
    try await expectReproducers(label, verdict, count: broken)
  }

  private func expectReproducers(
    _ label: String, _ verdict: Verdict, count: Int
  ) async throws {
    let folder = "r/reproducers/" + label.replacing(":", with: "_")
    let names = scratch.names(in: folder)
    #expect(names.count { $0.hasSuffix(".png") } == count)
    #expect(names.count { $0.hasSuffix(".json") } == count)
    let json = try #require(names.first { $0.hasSuffix(".json") })
    let text = try #require(
      FileManager.default.contents(atPath: "\(scratch.path)/\(folder)/\(json)"))
    let object = try #require(JSONSerialization.jsonObject(with: text) as? [String: Any])
    // The command in the report reproduces the finding.
    let command = try #require(object["reproduce"] as? String)
    let words = command.split(separator: " ").dropFirst().map {
      String($0).replacing("'", with: "")
    }
    let again = try await HarnessRun.run(words)
    #expect(again.output.contains("\(label): \(verdict.rawValue)"), "\(command)\n\(again.errors)")
  }

  @Test func aDecoderThatAlwaysDiesIsGivenUpAndTheRunGoesOn() async throws {
    let label = "hostile:mood=always-abort"
    let run = try await compare(label, ["--give-up-after", "3", "--jobs", "1"])
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.contains("given up"))
    let table = try ScoreFile(scratch.path + "/r").table
    let victim = try #require(table.decoder(label))
    #expect(victim.standing == .givenUp && victim.rank == nil)
    #expect(victim.total.crash == 3 && victim.total.tried == 3 && victim.total.planned == 24)
    #expect(table.decoder("zxing")?.total.read == 24)
    expectNobodyIsLeft()
  }

  @Test func aPluginOfAnotherProtocolIsUnavailableAndTheOthersAreCompared() async throws {
    let future = scratch.path + "/harness-decoder-future"
    try FileManager.default.copyItem(atPath: plugin, toPath: future)
    let run = try await HarnessRun.run([
      "compare", "--corpus", corpus, "--plugin", future, "--decoder", "zxing", "--decoder",
      "future", "--output", scratch.path + "/r",
    ])
    #expect(run.status == 2)
    #expect(run.errors.contains("version 99") && run.errors.contains("version 1"), "\(run.errors)")
    let table = try ScoreFile(scratch.path + "/r").table
    #expect(table.decoder("zxing")?.total.read == 24)
    #expect(table.unavailable.map(\.label) == ["future"])
    expectNobodyIsLeft()
  }

  @Test func aPluginThatIsNoPluginIsUnavailable() async throws {
    let file = try scratch.file("harness-decoder-text", "just text")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file)
    let run = try await HarnessRun.run(
      [
        "compare", "--corpus", corpus, "--plugin", file, "--decoder", "text", "--output",
        scratch.path + "/r",
      ])
    #expect(run.status == 2)
    #expect(run.errors.contains("text") && run.errors.contains("does not start"), "\(run.errors)")
    expectNobodyIsLeft()
  }
}

import Foundation
import TestSupport
import Testing

@testable import RunFixtures

/// The gate on the command line: a decoder made worse is found, its unchanged twin passes.
@Suite(.waits) struct GateCommandTests {
  private let scratch: ScratchFolder

  init() throws {
    scratch = try ScratchFolder()
  }

  private func plugin(
    _ folder: String, perMille: Int, symptom: String = "miss", fickle: String = "no",
    salt: Int = 0
  ) throws -> String {
    try scratch.doctoredPlugin(
      folder, perMille: perMille, symptom: symptom, fickle: fickle, salt: salt)
  }

  private var baseline: String { scratch.path + "/baselines/qr.json" }

  private func compare(
    _ plugin: String, to folder: String, _ more: [String] = [], trials: Int = 8,
    environment: [String: String] = [:]
  ) throws -> HarnessRun {
    try HarnessRun.run(
      [
        "compare", "--corpus", "qr-small", "--trials", "\(trials)", "--plugin", plugin, "--decoder",
        "doctored", "--quiet", "--output", scratch.path + "/" + folder,
      ] + more, environment: environment)
  }

  /// The run of the healthy decoder and its baseline, made once for all tests.
  private static let healthy = Result {
    let tests = try GateCommandTests()
    try tests.accept(tests.plugin("well", perMille: 0))
    return tests.scratch
  }

  /// A run of the healthy decoder, in its own folder, and its baseline.
  private func accept() throws {
    let made = try Self.healthy.get()
    for folder in ["well", "baselines"] {
      try FileManager.default.copyItem(
        atPath: made.path + "/" + folder, toPath: scratch.path + "/" + folder)
    }
  }

  /// A baseline of a decoder.
  private func accept(_ decoder: String, trials: Int = 8) throws {
    _ = try compare(decoder, to: "well", trials: trials)
    let run = try HarnessRun.run([
      "gate", "accept", scratch.path + "/well", "--output", baseline,
    ])
    #expect(run.status == 0, "\(run.errors)")
  }

  @Test func aDecoderThatFailsThreePercentMoreIsCaughtAndItsTwinPasses() throws {
    try accept(plugin("well", perMille: 0), trials: 24)
    let twin = try compare(
      plugin("twin", perMille: 0), to: "twin", ["--baseline", baseline], trials: 24)
    #expect(twin.status == 0, "\(twin.errors)")
    #expect(twin.output.contains("2 unchanged"))

    let ill = try compare(
      plugin("ill", perMille: 30), to: "ill", ["--baseline", baseline], trials: 24,
      environment: ["GITHUB_ACTIONS": "false"])
    #expect(ill.status == 1, "\(ill.errors)")
    #expect(ill.output.contains("WORSE doctored, group v2-m/"))
    #expect(ill.output.hasPrefix("Gate: "), "the verdict stands before the score table")
    #expect(!twin.output.hasPrefix("Gate: "))
    #expect(!ill.output.contains("::error"))
    #expect(ill.output.contains("0 came out as in the baseline"), "it fails every time")
    #expect(
      ["gate.json", "gate.md", "junit.xml", "badge.json"]
        .allSatisfy(scratch.names(in: "ill").contains))

    // The same check from the store alone, without decoding anything again.
    let stored = try HarnessRun.run(
      ["gate", scratch.path + "/ill", "--baseline", baseline, "--annotations"])
    #expect(stored.status == 1, "\(stored.errors)")
    #expect(stored.output.contains("No decoder was available"))
    #expect(stored.output.contains("\n::error file="))

    // The command that the report gives shows the flip.
    let command = try #require(
      ill.output.split(separator: "\n").first { $0.contains("harness reproduce") })
    let again = try HarnessRun.run(
      command.split(separator: " ").dropFirst().map { String($0).replacing("'", with: "") })
    #expect(again.output.contains("doctored: no-read"), "\(again.output)\(again.errors)")
  }

  @Test func onePhantomMoreInTenReadsFailsAndAsManyInOtherImagesPass() throws {
    func haunted(_ folder: String, perMille: Int, salt: Int = 0) throws -> String {
      try plugin(folder, perMille: perMille, symptom: "phantom", salt: salt)
    }
    try accept(haunted("some", perMille: 30))
    let told = "images with a phantom, something read that is not there: "
    func gate(_ decoder: String, in folder: String) throws -> (status: Int32, words: String) {
      let run = try compare(decoder, to: folder, ["--baseline", baseline])
      return (run.status, run.output.replacing(/\s+/, with: " "))
    }
    let other = try gate(haunted("other", perMille: 30, salt: 1), in: "other")
    #expect(other.status == 0 && other.words.contains("2 unchanged"), "\(other.words)")
    #expect(try other.words.contains(Regex(told + "[1-9]\\d* new, [1-9]\\d* gone")))
    let more = try gate(haunted("more", perMille: 130), in: "more")
    #expect(more.status == 1 && more.words.contains("2 unchanged"), "\(more.words)")
    #expect(
      try more.words.contains(
        Regex("WORSE doctored, group v2-m/(upright|rotated): " + told + "[1-9]\\d* new, 0 gone")))
  }

  @Test func aSingleCrashThatComesAgainFailsAndCanBeAcknowledged() throws {
    try accept()
    let sick = try plugin("sick", perMille: 4, symptom: "crash")
    let run = try compare(sick, to: "sick", ["--baseline", baseline])
    let groups = try #require(ScoreFile(scratch.path + "/sick").table.decoder("doctored")).groups
    let crashed = groups.filter { $0.total.crash > 0 }.map { "doctored@\($0.group)" }
    #expect(!crashed.isEmpty, "some of 528 images are among the 4 of a thousand")
    #expect(run.status == 1, "\(run.output)")
    for cell in crashed {
      let name = cell.replacing("@", with: ", group ")
      #expect(run.output.contains("WORSE \(name): crashes 0 →"))
      let known = try HarnessRun.run([
        "gate", "acknowledge", baseline, "--cell", cell, "--for", "crashes", "--reason",
        "upstream issue 12", "--expires", "9999-12-31",
      ])
      #expect(known.status == 0, "\(known.errors)")
    }
    let after = try compare(sick, to: "sick", ["--baseline", baseline])
    #expect(after.status == 0, "\(after.output)")
    #expect(after.output.contains("acknowledged: crashes 0 →"))
    #expect(after.output.contains("upstream issue 12"))
    let shown = try HarnessRun.run(["gate", "show", baseline])
    #expect(shown.output.contains("upstream issue 12"))
    // A day in the past cannot be entered, but an entered day can pass.
    let text = try String(contentsOfFile: baseline, encoding: .utf8)
    try text.replacing("9999-12-31", with: "2020-01-01")
      .write(toFile: baseline, atomically: true, encoding: .utf8)
    let expired = try compare(sick, to: "sick", ["--baseline", baseline])
    #expect(expired.status == 1 && expired.output.contains("which is over"))
    let typed = try HarnessRun.run([
      "gate", "acknowledge", baseline, "--cell", crashed[0], "--for", "crashes", "--reason",
      "late", "--expires", "2020-01-01",
    ])
    #expect(typed.status == 64 && typed.errors.contains("is in the past"))
  }

  @Test func anImageThatHangsAQuickDecoderFailsAsACrashDoes() throws {
    try accept()
    let run = try compare(
      plugin("stuck", perMille: 4, symptom: "hang"), to: "stuck",
      ["--baseline", baseline, "--timeout", "1s"])
    #expect(run.status == 1, "\(run.output)\(run.errors)")
    let words = run.output.replacing(/\s+/, with: " ")
    #expect(words.contains(/WORSE doctored, group v2-m\/\w+: hangs on \d images? with an answer/))
    #expect(run.output.contains("read → timeout or failure"), "\(run.output)")
    let command = try #require(run.output.firstMatch(of: /harness (reproduce .*)/)?.1)
    let again = try HarnessRun.run(
      command.split(separator: " ").map { String($0).replacing("'", with: "") })
    #expect(again.output.contains("timeout, 1000.0 ms, the limit"), "\(again.output)")
    let cases = try String(contentsOfFile: scratch.path + "/stuck/junit.xml", encoding: .utf8)
    #expect(cases.contains("type=\"crashes\"") && !cases.contains("failures=\"0\""))
  }

  @Test func aDecoderThatIsNotTheSameTwiceHasItsFlipsTakenBack() throws {
    try accept()
    // The decoder is worse, but it reads most of the lost samples at the second try.
    let run = try compare(
      plugin("fickle", perMille: 250, fickle: "yes"), to: "fickle", ["--baseline", baseline])
    let count = try #require(run.output.firstMatch(of: /once\s+more:\s+(\d+)\s+came\s+out/))
    let seed = SeededGenerator.testSeed
    #expect(try #require(Int(count.1)) > 20, "\(run.output), seed \(seed)")
    let words = run.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains("came out as in the baseline the second time"))
  }

  @Test func whatCannotBeJudgedIsExitThreeWithTheReason() throws {
    try accept()
    let healthy = try plugin("well", perMille: 0)
    func refusal(_ more: [String]) throws -> String {
      let run = try compare(healthy, to: "well", more)
      #expect(run.status == 3, "\(run.status): \(run.output)\(run.errors)")
      #expect(run.output.contains("Gate: cannot judge"))
      return run.output.replacing(/\s+/, with: " ")
    }
    #expect(
      try refusal(["--baseline", scratch.path + "/none"]).contains(
        "\(scratch.path)/none/qr-small.json: the file does not exist; harness gate accept "
          + "'\(scratch.path)/well' --output '\(scratch.path)/none/qr-small.json' makes it"))
    #expect(
      try refusal(["--baseline", baseline, "--seed", "9"]).contains("this run's have seed 9"))
    #expect(
      try refusal(["--baseline", baseline, "--decoder", "null"])
        .contains("decoder null is not in the baseline"))

    let text = try String(contentsOfFile: baseline, encoding: .utf8)
    func edited(_ old: String, _ new: String) throws -> String {
      #expect(text.contains(old))
      return try refusal(
        ["--baseline", scratch.file("edited.json", text.replacing(old, with: new))])
    }
    #expect(
      try edited("\"version\" : 1\n", "\"version\" : 2\n")
        .contains("version 2 of corpus qr-small, but this run is of version 1"))
    #expect(try edited("\"6 r8\"", "\"6 q8\"").contains("\"q\" is not an outcome"))
    #expect(try edited("\"6 r8\"", "\"6 r7\"").contains("7 outcomes at 6"))
    let hash = try #require(text.firstMatch(of: /"[0-9a-f]{64}",/))
    #expect(
      try edited(String(hash.0), "\"\(String(repeating: "0", count: 64))\",")
        .contains("is drawn differently than when the baseline was accepted"))
  }

  /// Without its number the command would make a baseline of the latest run.
  @Test func theCommandThatMakesABaselineNamesTheRunThatWasJudged() throws {
    let healthy = try plugin("well", perMille: 0)
    for seed in ["7", "8"] { _ = try compare(healthy, to: "two", ["--seed", seed]) }
    func advice(_ options: [String]) throws -> String {
      let run = try HarnessRun.run(
        ["gate", scratch.path + "/two", "--baseline", scratch.path + "/none.json"] + options)
      #expect(run.status == 3, "\(run.errors)")
      return run.output.replacing(/\s+/, with: " ")
    }
    #expect(
      try advice(["--run", "1"]).contains("'\(scratch.path)/two' --run 1 --output"))
    #expect(try advice([]).contains("'\(scratch.path)/two' --output"))
  }

  @Test func optionsThatMakeNoSenseAreUsageErrors() throws {
    let cases: [([String], String)] = [
      (["--fail-on", "treshold", "--baseline", "b.json"], "Did you mean \"threshold\"?"),
      (["--fail-on", "threshold"], "--fail-on needs --baseline"),
      (
        ["--baseline", "b.json", "--shard", "1/2"],
        "join the slices with harness runs merge, then run harness gate"
      ),
      (["--baseline", "b.json", "--budget", "100"], "it needs fixed trials"),
      (["--baseline", "b.json", "--latency-ratio", "0.5"], "a number from 1"),
    ]
    for (options, words) in cases {
      let run = try HarnessRun.run(
        ["compare", "--corpus", "qr-small", "--output", scratch.path + "/u"] + options)
      #expect(run.status == 64, "\(options)")
      #expect(run.errors.contains(words), "\(run.errors)")
    }
  }

  @Test func aRunWithoutABaselineTakesTheGatesFilesAway() throws {
    try accept()
    let healthy = try plugin("well", perMille: 0)
    let judged = try compare(healthy, to: "well", ["--baseline", baseline])
    #expect(judged.status == 0 && scratch.names(in: "well").contains("gate.md"))
    _ = try compare(healthy, to: "well")
    #expect(!scratch.names(in: "well").contains { $0.hasPrefix("gate.") })
    #expect(scratch.names(in: "well").contains("junit.xml"))
  }

  @Test func insideGitHubActionsThereAreAnnotationsAndAJobSummary() throws {
    try accept()
    let summary = try scratch.file("summary.md", "before\n")
    let run = try compare(
      plugin("ill", perMille: 60), to: "ill", ["--baseline", baseline],
      environment: ["GITHUB_ACTIONS": "true", "GITHUB_STEP_SUMMARY": summary])
    #expect(run.status == 1 && run.output.contains("\n::error file="))
    let text = try String(contentsOfFile: summary, encoding: .utf8)
    #expect(text.hasPrefix("before\n# Gate: ") && text.contains("got worse"))
    #expect(text.contains("## Every cell") && text.contains("## Decode rate by level"))
    #expect(
      !text.contains("The columns of scores.csv"), "the columns of a file are explained beside it")
  }

  @Test func aFolderHoldsTheBaselineOfEachCorpusAndAcceptingSaysWhatComesNext() throws {
    let folder = scratch.path + "/baselines"
    func accept(_ run: String) throws -> [String] {
      let run = try HarnessRun.run(["gate", "accept", scratch.path + "/" + run, "-o", folder])
      #expect(run.status == 0, "\(run.errors)")
      return run.output.split(separator: "\n").map(String.init)
    }
    func words(_ command: String) -> [String] {
      command.split(separator: " ").dropFirst().map { String($0).replacing("'", with: "") }
    }
    _ = try compare(plugin("well", perMille: 0), to: "well")
    let first = try accept("well")
    #expect(scratch.names(in: "baselines") == ["qr-small.json"])
    let next = try #require(first.last { $0.contains("harness compare") })
    #expect(first.last == next && next.contains("--baseline \(folder)/qr-small.json"))
    let judged = try HarnessRun.run(words(next) + ["--trials", "8"])
    #expect(judged.status == 0, "\(judged.output)\(judged.errors)")

    // In the run's own folder, with relative paths.
    let ill = try plugin("ill", perMille: 200)
    let run = try HarnessRun.run(
      [
        "compare", "--corpus", "qr-small", "--trials", "6", "--plugin",
        String(ill.dropFirst(scratch.path.count + 1)), "--decoder", "doctored", "--quiet",
        "--output", "worse", "--baseline", "baselines",
      ], in: scratch.path)
    #expect(run.status == 1, "\(run.output)\(run.errors)")
    #expect(run.output.contains("harness reproduce ") && !run.output.contains(scratch.path))
    let worse = try accept("worse")
    #expect(
      worse.last?.hasPrefix("Accepted although doctored got worse in 2 of 2 groups: ") == true,
      "\(worse)")
    #expect(!worse.joined().contains("No decoder was available"), "this command decodes nothing")
    #expect(worse.contains { $0.hasPrefix("Nine of ten gates against it fail on a change") })
    #expect(
      worse.joined(separator: " ").contains(
        "fewer trials than the old one (6 at each level, not 8)"))
    let again = try #require(worse.first { $0.contains("harness reproduce") })
    let shown = try HarnessRun.run(words(again))
    #expect(shown.output.contains("doctored: no-read"), "\(shown.output)\(shown.errors)")
  }

  @Test func aSlicedRunIsNoBaseline() throws {
    let sliced = try compare(plugin("well", perMille: 0), to: "slice", ["--shard", "1/2"])
    #expect(sliced.status == 0, "\(sliced.errors)")
    let run = try HarnessRun.run([
      "gate", "accept", scratch.path + "/slice", "--output", baseline,
    ])
    #expect(run.status == 2 && run.errors.contains("a baseline needs a whole run"))
    #expect(!FileManager.default.fileExists(atPath: baseline))
  }
}

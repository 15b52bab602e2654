import Foundation
import TestSupport
import Testing

/// Unlike runs side by side, and folders of report folders, on the command line.
@Suite struct DiffTests {
  private let scratch: ScratchFolder

  init() throws {
    scratch = try ScratchFolder()
  }

  /// A run of a few samples into a report folder.
  private func compare(
    to folder: String, version: Int = 1, seed: Int = 3, name: String = "tiny",
    _ more: [String] = []
  ) async throws {
    try FileManager.default.createDirectory(
      atPath: scratch.path + "/corpora", withIntermediateDirectories: true)
    let corpus = try scratch.file(
      "corpora/\(name)-\(version).yaml",
      """
      format: 1
      name: \(name)
      version: \(version)
      title: Tiny
      question: How small?
      seed: 3
      symbols:
        - {name: v1, symbology: qr-code, version: 1, ecc: M, payload: {kind: digits, length: 10}}
      conditions:
        - {name: upright, rotation: 0}
        \(version == 1 ? "" : "- {name: tilted, rotation: 30}")
      sweep: {axis: module-size, harder: smaller, levels: [1, 2, 3]}
      trials: 4
      """)
    let run = try await HarnessRun.run(
      [
        "compare", "--corpus", corpus, "--seed", "\(seed)", "--quiet", "--output",
        scratch.path + "/" + folder,
      ] + more)
    #expect(run.status == 0, "\(run.errors)")
  }

  private func harness(_ arguments: String...) async throws -> HarnessRun {
    try await HarnessRun.run(arguments, in: scratch.path)
  }

  @Test func anotherVersionAnotherDecoderAndOtherOptionsAreShownInEveryFormat() async throws {
    try await compare(to: "a", ["--decoder", "null", "--decoder", "zbar"])
    try await compare(
      to: "b", version: 2, ["--decoder", "zxing", "--decoder", "zbar:profile=tuned"])
    let text = try await harness("runs", "diff", "a", "b")
    #expect(text.status == 0, "\(text.errors)")
    for words in [
      "tiny: run 1 in a (", "zbar → zbar:profile=tuned ", "zxing 1", "was added", "was removed",
      "corpus version 1 → 2", "groups: only the second run has v1/tilted",
      "zbar:profile=tuned on v1/tilted: only the second run has results",
    ] {
      #expect(text.output.contains(words), "\(words) in \(text.output)")
    }
    let markdown = try await harness("runs", "diff", "a", "b", "--markdown")
    #expect(markdown.status == 0 && markdown.output.contains("| zbar:profile=tuned | v1/upright |"))
    let json = try await harness("runs", "diff", "a", "b", "--json")
    let object = try #require(
      JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
    let decoders = try #require(object["decoders"] as? [[String: Any]])
    let cell = try #require((decoders[0]["cells"] as? [[String: Any]])?.first)
    #expect(cell["basis"] as? String == "same-samples" && cell["pairs"] as? Int == 12)
  }

  @Test func runsAreNamedByNumberByFolderOrByBoth() async throws {
    for seed in ["3", "4"] {
      try await compare(to: "reports/tiny", ["--decoder", "zbar", "--trials", seed])
    }
    let outputs = try await [
      harness("runs", "diff", "1", "2"), harness("runs", "diff", "reports/tiny"),
      harness("runs", "diff", "reports/tiny:1", "reports/tiny"),
    ]
    #expect(outputs[0].status == 0, "\(outputs[0].errors)")
    #expect(Set(outputs.map(\.output)).count == 1)
    #expect(outputs[0].output.contains("trials at each level 3 → 4"))
    let same = try await harness("runs", "diff", "2", "reports/tiny")
    #expect(same.status == 64 && same.errors.contains("both are run 2"), "\(same.errors)")
    let missing = try await harness("runs", "diff", "1", "7")
    #expect(missing.status == 64 && missing.errors.contains("no run 7. Runs: 1, 2"))
    let absent = try await harness("runs", "diff", "nowhere", "reports/tiny")
    #expect(absent.status == 64 && absent.errors.contains("no results in nowhere yet"))
  }

  @Test func nothingComparableIsExitCodeThree() async throws {
    try await compare(to: "a", ["--decoder", "null"])
    try await compare(to: "b", name: "other", ["--decoder", "zbar"])
    let run = try await harness("runs", "diff", "a", "b")
    #expect(run.status == 3 && run.errors.contains("nothing can be compared"), "\(run.errors)")
    #expect(run.output.contains("corpus tiny → other"))
  }

  @Test func aFolderOfReportFoldersIsOneHistoryAndOneSite() async throws {
    for (folder, seed) in [("all/x", 3), ("all/deep/y", 4)] {
      try await compare(to: folder, seed: seed, ["--decoder", "null"])
    }
    try await compare(to: "all/z", name: "other", ["--decoder", "null"])
    // A run that several stores hold counts once.
    try FileManager.default.copyItem(
      atPath: scratch.path + "/all/x", toPath: scratch.path + "/copy")
    let runs = try await harness("runs", "all", "all/x")
    #expect(
      runs.output.split(separator: "\n").filter { $0.hasSuffix(".sqlite") }.sorted() == [
        "all/deep/y/observations.sqlite", "all/x/observations.sqlite",
        "all/z/observations.sqlite",
      ], "a store that is named twice is listed once")
    let brief = try await harness("runs", "history", "all", "copy")
    #expect(brief.output.contains("On none of 2 corpora"), "\(brief.output)")
    let history = try await harness("runs", "history", "all", "copy", "--full")
    #expect(history.output.contains("tiny: 2 runs of several stores"), "\(history.output)")
    #expect(history.output.contains("other: 1 run\n"))
    let site = try await harness("report", "--site", "all", "--output", "site", "--no-decoders")
    #expect(site.status == 0, "\(site.errors)")
    #expect(
      scratch.names(in: "site") == [
        "index.html", "other.html", "other.trend.html", "tiny.html", "tiny.trend.html",
      ])
    let trend = try String(contentsOfFile: scratch.path + "/site/tiny.trend.html", encoding: .utf8)
    #expect(trend.contains("all/x:1") && trend.contains("all/deep/y:1"))
  }

  @Test func aSiteThatCannotBeMadeWholeIsNotBegun() async throws {
    try await compare(to: "all/x", ["--decoder", "null"])
    try FileManager.default.createDirectory(
      atPath: scratch.path + "/all/y", withIntermediateDirectories: true)
    try scratch.file("all/y/observations.sqlite", String(repeating: "no database. ", count: 100))
    let site = try await harness("report", "--site", "all", "--output", "site", "--no-decoders")
    #expect(site.status == 2 && site.errors.contains("all/y/observations.sqlite"))
    #expect(scratch.names(in: "site").isEmpty)
    let empty = try await harness("runs", "history", "corpora")
    #expect(empty.status == 64 && empty.errors.contains("no results in corpora"), "\(empty.errors)")
  }
}

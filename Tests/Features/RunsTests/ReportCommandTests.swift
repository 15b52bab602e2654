import Foundation
import TestSupport
import Testing

/// The page of a real run: scores from the store, images drawn again, samples decoded again.
@Suite(.waits) struct ReportTests {
  private static let hostile =
    HarnessRun.root + "/Tests/IntegrationTests/Plugins/harness-decoder-hostile"

  private let scratch: ScratchFolder

  init() throws {
    scratch = try ScratchFolder()
  }

  /// Runs that several tests report on, each made once.
  private static let plain = Result { try made(["--trials", "4"]) }
  private static let crashing = Result {
    try made([
      "--trials", "1", "--decoder", "hostile:mood=abort", "--plugin", hostile, "--give-up-after",
      "999",
    ])
  }

  private static func made(_ more: [String]) throws -> ScratchFolder {
    let folder = try ScratchFolder()
    let run = try HarnessRun.run(
      [
        "compare", "--corpus", "qr-small", "--output", folder.path + "/r", "--decoder", "zbar",
        "--decoder", "zxing",
      ] + more)
    #expect(run.status == 0, "\(run.errors)")
    return folder
  }

  /// Puts a copy of a run into this test's own folder.
  private func copy(_ run: Result<ScratchFolder, any Error>) throws {
    try FileManager.default.copyItem(
      atPath: run.get().path + "/r", toPath: scratch.path + "/r")
  }

  private func page(_ name: String = "r/report.html") throws -> String {
    try String(contentsOfFile: scratch.path + "/" + name, encoding: .utf8)
  }

  /// Whoever lists runs is told how to look at the last one, in a command that works.
  @Test func theListOfRunsEndsWithTheCommandOfAPage() throws {
    try copy(Self.plain)
    let list = try HarnessRun.run(["runs", "list", scratch.path + "/r"])
    let command = "harness report 1 --store '\(scratch.path)/r'"
    #expect(list.errors == "harness: the page of run 1: \(command)\n", "\(list.errors)")
    let page = try HarnessRun.run(["report", "1", "--store", scratch.path + "/r", "--no-decoders"])
    #expect(page.status == 0, "\(page.errors)")
  }

  /// The page is there, whatever a browser does.
  @Test func aPageThatNoBrowserOpensIsWrittenAndNamed() throws {
    try copy(Self.plain)
    try FileManager.default.createDirectory(
      atPath: scratch.path + "/bin", withIntermediateDirectories: false)
    for name in ["xdg-open", "open"] {
      try scratch.file("bin/\(name)", "#!/bin/sh\nexit 3\n", isExecutable: true)
    }
    let run = try HarnessRun.run(
      ["report", scratch.path + "/r", "--open"],
      environment: ["PATH": scratch.path + "/bin:/usr/bin:/bin"])
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.errors.contains("no browser could be opened"))
    #expect(FileManager.default.fileExists(atPath: scratch.path + "/r/report.html"))
  }

  @Test func thePageHasImagesOutlinesAndCommandsThatWork() throws {
    try copy(Self.crashing)
    let run = try HarnessRun.run([
      "report", "--store", scratch.path + "/r", "--plugin", Self.hostile,
    ])
    #expect(run.status == 0 && run.errors.contains("wrote "), "\(run.errors)")
    let page = try page()
    #expect(page.contains("data:image/png;base64,") && page.contains("class=\"outline "))
    #expect(page.contains("Crashes") && page.contains("SIGABRT"))
    #expect(page.utf8.count < 1_500_000)
    // The command on the page works in a shell.
    let crashes = try #require(page.ranges(of: ">Crashes<").first)
    let commands = page[crashes.upperBound...].split(separator: "<code class=\"command\">")
      .dropFirst().map {
        String($0.prefix { $0 != "<" }).replacing("&#39;", with: "'")
      }
    let crash = try #require(commands.first { $0.contains("hostile:mood=abort") })
    #expect(try shell(crash).contains("hostile:mood=abort: crash"))
  }

  @Test func aPluginOfTheRunIsInItsCommandsAndNotStarted() throws {
    try copy(Self.crashing)
    let run = try HarnessRun.run(["report", scratch.path + "/r"])
    #expect(run.status == 0, "\(run.errors)")
    let page = try page()
    #expect(page.contains("No outlines of hostile:mood=abort"))
    #expect(page.contains("--plugin &#39;\(Self.hostile)&#39;"))
  }

  @Test func aPageOfTheSameStoreIsTheSame() throws {
    try copy(Self.plain)
    for name in ["a.html", "b.html"] {
      let run = try HarnessRun.run([
        "report", "1", "--store", scratch.path + "/r/observations.sqlite", "--output",
        scratch.path + "/" + name,
      ])
      #expect(run.status == 0, "\(run.errors)")
    }
    #expect(try page("a.html") == page("b.html"))
  }

  @Test func withoutTheCorpusThePageSaysSo() throws {
    let corpus = try scratch.file(
      "own.yaml",
      String(contentsOfFile: HarnessRun.root + "/Corpora/qr-small.yaml", encoding: .utf8)
        .replacing("name: qr-small", with: "name: own"))
    let made = try HarnessRun.run([
      "compare", "--corpus", corpus, "--trials", "1", "--decoder", "zxing", "--output",
      scratch.path + "/r",
    ])
    #expect(made.status == 0, "\(made.errors)")
    let moved = scratch.path + "/moved.yaml"
    try FileManager.default.moveItem(atPath: corpus, toPath: moved)
    let run = try HarnessRun.run(["report", "--store", scratch.path + "/r"])
    #expect(run.status == 0, "\(run.errors)")
    #expect(try page().contains("No images: the corpus was not found"))
    let named = try HarnessRun.run(["report", "--store", scratch.path + "/r", "--corpus", moved])
    #expect(named.status == 0, "\(named.errors)")
    #expect(try page().contains("data:image/png;base64,"))
    #expect(try page().contains("--corpus &#39;\(moved)&#39;"))
  }

  @Test func noDecoderIsStartedWhenNoneIsWanted() throws {
    try copy(Self.plain)
    let run = try HarnessRun.run(["report", scratch.path + "/r", "--no-decoders"])
    #expect(run.status == 0)
    #expect(try !page().contains("class=\"outline ") && page().contains("--no-decoders"))
  }

  @Test func aRunThatIsNotThereIsNamed() throws {
    try copy(Self.plain)
    let run = try HarnessRun.run(["report", "7", "--store", scratch.path + "/r"])
    #expect(run.status == 64 && run.errors.contains("has no run 7. Runs: 1"), "\(run.errors)")
    let twice = try HarnessRun.run(["report", scratch.path + "/r", "--store", scratch.path + "/r"])
    #expect(twice.status == 64 && twice.errors.contains("named twice"), "\(twice.errors)")
    let other = try HarnessRun.run(["report", "--store", scratch.path + "/none"])
    #expect(other.status == 64 && other.errors.contains("no results in \(scratch.path)/none yet"))
    let empty = try HarnessRun.run(["report"], in: scratch.path)
    #expect(empty.status == 64, "\(empty.errors)")
  }

  /// The output of a command line in a shell that finds the built harness.
}

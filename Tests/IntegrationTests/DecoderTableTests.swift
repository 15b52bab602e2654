import Foundation
import TestSupport
import Testing

/// `make table`: the page "Which barcode decoder?" follows from what was measured.
@Suite(.waits) struct DecoderTableTests {
  private let scratch: ScratchFolder

  init() throws {
    scratch = try ScratchFolder()
  }

  private func shell(_ text: String) throws -> (status: Int32, output: String) {
    try ActionRun.shell(
      text, in: HarnessRun.root,
      environment: ProcessInfo.processInfo.environment
        .merging(["PYTHONDONTWRITEBYTECODE": "1"]) { $1 })
  }

  private func table(_ words: String) throws -> (status: Int32, output: String) {
    try shell(
      "python3 scripts/table \(words) --figures '\(scratch.path)' --pages '\(scratch.path)'")
  }

  private func text(_ file: String) throws -> String {
    try String(contentsOfFile: scratch.path + "/" + file, encoding: .utf8)
  }

  /// The tests in `Tests/Table`: sentences, numbers, facts, and the committed pages.
  @Test func sentencesFactsAndCommittedPagesHold() throws {
    let run = try shell("python3 -m unittest discover --start-directory Tests/Table")
    #expect(run.status == 0, "\(run.output)")
    let number = try #require(run.output.firstMatch(of: /Ran (\d+) tests/)?.1)
    #expect(try #require(Int(number)) > 40, "\(run.output)")
  }

  @Test func aMeasuredRunBecomesAPageAndIsCarriedOn() throws {
    try FileManager.default.copyItem(
      atPath: HarnessRun.root + "/docs/which-decoder/decoders.json",
      toPath: scratch.path + "/decoders.json")
    let words =
      "make --harness '\(HarnessRun.binaries)/harness' --runs dpm --decoders 'zxing zbar'"
      + " --results '\(scratch.path)/results'"
    let first = try table(words + " --trials 1")
    #expect(first.status == 0, "\(first.output)")
    let report = try text("which-decoder/dpm.md")
    #expect(
      report.contains(
        "    harness compare --corpus dpm --decoder zxing --decoder zbar --trials 1\n"))
    #expect(report.contains("| zbar |") && report.contains("does not support it"))
    let page = try text("which-decoder.md")
    #expect(page.contains("**zxing** is the only one with a rank"))
    #expect(page.contains("zbar does not support Data Matrix."))
    #expect(try table("check").status == 0)

    let second = try table(words + " --trials 2")
    #expect(second.status == 0, "\(second.output)")
    let scores = try text("results/dpm/scores.json")
    #expect(
      scores.contains(/"reused" ?: ?42\b/), "the 42 images of the first run are not decoded again")
  }

  @Test func aHarnessThatFailsEndsTheTableWithItsCommand() throws {
    let run = try table("make --harness /bin/false --runs dpm --results '\(scratch.path)/results'")
    #expect(run.status == 2)
    #expect(run.output.contains("harness compare --corpus dpm"), "\(run.output)")
    #expect(run.output.contains("ended with exit code 1"))
    #expect(scratch.names().isEmpty)
  }
}

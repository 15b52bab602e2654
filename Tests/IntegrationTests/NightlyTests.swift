import Foundation
import TestSupport
import Testing

/// The nightly script, end to end on the smallest corpus.
@Suite(.waits) struct NightlyTests {
  private func nightly(
    _ scratch: ScratchFolder, decoders: String = "", options: String = ""
  ) throws -> (status: Int32, output: String) {
    let process = Process()
    process.executableURL = URL(filePath: HarnessRun.root + "/scripts/nightly.sh")
    process.arguments = ["smoke"]
    process.environment = ProcessInfo.processInfo.environment.merging([
      "HARNESS": HarnessRun.binaries + "/harness", "NIGHTLY_OUTPUT": scratch.path + "/nightly",
      "NIGHTLY_BASELINES": scratch.path + "/baselines", "GITHUB_STEP_SUMMARY": "",
      "NIGHTLY_DECODERS": decoders, "NIGHTLY_OPTIONS": options,
    ]) { $1 }
    let file = scratch.path + "/output"
    try Data().write(to: URL(filePath: file))
    process.standardOutput = FileHandle(forWritingAtPath: file)
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return (process.terminationStatus, try String(contentsOfFile: file, encoding: .utf8))
  }

  @Test func theFirstNightHasNothingToCompareWithTheSecondOneDoesAndABrokenBaselineIsSaid() throws {
    let scratch = try ScratchFolder()
    let first = try nightly(scratch, decoders: "zxing")
    #expect(first.status == 3, "\(first.output)")
    #expect(first.output.contains("no baseline"))
    #expect(scratch.names(in: "nightly/site") == ["index.html", "smoke.html", "smoke.trend.html"])

    let baseline = scratch.path + "/baselines/smoke.json"
    try FileManager.default.createDirectory(
      atPath: scratch.path + "/baselines", withIntermediateDirectories: true)
    let accepted = try HarnessRun.run([
      "gate", "accept", scratch.path + "/nightly/smoke", "--output", baseline,
    ])
    #expect(accepted.status == 0, "\(accepted.errors)")
    let second = try nightly(scratch, decoders: "zxing")
    #expect(second.status == 0, "\(second.output)")
    #expect(second.output.contains("no regression"))
    #expect(scratch.names(in: "nightly/smoke").contains("gate.md"))

    try "{".write(toFile: baseline, atomically: true, encoding: .utf8)
    let third = try nightly(scratch, decoders: "zxing")
    #expect(third.status == 3, "\(third.output)")
    #expect(third.output.contains("not judged"))
  }

  @Test func decodersAreThoseThatAreNamedOrAllThatAreBuilt() throws {
    let scratch = try ScratchFolder()
    let built = try nightly(scratch, options: "--trials 1")
    for decoder in ["zbar", "zxing", "dmtx:profile=repeatable"] {
      #expect(built.output.contains(decoder))
    }
    let named = try nightly(scratch, decoders: "null zbar", options: "--trials 1")
    #expect(named.status == 3, "\(named.output)")
    #expect(named.output.contains("null") && named.output.contains("zbar"))
    #expect(!named.output.contains("zxing"))
  }
}

import Foundation
import TestSupport
import Testing

@testable import RunFixtures

/// The demonstration, and the decoders that take part where nobody names one.
@Suite struct DemoCommandTests {
  private let scratch: ScratchFolder

  init() throws {
    scratch = try ScratchFolder()
  }

  private func run(
    _ arguments: [String], _ environment: [String: String] = [:]
  ) async throws -> HarnessRun {
    try await HarnessRun.run(arguments, in: scratch.path, environment: environment)
  }

  @Test func aLabelIsScannedAndItsCodesAreShrunkUntilTheyFail() async throws {
    let demo = try await run(["demo", "--decoder", "zbar,zxing,dmtx"])
    #expect(demo.status == 0, "\(demo.errors)")
    let lines = demo.output.split(separator: "\n").map(String.init)
    #expect(lines[0].contains("label.png"))
    #expect(lines.count <= 40, "\(demo.output)")
    #expect(demo.output.contains("smallest module that is read every time: QR Code "))
    // Each code is read at the largest size by some decoder, and none reads QR Codes of 1 px.
    let zbar = try #require(lines.first { $0.hasPrefix("  zbar ") })
    let reads = zbar.split(separator: " ").dropFirst().compactMap { Int($0) }
    #expect(reads.count == 7 && reads.first == 20 && reads.last == 0, "\(zbar)")
    let page = try String(
      contentsOfFile: scratch.path + "/reports/demo/report.html", encoding: .utf8)
    #expect(page.contains("How small may each code of a label be?"))
  }

  @Test func everyUsableDecoderTakesPartWhereNoneIsNamed() async throws {
    try FileManager.default.createDirectory(
      atPath: scratch.path + "/bin", withIntermediateDirectories: true)
    for (name, optIn) in [("found", "False"), ("shy", "True")] {
      let source = try String(
        contentsOfFile: HarnessRun.root + "/Tests/IntegrationTests/Plugins/harness-decoder-ruler",
        encoding: .utf8)
      _ = try scratch.file(
        "bin/harness-decoder-\(name)",
        source.replacing("\"name\": \"ruler\"", with: "\"name\": \"\(name)\", \"optIn\": \(optIn)"),
        isExecutable: true)
    }
    _ = try scratch.file("bin/harness-decoder-broken", "#!/bin/sh\nexit 3\n", isExecutable: true)
    let compared = try await run(
      ["compare", "--corpus", "qr-small", "-t", "1", "-o", "r"],
      ["HARNESS_PLUGIN_PATH": scratch.path + "/bin"])
    #expect(compared.status == 0, "\(compared.errors)")
    let labels = try ScoreFile(scratch.path + "/r").table.decoders.map(\.label)
    #expect(labels.contains("found"))
    #expect(!labels.contains("shy") && !labels.contains("broken"))
    #expect(!compared.errors.contains("broken"))
    let all = try await run(
      ["compare", "--corpus", "qr-small", "-t", "1", "-o", "a", "--decoder", "all"],
      ["HARNESS_PLUGIN_PATH": scratch.path + "/bin"])
    #expect(all.status == 0 && all.errors.contains("left out broken: "), "\(all.errors)")
  }
}

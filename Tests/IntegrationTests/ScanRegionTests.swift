import Foundation
import TestSupport
import Testing

/// Scan area and selection in `harness scan`, over two symbols side by side.
@Suite struct ScanRegionTests {
  private let scratch: ScratchFolder

  init() throws {
    scratch = try ScratchFolder()
  }

  /// Two Code 128 with literal payloads, the left one first.
  private static let sheet = """
    format: 1
    name: sheet
    version: 1
    title: Sheet
    question: Which one is aimed at?
    seed: 1
    symbols:
      - name: two
        grid: {rows: 1, columns: 2, spacing: 4}
        of:
          - {symbology: code-128, payload: {literals: [LEFT]}}
          - {symbology: code-128, payload: {literals: [RIGHT]}}
    conditions: [{name: plain}]
    sweep: {axis: module-size, harder: smaller, levels: [3]}
    trials: 1
    """

  private func scan(_ arguments: [String]) async throws -> HarnessRun {
    try scratch.file("sheet.yaml", Self.sheet)
    let drawn = try await HarnessRun.run(
      ["corpus", "render", "./sheet.yaml", "-o", "images"], in: scratch.path)
    #expect(drawn.status == 0, "\(drawn.errors)")
    return try await HarnessRun.run(
      ["scan", "images/two_plain_3_0.png", "--decoder", "zbar"] + arguments, in: scratch.path)
  }

  /// By value, the fate of each symbol.
  private func fates(_ run: HarnessRun) throws -> [String: String] {
    let lines = run.output.split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    let heading = try #require(lines.first)
    let value = try #require(heading.firstIndex(of: "value"))
    let fate = try #require(heading.firstIndex(of: "fate"))
    return Dictionary(
      lines.dropFirst().map { ($0[value], $0[fate]) }, uniquingKeysWith: { first, _ in first })
  }

  @Test func aCircleSelectsTheSymbolThatItTouchesThoughTheDecoderSaysNoPlace() async throws {
    let left = try await scan(["--poi", "0.25,0.5", "--select", "radius:0", "--format", "csv"])
    #expect(left.status == 0, "\(left.errors)")
    #expect(try fates(left) == ["LEFT": "kept", "RIGHT": "not-selected"])
    let both = try await scan(["--select", "radius:200%", "--format", "csv"])
    #expect(try fates(both) == ["LEFT": "kept", "RIGHT": "kept"])
    // Between the two, nothing is selected, and nothing counts as read.
    let none = try await scan(["--select", "radius:1px", "--format", "csv"])
    #expect(try fates(none) == ["LEFT": "not-selected", "RIGHT": "not-selected"])
    #expect(none.status == 1)
  }

  @Test func decodersSeeOnlyTheScanArea() async throws {
    let cropped = try await scan(["--margins", "50%,0,0,0", "--format", "csv"])
    #expect(try fates(cropped) == ["RIGHT": "kept"])
    let whole = try await scan([
      "--margins", "50%,0,0,0", "--area-edge", "centre-inside", "--format", "csv",
    ])
    #expect(try fates(whole) == ["LEFT": "outside-area", "RIGHT": "kept"])
    // A tall view shows the middle of a wide image, where the two symbols are cut off.
    let narrow = try await scan(["--view", "20x100", "--format", "csv"])
    #expect(narrow.status == 1 && !narrow.output.contains("LEFT"))
  }

  @Test func guidesAreDrawnWhereTheFileSaysTheyAre() async throws {
    let run = try await scan([
      "--margins", "10px,0,0,0", "--select", "radius:5px", "--overlay", "pictures", "--guides",
      "--format", "json",
    ])
    #expect(run.output.contains("\"selectionRadius\" : 5"))
    let drawn = scratch.path + "/pictures/two_plain_3_0.svg"
    let picture = try String(contentsOfFile: drawn, encoding: .utf8)
    #expect(picture.contains("points=\"10,0 "))
    let plain = try await scan(["--margins", "10px,0,0,0", "--overlay", "plain"])
    #expect(plain.output.contains("RIGHT"))
    let without = try String(
      contentsOfFile: scratch.path + "/plain/two_plain_3_0.svg", encoding: .utf8)
    #expect(!without.contains("points=\"10,0 "))
  }

  @Test func lengthsThatDoNotFitAnImageAreItsError() async throws {
    let run = try await scan(["--margins", "9999px,0,0,0"])
    #expect(run.status == 2)
    #expect(run.output.contains("the margins leave nothing of the view"), "\(run.output)")
  }

  @Test(arguments: [
    ["--margins", "1,2,3"], ["--margins", "a,0,0,0"], ["--poi", "0.5"], ["--select", "radius"],
    ["--select", "circle:5px"], ["--select", "rectangle:0.5"], ["--select", "width:0.5"],
    ["--view", "375"], ["--view", "0x3"], ["--guides"], ["--edge", "near"],
    ["--edge", "wholly-inside"], ["--view", "100x100", "--margins", "60,0,50px,0"],
    ["--view", "100x100", "--poi", "2,0"], ["--view", "9x9", "--select", "rectangle:0x1"],
  ]) func wrongUsageIsRefused(_ arguments: [String]) async throws {
    let run = try await HarnessRun.run(["scan", "a.png"] + arguments, in: scratch.path)
    #expect(run.status == 64, "\(arguments): \(run.errors)")
    #expect(run.output.isEmpty && !run.errors.isEmpty)
  }
}

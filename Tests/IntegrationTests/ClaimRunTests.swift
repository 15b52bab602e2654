import Foundation
import Results
import TestSupport
import Testing

@testable import RunFixtures

/// Documented minima in real runs of a real decoder.
@Suite struct ClaimRunTests {
  private let scratch: ScratchFolder

  init() throws {
    scratch = try ScratchFolder()
    try scratch.file(
      "minima.yaml",
      """
      format: 1
      name: minima
      version: 1
      title: Minima
      question: Is it so?
      seed: 3
      symbols: [{name: ean, symbology: ean-13, payload: {kind: gtin}}]
      conditions: [{name: upright}]
      sweep: {axis: module-size, levels: [2.5, 2.7, 3, 3.2, 3.5]}
      trials: 72
      claims: [{name: wide, by: B, source: s, says: x, from: {symbol-width: 285}}]
      """)
  }

  /// The verdict on "285 px, which is 3 px per module", of a decoder that misses narrower images.
  private func verdict(narrowerThan width: Int) async throws -> GroupClaim {
    let plugin = try scratch.doctoredPlugin("w\(width)", narrowerThan: width)
    let run = try await HarnessRun.run(
      [
        "compare", "--corpus", "./minima.yaml", "--plugin", plugin, "--decoder", "doctored",
        "--output", "r\(width)", "--no-color", "--full",
      ], in: scratch.path)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.contains("Documented minima"))
    #expect(scratch.names(in: "r\(width)").contains("claims.csv"))
    let table = try ScoreFile(scratch.path + "/r\(width)").table
    let claim = try #require(table.claims?.claims.first?.decoders.first)
    return try #require(claim.groups.first)
  }

  /// An EAN-13 takes 113 modules with its quiet zones: 339 px at 3 px, 373 px at 3.3 px per module.
  @Test func aDecoderWorseByThreeTenthsOfAPixelFlipsTheVerdict() async throws {
    let honest = try await verdict(narrowerThan: 339)
    #expect(honest.verdict == .holds && honest.holds == 3 && honest.fails == 2.7)
    let doctored = try await verdict(narrowerThan: 373)
    #expect(doctored.verdict == .tooOptimistic && doctored.holds == 3.5)
    #expect(doctored.counterexample?.levels.map(\.text) == ["3", "3.2"])
  }
}

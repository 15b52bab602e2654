import Foundation
import Results
import TestSupport
import Testing

@testable import RunFixtures

/// Runs that trace the boundaries of maps, end to end.
@Suite(.waits) struct BoundaryTests {
  private let scratch: ScratchFolder

  init() throws {
    scratch = try ScratchFolder()
  }

  private static let corpus = """
    format: 1
    name: small-map
    version: 1
    title: A small map
    question: From which module size on, by blur?
    seed: 20261122
    symbols:
      - {name: v2-m, symbology: qr-code, version: 2, ecc: M, payload: {kind: digits, length: 24}}
    conditions:
      - {name: upright, rotation: 0}
    sweep:
      axis: module-size
      levels: [{from: 0.8, to: 3.2, step: 0.1}]
      second: {axis: blur, levels: [0, 0.5, 1]}
    trials: 48
    """

  private func compare(_ folder: String, _ options: [String]) throws -> [String] {
    let corpus = try scratch.file("small-map.yaml", Self.corpus)
    return [
      "compare", "--corpus", corpus, "--decoder", "zxing", "--output",
      scratch.path + "/" + folder,
    ] + options
  }

  private func run(_ folder: String, _ options: [String]) throws -> ScoreTable {
    let run = try HarnessRun.run(compare(folder, options))
    #expect(run.status == 0, "\(run.errors)")
    return try ScoreFile(scratch.path + "/" + folder).table
  }

  @Test func aTraceFindsTheGridsBoundaryWithAQuarterOfItsDecodes() throws {
    let traced = try run("r", ["--trace-boundary"])
    let map = try #require(traced.maps?.first)
    #expect(map.gridDecodes == 3 * 25 * 48)
    #expect(traced.outcome.cost.decodes * 4 <= map.gridDecodes)
    // Every level gets a few trials, so that islands are seen and decoders can be ranked.
    #expect(
      traced.decoders[0].groups.allSatisfy { $0.levels.allSatisfy { $0.counts.tried >= 4 } })
    #expect(traced.decoders[0].rank == 1)

    // The trace's samples are the grid's: they are not decoded again.
    let grid = try run("r", [])
    #expect(grid.outcome.reused == traced.outcome.cost.decodes)
    let full = try #require(grid.maps?.first)
    for (a, b) in zip(map.contours[0].points, full.contours[0].points) {
      let value = try #require(a.value)
      #expect(try #require(b.hard) <= value && value <= #require(b.easy), "\(a) \(b)")
      // A quarter of so few levels and trials does not suffice for every column.
      #expect(
        try a.ending == .shareSpent
          || a.ending == .traced && abs(value - #require(b.value)) <= 0.05,
        "\(a) \(b)")
      #expect(b.ending == nil && b.decodes == 25 * 48)
    }
    #expect(try run("r", ["--trace-boundary"]).outcome.cost.decodes == 0)
  }

  @Test func aTraceThatWasCutOffGoesOnToTheSameEnd() throws {
    let cut = try run("cut", ["--trace-boundary", "--budget", "400"])
    #expect(cut.outcome.cost.decodes <= 400)
    #expect(cut.maps?.first?.contours[0].points.allSatisfy { $0.ending == .budgetSpent } == true)
    let carriedOn = try run("cut", ["--trace-boundary", "--jobs", "1"])
    #expect(carriedOn.outcome.reused == cut.outcome.cost.decodes)
    let whole = try run("whole", ["--trace-boundary", "--jobs", "2"])
    #expect(carriedOn.maps == whole.maps)
  }

  @Test(arguments: [
    (["--precision", "0.1"], "--trace-boundary is as precise as the corpus's number of trials"),
    (["--shard", "1/2"], "the next trial depends on all outcomes, which a slice (--shard)"),
    (["--baseline", "x.json"], "a gate compares sample by sample: it needs fixed trials"),
  ])
  func whatATraceCannotDoIsRefused(options: [String], message: String) throws {
    let run = try HarnessRun.run(compare("r", ["--trace-boundary"] + options))
    #expect(run.status != 0 && run.errors.contains(message), "\(run.errors)")
  }

  @Test func aCorpusWithoutMapsHasNothingToTrace() throws {
    let run = try HarnessRun.run([
      "compare", "--corpus", "qr-small", "--trace-boundary", "--output", scratch.path + "/r",
    ])
    #expect(run.status != 0)
    #expect(run.errors.contains("the sweep of qr-small has no \"second\" axis"), "\(run.errors)")
  }
}

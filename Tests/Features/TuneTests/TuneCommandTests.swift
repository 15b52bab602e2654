import Foundation
import TestSupport
import Testing

@testable import RunFixtures

/// Comparisons of a decoder's settings, end to end.
@Suite(.waits) struct TuneCommandTests {
  private let scratch: ScratchFolder

  init() throws {
    scratch = try ScratchFolder()
  }

  private func tune(_ arguments: [String]) throws -> HarnessRun {
    try HarnessRun.run(
      ["tune"] + arguments + ["--corpus", "qr-small", "--trials", "3", "--output", scratch.path])
  }

  @Test func everyCombinationIsRunOnTheSameSamples() throws {
    let run = try tune(["zbar", "--option", "x-density=1,2", "--option", "y-density=1,2"])
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.contains("4 settings of zbar · "))
    let table = try ScoreFile(scratch.path).table
    #expect(
      Set(table.decoders.map(\.label)) == [
        "zbar", "zbar:x-density=1,y-density=2", "zbar:x-density=2,y-density=1",
        "zbar:x-density=2,y-density=2",
      ])
    #expect(table.comparisons.allSatisfy { $0.pairs == table.corpus.numbering.sampleCount })
    // The decoder scans every other row and column, so that symbols must be about twice as large.
    let usual = try #require(table.decoder("zbar")?.meanThreshold?.value)
    let sparse = try #require(table.decoder("zbar:x-density=2,y-density=2")?.meanThreshold?.value)
    #expect(sparse > 1.3 * usual)
  }

  @Test func anUnknownOptionIsRefusedBeforeAnythingIsDecoded() throws {
    let run = try tune(["zxing", "--option", "binariser"])
    #expect(run.status == 64)
    #expect(run.errors.contains("Did you mean \"binarizer\"?"), "\(run.errors)")
    #expect(!FileManager.default.fileExists(atPath: scratch.path + "/observations.sqlite"))
  }
}

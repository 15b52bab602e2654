import Foundation
import TestSupport
import Testing

@testable import RunFixtures

@Suite(.waits) struct CompareCommandTests {
  @Test func qrSmallEndsInAScoreTableOverRealDecodes() throws {
    let scratch = try ScratchFolder()
    let run = try HarnessRun.run(
      ["compare", "--corpus", "qr-small", "--trials", "3", "--output", scratch.path + "/r"])
    #expect(run.status == 0, "\(run.errors)")
    let table = try ScoreFile(scratch.path + "/r").table
    #expect(table.decoders.filter { $0.standing == .ranked }.map(\.label) == ["zxing", "zbar"])
    let dmtx = try #require(table.decoder("dmtx"))
    #expect(dmtx.standing == .unsupported && dmtx.rank == nil && dmtx.total.tried == 0)
    #expect(run.output.contains("dmtx reads none of these symbologies"))
    for label in ["zbar", "zxing"] {
      let score = try #require(table.decoder(label))
      let samples = table.corpus.groups.count * table.corpus.levels.count * 3
      #expect(score.total.tried == samples)
      #expect(score.total.read > samples / 2, "\(label) reads most of it")
      #expect(score.total.noRead > 0, "\(label) does not read the smallest")
      // At six pixels per module every symbol is read.
      for group in score.groups { #expect(group.levels.last?.readRate == 1) }
    }
    #expect(
      ["observations.sqlite", "scores.csv", "scores.json", "scores.md"]
        .allSatisfy(scratch.names(in: "r").contains))
  }

  @Test func dataMatrixSmallIsReadByZXingAndLibdmtx() throws {
    let scratch = try ScratchFolder()
    let run = try HarnessRun.run(
      ["compare", "--corpus", "datamatrix-small", "--trials", "1", "--output", scratch.path])
    #expect(run.status == 0, "\(run.errors)")
    let table = try ScoreFile(scratch.path).table
    #expect(
      Set(table.decoders.filter { $0.standing == .ranked }.map(\.label)) == ["zxing", "dmtx"])
    #expect(table.decoder("zbar")?.standing == .unsupported)
  }

  @Test func verdictsDoNotDependOnTheNumberOfJobs() throws {
    let scratch = try ScratchFolder()
    for jobs in ["1", "4"] {
      let run = try HarnessRun.run([
        "compare", "--corpus", "qr-small", "--trials", "4", "--jobs", jobs, "--output",
        scratch.path + "/" + jobs,
      ])
      #expect(run.status == 0, "\(run.errors)")
    }
    let one = try ScoreFile(scratch.path + "/1")
    let four = try ScoreFile(scratch.path + "/4")
    #expect(try one.verdicts() == four.verdicts())
    #expect(try one.verdicts().count == 2 * one.table.corpus.numbering.count)
    #expect(
      one.table.decoders.map(\.groups.first?.levels)
        == four.table.decoders.map(\.groups.first?.levels))
  }

  @Test func anotherSeedDrawsOtherSamples() throws {
    let scratch = try ScratchFolder()
    for seed in ["1", "2"] {
      _ = try HarnessRun.run([
        "compare", "--corpus", "qr-small", "--trials", "1", "--decoder", "zxing", "--seed", seed,
        "--output", scratch.path + "/" + seed,
      ])
    }
    let (first, second) = try (ScoreFile(scratch.path + "/1"), ScoreFile(scratch.path + "/2"))
    #expect(
      Set(first.table.corpus.groups.flatMap(\.cellHashes))
        .isDisjoint(with: second.table.corpus.groups.flatMap(\.cellHashes)))
    #expect(try first.verdicts() != second.verdicts())
  }

  @Test func aSecondRunInTheSameFolderReportsItselfAlone() throws {
    let scratch = try ScratchFolder()
    for _ in 0..<2 {
      let run = try HarnessRun.run([
        "compare", "--corpus", "qr-small", "--trials", "1", "--decoder", "zxing", "--output",
        scratch.path,
      ])
      #expect(run.status == 0, "\(run.errors)")
    }
    let file = try ScoreFile(scratch.path)
    #expect(file.table.decoder("zxing")?.total.tried == file.table.corpus.numbering.count)
    #expect(try file.verdicts(run: 1) == file.verdicts(run: 2))
  }

  @Test func theSameDecoderMayTakePartWithOtherOptions() throws {
    let scratch = try ScratchFolder()
    let run = try HarnessRun.run([
      "compare", "--corpus", "qr-small", "--trials", "2", "--decoder", "zxing", "--decoder",
      "zxing:binarizer=global-histogram", "--output", scratch.path,
    ])
    #expect(run.status == 0, "\(run.errors)")
    let table = try ScoreFile(scratch.path).table
    let other = try #require(table.decoder("zxing:binarizer=global-histogram"))
    #expect(other.options["binarizer"] == "global-histogram")
    #expect(table.decoder("zxing")?.options["binarizer"] != "global-histogram")
    #expect(
      other.groups.map(\.total.read) != table.decoder("zxing")?.groups.map(\.total.read),
      "the option reaches the library")
  }

  @Test func aPipeGetsNoEscapeCodesAndNoProgress() throws {
    let scratch = try ScratchFolder()
    let run = try HarnessRun.run([
      "compare", "--corpus", "qr-small", "--trials", "1", "--decoder", "zxing", "--output",
      scratch.path,
    ])
    #expect(!run.output.contains("\u{1B}") && !run.errors.contains("\u{1B}"))
    #expect(run.errors.split(separator: "\n").count == 1, "one closing remark: \(run.errors)")
    let quiet = try HarnessRun.run([
      "compare", "--corpus", "qr-small", "--trials", "1", "--decoder", "zxing", "--quiet",
      "--output", scratch.path,
    ])
    #expect(quiet.errors.isEmpty && quiet.output.contains("zxing"))
  }
}

import Foundation
import TestSupport
import Testing

@testable import RunFixtures

/// Results of the shipped decoders on the shipped corpora.
@Suite struct FormatsTests {
  /// Two unrelated decoders read every symbol: this also checks that the symbols are drawn right.
  @Test func eachOfTheThirteenFormatsIsReadByWhoeverSupportsItAtEightPixels() async throws {
    let scratch = try ScratchFolder()
    let text = try String(
      contentsOfFile: HarnessRun.root + "/Corpora/mlkit-formats.yaml", encoding: .utf8)
    let corpus = try scratch.file(
      "mlkit-formats.yaml", text.replacing(/levels: .*, 8\]/, with: "levels: [8]"))
    let run = try await HarnessRun.run([
      "compare", "--corpus", corpus, "--trials", "6", "--output", scratch.path + "/r",
    ])
    #expect(run.status == 0, "\(run.errors)")
    let table = try ScoreFile(scratch.path + "/r").table
    var readers: [String: Int] = [:]
    for decoder in table.decoders {
      for group in decoder.groups {
        let level = try #require(group.levels.first)
        #expect(level.level == "8" && group.levels.count == 1)
        #expect(level.counts.read == level.counts.tried, "\(decoder.label) on \(group.group)")
        readers[group.group, default: 0] += 1
      }
    }
    #expect(readers.count == 13)
    // PDF417 and Aztec are read by one of the three alone.
    #expect(readers.filter { $0.value < 2 }.keys.sorted() == ["aztec/upright", "pdf417/upright"])
  }

  @Test func everySymbologyIsDrawnAndWhatIsReadIsRight() async throws {
    let scratch = try ScratchFolder()
    let run = try await HarnessRun.run([
      "compare", "--corpus", "smoke", "--trials", Proof.isAsked ? "5" : "2", "--output",
      scratch.path + "/r",
    ])
    #expect(run.status == 0, "\(run.errors)")
    let table = try ScoreFile(scratch.path + "/r").table
    #expect(table.corpus.groups.count == 29)
    for decoder in table.decoders {
      for group in decoder.groups where group.group != "databar-expanded/upright" {
        // One decoder garbles DataBar Expanded where digits follow letters.
        #expect(group.total.misread == 0, "\(decoder.label) on \(group.group)")
      }
    }
  }

  @Test func aSceneIsJudgedSymbolBySymbolAndSaysWhatADecoderDoesNotRead() async throws {
    let scratch = try ScratchFolder()
    let text = try String(
      contentsOfFile: HarnessRun.root + "/Corpora/multi.yaml", encoding: .utf8)
    let corpus = try scratch.file(
      "multi.yaml", text.replacing(/levels: .*, 6\]/, with: "levels: [4, 6]"))
    _ = try await HarnessRun.run([
      "compare", "--corpus", corpus, "--trials", "1", "--output", scratch.path + "/r",
      "--decoder", "zbar", "--decoder", "dmtx",
    ])
    let table = try ScoreFile(scratch.path + "/r").table
    let zbar = try #require(table.decoder("zbar"))
    let nine = try #require(zbar.groups.first { $0.group == "nine-qr/upright" })
    let symbols = try #require(nine.total.symbols)
    #expect(symbols.read + symbols.missed + symbols.misread == 9 * nine.total.tried)
    #expect(nine.levels.last?.counts.read == 1, "all nine at 6 px")
    let mixed = try #require(zbar.groups.first { $0.group == "mixed/upright" })
    #expect(mixed.total.symbols?.unsupported == mixed.total.tried, "it reads no Data Matrix")
    let dmtx = try #require(table.decoder("dmtx"))
    #expect(dmtx.groups.map(\.group) == ["mixed/upright", "mixed/tilted-on-cloth"])
    #expect(dmtx.groups[0].total.symbols?.unsupported == 3 * dmtx.groups[0].total.tried)
  }

  @Test func imagesWithoutASymbolAreCleanOrFalsePositives() async throws {
    let scratch = try ScratchFolder()
    _ = try await HarnessRun.run([
      "compare", "--corpus", "negatives", "--trials", "1", "--decoder", "zxing", "--output",
      scratch.path + "/r",
    ])
    let total = try #require(try ScoreFile(scratch.path + "/r").table.decoder("zxing")).total
    #expect(total.tried == 12 * 7)
    #expect(total.clean + total.falsePositive + total.crash + total.failed == total.tried)
    #expect(total.read == 0 && total.noRead == 0)
  }

  @Test func aRenderedCorpusIsAPhotoFolderWithTheSameVerdicts() async throws {
    let scratch = try ScratchFolder()
    let photos = scratch.path + "/photos"
    let rendered = try await HarnessRun.run([
      "corpus", "render", "qr-small", "--trials", "1", "--output", photos,
    ])
    #expect(rendered.status == 0, "\(rendered.errors)")
    for corpus in ["qr-small", photos] {
      let run = try await HarnessRun.run([
        "compare", "--corpus", corpus, "--trials", "1", "--decoder", "zxing", "--output",
        scratch.path + "/" + (corpus == photos ? "p" : "d"),
      ])
      #expect(run.status == 0, "\(run.errors)")
    }
    let drawn = try #require(try ScoreFile(scratch.path + "/d").table.decoder("zxing")).total
    let photographed = try #require(try ScoreFile(scratch.path + "/p").table.decoder("zxing")).total
    #expect(photographed.tried == 66 && drawn.tried == 66)
    #expect(photographed.read == drawn.read && photographed.misread == drawn.misread)
  }
}

import Foundation
import TestSupport
import Testing

@testable import RunFixtures

/// Comparisons on folders of photos; on real ones, if there are any beside the package.
@Suite struct PhotoTests {
  private static let folder = HarnessRun.root + "/../shared/data/photos"

  @Test(
    .enabled(
      if: FileManager.default.fileExists(atPath: folder),
      "there are no photos in ../shared/data/photos"))
  func crashesAreCountedAndNothingIsLost() async throws {
    let scratch = try ScratchFolder()
    let run = try await HarnessRun.run([
      "compare", "--corpus", Self.folder, "--output", scratch.path + "/r",
    ])
    #expect(run.status == 0, "\(run.errors)")
    let table = try ScoreFile(scratch.path + "/r").table
    let folders = try FileManager.default.contentsOfDirectory(atPath: Self.folder).filter {
      FileManager.default.fileExists(atPath: "\(Self.folder)/\($0)/.")
    }
    #expect(table.corpus.groups.count == folders.count && folders.count >= 14)
    for decoder in table.decoders {
      #expect(decoder.total.tried == decoder.total.planned, "\(decoder.label)")
      for group in decoder.groups {
        let counts = group.total
        #expect(
          counts.tried == counts.read + counts.noRead + counts.misread + counts.crash
            + counts.timeout + counts.failed + counts.clean + counts.falsePositive
            + counts.detected + counts.undetected)
      }
    }
    let zxing = try #require(table.decoder("zxing"))
    #expect(zxing.total.crash > 0, "it aborts on some of them, and the run goes on")
    #expect(zxing.total.read >= 190 && zxing.total.falsePositive == 0)
    #expect(try #require(table.decoder("zbar")).total.read >= 120)
    #expect(try #require(table.decoder("dmtx")).total.read >= 22)
    // Comparison of plain bytes and the matching rules disagree; each disagreement has a rule.
    #expect(zxing.total.strictRead < zxing.total.read)
  }

  @Test func aPhotosNameIsNoCommandToACIServiceAndEndsNoRow() async throws {
    let scratch = try ScratchFolder()
    let photos = scratch.path + "/photos"
    let rendered = try await HarnessRun.run([
      "corpus", "render", "smoke", "--trials", "1", "--output", photos,
    ])
    #expect(rendered.status == 0, "\(rendered.errors)")
    let whole = try #require(
      FileManager.default.subpaths(atPath: photos)?.filter { $0.hasSuffix(".png") }.sorted())
    for name in [
      "a\n::error::told.png", "b\n  ##[error]told.png", "d\n\u{3000}::error::told.png",
      "e\n \u{A0}::error::told.png",
    ] {
      try Data("no image".utf8).write(to: URL(filePath: photos + "/" + name))
    }
    let hostile = photos + "/c\n::warning::told"
    try FileManager.default.copyItem(atPath: photos + "/" + whole[0], toPath: hostile + ".png")
    try Data("truth".utf8).write(to: URL(filePath: hostile + ".txt"))
    let arguments = [
      "compare", "--corpus", photos, "--decoder", "zxing", "--output", scratch.path + "/r",
    ]
    let export = ["runs", "export", scratch.path + "/r"]
    for command in [["corpus", "check", photos], arguments, export, ["scan", hostile + ".png"]] {
      let run = try await HarnessRun.run(command)
      for line in (run.output + "\n" + run.errors).split(separator: "\n") {
        let start = line.drop(while: \.isWhitespace)
        #expect(!start.hasPrefix("::") && !line.contains("##["), "\(command): \(line)")
      }
    }
    let rows = try await HarnessRun.run(export).output.split(separator: "\n")
    #expect(rows.allSatisfy { $0.contains(",") } && rows.count > 2)
  }

  @Test func photosGoByTheirNamesInExportsAndWhenTheyAreDecodedAgain() async throws {
    let scratch = try ScratchFolder()
    let photos = scratch.path + "/photos"
    let rendered = try await HarnessRun.run([
      "corpus", "render", "qr-small", "--trials", "1", "--output", photos + "/qrcode",
    ])
    #expect(rendered.status == 0, "\(rendered.errors)")
    let name = try #require(
      FileManager.default.subpaths(atPath: photos + "/qrcode")?.filter { $0.hasSuffix(".png") }
        .max())
    let run = try await HarnessRun.run([
      "compare", "--corpus", photos, "--decoder", "zxing", "--output", scratch.path + "/r",
    ])
    #expect(run.status == 0, "\(run.errors)")
    let rows = try await HarnessRun.run(["runs", "export", scratch.path + "/r"]).output
    let key = try #require(rows.firstMatch(of: /photos\/[^,]*\.png/)).0
    #expect(rows.contains("/photo/0/\(name)") && !rows.contains("/photo/0/1,"), "\(rows)")
    let again = try await HarnessRun.run([
      "reproduce", String(key), "--corpus", photos, "--decoder", "zxing",
    ])
    #expect(again.status != 64 && again.output.contains(".png"), "\(again.output)\(again.errors)")
  }

  @Test func aPhotoThatCannotBeReadIsARowAndCostsNothingElse() async throws {
    let scratch = try ScratchFolder()
    let photos = scratch.path + "/photos"
    let rendered = try await HarnessRun.run([
      "corpus", "render", "smoke", "--trials", "1", "--output", photos,
    ])
    #expect(rendered.status == 0, "\(rendered.errors)")
    let group = photos + "/qr-code/upright"
    let whole = try #require(
      FileManager.default.subpaths(atPath: photos)?.filter { $0.hasSuffix(".png") }.sorted())
    let damaged = photos + "/" + whole[0]
    let bytes = try #require(FileManager.default.contents(atPath: damaged))
    try bytes.dropLast(20).write(to: URL(filePath: damaged))
    try FileManager.default.createDirectory(atPath: group, withIntermediateDirectories: true)
    try Data("no image".utf8).write(to: URL(filePath: group + "/zz.png"))
    let check = try await HarnessRun.run(["corpus", "check", photos])
    #expect(check.status == 2 && check.errors.contains("2 of its images cannot be read"))
    #expect(check.errors.contains(damaged + ": is not a valid PNG"), "\(check.errors)")
    for attempt in 1...2 {
      let run = try await HarnessRun.run([
        "compare", "--corpus", photos, "--decoder", "zxing", "--output", scratch.path + "/r",
      ])
      #expect(run.status == 0, "\(run.errors)")
      let words = run.output.replacing(/\s+/, with: "")
      #expect(words.contains("Photosthatcannotberead"))
      #expect(words.contains("isnotavalidPNGfile") && words.contains("zz.png:"), "\(run.output)")
      let table = try ScoreFile(scratch.path + "/r").table
      #expect(table.outcome.unreadable?.count == 2)
      let zxing = try #require(table.decoder("zxing"))
      #expect(zxing.total.tried + 2 == zxing.total.planned && !table.outcome.wasStopped)
      #expect(attempt == 1 || table.outcome.cost.decodes == 0, "the others are cached")
    }
  }
}

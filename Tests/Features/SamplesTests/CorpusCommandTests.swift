import Foundation
import TestSupport
import Testing

@Suite(.waits) struct CorpusCommandTests {
  @Test func theSameSeedGivesTheSameBytesInEveryProcess() throws {
    let scratch = try ScratchFolder()
    for copy in ["a", "b"] {
      let run = try HarnessRun.run([
        "corpus", "render", "qr-small", "--trials", "1", "--output", scratch.path + "/" + copy,
      ])
      #expect(run.status == 0, "\(run.errors)")
    }
    let names = scratch.names(in: "a")
    #expect(names.count > 50 && names == scratch.names(in: "b"))
    for name in names {
      let a = FileManager.default.contents(atPath: scratch.path + "/a/" + name)
      #expect(a == FileManager.default.contents(atPath: scratch.path + "/b/" + name), "\(name)")
    }
  }

  @Test func theManifestTellsTheTruthOfEveryImage() throws {
    let scratch = try ScratchFolder()
    _ = try HarnessRun.run(
      ["corpus", "render", "qr-small", "--trials", "1", "--output", scratch.path])
    let manifest = try String(contentsOfFile: scratch.path + "/manifest.jsonl", encoding: .utf8)
    let lines = manifest.split(separator: "\n")
    #expect(lines.count == scratch.names().count { $0.hasSuffix(".png") })
    for line in lines {
      let entry = try #require(
        JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      let file = try #require(entry["file"] as? String)
      #expect(FileManager.default.fileExists(atPath: scratch.path + "/" + file))
      let symbol = try #require((entry["symbols"] as? [[String: Any]])?.first)
      let matrix = try #require(symbol["matrix"] as? [String])
      #expect(matrix.count == 25 && matrix.allSatisfy { $0.count == 25 })
      #expect(matrix[0].hasPrefix("1111111"), "a QR Code begins with a finder pattern")
      #expect((symbol["transform"] as? [Double])?.isEmpty == false)
      let corners = try #require(symbol["corners"] as? [[Double]])
      let width = try #require(entry["width"] as? Double)
      #expect(corners.count == 4 && corners.joined().allSatisfy { $0 >= 0 && $0 <= width })
    }
  }

  @Test func aSampleIsReproducedByItsKey() throws {
    let scratch = try ScratchFolder()
    let run = try HarnessRun.run([
      "reproduce", "qr-small/v2-m/upright/6/3", "--decoder", "zbar", "--decoder", "zxing",
      "--decoder", "dmtx", "--image", scratch.path + "/sample.png",
    ])
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.hasPrefix("zbar and zxing read qr-small/v2-m/upright/6/3.\n"))
    #expect(run.output.contains("zbar: read") && run.output.contains("zxing: read"))
    #expect(run.output.contains("dmtx: unsupported"))
    let render = try HarnessRun.run([
      "corpus", "render", "qr-small", "--trials", "4", "--output", scratch.path + "/all",
    ])
    #expect(render.status == 0)
    #expect(
      FileManager.default.contents(atPath: scratch.path + "/sample.png")
        == FileManager.default.contents(
          atPath: scratch.path + "/all/v2-m_upright_6_3.png"))
  }
}

import Foundation
import TestSupport
import Testing

/// `harness grade`, from images and runs that the harness makes.
@Suite struct GradeTests {
  private let scratch: ScratchFolder

  init() throws {
    scratch = try ScratchFolder()
  }

  private struct Document: Decodable {
    struct Image: Decodable {
      struct Symbol: Decodable {
        struct Parameter: Decodable {
          var parameter: String
          var share: Double?
          var grade: Double
        }
        struct Reason: Decodable { var code: String }
        var grade: Double?
        var standard: String?
        var notGraded: Reason?
        var parameters: [Parameter]?
      }
      var symbols: [Symbol]
    }
    var images: [Image]
  }

  private func draw(_ key: String, _ name: String) async throws {
    let run = try await HarnessRun.run([
      "reproduce", key, "--decoder", "null", "--image", scratch.path + "/" + name,
    ])
    #expect(run.status == 0, "\(run.errors)")
  }

  private func grade(_ arguments: [String]) async throws -> HarnessRun {
    try await HarnessRun.run(["grade"] + arguments, in: scratch.path)
  }

  @Test func palerSymbolsHaveLowerContrastAndALowerGrade() async throws {
    for level in ["50", "20"] {
      try await draw("contrast/qr/white-paper/\(level)/1", "q\(level).png")
    }
    try await draw("linear-small/code-128/upright/4/0", "bars.png")
    try await draw("linear-small/codabar/upright/4/0", "codabar.png")
    let run = try await grade(["bars.png", "q50.png", "q20.png", "--format", "json"])
    #expect(run.status == 0, "\(run.errors)")
    let symbols = try JSONDecoder().decode(Document.self, from: Data(run.output.utf8)).images
      .compactMap(\.symbols.first)
    #expect(symbols.map(\.grade) == [4, 2, 1])
    #expect(symbols.map(\.standard).prefix(2) == ["ISO/IEC 15416:2016", "ISO/IEC 15415:2011"])
    let contrasts = symbols.dropFirst().compactMap { symbol in
      symbol.parameters?.first { $0.parameter == "symbol-contrast" }?.share
    }
    #expect(abs(contrasts[0] - 0.5) < 0.03 && abs(contrasts[1] - 0.2) < 0.03)
    let part = try await grade(["q20.png", "codabar.png", "--standard", "29158"])
    #expect(part.status == 1, "Codabar is not graded")
    let said = part.output.replacing(/\s+/, with: " ")
    #expect(said.contains("by ISO/IEC TR 29158:2011, for its cell contrast"), "\(said)")
    #expect(said.contains("Not graded") && said.contains("no conformance is claimed"))
  }

  @Test func whatCannotBeGradedSaysWhy() async throws {
    try scratch.file("blank.pgm", "P2 8 8 255 " + String(repeating: "255 ", count: 64))
    try scratch.file("text.png", "no image")
    let pixels = String(repeating: "255 0 0 ", count: 64)
    try scratch.file("red.ppm", "P3 8 8 255 " + pixels)
    for name in ["blank.pgm", "red.ppm"] {
      let run = try await grade([name])
      #expect(run.status == 1)
      #expect(run.output.contains("no symbol was read"))
    }
    let text = try await grade(["text.png"])
    #expect(text.status == 2 && text.output.contains("Not graded"), "\(text.output)")
    #expect(try await grade(["none.png"]).status == 2)
    #expect(try await grade([]).status == 64)
    #expect(try await grade(["blank.pgm", "--aperture", "9"]).status == 64)
    #expect(try await grade(["-", "--channel", "red"]).status == 64)
  }

  @Test func aRunIsReportedByGrade() async throws {
    let run = try await HarnessRun.run([
      "compare", "--corpus", "contrast", "--trials", "1", "--decoder", "zbar", "--output",
      scratch.path + "/r",
    ])
    #expect(run.status == 0, "\(run.errors)")
    let report = try await grade(["--run", "r", "--samples", "60"])
    #expect(report.status == 0, "\(report.errors)")
    #expect(report.output.contains("60 samples taken from the run's 135"))
    #expect(report.output.contains("zbar") && report.output.contains("grade D"))
    for name in ["iso-15423.md", "iso-15423.json"] {
      #expect(report.errors.contains(name))
      #expect(FileManager.default.fileExists(atPath: scratch.path + "/r/" + name))
    }
    // As the release before spelled it.
    let former = try await HarnessRun.run([
      "report", scratch.path + "/r", "--iso", "15423", "--samples", "60", "--part-marks",
    ])
    #expect(former.status == 0 && former.errors.contains("is now harness grade --run"))
    for wrong in [["--samples", "3"], ["--run", "--channel", "red"], ["--run", "s"]] {
      #expect(try await grade(["r"] + wrong).status == 64, "\(wrong)")
    }
    // The images of a corpus that has changed are not those that were decoded.
    let corpus = try String(
      contentsOfFile: HarnessRun.root + "/Corpora/contrast.yaml", encoding: .utf8)
    try scratch.file("contrast.yaml", corpus + "# changed\n")
    let changed = try await grade(["--run", "--store", "r", "--corpus", "./contrast.yaml"])
    #expect(changed.status == 64 && changed.errors.contains("has changed"), "\(changed.errors)")
  }
}

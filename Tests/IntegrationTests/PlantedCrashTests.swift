import Foundation
import Results
import TestSupport
import Testing

@testable import RunFixtures

/// Three planted crashes come out as three causes, with equal counts in every format.
@Suite struct PlantedCrashTests {
  private static let decoder = "planted:depth=2"
  /// The crash of each level, 2 images each: the width of an image chooses it.
  private static let causes = [
    ("2", "killed by SIGSEGV (segmentation fault)"),
    ("3", "exited with code 3: no memory for … bytes"),
    ("4", "killed by SIGABRT (abort): Assertion `rows == 1' failed."),
  ]

  private let scratch: ScratchFolder
  private let plugin = HarnessRun.root + "/Tests/IntegrationTests/Plugins/harness-decoder-planted"

  init() throws {
    scratch = try ScratchFolder()
    try scratch.file("tiny.yaml", HarnessRun.tinyCorpus(trials: 2))
  }

  private func command(_ level: String) -> String {
    "harness reproduce 'tiny/v1/upright/\(level)/0' --decoder '\(Self.decoder)' --corpus "
      + "'\(scratch.path)/tiny.yaml' --seed '5' --plugin '\(plugin)'"
  }

  private func image(_ level: String) -> String {
    "reproducers/planted_depth=2/tiny_v1_upright_\(level)_0-crash-"
  }

  @Test func threePlantedCrashesAreThreeCausesInEveryFormat() async throws {
    let run = try await HarnessRun.run(
      [
        "compare", "--corpus", "./tiny.yaml", "--plugin", plugin, "--decoder", Self.decoder,
        "--seed", "5", "--output", "reports/tiny", "--full",
      ], in: scratch.path)
    #expect(run.status == 0, "\(run.errors)")
    // The report finds the corpus that the run recorded.
    let page = try await HarnessRun.run(
      ["report", "--no-decoders"], in: scratch.path)
    #expect(page.status == 0, "\(page.errors)")

    let table = try ScoreFile(scratch.path + "/reports/tiny").table
    let causes = try #require(table.decoder(Self.decoder)?.causes)
    #expect(causes.count == 3 && causes.allSatisfy { $0.count == 2 && $0.verdict == .crash })
    for (level, signature) in Self.causes {
      let cause = try #require(causes.first { $0.signature == signature })
      #expect(cause.command == command(level) && cause.reproducer?.hasPrefix(image(level)) == true)
    }
    #expect(scratch.names(in: "reports/tiny/reproducers/planted_depth=2").count == 12)
    try expectThreeCauses(in: run.output, imagesIn: "reports/tiny/")
    for name in ["scores.md", "report.html", "junit.xml"] {
      let text = try String(contentsOfFile: scratch.path + "/reports/tiny/" + name, encoding: .utf8)
      try expectThreeCauses(in: text.withoutMarkup)
    }
    #expect(
      try String(contentsOfFile: scratch.path + "/reports/tiny/report.html", encoding: .utf8)
        .contains("data:image/"), "the gallery's images are drawn")
  }

  private func expectThreeCauses(in text: String, imagesIn folder: String = "") throws {
    #expect(text.components(separatedBy: "\(Self.decoder), 2 images: ").count == 4)
    for (level, signature) in Self.causes {
      let words = signature.hasSuffix(".") ? String(signature.dropLast()) : signature
      #expect(text.contains("\(Self.decoder), 2 images: \(words)"), "\(text)")
      #expect(text.contains(command(level)), "\(text)")
      #expect(text.contains(folder + image(level)))
    }
  }

  @Test func aSampleIsReproducedFromItsKeyByTheCorpusThatTheRunRecorded() async throws {
    _ = try await HarnessRun.run(
      ["compare", "--corpus", "./tiny.yaml", "--decoder", "null", "--trials", "1"],
      in: scratch.path)
    let again = try await HarnessRun.run(
      ["reproduce", "tiny/v1/upright/4/0", "--plugin", plugin, "--decoder", "planted"],
      in: scratch.path)
    #expect(again.status == 0, "\(again.errors)")
    #expect(again.output.contains("planted: crash"))
    #expect(again.output.contains("  killed by SIGABRT (abort)\n  it printed: planted: reader.c"))
  }
}

extension String {
  /// The text with the escapes of XML and Markdown undone, as far as commands have them.
  fileprivate var withoutMarkup: String {
    replacing("&#39;", with: "'").replacing("&apos;", with: "'").replacing("&quot;", with: "\"")
      .replacing("\\", with: "")
  }
}

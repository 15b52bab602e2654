import Foundation
import TestSupport
import Testing

/// From sample images to a recommendation and a program, end to end.
@Suite(.waits) struct ConfigureCommandTests {
  private let scratch: ScratchFolder

  init() throws {
    scratch = try ScratchFolder()
  }

  /// Draws samples, and returns their folder.
  private func samples(_ symbol: String, levels: String, trials: Int) throws -> String {
    let corpus = """
      format: 1
      name: labels
      version: 1
      title: Labels
      question: What reads them?
      seed: 5
      symbols: [{name: label, \(symbol)}]
      conditions: [{name: seen, rotation: {random: [-9, 9]}, blur: 0.4, symbol-contrast: 60}]
      sweep: {axis: module-size, levels: [\(levels)]}
      trials: \(trials)
      """
    let file = scratch.path + "/labels.yaml"
    try corpus.write(toFile: file, atomically: true, encoding: .utf8)
    let folder = scratch.path + "/samples"
    let run = try HarnessRun.run(["corpus", "render", file, "--output", folder])
    #expect(run.status == 0, "\(run.errors)")
    return folder
  }

  private func answers(_ text: String) throws -> String {
    let file = scratch.path + "/given.yaml"
    try ("format: 1\n" + text).write(toFile: file, atomically: true, encoding: .utf8)
    return file
  }

  private struct Document: Decodable {
    struct Samples: Decodable {
      let images: Int
      let learned: Int
      let heldOut: Int
    }

    struct Unread: Decodable {
      let path: String
    }

    let outcome: String
    let goal: String
    let samples: Samples
    let unread: [Unread]
    let doubts: [String]
    let excluded: [String]
  }

  private func document(_ folder: String) throws -> Document {
    try JSONDecoder().decode(
      Document.self, from: Data(contentsOf: URL(filePath: folder + "/recommendation.json")))
  }

  @Test func samplesBecomeARecommendationAndAProgramThatReadsThem() throws {
    let folder = try samples(
      "symbology: qr-code, version: 2, ecc: M, payload: {kind: alphanumeric, length: 20}",
      levels: "3, 4", trials: 5)
    // An image that nobody reads, and a file that is none.
    try (Data("P5\n64 64\n255\n".utf8) + Data(repeating: 200, count: 4096))
      .write(to: URL(filePath: folder + "/unreadable.pgm"))
    try "no image".write(toFile: folder + "/text.png", atomically: true, encoding: .utf8)
    let output = scratch.path + "/out"
    let given = try answers("goal: speed\nlanguage: cpp\nreject: [\"exact:a\\\"*/b\"]\n")
    let run = try HarnessRun.run([
      "configure", folder, "--decoder", "zbar", "--answers", given, "--output", output, "--test",
      "--time", "1s", "--jobs", "1",
    ])
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.contains("11 images, 10 symbols."))
    #expect(run.output.contains("C++ with zbar: 11 of 11 samples as the harness reads them"))

    let document = try document(output)
    #expect(document.goal == "speed" && ["better", "no-better"].contains(document.outcome))
    #expect(document.samples.learned == 5 && document.samples.heldOut == 5)
    #expect(document.unread.map { URL(filePath: $0.path).lastPathComponent } == ["unreadable.pgm"])
    let text = try String(contentsOfFile: output + "/recommendation.md", encoding: .utf8)
    #expect(text.contains("unreadable.pgm") && text.contains("text.png"))

    let check = try HarnessRun.run(["corpus", "check", output + "/twin.yaml"])
    #expect(check.status == 0, "\(check.errors)")
    // The answers that it wrote are those that it was given, the suggested ones beside them.
    let kept = try String(contentsOfFile: output + "/answers.yaml", encoding: .utf8)
    #expect(kept.contains("goal: speed") && kept.contains("symbologies: qr-code"))
    for name in ["recommendation.html", "twins.png", "scanner.json", "programs/cpp/scanner"] {
      #expect(FileManager.default.fileExists(atPath: output + "/" + name), "\(name)")
    }
    try twoSamplesGiveNoConfidence(in: folder, output: output)
  }

  /// Another configuration in the same folder has its own samples alone, and leaves no result behind; two of them
  /// give no confidence. What a program lacks is said, and no sample counts as one that it does not read.
  private func twoSamplesGiveNoConfidence(in folder: String, output: String) throws {
    let drawn = try FileManager.default.contentsOfDirectory(atPath: folder)
      .filter { $0.hasSuffix(".png") && $0 != "text.png" }.sorted()
    for name in drawn.dropFirst(2) + ["unreadable.pgm", "text.png"] {
      try FileManager.default.removeItem(atPath: folder + "/" + name)
    }
    // A copy is no third sample.
    let name = try #require(drawn.first)
    try FileManager.default.copyItem(atPath: folder + "/" + name, toPath: folder + "/zz.png")
    let dry = try HarnessRun.run(["configure", folder, "--decoder", "zbar", "--dry-run"])
    #expect(dry.status == 0 && dry.output.contains("2 images, 2 symbols."))
    #expect(dry.output.contains("1 copy of another image does not count."))
    try scratch.file(
      "python3", "#!/bin/sh\necho 'PIL is missing: install Pillow' >&2\nexit 69\n",
      isExecutable: true)
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let run = try HarnessRun.run(
      [
        "configure", folder, "--decoder", "zbar", "--output", output, "--language", "python",
        "--answers", answers("reject: [\"sample:\(name)\"]\n"), "--test", "--time", "500ms",
        "--jobs", "1",
      ], environment: ["PATH": scratch.path + ":" + path])
    let said = (run.output + run.errors).replacing(/\s+/, with: " ")
    #expect(run.status == 1 && said.contains("PIL is missing"), "\(run.status): \(said)")
    #expect(!said.contains("of 2 samples as the harness"), "\(said)")
    let kept = try String(contentsOfFile: output + "/answers.yaml", encoding: .utf8)
    #expect(kept.firstMatch(of: /reject: "exact:[0-9A-Z $%*+.\/:-]{20}"/) != nil, "\(kept)")
    let document = try document(output)
    #expect(document.samples.images == 2 && document.unread.isEmpty)
    let doubts = document.doubts
    #expect(doubts.contains { $0.hasPrefix("There are only 2 samples") }, "\(doubts)")
  }

  @Test func aSymbologyThatNobodyReadsIsNamed() throws {
    let folder = try samples(
      "symbology: rmqr-code, size: R13x77, ecc: M, payload: {kind: digits, length: 20}",
      levels: "4", trials: 2)
    let output = scratch.path + "/out"
    let run = try HarnessRun.run([
      "configure", folder, "--decoder", "zbar", "--output", output,
    ])
    #expect(run.status == 1, "\(run.errors)")
    #expect(run.output.contains("No decoder here reads rMQR Code."))
    let document = try document(output)
    #expect(document.outcome == "none")
    #expect(document.excluded == ["zbar does not read rMQR Code"])
  }

  @Test func wrongAnswersEndItBeforeAnythingIsWritten() throws {
    let folder = try samples(
      "symbology: code-128, payload: {kind: digits, length: 8}", levels: "3", trials: 2)
    let output = scratch.path + "/out"
    let given = try answers("goal: fastest\n")
    let run = try HarnessRun.run([
      "configure", folder, "--decoder", "zbar", "--answers", given, "--output", output,
    ])
    #expect(run.status == 2)
    #expect(run.errors.contains("given.yaml:2: \"fastest\" is no answer to \"goal\""))
    #expect(!FileManager.default.fileExists(atPath: output))
    for decoders in ["fast=zbar", "zbar:ean-add-on=read", "zbar,zbar"] {
      let named = try HarnessRun.run(["configure", folder, "--decoder", decoders, "-o", output])
      #expect(named.status == 64 && named.errors.contains("without label and options: zbar"))
    }
    let missing = try HarnessRun.run(["configure", folder, "--decoder", "zbar"])
    #expect(missing.status == 64 && missing.errors.contains("--output"))
  }
}

import Foundation
import Images
import TestSupport
import Testing

/// `harness scan` on images drawn by the harness, with the shipped decoders and with plugins that die.
@Suite(.waits) struct ScanTests {
  private let scratch: ScratchFolder

  init() throws {
    scratch = try ScratchFolder()
  }

  /// Draws a QR Code at a level of qr-small.
  @discardableResult
  private func draw(_ name: String, level: String = "6", trial: Int = 3) async throws -> String {
    let file = scratch.path + "/" + name
    let folder = URL(filePath: file).deletingLastPathComponent().path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let run = try await HarnessRun.run([
      "reproduce", "qr-small/v2-m/upright/\(level)/\(trial)", "--decoder", "null", "--image", file,
    ])
    #expect(run.status == 0, "\(run.errors)")
    return file
  }

  private func blank(_ name: String) throws {
    let pixels = Array(repeating: "255", count: 40 * 40).joined(separator: " ")
    try scratch.file(name, "P2 40 40 255 \(pixels)\n")
  }

  private func scan(
    _ arguments: [String], environment: [String: String] = [:]
  ) async throws -> HarnessRun {
    try await HarnessRun.run(["scan"] + arguments, in: scratch.path, environment: environment)
  }

  private struct Document: Decodable {
    struct Image: Decodable {
      struct Attempt: Decodable {
        var decoder: String
        var outcome: String
        var detail: String?
      }
      struct Detection: Decodable {
        struct Interval: Decodable { var value: Double }
        struct Size: Decodable { var pixels: Interval }
        struct Part: Decodable {
          var decoder: String
          var status: String
          var margin: Interval?
          var thresholdPixels: Double?
          var group: String?
          var missingMargin: String?
        }
        var value: String
        var source: String
        var symbology: String?
        var moduleSize: Size?
        var distanceMillimetres: Interval?
        var decoders: [Part]
      }
      var path: String
      var error: String?
      var attempts: [Attempt]
      var detections: [Detection]
    }
    var schemaVersion: Int
    var images: [Image]
  }

  private func document(_ run: HarnessRun) throws -> Document {
    try JSONDecoder().decode(Document.self, from: Data(run.output.utf8))
  }

  @Test func aSymbolIsListedOnceWithItsSizeAndItsReaders() async throws {
    try await draw("a.png")
    let run = try await scan([
      "a.png", "--format", "json", "--focal-pixels", "3000", "--code-size", "20mm",
    ])
    #expect(run.status == 0, "\(run.errors)")
    let image = try #require(try document(run).images.first)
    #expect(image.attempts.map(\.outcome) == ["answered", "answered", "answered"])
    #expect(image.detections.count == 1)
    let detection = try #require(image.detections.first)
    #expect(detection.source == "measured" && detection.symbology == "qr-code")
    let size = try #require(detection.moduleSize?.pixels.value)
    #expect(abs(size - 6) < 0.02)
    // 25 modules of 6 px are 20 mm: 3000 × 20 ÷ 150.
    #expect(abs((detection.distanceMillimetres?.value ?? 0) - 400) < 2)
    let status = Dictionary(
      uniqueKeysWithValues: detection.decoders.map { ($0.decoder, $0.status) })
    #expect(status == ["zbar": "read", "zxing": "read", "dmtx": "unsupported"])
  }

  @Test func manyImagesHaveARowEachUnlessMoreIsAskedFor() async throws {
    let file = try await draw("images/1.png")
    for number in 2...9 {
      try FileManager.default.copyItem(atPath: file, toPath: scratch.path + "/images/\(number).png")
    }
    try blank("images/blank.pgm")
    let brief = try await scan(["images", "--decoder", "zbar,zxing"])
    let lines = brief.output.split(separator: "\n")
    #expect(brief.status == 1 && lines.count < 16, "\(brief.output)")
    let first = lines.first { $0.hasPrefix("blank.pgm ") || $0.hasPrefix("1.png ") }
    #expect(first?.hasPrefix("blank") == true, "\(brief.output)")
    #expect(brief.errors.contains("10 images") && brief.errors.contains("next: harness explain"))
    for more in [["--full"], ["--verbose"], ["--potential"]] {
      let full = try await scan(["images", "--decoder", "zbar,zxing"] + more)
      #expect(full.output.contains("read by zbar, zxing"), "\(more): \(full.output)")
    }
    let few = try await scan(["images/1.png", "images/2.png", "--decoder", "zbar,zxing"])
    #expect(few.output.contains("read by zbar, zxing"), "\(few.output)")
  }

  @Test func standardInputIsAnImageToo() async throws {
    let file = try await draw("a.png")
    let output = try await onThreadOfItsOwn {
      try shell("harness scan - --decoder zxing --format csv < '\(file)'")
    }
    let rows = output.split(separator: "\n")
    #expect(rows.count == 2 && rows[1].hasPrefix("-,"), "\(output)")
    #expect(rows[1].contains(",measured,"))
  }

  @Test func foldersAreScannedInOrderAndBadFilesLoseNothing() async throws {
    try await draw("photos/b.png")
    try await draw("photos/sub/c.png", trial: 4)
    try blank("photos/a.pgm")
    try scratch.file("photos/d.png", "not an image")
    try scratch.file("photos/notes.txt", "no image at all")
    let run = try await scan(
      ["photos", "nowhere.png", "--decoder", "zxing", "--format", "jsonl", "--jobs", "2"])
    #expect(run.status == 2)
    let images = try run.output.split(separator: "\n").map {
      try JSONDecoder().decode(Document.Image.self, from: Data($0.utf8))
    }
    #expect(
      images.map(\.path) == [
        "photos/a.pgm", "photos/b.png", "photos/d.png", "photos/sub/c.png", "nowhere.png",
      ])
    #expect(images.map(\.detections.count) == [0, 1, 0, 1, 0])
    #expect(images.map { $0.error != nil } == [false, false, true, false, true])
    #expect(run.errors.contains("photos/d.png: ") && run.errors.contains("nowhere.png: "))
  }

  @Test func theExitCodeTellsIfEveryImageWasRead() async throws {
    try await draw("a.png")
    try blank("blank.pgm")
    #expect(try await scan(["a.png", "--decoder", "zxing"]).status == 0)
    let run = try await scan(["a.png", "blank.pgm", "--decoder", "zxing"])
    #expect(run.status == 1)
    #expect(run.output.contains("nothing was read"))
    #expect(run.errors.contains("2 images, 1 symbol, nothing read in 1"))
  }

  @Test func aCrashIsThatDecodersAndLosesNoOthersResult() async throws {
    // 25 modules and the quiet zone at 2 px: narrow enough for the planted crash.
    try await draw("small.png", level: "2")
    try await draw("large.png", level: "6")
    let plugin = HarnessRun.root + "/Tests/IntegrationTests/Plugins/harness-decoder-planted"
    let options = ["--plugin", plugin, "--decoder", "planted", "--decoder", "zxing"]
    let run = try await scan(["small.png", "large.png", "--format", "json"] + options)
    #expect(run.status == 0, "\(run.errors)")
    let images = try document(run).images
    #expect(images[0].attempts.map(\.outcome) == ["crash", "answered"])
    #expect(images[0].attempts[0].detail?.contains("SIGSEGV") ?? false)
    #expect(images[0].detections.first?.decoders.map(\.status) == ["no-answer", "read"])
    #expect(images[1].attempts.map(\.outcome) == ["answered", "answered"])
    #expect(images[1].detections.first?.decoders.map(\.status) == ["missed", "read"])
    let table = try await scan(["small.png"] + options)
    #expect(table.output.contains("  planted: crash: killed by SIGSEGV"))
    #expect(table.output.contains("no answer from planted"))
  }

  @Test func theNumberOfJobsChangesNoResult() async throws {
    for trial in 0..<5 { try await draw("p/\(trial).png", level: "2", trial: trial) }
    var outputs: Set<String> = []
    for jobs in ["1", "3"] {
      let run = try await scan(["p", "--format", "jsonl", "--jobs", jobs, "--decoder", "zxing"])
      #expect(run.status == 0, "\(run.errors)")
      #expect(run.output.split(separator: "\n").count == 5)
      outputs.insert(run.output.replacing(/"wallMilliseconds":[^,}]*/, with: ""))
    }
    #expect(outputs.count == 1)
  }

  @Test func marginsStandOnTheRunThatIsNamedOrOnTheOneWithMostTrials() async throws {
    try await draw("a.png")
    let without = try await scan(["a.png", "--decoder", "zxing"])
    #expect(without.errors.contains("no margins for QR Code"))
    try scratch.corpus(
      "sizes",
      """
      symbols:
        - {name: v2-m, symbology: qr-code, version: 2, ecc: M, payload: {kind: digits, length: 10}}
      conditions: [{name: upright}]
      sweep: {axis: module-size, levels: [0.2, 4]}
      trials: 60
      """)
    let made = try await HarnessRun.run(
      [
        "compare", "--corpus", "./sizes.yaml", "--decoder", "zxing", "-t", "60", "-o",
        "reports/mine", "--quiet",
      ], in: scratch.path)
    #expect(made.status == 0, "\(made.errors)")
    let quick = try await HarnessRun.run(
      [
        "compare", "--corpus", "./sizes.yaml", "--decoder", "zxing", "-t", "5", "-o",
        "reports/quick", "--quiet",
      ], in: scratch.path)
    #expect(quick.status == 0, "five trials certify nothing, and are the latest: \(quick.errors)")
    for against in [[], ["--against", "reports/mine"], ["--against", "reports/mine:1"]] {
      let run = try await scan(["a.png", "--decoder", "zxing", "--format", "json"] + against)
      let part = try #require(try document(run).images.first?.detections.first?.decoders.first)
      let threshold = try #require(part.thresholdPixels)
      #expect(abs((part.margin?.value ?? 0) - 6 / threshold) < 0.01)
      #expect(part.group == "v2-m/upright")
    }
    let other = try await scan([
      "a.png", "--decoder", "zxing:try-harder=false", "--format", "json",
    ])
    let part = try #require(try document(other).images.first?.detections.first?.decoders.first)
    #expect(part.missingMargin == "no-decoder", "other options are another decoder")
    #expect(try await scan(["a.png", "--against", "reports/none"]).status == 64)
    #expect(try await scan(["a.png", "--against", "reports/mine:9"]).status == 64)
    try FileManager.default.createDirectory(
      atPath: scratch.path + "/reports/broken", withIntermediateDirectories: true)
    try scratch.file(
      "reports/broken/observations.sqlite", String(repeating: "no store ", count: 99))
    let broken = try await scan(["a.png"])
    #expect(broken.status == 2 && broken.errors.contains("reports/broken"), "\(broken.errors)")
    #expect(try await scan(["a.png", "--against", "reports/mine"]).status == 0)
  }

  @Test func picturesGoToTheirFolderAndOpen() async throws {
    try await draw("p/a.png")
    try await draw("p/sub/a.png", trial: 4)
    let opened = scratch.path + "/opened"
    try FileManager.default.createDirectory(
      atPath: scratch.path + "/bin", withIntermediateDirectories: true)
    for name in ["xdg-open", "open"] {
      try scratch.file("bin/\(name)", "#!/bin/sh\necho \"$1\" > '\(opened)'\n", isExecutable: true)
    }
    let run = try await scan(
      ["p", "--overlay", "p/out", "--open", "--decoder", "zxing"],
      environment: ["PATH": scratch.path + "/bin:/usr/bin:/bin"])
    #expect(run.status == 0, "\(run.errors)")
    #expect(
      scratch.names(in: "p/out") == ["a.png", "a.svg", "index.html", "sub_a.png", "sub_a.svg"])
    #expect(try String(contentsOfFile: opened, encoding: .utf8) == "p/out/index.html\n")
    for name in ["xdg-open", "open"] {
      try scratch.file("bin/\(name)", "#!/bin/sh\nexit 3\n", isExecutable: true)
    }
    let closed = try await scan(
      ["p", "--overlay", "p/out", "--open", "--decoder", "zxing"],
      environment: ["PATH": scratch.path + "/bin:/usr/bin:/bin"])
    #expect(closed.status == 0, "the page is written: \(closed.errors)")
    #expect(closed.errors.contains("no browser could be opened"))
    #expect(closed.errors.contains("the page is p/out/index.html"))
    let again = try await scan(["p", "--overlay", "p/out", "--decoder", "zxing"])
    #expect(again.errors.contains("2 images"), "pictures are not scanned: \(again.errors)")
  }

  /// A corpus of one symbol under the faults that `harness explain` is to find.
  private static let spoiled = """
    format: 1
    name: spoiled
    version: 1
    title: Spoiled
    question: What is wrong?
    seed: 7
    symbols:
      - {name: qr, symbology: qr-code, version: 2, ecc: M, payload: {kind: digits, length: 20}}
    conditions:
      - {name: small, module-size: 1.25, read-noise: 1.5}
      - {name: inverted, module-size: 4, inverted: true, read-noise: 1.5}
      - {name: pale, module-size: 4, symbol-contrast: 5, paper-reflectance: 50, read-noise: 0.5}
      - {name: blurred, module-size: 5, blur: 3.3, read-noise: 0.5}
      - {name: glary, module-size: 5, glare: 300, glare-x: 20, glare-y: 20, glare-radius: 30, read-noise: 1}
      - {name: moved, module-size: 4, motion: 9, motion-direction: 20, read-noise: 0.5}
      - {name: tilted, module-size: 8, tilt: 72, tilt-direction: 20, read-noise: 1}
    sweep: {axis: rotation, harder: unordered, levels: [0]}
    trials: 1
    """

  /// Its images, drawn once.
  private static let spoiledImages = Result {
    let folder = try ScratchFolder()
    try folder.file("spoiled.yaml", spoiled)
    let drawn = try HarnessRun.run(
      ["corpus", "render", "./spoiled.yaml", "-o", "images"], in: folder.path)
    #expect(drawn.status == 0, "\(drawn.errors)")
    return folder
  }

  private func explainSpoiled(_ condition: String, halved: Bool = false) async throws -> HarnessRun
  {
    try FileManager.default.copyItem(
      atPath: Self.spoiledImages.get().path + "/images", toPath: scratch.path + "/images")
    var path = "images/qr_\(condition)_0_0.png"
    if halved {
      let image = try ImageFile.read(path: scratch.path + "/" + path)
      let half = (0..<image.height / 2).flatMap { y in
        (0..<image.width).map { image.pixels[y * image.rowStride + $0] }
      }
      path = "half.pgm"
      try Data("P5 \(image.width) \(image.height / 2) 255\n".utf8 + half).write(
        to: URL(filePath: scratch.path + "/" + path))
    }
    return try await HarnessRun.run(
      ["explain", path, "--decoder", "zbar", "--decoder", "zxing"], in: scratch.path)
  }

  private static let plantedFaults = [
    ("inverted", "light on dark"), ("blurred", "blurred"), ("tilted", "steep perspective, 72°"),
    ("small", "too small"), ("pale", "low contrast"), ("moved", "motion blur"),
  ]

  @Test(arguments: Proof.all(plantedFaults, orFirst: 3))
  func thePlantedFaultIsNamedFirst(condition: String, fault: String) async throws {
    let run = try await explainSpoiled(condition)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.contains("  1  \(fault)"), "\(run.output)")
    #expect(run.output.contains("was enough for"))
    let setting = "zbar:profile=tuned reads it unchanged"
    #expect(run.output.contains(setting) == (condition == "inverted"), "\(run.output)")
    let first = run.output.components(separatedBy: "Likely faults")[0]
    #expect(first.contains("zbar:profile=tuned") == (condition == "inverted"), "\(first)")
  }

  @Test(arguments: [("glary", false), ("glary", true), ("tilted", true)])
  func whatNoChangeCuresIsMeasuredAndHalfASymbolHasNoCure(
    condition: String, isHalf: Bool
  ) async throws {
    let run = try await explainSpoiled(condition, halved: isHalf)
    #expect(run.status == 1 && run.output.contains("no change was enough for zbar, zxing"))
    #expect(run.output.matches(of: /was enough for/).count == 1, "\(run.output)")
    #expect(isHalf || run.output.contains("  1  glare, about"), "\(run.output)")
  }

  @Test func anImageThatIsReadNeedsNoExplanationAndABlankOneHasNone() async throws {
    try await draw("a.png")
    try blank("blank.pgm")
    func explain(_ path: String) async throws -> HarnessRun {
      try await HarnessRun.run(["explain", path, "--decoder", "zxing"], in: scratch.path)
    }
    let fine = try await explain("a.png")
    #expect(fine.status == 0 && fine.output.contains("read unchanged by zxing"))
    let none = try await explain("blank.pgm")
    #expect(none.status == 1 && none.output.contains("no change was enough for zxing"))
    #expect(try await explain("nowhere.png").status == 2)
  }

  @Test func aCodeThatTheNamedDecoderDoesNotSupportIsSeenByAnother() async throws {
    try await draw("a.png")
    let run = try await HarnessRun.run(["explain", "a.png", "--decoder", "dmtx"], in: scratch.path)
    #expect(run.status == 1, "\(run.errors)")
    #expect(
      run.output.hasPrefix("dmtx does not support the code in a.png: QR Code (read by "),
      "\(run.output)")
    let text = run.output.replacing(/\s+/, with: " ")
    #expect(text.contains("take a decoder that reads QR Code: "))
    #expect(!run.output.contains("move closer") && !run.output.contains("  1  "))
  }

  @Test func severalImagesAreExplainedInOneTable() async throws {
    try await draw("images/a.png")
    try blank("images/b.pgm")
    let run = try await HarnessRun.run(
      ["explain", "images", "--decoder", "zxing", "--page", "faults.html"], in: scratch.path)
    #expect(run.status == 1, "one of them is not read: \(run.errors)")
    let page = try String(contentsOfFile: scratch.path + "/faults.html", encoding: .utf8)
    #expect(page.contains("images/a.png") && page.contains("images/b.pgm"))
    let lines = run.output.split(separator: "\n")
    #expect(
      lines[0]
        == "1 of 2 images can be read unchanged by zxing; 1 not read by zxing, probably without a code."
    )
    #expect(lines.count == 3 && lines[1].hasPrefix("file"))
    #expect(lines[2].contains("b.pgm") && lines[2].contains("nothing was read"))
    try Data().write(to: URL(filePath: scratch.path + "/images/c.png"))
    let broken = try await HarnessRun.run(
      ["explain", "images", "--decoder", "zxing"], in: scratch.path)
    #expect(broken.status == 2 && broken.output.contains("b.pgm"), "\(broken.errors)")
  }

  @Test(arguments: [
    ["a.png", "--camera", "26mm"], ["a.png", "--code-size", "20mm"],
    ["a.png", "--camera", "26", "--code-size", "20mm"],
    ["a.png", "--camera", "26mm", "--focal-pixels", "3", "--code-size", "20mm"],
    ["a.png", "--focal-pixels", "0", "--code-size", "20mm"], ["a.png", "--open"], [],
    ["a.png", "--format", "xml"], ["a.png", "--verbose", "--format", "csv"],
    ["a.png", "--full", "--format", "json"],
    ["a.png", "--jobs", "0"], ["a.png", "--decoder", "zxng"], ["a.png", "--overlay", ""],
  ]) func wrongUsageIsRefused(_ arguments: [String]) async throws {
    let run = try await scan(arguments)
    #expect(run.status == 64, "\(arguments): \(run.errors)")
    #expect(run.output.isEmpty && !run.errors.isEmpty)
  }

  @Test func aFolderThatCannotBeWrittenIsToldBeforeAnyWork() async throws {
    try scratch.file("file", "")
    let run = try await scan(["a.png", "--overlay", "file/out"])
    #expect(run.status == 2 && run.output.isEmpty)
    #expect(run.errors.contains("file"))
  }
}

import Foundation
import TestSupport
import Testing

/// `harness distance` and `harness camera calibrate` as people use them.
@Suite(.waits) struct DistanceTests {
  private let scratch: ScratchFolder

  init() throws {
    scratch = try ScratchFolder()
  }

  private func distance(_ arguments: [String]) async throws -> HarnessRun {
    try await HarnessRun.run(
      ["distance", "--camera", "iphone-11", "--frame", "1920x1080"] + arguments, in: scratch.path)
  }

  @Test func aStoredRunTellsHowFarAndNoOtherSymbologyIsTaken() async throws {
    try scratch.corpus(
      "sizes",
      """
      symbols:
        - {name: qr, symbology: qr-code, version: 2, ecc: M, payload: {kind: digits, length: 10}}
      conditions: [{name: upright}]
      sweep: {axis: module-size, levels: [0.2, 4]}
      trials: 60
      """)
    let compared = try await HarnessRun.run(
      ["compare", "--corpus", "./sizes.yaml", "--decoder", "zxing", "--quiet"], in: scratch.path)
    #expect(compared.status == 0, "\(compared.errors)")
    // A run that was stopped before its first decode.
    try FileManager.default.createDirectory(
      atPath: scratch.path + "/reports/stopped", withIntermediateDirectories: false)
    try scratch.file("reports/stopped/observations.sqlite", "")

    let table = try await distance(["--code", "qr:v2:20mm", "--at", "3m"])
    #expect(table.status == 0, "\(table.errors)")
    // 0.8 mm × 1442 px ÷ 4 px are 28.8 cm, the largest size that was tried; ÷ 0.2 px, 5.77 m.
    #expect(table.output.contains("(0.2, 4]") && table.output.contains("28.8 cm"))
    #expect(table.output.contains("5.77 m") && table.output.contains("not shown"))
    // The camera focuses from 12 cm on: only what is answered nearer asks for defocus. 0.2 mm × 1442 px ÷ 4 px are 7.2 cm.
    #expect(!table.output.contains("defocus"))
    let near = try await distance(["--code", "qr:v2:5mm"])
    #expect(near.output.contains("harness compare --corpus defocus"), "\(near.output)")
    let notes = table.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(
      notes.contains("Left out zxing-cpp: ")
        && notes.contains("measure it with: harness compare --corpus sizes"), "\(notes)")

    // 2 · atan(960 ÷ 1442) are 67.31°.
    let seen = try await HarnessRun.run(
      [
        "distance", "--field-of-view", "67.31deg-horizontal", "--frame", "1920x1080", "--code",
        "qr:v2:20mm",
      ], in: scratch.path)
    #expect(seen.output.contains("28.8 cm") && seen.output.contains("The focus is not known"))

    // The diagonal of 1920 × 1080 is 2203 px: 2 · atan(1101.5 ÷ 1442) are 74.74°; 26 mm of 43.27 mm are 1324 px.
    for (own, parts) in [
      (["--field-of-view", "74.74deg"], ["28.8 cm", "whose diagonal angle of view is 74.7°"]),
      (["--camera", "26mm"], ["26.5 cm", "26 mm equivalent", "focal length 1 324 px"]),
    ] {
      let run = try await HarnessRun.run(
        ["distance", "--frame", "1920x1080", "--code", "qr:v2:20mm"] + own, in: scratch.path)
      for part in parts {
        #expect(
          run.output.split(whereSeparator: \.isWhitespace).joined(separator: " ").contains(part),
          "\(run.output)\(run.errors)")
      }
    }

    let leaning = try await distance(["--code", "qr:v2:20mm", "--tilt", "-30deg", "--at", "3m"])
    // Nothing is certified of the tilt; too small is too small: × cos 30°.
    #expect(leaning.output.ranges(of: "25 cm").count == 1 && leaning.output.contains("5 m"))
    #expect(leaning.output.contains("Measured from 25 cm on: nearer, modules are larger than"))
    #expect(leaning.output.contains("harness compare --corpus tilt"), "\(leaning.output)")

    let page = try await distance([
      "--code", "qr:v2:20mm", "--output", "page.html", "--format", "json",
    ])
    #expect(page.status == 0 && page.output.hasPrefix("{\n  \"schemaVersion\" : 1,"))
    let html = try String(contentsOfFile: scratch.path + "/page.html", encoding: .utf8)
    #expect(html.contains("<svg") && html.contains("Printed size over distance"))

    let printing = try await distance(["--code", "qr:v2", "--for", "zxing", "--at", "2m"])
    // 4 px at 2 m are modules of 5.55 mm.
    #expect(printing.output.contains("13.9 cm, 5.55 mm"), "\(printing.output)")
    let stranger = try await distance(["--code", "qr:v2", "--for", "zxin", "--at", "2m"])
    #expect(stranger.status == 64 && stranger.errors.contains("Did you mean \"zxing\"?"))

    let aztec = try await distance(["--code", "aztec:compact-2:15mm"])
    #expect(aztec.status == 64)
    #expect(aztec.errors.contains("no thresholds of Aztec: stored runs have only those of QR Code"))
    #expect(aztec.errors.contains("Run harness compare --corpus aztec-small"))
    // Of several corpora, those of clean symbols; those that test claims come after.
    let retail = try await distance(["--code", "ean-13:80%"])
    #expect(retail.errors.contains("Run harness compare --corpus linear-small, or "))
    #expect(!retail.errors.contains("thermal-labels"), "\(retail.errors)")
    let larger = try await distance(["--code", "qr:v3:20mm"])
    #expect(larger.errors.contains("Run harness compare --corpus qr-versions"), "\(larger.errors)")
  }

  /// Symbols of 4 px that lean by 30° are read: 0.8 mm × 1442 px ÷ 4 px are 28.8 cm, and the cosine is in them already.
  @Test func aRunThatLeansAsTheCodeDoesIsTakenAsItIs() async throws {
    try scratch.corpus(
      "leaning",
      """
      symbols:
        - {name: qr, symbology: qr-code, version: 2, ecc: M, payload: {kind: digits, length: 10}}
      conditions: [{name: upright}, {name: tilt-30, tilt: 30}]
      sweep: {axis: module-size, levels: [0.2, 4]}
      trials: 60
      """)
    let compared = try await HarnessRun.run(
      ["compare", "--corpus", "./leaning.yaml", "--decoder", "zxing", "--quiet"], in: scratch.path)
    #expect(compared.status == 0, "\(compared.errors)")
    let code = ["--against", "reports/leaning", "--code", "qr:v2:20mm"]
    let own = try await distance(code + ["--tilt", "30"])
    #expect(own.output.hasPrefix("A clean 20 mm QR Code reads up to 28.8 cm with zxing"), "\(own)")
    #expect(own.output.contains("Measured leaning by 30°: qr/tilt-30."))
    #expect(!own.output.contains("qr/upright") && !own.output.contains("--corpus tilt"))
    let other = try await distance(code + ["--tilt", "20"])
    #expect(other.output.contains("by other angles: qr/tilt-30.") && other.status == 0, "\(other)")
    #expect(other.output.contains("run harness compare --corpus tilt --decoder zxing to learn"))
    try scratch.corpus(
      "steep",
      """
      symbols:
        - {name: qr, symbology: qr-code, version: 2, ecc: M, payload: {kind: digits, length: 10}}
      conditions: [{name: any, tilt: {random: [0, 40]}}]
      sweep: {axis: module-size, levels: [0.2, 4]}
      trials: 60
      """)
    _ = try await HarnessRun.run(
      ["compare", "--corpus", "./steep.yaml", "--decoder", "zxing", "--quiet"], in: scratch.path)
    let steep = try await distance(
      ["--against", "reports/steep", "--code", "qr:v2:20mm", "--tilt", "30"])
    #expect(steep.status == 64 && steep.errors.contains("by other angles than 30°"), "\(steep)")
  }

  @Test func badInputIsRefusedWithWhatWouldBeRight() async throws {
    try scratch.file("mine.yaml", "format: 1\nname: mine\ntitle: Mine\n")
    let cases: [([String], String)] = [
      (["--code", "qr:v2:0mm"], "the symbol's width is above 0"),
      (["--code", "qr:v2:20mm", "--at", "5000"], "write a number with a unit: 20mm"),
      (["--code", "qr:v2:20mm", "--at", "5000km"], "write a number with a unit"),
      (["--code", "qr:v2:20mm", "--at", "5000000m"], "distances are 5 mm to 1 km"),
      (["--code", "qr:v2", "--at", "3m"], "needs its printed size, too: qr:v2:20mm"),
      (["--code", "qr:text=https://example.com:20"], "its unit is missing: 20mm"),
      (["--code", "qr:v2:20mm", "--frame", "640x481"], "delivers no frames of 640x481"),
      (["--code", "qr:v2:20mm", "--speed", "1m/s"], "--speed and --exposure go together"),
      (["--code", "qr:v2", "--at", "1m", "--for", "a", "--for", "b"], "--for is one decoder"),
      (["--code", "qr:v2", "--at", "1m", "--for", "a,b"], "--for is one decoder"),
      (["--code", "qr:v2:20mm", "--tilt", "90"], "--tilt is from 0 to 80 degrees"),
      (["--code", "qr:v2:2cm", "--walk-away", "w.json", "--tilt", "5"], "as it was held"),
      (["--code", "qr:v2:2cm", "--focal-pixels", "900"], "leave one out"),
      (["--code", "qr:v2:2cm", "--field-of-view", "70deg"], "--camera and --field-of-view both"),
      (["--code", "qr:v2:2cm", "--field-of-view", "70"], "write an angle from 1 to 170 degrees"),
    ]
    for (arguments, message) in cases {
      let run = try await HarnessRun.run(
        ["distance", "--camera", "iphone-11"] + arguments, in: scratch.path)
      #expect(run.status == 64 && run.errors.contains(message), "\(arguments): \(run.errors)")
    }
    let nameless = try await HarnessRun.run(["distance", "--code", "qr:v2:1cm"])
    #expect(nameless.status == 64 && nameless.errors.contains("--camera iphone-11"))
    let frameless = try await HarnessRun.run([
      "distance", "--code", "qr:v2:1cm", "--focal-pixels", "900",
    ])
    #expect(frameless.status == 64 && frameless.errors.contains("add --frame"))
    let unknown = try await HarnessRun.run([
      "distance", "--camera", "iphone-1", "--code", "qr:v2:1cm",
    ])
    #expect(unknown.status == 64 && unknown.errors.contains("Did you mean \"iphone-11\"?"))
    let broken = try await HarnessRun.run(
      ["distance", "--camera", "./mine.yaml", "--code", "qr:v2:1cm"], in: scratch.path)
    #expect(broken.status == 2 && broken.errors.contains("./mine.yaml:1: the camera has no"))
  }

  @Test func anArticlesRowsAreSetBesideItsOwnCamera() async throws {
    let claims = ["10cm@3m=15px", "2cm@50cm=15px", "10cm@8m=5px", "1cm@40cm=5px"]
    let run = try await distance(["--code", "qr:v2"] + claims.flatMap { ["--claim", $0] })
    #expect(run.status == 0, "\(run.errors)")
    // 4 mm at 3 m through 1442 px.
    let output = run.output.replacing("\u{202F}", with: " ")
    #expect(output.contains("1.92 px") && output.contains("11 250 px"), "\(output)")
    #expect(output.contains("a factor of 2.25"), "\(output)")
  }

  /// 1000 px of focal length: modules of 1 mm are read from 2 px on, at up to 50 cm, and not below 1.5 px.
  private static let walk = #"""
    {"schemaVersion": 1, "measured": "by-hand", "startedAt": "2026-11-24T10:20:30Z", "frames": 143, "framesWithSize": 140,
     "view": {"symbology": "qr-code", "value": "WALK", "columns": 25, "rows": 25, "camera": "Webcam", "width": 1000,
      "height": 500, "focalPixels": 1000},
     "decoders": [
      {"decoder": "zxing", "reference": "zxing", "library": "ZXing-C++", "version": "1.4.0", "frames": 140, "reads": 90,
       "smallestPixels": 0.5, "largestPixels": 8, "half": {"pixels": 1.4, "lower": 1.3, "upper": 1.5, "dispersion": 10},
       "reliable": {"pixels": 1.7, "lower": 1.5, "upper": 2, "dispersion": 10}},
      {"decoder": "far", "reference": "far", "library": "Far", "version": "1", "frames": 140, "reads": 140,
       "smallestPixels": 0.5, "largestPixels": 8},
      {"decoder": "silent", "reference": "silent", "library": "Silent", "version": "1", "frames": 0, "reads": 0}]}
    """#

  private func walkedDistance(_ text: String, _ arguments: [String]) async throws -> HarnessRun {
    try scratch.file("walk.json", text)
    return try await HarnessRun.run(
      ["distance", "--walk-away", "walk.json"] + arguments, in: scratch.path)
  }

  @Test func aWalkAwayTellsHowFarItsOwnCameraReads() async throws {
    let run = try await walkedDistance(Self.walk, ["--code", "qr:v2:25mm", "--at", "40cm"])
    #expect(run.status == 0, "\(run.errors)")
    let words = run.output.replacing("\u{202F}", with: " ").split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
    for part in [
      "At 40 cm a 25 mm QR Code reads with zxing", "zxing by hand (1.5, 2] 12.5 cm 50 cm 66.7 cm",
      "far by hand not certified", "Webcam, at 1000x500: focal length 1 000 px",
      "measured by hand with Webcam, at 1000x500, on 2026-11-24: zxing read 90 of 140 frames, which count as 14; "
        + "far read 140 of 140 frames; silent", "Nothing is certified: it was one label",
    ] { #expect(words.contains(part), "\(part): \(words)") }
    let far = try await walkedDistance(Self.walk, ["--code", "qr:v1:21mm", "--format", "json"])
    #expect(try PublishedSchema.objections(far.output, schema: "distance") == [])
    #expect(far.output.contains("25 modules across") && far.output.contains("\"by-hand\""))
    #expect(try PublishedSchema.objections(Self.walk, schema: "walk-away") == [])
    let answer = try await walkedDistance(Self.walk, ["--code", "qr:v2:25mm"])
    #expect(
      answer.output.hasPrefix("Measured by hand, a 25 mm QR Code reads up to 50 cm with zxing"))
    #expect(answer.output.contains("with far no"))
  }

  /// A camera that was fitted after the walk: 500 px of focal length, and all is read from half as far away.
  @Test func theFocalLengthOfAWalkCanBeGiven() async throws {
    let unfitted = Self.walk.replacing(#", "focalPixels": 1000"#, with: "")
    let run = try await walkedDistance(
      unfitted, ["--code", "qr:v2:25mm", "--focal-pixels", "500", "--format", "json"])
    #expect(run.status == 0, "\(run.errors)")
    #expect(try PublishedSchema.objections(run.output, schema: "distance") == [])
    let table = try await walkedDistance(
      unfitted, ["--code", "qr:v2:25mm", "--focal-pixels", "500"])
    #expect(
      table.output.hasPrefix("Measured by hand, a 25 mm QR Code reads up to 25 cm with zxing"),
      "\(table.output)")
  }

  @Test(arguments: [
    (#""qr-code""#, #""aztec""#, 64, "which says nothing about QR Code"),
    (#""columns": 25"#, #""columns": 21"#, 64, "walk away with one of 25 or more"),
    (#""focalPixels": 1000"#, #""focalPixels": 0"#, 2, "focal lengths are above 0"),
    (#", "focalPixels": 1000"#, "", 64, "does not know the focal length"),
    (#""lower": 1.5"#, #""lower": 2.5"#, 2, "the lower end of a range of zxing"),
    (#""reads": 90"#, #""reads": 141"#, 2, "the frames of zxing do not add up"),
    (#""dispersion": 10}},"#, #""dispersion": 0}},"#, 2, "a dispersion is 1 or more"),
    (#""width": 1000"#, #""width": 0"#, 2, "columns and rows"),
    ("2026-11-24T", "yesterday", 2, "startedAt is a time"),
    (#""by-hand""#, #""by-robot""#, 2, "measured"), (#"n": 1,"#, #"n": 9,"#, 2, "version 9"),
  ]) func aWalkAwayThatSaysNothingIsRefused(
    from: String, to: String, status: Int, words: String
  ) async throws {
    let run = try await walkedDistance(
      Self.walk.replacing(from, with: to, maxReplacements: 1), ["--code", "qr:v2:25mm"])
    #expect(run.status == status && run.errors.contains(words), "\(run.status): \(run.errors)")
  }

  /// Photos drawn with a known focal length: a label leans by 0 to 20°, seen from four diagonals away.
  @Test func tenPhotosGiveTheFocalLengthWithinOnePerCent() async throws {
    try scratch.corpus(
      "photos",
      """
      symbols:
        - {name: qr, symbology: qr-code, version: 2, ecc: M, payload: {kind: digits, length: 10}}
      conditions:
        - name: leaning
          module-size: 6
          frame: 480
          rotation: {random: [-30, 30]}
          tilt-direction: {random: [0, 360]}
          read-noise: 2
          blur: 0.7
      sweep: {axis: tilt, levels: [0, 5, 10, 15, 20]}
      trials: 2
      """)
    let drawn = try await HarnessRun.run(
      ["corpus", "render", "./photos.yaml", "--output", "photos"], in: scratch.path)
    #expect(drawn.status == 0, "\(drawn.errors)")
    // The camera stands four diagonals of 25 modules of 0.8 mm away.
    let distance = 4 * 20 * 2.0.squareRoot()
    let focal = 6 / 0.8 * distance
    let run = try await HarnessRun.run(
      [
        "camera", "calibrate", "photos", "--code-size", "20mm", "--distance", "\(distance)mm",
        "--decoder", "zxing", "--output", "my-camera.yaml",
      ], in: scratch.path)
    #expect(run.status == 0, "\(run.errors)")
    let yaml = try String(contentsOfFile: scratch.path + "/my-camera.yaml", encoding: .utf8)
    let found = try #require(yaml.firstMatch(of: /focal-pixels: \{value: ([0-9.]+)/))
    #expect(abs((Double(found.1) ?? 0) / focal - 1) < 0.01, "\(found.1), not \(focal)")

    let own = try await HarnessRun.run(
      [
        "distance", "--camera", "./my-camera.yaml", "--code", "qr:v2", "--claim", "20mm@1m=4px",
      ], in: scratch.path)
    #expect(own.status == 0 && own.output.contains("my-camera, at 480x480"), "\(own.errors)")

    let one = try await HarnessRun.run(
      [
        "camera", "calibrate", "photos/\(try #require(firstImage()))", "--code-size", "20mm",
        "--distance", "300mm", "--decoder", "zxing",
      ], in: scratch.path)
    #expect(one.status == 2 && one.errors.contains("two images or more"), "\(one.errors)")
  }

  private func firstImage() throws -> String? {
    try FileManager.default.subpathsOfDirectory(atPath: scratch.path + "/photos").sorted()
      .first { $0.hasSuffix(".png") }
  }
}

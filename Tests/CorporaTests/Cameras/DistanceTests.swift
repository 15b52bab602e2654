import Base
import Corpora
import DecoderKit
import Drawing
import Foundation
import TestSupport
import Testing

/// Labels of a printed size at a distance from a camera.
@Suite struct DistanceTests {
  /// A corpus without mistakes; tests replace lines.
  private static let lines = [
    "format: 1",  // 1
    "name: walk",  // 2
    "version: 1",  // 3
    "title: Walk",  // 4
    "question: How far?",  // 5
    "seed: 7",  // 6
    "symbols:",  // 7
    "  - {name: qr, symbology: qr-code, version: 2, ecc: M, width: 2cm, payload: {literals: [A]}}",
    "conditions:",  // 9
    "  - {name: sharp, camera: iphone-11, mode: 1920x1080}",  // 10
    "sweep:",  // 11
    "  axis: distance",  // 12
    "  levels: [0.2, 0.5, 1, 2]",  // 13
    "trials: 3",  // 14
  ]
  private static let symbol =
    "symbology: qr-code, version: 2, ecc: M, payload: {literals: [A]}"
  private static let shipped = CameraCatalog(folders: [Fixtures.shippedFolder + "/Cameras"])
  /// 26 mm as of film, on 4032 × 3024 pixels, 2.1 of which make one of 1920 × 1080.
  private static let focal: Double = 26 / filmDiagonal * 5040 / 2.1
  private static let filmDiagonal: Double = 1872.0.squareRoot()

  private func corpus(
    _ edits: [Int: String] = [:], cameras: CameraCatalog = shipped
  ) throws -> Corpus {
    let yaml = Self.lines.enumerated().map { edits[$0.offset + 1] ?? $0.element }
    return try Corpus(
      yaml: yaml.joined(separator: "\n") + "\n", file: "walk.yaml", cameras: cameras)
  }

  private func mistake(_ edits: [Int: String]) -> String {
    let error = #expect(throws: FileFault.self) { try corpus(edits) }
    return error?.description.replacing("walk.yaml:", with: "", maxReplacements: 1) ?? ""
  }

  private func condition(_ more: String) -> [Int: String] {
    [10: "  - {name: sharp, camera: iphone-11, mode: 1920x1080, \(more)}"]
  }

  /// The camera's settings at each level.
  private func settings(_ edits: [Int: String] = [:]) throws -> [CameraSettings] {
    let corpus = try corpus(edits)
    let renderer = SampleRenderer(corpus: corpus)
    return try corpus.sweep.levels.map {
      try Fixtures.specification(renderer, corpus.groups[0], $0, 0).camera
    }
  }

  // MARK: Geometry

  @Test(arguments: [("width: 2cm", 0.8), ("width: 100mm", 4), ("module: 10mil", 0.254)])
  func moduleSizeIsThePinholes(size: String, millimetres: Double) throws {
    let symbol = "  - {name: qr, \(size), \(Self.symbol)}"
    let seen = try settings([8: symbol, 13: "  levels: [0.5, 1, 2]"])
    for (settings, metres) in zip(seen, [0.5, 1, 2]) {
      let expected = Self.focal * millimetres / (metres * 1000)
      #expect(abs(settings[.moduleSize] - expected) < 1e-9 * expected)
      #expect(settings.isNeutral(.distance) && settings.isNeutral(.defocus))
    }
  }

  @Test func drawnCodeIsAsWideAsItsImage() throws {
    let corpus = try corpus()
    var renderer = SampleRenderer(corpus: corpus)
    for level in corpus.sweep.levels {
      let sample = try renderer.draw(group: corpus.groups[0], level: level, trial: 1)
      let corners = try #require(sample.truth.expected.first?.corners)
      let expected = Self.focal * 20 / (level.value * 1000)
      #expect(abs(corners.topRight.x - corners.topLeft.x - expected) < 1e-6)
      #expect(abs(Double(sample.image.width) - expected * 33 / 25) < 2)
    }
  }

  @Test func distanceMayBelongToTheConditionOfAnotherSweep() throws {
    let seen = try settings(
      condition("distance: 0.5").merging([12: "  axis: tilt", 13: "  levels: [0, 30]"]) { $1 })
    #expect(seen.allSatisfy { abs($0[.moduleSize] - Self.focal * 0.8 / 500) < 1e-9 })
    #expect(seen[1][.tilt] == 30)
  }

  @Test func printedSizeChangesTheCellsHashAndTheCameraDoesToo() throws {
    let plain = try corpus()
    func hash(_ corpus: Corpus) -> String {
      corpus.cellHash(group: corpus.groups[0], level: corpus.sweep.levels[1])
    }
    let other = Self.lines[7].replacing("2cm", with: "3cm")
    #expect(try hash(corpus([8: other])) != hash(plain))
    #expect(try hash(corpus(condition("focus: 1m"))) != hash(plain))
    #expect(try hash(corpus(condition("focus: camera"))) != hash(corpus(condition("focus: 1m"))))
    #expect(try hash(corpus([4: "title: Another"])) == hash(plain))

    let scratch = try ScratchFolder()
    let file = try String(
      contentsOfFile: Fixtures.shippedFolder + "/Cameras/iphone-11.yaml", encoding: .utf8)
    _ = try scratch.file("iphone-11.yaml", file.replacing("26 mm", with: "25 mm"))
    let changed = CameraCatalog(folders: [scratch.path])
    #expect(try hash(corpus(cameras: changed)) != hash(plain))
    _ = try scratch.file("iphone-11.yaml", file.replacing("title: Apple", with: "title: An Apple"))
    #expect(try hash(corpus(cameras: CameraCatalog(folders: [scratch.path]))) == hash(plain))
  }

  @Test func cameraOfOnesOwnLiesBesideTheCorpus() throws {
    let scratch = try ScratchFolder()
    let file = try String(
      contentsOfFile: Fixtures.shippedFolder + "/Cameras/iphone-11.yaml", encoding: .utf8)
    _ = try scratch.file("mine.yaml", file.replacing("26 mm", with: "27 mm"))
    var lines = Self.lines
    lines[9] = "  - {name: sharp, camera: ./mine.yaml, mode: 1920x1080}"
    let path = try scratch.file("walk.yaml", lines.joined(separator: "\n") + "\n")
    let corpus = try Corpus.load(path: path)
    let specification = try Fixtures.specification(
      SampleRenderer(corpus: corpus), corpus.groups[0], corpus.sweep.levels[1], 0)
    let expected = Self.focal * 27 / 26 * 0.8 / 500
    #expect(abs(specification.camera[.moduleSize] - expected) < 1e-9)
  }

  // MARK: Blur and noise

  @Test func blurIsThatOfTheThinLens() throws {
    // c = A f |d − s| ÷ (d (s − f)) with A = 4.25 mm ÷ 1.8; f in pixels for the image.
    let seen = try settings(condition("focus: 1m"))
    for (settings, metres) in zip(seen, [0.2, 0.5, 1, 2]) {
      let distance = metres * 1000
      let aperture: Double = 4.25 / 1.8
      let image: Double = aperture * Self.focal * abs(distance - 1000)
      let expected = image / (distance * (1000 - 4.25))
      #expect(abs(settings[.defocus] - expected) < 1e-9, "at \(metres) m")
    }
    #expect(seen[2].isNeutral(.defocus))
  }

  @Test func farFocusBlursNearLabelsAlone() throws {
    let seen = try settings(condition("focus: infinity")).map { $0[.defocus] }
    #expect(zip(seen, [0.2, 0.5, 1, 2]).allSatisfy { abs($0 * $1 - seen[2]) < 1e-9 })
  }

  @Test func camerasOwnFocusBlursOnlyBelowItsNearLimit() throws {
    let seen = try settings(
      condition("focus: camera").merging([13: "  levels: [0.08, 0.12, 0.5]"]) { $1 })
    #expect(seen[0][.defocus] > 1)
    #expect(seen[1].isNeutral(.defocus) && seen[2].isNeutral(.defocus))
  }

  @Test func noiseMayBeTheCameras() throws {
    #expect(try settings(condition("photons: camera")).allSatisfy { $0[.photons] == 4300 })
    #expect(
      mistake(condition("jpeg: camera"))
        == "10: the file of camera \"iphone-11\" has no \"jpeg\": write a number")
    #expect(
      mistake(condition("blur: camera"))
        == "10: \"blur\" is no figure of a camera's file. Known: photons, read-noise, jpeg, read-out."
    )
  }

  // MARK: The frame

  @Test func imageMayBeAPartOfTheFrame() throws {
    let corpus = try corpus(condition("frame: 640x480"))
    var renderer = SampleRenderer(corpus: corpus)
    let image = try renderer.draw(
      group: corpus.groups[0], level: corpus.sweep.levels[0], trial: 0
    ).image
    #expect(image.width == 640 && image.height == 480)
    #expect(
      mistake(condition("frame: 1920x1200"))
        == "10: a frame of 1920x1200 is more than the camera's mode 1920x1080: the image is that "
        + "frame or a part of it")
  }

  @Test func heightByItselfIsTheFramesHeight() throws {
    let whole = try corpus(condition("frame: 1920, frame-height: 1080"))
    #expect(whole.conditions[0].values[.frameHeight] == .fixed(1080))
    // A square in the mode and a wide frame: each is within it, the larger sides together are not.
    _ = try corpus(condition("frame: [1920x720, 1080x1080]"))
    #expect(
      mistake(condition("frame: 1920, frame-height: 1200"))
        == "10: a frame of 1920x1200 is more than the camera's mode 1920x1080: the image is that "
        + "frame or a part of it")
    #expect(mistake(condition("frame: 1920")).hasPrefix("10: a frame of 1920x1920 is more than"))
  }

  @Test func codeThatTheFrameCannotHoldIsRefused() {
    #expect(
      mistake([13: "  levels: [0.03, 1]"].merging(condition("focus: camera")) { $1 })
        .hasPrefix(
          "10: condition \"sharp\" cannot be drawn at every level: \"qr\" under it at 0.03 m: "))
    #expect(
      mistake([8: Self.lines[7].replacing("2cm", with: "5000mm")]).contains(
        "\"qr\" under it: at 0.2 m a module takes "))
    #expect(
      mistake([8: Self.lines[7].replacing("2cm", with: "20cm")])
        == "10: condition \"sharp\" cannot be drawn at every level: \"qr\" under it at 0.2 m: the "
        + "label takes 1905 × 1905 px, more than the frame of 1920 × 1080")
  }

  // MARK: Mistakes

  @Test func nearerThanTheCameraCanFocusIsRefused() {
    #expect(
      mistake([13: "  levels: [0.1, 1]"])
        == "10: condition \"sharp\" cannot be drawn at every level: \"qr\" under it: 0.1 m is nearer "
        + "than 0.12 m, which iphone-11 can focus on: start farther away, or write \"focus: camera\" for "
        + "images as blurred as they would be")
    #expect(
      mistake(condition("focus: 10cm"))
        == "10: \"focus\" is 10cm, nearer than the 0.12 m that the camera can focus on")
  }

  @Test func unknownCamerasAndModesAreNamed() {
    #expect(
      mistake([10: "  - {name: sharp, camera: iphone-1, mode: 1920x1080}"])
        .hasPrefix("10: there is no camera \"iphone-1\". Did you mean \"iphone-11\"?"))
    #expect(
      mistake([10: "  - {name: sharp, camera: iphone-11, mode: 640x480}"])
        == "10: camera \"iphone-11\" has no mode 640x480. Its modes: 4032x3024, 3840x2160, 1920x1080, "
        + "1280x720.")
    #expect(
      mistake([10: "  - {name: sharp, camera: iphone-11}"])
        == "10: an item of \"conditions\" has no \"mode\", which it needs")
    #expect(
      mistake([10: "  - {name: sharp, camera: galaxy-s24, mode: 1920x1080, focus: 1m}"])
        .hasPrefix("10: camera \"galaxy-s24\" has no \"focal-length\" or no \"f-number\""))
  }

  @Test(arguments: [
    ("width: 0mm", "\"width\" is 0mm: printed codes are 0.1 mm to 10 m wide"),
    ("width: 20", "\"width\" is 20, not a number with a unit: 20mm, 2cm, 0.5m, 0.8in or 10mil"),
    ("width: 20m", "\"width\" is 20m: printed codes are 0.1 mm to 10 m wide"),
    ("module: 0mm", "\"module\" is 0mm: printed modules are 0.005 mm to 1 m wide"),
    (
      "module: 1mm, width: 2cm",
      "\"width\" does not belong here: \"module\" gives the size already"
    ),
    (
      "size: 20mm",
      "\"size\" counts modules, and a printed size is a \"width\": write width: 20mm"
    ),
  ])
  func sizesThatAreNoneAreRefused(size: String, message: String) {
    #expect(mistake([8: "  - {name: qr, \(size), \(Self.symbol)}"]) == "8: \(message)")
  }

  @Test func codeOfUnknownWidthNeedsAModule() throws {
    let code = "symbology: code-128, payload: {kind: alphanumeric, length: 10}"
    #expect(
      mistake([8: "  - {name: code, width: 5cm, \(code)}"])
        .hasPrefix(
          "8: the modules of Code 128 are as many as its payload needs: write the size of one"))
    #expect(throws: Never.self) { try corpus([8: "  - {name: code, module: 0.5mm, \(code)}"]) }
  }

  @Test(arguments: [
    ("[5000]", "a level of 5000 m cannot be drawn: distance is between 0.01 and 200 m"),
    ("[500mm]", "a level is 500mm: distances are in metres, without the unit: write 0.5"),
    ("[0.5, 1m]", "a level is 1m: distances are in metres, without the unit: write 1"),
  ])
  func distancesAreInMetres(levels: String, message: String) {
    #expect(mistake([13: "  levels: \(levels)"]) == "13: \(message)")
  }

  @Test func sizeCameraAndDistanceGoTogether() {
    #expect(
      mistake([8: "  - {name: qr, \(Self.symbol)}"])
        == "8: recipe \"qr\" has no printed size, which the camera of condition \"sharp\" needs: write "
        + "width: 20mm, or module: 0.33mm")
    #expect(
      mistake([10: "  - {name: sharp}"])
        == "10: an item of \"conditions\" has no \"camera\", which a distance needs: write camera: "
        + "iphone-11 and mode: 1920x1080")
    #expect(
      mistake([12: "  axis: blur", 13: "  levels: [1]"])
        == "10: an item of \"conditions\" has a \"camera\" and no \"distance\": give one, or sweep it"
    )
    #expect(
      mistake([10: "  - {name: sharp, module-size: 2}", 12: "  axis: blur", 13: "  levels: [1]"])
        == "8: the printed size of \"qr\" says nothing without a \"camera\" in a condition")
    #expect(
      mistake(condition("module-size: 2"))
        == "10: \"module-size\" does not belong here: it follows from \"camera\", distance and printed "
        + "size")
    #expect(
      mistake(condition("focus: 1m, defocus: 3"))
        == "10: \"defocus\" does not belong here: it follows from \"focus\" and the distance")
    #expect(
      mistake([10: "  - {name: sharp, mode: 1920x1080}"])
        == "10: \"mode\" does not belong here: the condition has no \"camera\"")
    #expect(
      mistake([8: "  - {name: wall, texture: noise, size: [300, 200]}"])
        == "8: the texture \"wall\" has no printed size, and condition \"sharp\" has a camera: make "
        + "another corpus of it")
  }
}

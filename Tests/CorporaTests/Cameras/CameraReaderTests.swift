import Base
import Corpora
import Foundation
import Optics
import TestSupport
import Testing

@Suite struct CameraReaderTests {
  /// A camera file of which lines can be replaced, left out or added.
  private func yaml(_ changes: [String: String] = [:], adding: [String] = []) -> String {
    let lines = [
      ("format", "1"), ("name", "mine"), ("title", "Mine"),
      ("sensor", "{value: 4032x3024, source: here}"),
      ("equivalent", "{value: 26 mm, source: there}"),
      ("focal-length", "{value: 4.25 mm, source: there}"),
      ("f-number", "{value: 1.8, source: there}"),
      ("near-limit", "{value: 12 cm, derived: a guess}"),
      ("modes", "[{frame: 1920x1080, area: 4032x2268, derived: all columns}]"),
    ].compactMap { key, value in
      let value = changes[key] ?? value
      return value.isEmpty ? nil : "\(key): \(value)"
    }
    return (lines + adding).joined(separator: "\n") + "\n"
  }

  private func fault(_ yaml: String) throws -> FileFault {
    try #require(throws: FileFault.self) { try CameraModel(yaml: yaml, file: "mine.yaml") }
  }

  @Test func aCameraIsReadWithItsOrigins() throws {
    let camera = try CameraModel(yaml: yaml(), file: "mine.yaml")
    #expect(camera.name == "mine" && camera.title == "Mine")
    #expect(
      camera.focalLength
        == SourcedFigure(.equivalentMillimetres(26), origin: .source("there")))
    #expect(camera.lensMillimetres?.value == 4.25 && camera.fNumber?.value == 1.8)
    #expect(camera.nearLimitMillimetres == SourcedFigure(120, origin: .derived("a guess")))
    #expect(camera.focus == .automatic)
    #expect(camera.modes.map(\.frame) == [PixelSize(columns: 1920, rows: 1080)])
    #expect(abs(camera.modes[0].binning - 2.1) < 1e-12)
  }

  @Test func aViewHasTheModesPixels() throws {
    let camera = try CameraModel(yaml: yaml(), file: "mine.yaml")
    let view = try #require(camera.view(PixelSize(columns: 1920, rows: 1080)))
    // 26 ÷ 43.267 of the sensor's diagonal of 5040, 2.1 to a pixel of the image.
    #expect(abs(view.focalPixels - 26 / 43.26661 * 5040 / 2.1) < 1e-3)
    #expect(camera.view(PixelSize(columns: 1080, rows: 1920))?.focalPixels == view.focalPixels)
    #expect(camera.view(PixelSize(columns: 1920, rows: 1440)) == nil)
    // In focus from 12 cm on; nearer, the focus stays there.
    #expect(view.defocusPixels(atMillimetres: 120) == 0)
    #expect(view.defocusPixels(atMillimetres: 5000) == 0)
    let near = try #require(view.defocusPixels(atMillimetres: 60))
    #expect(abs(near - 4.25 / 1.8 * view.focalPixels * 60 / (60 * (120 - 4.25))) < 1e-9)
  }

  @Test func theFocalLengthOfALensNeedsTheSensorsSize() throws {
    let text = yaml(["equivalent": ""], adding: ["pitch: {value: 1.4 um, source: there}"])
    let camera = try CameraModel(yaml: text, file: "mine.yaml")
    #expect(abs(camera.focalSensorPixels - 4.25 / 0.0014) < 1e-9)
    let width = yaml(
      ["equivalent": ""], adding: ["sensor-width: {value: 5.6448 mm, source: there}"])
    #expect(
      abs(try CameraModel(yaml: width, file: "mine.yaml").focalSensorPixels - 4.25 / 0.0014) < 1e-6)
  }

  @Test func aCameraWithoutFocalLengthSaysWhatWouldBeRight() throws {
    let none = try fault(yaml(["equivalent": "", "focal-length": ""]))
    #expect(none.line == 1 && none.file == "mine.yaml")
    #expect(none.message.contains("has no focal length: write equivalent: {value: 26 mm"))
    let half = try fault(yaml(["equivalent": ""]))
    #expect(half.message.contains("needs the size of the sensor, too: \"pitch\""))
  }

  @Test func implausibleUnitsAreRefusedOnTheirLine() throws {
    let metres = try fault(yaml(["equivalent": "{value: 26 m, source: there}"]))
    #expect(metres.line == 5)
    #expect(metres.message.contains("\"equivalent\" is 26 m, which no camera has: 4 mm to 4 m"))
    let near = try fault(yaml(["near-limit": "{value: 120 m, source: there}"]))
    #expect(near.line == 8 && near.message.contains("Check the unit"))
    let bare = try fault(yaml(["equivalent": "{value: 26, source: there}"]))
    #expect(bare.message.contains("\"equivalent\" is 26, not a number with a unit"))
    let zero = try fault(yaml(["focal-length": "{value: 0 mm, source: there}"]))
    #expect(zero.message.contains("\"focal-length\" is 0 mm"))
  }

  @Test func figuresNeedAnOrigin() throws {
    let bare = try fault(yaml(["equivalent": "26 mm"]))
    #expect(bare.line == 5 && bare.message.contains("\"equivalent\" has no source"))
    let empty = try fault(yaml(["equivalent": "{value: 26 mm}"]))
    #expect(empty.message.contains("has no \"source\""))
    let both = try fault(yaml(["equivalent": "{value: 26 mm, source: a, derived: b}"]))
    #expect(both.message.contains("leave one out"))
  }

  @Test func unknownKeysAreRefusedWithASuggestion() throws {
    let fault = try fault(yaml(adding: ["near-limt: {value: 12 cm, source: there}"]))
    #expect(fault.line == 10 && fault.message.contains("near-limit"))
  }

  @Test func contradictionsAreRefused() throws {
    let lengths = try fault(yaml(adding: ["pitch: {value: 2.4 um, source: there}"]))
    #expect(lengths.message.contains("contradict each other: 3029 pixels as stated"))
    let second = try fault(yaml(adding: ["focal-pixels: {value: 3000, source: there}"]))
    #expect(second.line == 10 && second.message.contains("3000 pixels beside 3029, 1 % apart"))
    let squashed = try fault(yaml(["modes": "[{frame: 1920x1080, source: there}]"]))
    #expect(squashed.line == 9 && squashed.message.contains("would not be square"))
    let large = try fault(
      yaml(["modes": "[{frame: 1920x1080, area: 7680x4320, source: there}]"]))
    #expect(large.message.contains("the sensor has 4032x3024 pixels"))
  }

  @Test func anUnknownCameraIsNotFoundAndASimilarOneSuggested() throws {
    let scratch = try ScratchFolder()
    try scratch.file("mine.yaml", yaml())
    let catalog = CameraCatalog(folders: [scratch.path])
    #expect(try catalog.load(nameOrPath: "mine").name == "mine")
    #expect(try catalog.load(nameOrPath: scratch.path + "/mine.yaml").name == "mine")
    let error = try #require(throws: CameraCatalogError.self) {
      try catalog.load(nameOrPath: "mien")
    }
    #expect("\(error)".contains("Did you mean \"mine\"?"))
  }
}

/// The cameras that come with the harness.
@Suite struct ShippedCameraTests {
  private static let catalog = CameraCatalog(folders: [
    URL(filePath: #filePath).deletingLastPathComponent().path + "/../../../Corpora/Cameras"
  ])

  @Test func allAreReadAndBearTheirFilesNames() throws {
    #expect(Self.catalog.names.count >= 8 && Self.catalog.names.contains("iphone-11"))
    for name in Self.catalog.names {
      #expect(try Self.catalog.load(nameOrPath: name).name == name)
    }
  }

  @Test func theirFieldsOfViewAreThoseThatAreStated() throws {
    // Stated beside the focal length, and not used by the files.
    for (name, degrees) in [("raspberry-pi-camera-2", 62.2), ("raspberry-pi-camera-3", 66)] {
      let camera = try Self.catalog.load(nameOrPath: name)
      let half = Double(camera.sensor.value.columns) / 2 / camera.focalSensorPixels
      #expect(abs(2 * atan(half) * 180 / .pi - degrees) < 3.5, "\(name)")
    }
    // 4.25 mm and 26 mm as of film make pixels of 1.4 µm.
    let phone = try Self.catalog.load(nameOrPath: "iphone-11")
    let pitch = 4.25 / phone.focalSensorPixels * 1000
    #expect(abs(pitch - 1.4) < 0.01)
  }
}

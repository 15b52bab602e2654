import Analysis
import DecoderKit
import Optics
import Reporting
import Testing

@Suite struct CalibrationTextTests {
  /// A square of 20 mm at 300 mm that faces a camera of some focal length.
  private func view(_ focal: Double) -> CalibrationView {
    let half = focal * 20 / 300 / 2
    func point(_ x: Double, _ y: Double) -> Point { Point(x: 960 + x * half, y: 540 + y * half) }
    return CalibrationView(
      image: "photo-\(Int(focal))", frame: PixelSize(columns: 1920, rows: 1080),
      corners: Corners(
        topLeft: point(-1, -1), topRight: point(1, -1), bottomRight: point(1, 1),
        bottomLeft: point(-1, 1)),
      modules: PixelSize(columns: 25, rows: 25), distanceMillimetres: 300)
  }

  @Test func aFileSpellsNumbersAsFilesDo() throws {
    let calibration = try FocalCalibration(
      [view(1440), view(1442), view(1444.8)], codeWidthMillimetres: 20)
    let yaml = CalibrationText.yaml(calibration, name: "mine")
    #expect(yaml.contains("focal-pixels: {value: 1442.3, derived: \"3 images of a known code"))
    let text = CalibrationText(TerminalStyle(width: 100)).render(calibration)
    // The standard deviation is 2.41 px, Student's t for two degrees of freedom 4.303: ÷ √3.
    #expect(text.contains("The focal length is 1442.3 ± 6.0 px (0.415 %) in images of 1920x1080."))
    #expect(text.contains("photo-1440"))
  }
}

@Suite struct CameraTextTests {
  @Test func aCameraIsListedWithFramesAndFocus() throws {
    func figure<Value: Hashable & Sendable>(_ value: Value) -> SourcedFigure<Value> {
      SourcedFigure(value, origin: .derived("a test"))
    }
    let size = PixelSize(columns: 1000, rows: 500)
    var camera = CameraModel(
      name: "test", title: "Test camera", sensor: figure(size), focalLength: figure(.pixels(1000)),
      modes: [CameraMode(frame: size, area: figure(size))])
    camera.lensMillimetres = figure(4)
    camera.fNumber = figure(2)
    camera.nearLimitMillimetres = figure(100)
    let text = CameraText(TerminalStyle(width: 80)).render(camera)
      .replacing("\u{202F}", with: " ")
    #expect(
      text == """
        test: Test camera
          frames, with their focal lengths: 1000x500 (1 000 px)
          focuses by itself, from 10 cm on
        """)
  }
}

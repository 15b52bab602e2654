import DecoderKit
import Optics
import Reporting
import Testing

@testable import Camera

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

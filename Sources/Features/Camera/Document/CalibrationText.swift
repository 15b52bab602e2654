import Foundation
import Reporting

/// A calibration for the terminal, and as a camera file.
struct CalibrationText: Sendable {
  private let style: TerminalStyle

  init(_ style: TerminalStyle) {
    self.style = style
  }

  /// Renders the focal length and a row for each image.
  func render(_ calibration: FocalCalibration) -> String {
    let share = calibration.halfWidth / calibration.focalPixels * 100
    let grid = TextGrid(columns: [
      TextGrid.Column(
        title: ["image"], alignment: .left,
        cells: calibration.images.map { TextGrid.Cell(text: $0.name) }),
      TextGrid.Column(
        title: ["focal length,", "px"], alignment: .right,
        cells: calibration.images.map {
          TextGrid.Cell(text: Numerals.decimal($0.focalPixels, places: 1))
        }),
      TextGrid.Column(
        title: ["misfit of", "corners, px"], alignment: .right,
        cells: calibration.images.map {
          TextGrid.Cell(text: Numerals.decimal($0.residualPixels, places: 2))
        }),
    ])
    let sentence =
      "The focal length is \(Self.focal(calibration)) ± \(Self.halfWidth(calibration)) px "
      + "(\(Numerals.digits(share)) %) in images of \(calibration.frame)."
    let reservation =
      "The interval does not cover an error in the code's size, or one that all distances share."
    return
      (style.paragraph(sentence, .strong) + style.paragraph(reservation, .faint) + [""]
      + grid.lines(style)).joined(separator: "\n")
  }

  /// The camera as a file in `Corpora/Cameras`.
  ///
  /// - Parameter name: The camera's name, of lower-case letters, digits and hyphens.
  static func yaml(_ calibration: FocalCalibration, name: String) -> String {
    let count = calibration.images.count
    return """
      # Written by harness camera calibrate.
      format: 1
      name: \(name)
      title: \(name)
      sensor: {value: \(calibration.frame), derived: the size of the images}
      focal-pixels: {value: \(focal(calibration)), derived: "\(count) images of a known code, ± \(halfWidth(calibration)) pixels"}
      modes:
        - {frame: \(calibration.frame), derived: the size of the images}

      """
  }

  /// The focal length to a tenth of a pixel, without a zero at the end, as files spell numbers.
  private static func focal(_ calibration: FocalCalibration) -> String {
    let text = String(format: "%.1f", calibration.focalPixels)
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  /// The half width of the interval, with two digits.
  private static func halfWidth(_ calibration: FocalCalibration) -> String {
    Numerals.decimal(
      calibration.halfWidth, places: max(1, Numerals.places(forHalfWidth: calibration.halfWidth)))
  }
}

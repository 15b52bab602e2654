import DecoderKit
import Measuring

/// A camera's focal length, from which distances follow.
public enum FocalLength: Hashable, Sendable {
  /// In pixels of the image.
  case pixels(Double)
  /// In millimetres, as it would be on film of 36 × 24 mm: what phones state.
  ///
  /// Equivalent lengths are made equal by the diagonals of the images, as CIPA's DCG-001 has it. They
  /// hold for the whole image of the sensor: a cropped or zoomed image has a longer one.
  case equivalentMillimetres(Double)

  /// The diagonal of film of 36 × 24 mm, in millimetres.
  private static let filmDiagonal = (36.0 * 36 + 24 * 24).squareRoot()

  /// The focal length in pixels of an image.
  ///
  /// - Parameters:
  ///   - width: The image's columns.
  ///   - height: The image's rows.
  public func pixels(width: Int, height: Int) -> Double {
    switch self {
    case .pixels(let pixels): return pixels
    case .equivalentMillimetres(let length):
      let (width, height) = (Double(width), Double(height))
      return length / Self.filmDiagonal * (width * width + height * height).squareRoot()
    }
  }
}

/// The camera and the code's size: the distance follows from a measurement by the pinhole model.
public struct Viewing: Hashable, Sendable {
  /// The camera's focal length.
  public let focalLength: FocalLength
  /// The symbol's width, without quiet zone, in millimetres.
  public let codeWidthMillimetres: Double

  /// Makes a viewing.
  public init(focalLength: FocalLength, codeWidthMillimetres: Double) {
    self.focalLength = focalLength
    self.codeWidthMillimetres = codeWidthMillimetres
  }

  /// Computes the distance of a symbol from the camera, along the camera's axis, in millimetres.
  ///
  /// It is focal length in pixels × code width ÷ code width in pixels. A symbol that leans away is
  /// seen too narrow along one axis: where modules are square, the longer axis counts. The interval is
  /// that of the module size; the errors of focal length and code width come on top.
  ///
  /// - Parameters:
  ///   - measurement: The symbol.
  ///   - width: The image's columns.
  ///   - height: The image's rows.
  /// - Returns: The distance; `nil` if the symbol has no outline.
  public func distanceMillimetres(
    of measurement: SymbolMeasurement, width: Int, height: Int
  ) -> MeasuredValue? {
    guard let seen = Self.widthPixels(of: measurement), seen.lower > 0 else { return nil }
    let scale = focalLength.pixels(width: width, height: height) * codeWidthMillimetres
    return MeasuredValue(
      value: scale / seen.value, lower: scale / seen.upper, upper: scale / seen.lower)
  }

  /// The symbol's width in pixels.
  private static func widthPixels(of measurement: SymbolMeasurement) -> MeasuredValue? {
    if let size = measurement.moduleSize, let dimension = measurement.dimension {
      var module = size.across
      if let down = size.down, dimension.columns == dimension.rows, down.value > module.value {
        module = down
      }
      let columns = Double(dimension.columns)
      return MeasuredValue(
        value: module.value * columns, lower: module.lower * columns, upper: module.upper * columns)
    }
    guard let outline = measurement.outline else { return nil }
    let width =
      (outline.topLeft.distance(to: outline.topRight)
        + outline.bottomLeft.distance(to: outline.bottomRight)) / 2
    return width > 0 ? MeasuredValue(value: width, lower: width, upper: width) : nil
  }
}

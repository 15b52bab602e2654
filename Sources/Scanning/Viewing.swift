import DecoderKit
import Measuring
import Optics

/// The camera that took the images of a scan.
public enum ViewingCamera: Hashable, Sendable {
  /// Any camera with this focal length; images are whole, neither cropped nor zoomed.
  case focalLength(FocalLength)
  /// A camera whose modes are known.
  case model(CameraModel)

  /// The relation of sizes and distances in an image; `nil` if the camera takes none of that size.
  package func pinhole(of image: PixelSize) -> Pinhole? {
    switch self {
    case .focalLength(let length): Pinhole(focalPixels: length.pixels(of: image))
    case .model(let camera): camera.view(image)?.pinhole
    }
  }
}

/// The camera and the code's size: the distance follows from a measurement by the pinhole model.
public struct Viewing: Hashable, Sendable {
  /// The camera.
  public let camera: ViewingCamera
  /// The symbol's width, without quiet zone, in millimetres.
  public let codeWidthMillimetres: Double

  public init(camera: ViewingCamera, codeWidthMillimetres: Double) {
    self.camera = camera
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
  /// - Returns: The distance; `nil` if the symbol has no outline, and if the camera takes no images of
  ///   that size.
  public func distanceMillimetres(
    of measurement: SymbolMeasurement, width: Int, height: Int
  ) -> MeasuredValue? {
    guard let seen = Self.widthPixels(of: measurement), seen.lower > 0,
      let pinhole = camera.pinhole(of: PixelSize(columns: width, rows: height))
    else { return nil }
    func distance(_ pixels: Double) -> Double {
      pinhole.distanceMillimetres(ofMillimetres: codeWidthMillimetres, pixels: pixels)
    }
    return MeasuredValue(
      value: distance(seen.value), lower: distance(seen.upper), upper: distance(seen.lower))
  }

  /// The symbol's width in pixels.
  private static func widthPixels(of measurement: SymbolMeasurement) -> MeasuredValue? {
    let outlineWidth = measurement.outline.map {
      ($0.topLeft.distance(to: $0.topRight) + $0.bottomLeft.distance(to: $0.bottomRight)) / 2
    }
    if let size = measurement.moduleSize, let dimension = measurement.dimension {
      var module = size.across
      if let down = size.down, dimension.columns == dimension.rows, down.value > module.value {
        module = down
      }
      // The width is no whole number of modules if wide elements are none.
      let columns =
        measurement.condition?.wideToNarrowRatio == nil
        ? Double(dimension.columns) : (outlineWidth ?? 0) / module.value
      return MeasuredValue(
        value: module.value * columns, lower: module.lower * columns, upper: module.upper * columns)
    }
    guard let width = outlineWidth else { return nil }
    return width > 0 ? MeasuredValue(value: width, lower: width, upper: width) : nil
  }
}

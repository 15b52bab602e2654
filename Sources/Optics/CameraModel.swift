/// A figure of a camera, with the place where it is stated.
public struct SourcedFigure<Value: Hashable & Sendable>: Hashable, Sendable {
  /// The figure.
  public let value: Value
  public let origin: FigureOrigin

  public init(_ value: Value, origin: FigureOrigin) {
    self.value = value
    self.origin = origin
  }
}

/// The origin of a camera's figure.
public enum FigureOrigin: Hashable, Sendable {
  /// It is stated there.
  case source(String)
  /// It is computed or assumed, in this way.
  case derived(String)
}

/// One size of the images that a camera delivers, and the part of the sensor that they show.
public struct CameraMode: Hashable, Sendable {
  /// The size of the image.
  public let frame: PixelSize
  /// The part of the sensor that the image shows, in pixels of the sensor.
  public let area: SourcedFigure<PixelSize>

  public init(frame: PixelSize, area: SourcedFigure<PixelSize>) {
    self.frame = frame
    self.area = area
  }

  /// The width of an image's pixel, in pixels of the sensor: 2 where 2 × 2 are binned.
  public var binning: Double { Double(area.value.columns) / Double(frame.columns) }
}

/// The plane that a camera is focused on.
public enum CameraFocus: Hashable, Sendable {
  /// The symbol's, as far as the near limit allows.
  case automatic
  /// Always the one at this distance in millimetres, which may be infinite.
  case fixed(SourcedFigure<Double>)
}

/// A camera with its lens: what decides how large and how sharp a symbol is seen at a distance.
public struct CameraModel: Hashable, Sendable {
  /// The name in options and files: `iphone-11`.
  public let name: String
  /// The name as people write it.
  public let title: String
  /// The pixels of the sensor, as the focal length counts them.
  public let sensor: SourcedFigure<PixelSize>
  /// The focal length that geometry follows from, stated for the whole sensor.
  public let focalLength: SourcedFigure<FocalLength>
  /// The sizes of images that it delivers; at least one, each frame once.
  public let modes: [CameraMode]
  /// The focal length of the lens itself, in millimetres: the aperture follows from it.
  public var lensMillimetres: SourcedFigure<Double>?
  /// The focal length ÷ the diameter of the aperture.
  public var fNumber: SourcedFigure<Double>?
  /// The plane in focus.
  public var focus = CameraFocus.automatic
  /// The least distance that it can be focused on, in millimetres.
  public var nearLimitMillimetres: SourcedFigure<Double>?
  /// The time from the first row's read-out to the last one's, in seconds; 0 for a global shutter.
  public var readOutSeconds: SourcedFigure<Double>?
  /// The electrons that a white pixel collects, typically.
  public var photons: SourcedFigure<Double>?
  /// The standard deviation of noise that is the same in light and dark, of 255 grey levels.
  public var readNoiseLevels: SourcedFigure<Double>?
  /// The quality of its JPEG files, as libjpeg counts it.
  public var jpegQuality: SourcedFigure<Int>?

  /// Makes a camera with the figures that every camera has.
  public init(
    name: String, title: String, sensor: SourcedFigure<PixelSize>,
    focalLength: SourcedFigure<FocalLength>, modes: [CameraMode]
  ) {
    precondition(!modes.isEmpty, "a camera delivers images")
    self.name = name
    self.title = title
    self.sensor = sensor
    self.focalLength = focalLength
    self.modes = modes
  }

  /// The focal length, in pixels of the whole sensor.
  public var focalSensorPixels: Double { focalLength.value.pixels(of: sensor.value) }

  /// The lens with its view of images of a size; `nil` if the camera does not deliver that size.
  ///
  /// A camera may be turned: 1080 × 1920 is 1920 × 1080 held upright.
  public func view(_ frame: PixelSize) -> CameraView? {
    modes.first { $0.frame == frame || $0.frame == frame.turned }
      .map { CameraView(camera: self, mode: $0, frame: frame) }
  }
}

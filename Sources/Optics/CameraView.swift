/// A camera in one of its modes: sizes, distances and blur in pixels of its images.
public struct CameraView: Hashable, Sendable {
  public let camera: CameraModel
  public let mode: CameraMode
  /// The image's size: the mode's, or that turned by 90°.
  public let frame: PixelSize

  init(camera: CameraModel, mode: CameraMode, frame: PixelSize) {
    self.camera = camera
    self.mode = mode
    self.frame = frame
  }

  /// The focal length, in pixels of the image: that of the sensor, binned.
  public var focalPixels: Double { camera.focalSensorPixels / mode.binning }

  /// The relation of sizes and distances.
  public var pinhole: Pinhole { Pinhole(focalPixels: focalPixels) }

  /// The lens with its aperture; `nil` if the camera's file lacks the focal length or the f-number.
  public var lens: ThinLens? {
    guard let focal = camera.lensMillimetres?.value, let fNumber = camera.fNumber?.value else {
      return nil
    }
    return ThinLens(focalMillimetres: focal, fNumber: fNumber, focalPixels: focalPixels)
  }

  /// Computes the module size in pixels of a symbol that faces the camera.
  ///
  /// - Parameters:
  ///   - xDimension: The side of a module, in millimetres.
  ///   - distance: The symbol's distance, in millimetres.
  public func moduleSizePixels(
    xDimensionMillimetres xDimension: Double, atMillimetres distance: Double
  ) -> Double {
    pinhole.pixels(ofMillimetres: xDimension, atMillimetres: distance)
  }

  /// The distance that the camera is focused on when it looks at a symbol, in millimetres.
  public func focusMillimetres(atMillimetres distance: Double) -> Double {
    switch camera.focus {
    case .automatic: max(distance, camera.nearLimitMillimetres?.value ?? 0)
    case .fixed(let focus): focus.value
    }
  }

  /// Computes the diameter of the disc into which a point of a symbol is spread, in pixels.
  ///
  /// It is 0 where the camera can focus on the symbol.
  ///
  /// - Returns: `nil` if the lens is not known, or the distance is not above its focal length.
  public func defocusPixels(atMillimetres distance: Double) -> Double? {
    let focus = focusMillimetres(atMillimetres: distance)
    guard focus != distance else { return 0 }
    guard let lens, distance > lens.focalMillimetres, focus > lens.focalMillimetres else {
      return nil
    }
    return lens.confusionPixels(atMillimetres: distance, focusedAt: focus)
  }

  /// Computes how far the image moves while the shutter is open, in pixels.
  public func motionPixels(
    millimetresPerSecond speed: Double, exposureSeconds: Double, atMillimetres distance: Double
  ) -> Double {
    pinhole.motionPixels(
      millimetresPerSecond: speed, exposureSeconds: exposureSeconds, atMillimetres: distance)
  }
}

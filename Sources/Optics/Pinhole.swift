/// A camera without depth: how large a thing is seen at which distance.
///
/// Sizes are those of things that face the camera, and distances are counted along its axis. The same
/// equation relates all three: pixels = focal length in pixels × size ÷ distance.
public struct Pinhole: Hashable, Sendable {
  /// The focal length, in pixels of the image; above 0.
  public let focalPixels: Double

  /// Makes a camera.
  ///
  /// - Precondition: The focal length is above 0 and finite.
  public init(focalPixels: Double) {
    precondition(focalPixels > 0 && focalPixels.isFinite, "a focal length is above 0")
    self.focalPixels = focalPixels
  }

  /// Computes how many pixels a size takes at a distance, both in millimetres.
  public func pixels(ofMillimetres size: Double, atMillimetres distance: Double) -> Double {
    focalPixels * size / distance
  }

  /// Computes the distance in millimetres at which a size in millimetres takes some pixels.
  public func distanceMillimetres(ofMillimetres size: Double, pixels: Double) -> Double {
    focalPixels * size / pixels
  }

  /// Computes the size in millimetres that takes some pixels at a distance in millimetres.
  public func millimetres(ofPixels pixels: Double, atMillimetres distance: Double) -> Double {
    pixels * distance / focalPixels
  }

  /// Computes how far a thing moves in the image while the shutter is open, in pixels.
  ///
  /// - Parameters:
  ///   - speed: Its speed across the image, in millimetres per second.
  ///   - exposureSeconds: The time for which the shutter is open.
  ///   - distance: Its distance, in millimetres.
  public func motionPixels(
    millimetresPerSecond speed: Double, exposureSeconds: Double, atMillimetres distance: Double
  ) -> Double {
    pixels(ofMillimetres: speed * exposureSeconds, atMillimetres: distance)
  }
}

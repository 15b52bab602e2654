/// A lens with an aperture, by the equation of thin lenses: what lies before and behind the plane in focus
/// is spread into discs.
///
/// Distances are in millimetres from the lens, along its axis. An infinite distance is allowed for the
/// plane in focus. Source: any optics textbook, such as S. F. Ray, Applied Photographic Optics, on depth
/// of field.
public struct ThinLens: Hashable, Sendable {
  /// The focal length, in millimetres.
  public let focalMillimetres: Double
  /// The focal length ÷ the diameter of the aperture.
  public let fNumber: Double
  /// The focal length, in pixels of the image.
  public let focalPixels: Double

  /// Makes a lens.
  ///
  /// - Precondition: All are above 0.
  public init(focalMillimetres: Double, fNumber: Double, focalPixels: Double) {
    precondition(focalMillimetres > 0 && fNumber > 0 && focalPixels > 0, "lenses are above 0")
    self.focalMillimetres = focalMillimetres
    self.fNumber = fNumber
    self.focalPixels = focalPixels
  }

  /// The diameter of the aperture, in millimetres.
  public var apertureMillimetres: Double { focalMillimetres / fNumber }

  /// Computes the diameter of the disc into which a point is spread, in pixels of the image.
  ///
  /// - Parameters:
  ///   - distance: The point's distance; above the focal length.
  ///   - focus: The distance of the plane in focus; above the focal length.
  public func confusionPixels(atMillimetres distance: Double, focusedAt focus: Double) -> Double {
    guard focus.isFinite else { return apertureMillimetres * focalPixels / distance }
    return apertureMillimetres * focalPixels * abs(distance - focus)
      / (distance * (focus - focalMillimetres))
  }
}

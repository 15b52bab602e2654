import Foundation

/// A camera's focal length, from which sizes and distances follow.
public enum FocalLength: Hashable, Sendable {
  /// In pixels of the image.
  case pixels(Double)
  /// In millimetres, as it would be on film of 36 × 24 mm: what phones state.
  ///
  /// Equivalent lengths are made equal by the diagonals of the images, as CIPA's DCG-001 has it. They
  /// hold for the whole image of the sensor: a cropped or zoomed image has a longer one.
  case equivalentMillimetres(Double)
  /// As the angle between opposite corners of the image, in degrees: what webcams state.
  case diagonalDegrees(Double)
  /// In millimetres of the lens itself, with the distance of the sensor's pixels.
  case millimetres(Double, pitchMicrometres: Double)

  /// The diagonal of film of 36 × 24 mm, in millimetres.
  private static let filmDiagonal = (36.0 * 36 + 24 * 24).squareRoot()

  /// The focal length in pixels of an image.
  ///
  /// - Parameter image: The whole image for which the length is stated.
  public func pixels(of image: PixelSize) -> Double {
    switch self {
    case .pixels(let pixels): pixels
    case .equivalentMillimetres(let length): length / Self.filmDiagonal * image.diagonal
    case .diagonalDegrees(let angle): image.diagonal / 2 / tan(angle * .pi / 360)
    case .millimetres(let length, let pitch): length / pitch * 1000
    }
  }
}

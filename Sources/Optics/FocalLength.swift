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
    case .diagonalDegrees(let angle): image.diagonal / 2 / Self.tangent(degrees: angle / 2)
    case .millimetres(let length, let pitch): length / pitch * 1000
    }
  }

  /// The tangent of an angle below 90 degrees, the same on every machine: C libraries may differ in the
  /// last bit, and a camera's images with them.
  package static func tangent(degrees: Double) -> Double {
    // Angles above 45° by their complement, so that the series converge.
    guard degrees <= 45 else { return 1 / tangent(degrees: 90 - degrees) }
    let x = degrees * (Double.pi / 180)
    let square = x * x
    // Taylor series of sine and cosine, nested; the first term left out is below 2⁻⁵⁷ of the sum.
    var (sine, cosine) = (1.0, 1.0)
    for n in stride(from: 18.0, through: 2.0, by: -2.0) {
      sine = 1 - square / (n * (n + 1)) * sine
      cosine = 1 - square / ((n - 1) * n) * cosine
    }
    return sine * x / cosine
  }
}

import Foundation

/// The direction from which a symbol is seen.
struct SeenPose {
  /// Degrees clockwise of the symbol's rows, 0 to below 360.
  let turnDegrees: Double
  /// Degrees by which the plane leans, if its modules are squares.
  let tiltDegrees: Double
  let isMirrored: Bool

  /// - Parameter anisotropyError: The standard error of ``anisotropy(of:)``, which makes
  ///   symbols look tilted that are not; its share is taken off.
  init(_ middle: Jacobian, anisotropyError: Double) {
    let turn = atan2(middle.yu, middle.xu) * 180 / .pi
    turnDegrees = turn < 0 ? (turn + 360 < 360 ? turn + 360 : 0) : turn
    isMirrored = middle.determinant < 0
    let seen = Self.anisotropy(of: middle)
    let corrected = max(0, seen * seen - 2 * anisotropyError * anisotropyError).squareRoot()
    // The singular values are as 1 to the cosine of the tilt.
    tiltDegrees = acos(min(max((1 - corrected) / (1 + corrected), 0), 1)) * 180 / .pi
  }

  /// The difference of the map's singular values at the symbol's middle over their sum.
  static func anisotropy(of middle: Jacobian) -> Double {
    let squares =
      middle.across * middle.across + middle.down * middle.down
    let product = 2 * abs(middle.determinant)
    // (s₁ - s₂)² and (s₁ + s₂)².
    return (max(squares - product, 0) / max(squares + product, 1e-12)).squareRoot()
  }
}

extension WarpFit {
  /// The standard error of ``SeenPose/anisotropy(of:)`` of a bent symbol.
  var anisotropyError: Double {
    standardError { SeenPose.anisotropy(of: $0.middleDerivatives) }
  }
}

import Foundation

/// The light that a pixel takes from one side of a straight edge, at any distance from it.
///
/// A pixel adds up the light on its square: across an edge that is a trapezoid, whose shape depends on
/// the edge's direction. The lens's blur, a Gaussian, comes on top. One Gaussian in place of both is
/// wrong by up to 3 % of the contrast where the lens is sharp.
struct PixelEdge {
  /// The share, its change per pixel, and its change per relative change of the blur.
  private let entries: [SIMD4<Float>]
  /// Entries per pixel.
  private let density: Float
  /// The distance from which on all light comes from one side, in pixels.
  let reach: Float

  /// The variance of a pixel's own square, along any direction.
  static let squareVariance = 1.0 / 12
  /// The least blur of a pixel: that of a sharp lens, with a trace of its own for the derivatives.
  static let leastBlur = (squareVariance + 0.0004).squareRoot()

  /// Makes the table for one blur.
  ///
  /// - Parameters:
  ///   - blurPixels: The standard deviation of square and lens together, in pixels.
  ///   - direction: The direction across the edge in the image, of any length.
  init(blurPixels: Double, direction: SIMD2<Double>) {
    let blur = blurPixels.isFinite ? max(blurPixels, Self.leastBlur) : Self.leastBlur
    let length = (direction * direction).sum().squareRoot()
    let way = length > 0 && length.isFinite ? direction / length : [1, 0]
    // The square's shadow has no corner where it is seen from a side.
    let sides = SIMD2(max(abs(way.x), 1e-3), max(abs(way.y), 1e-3))
    let step = blur / 20
    let reach = sides.sum() / 2 + 4 * (blur * blur - Self.squareVariance).squareRoot()
    let half = Int((reach / step).rounded(.up))
    let growth = 0.04
    let shares = (-half - 1...half + 1).map { Self.share(Double($0) * step, blur, sides) }
    entries = (1...2 * half + 1).map { index in
      let distance = Double(index - half - 1) * step
      let wider = Self.share(distance, blur * (1 + growth), sides)
      return [
        Float(shares[index]), Float((shares[index + 1] - shares[index - 1]) / (2 * step)),
        Float((wider - shares[index]) / growth), 0,
      ]
    }
    density = Float(1 / step)
    self.reach = Float(Double(half) * step)
  }

  /// Returns the share of the light from before an edge, and its changes.
  ///
  /// - Parameter distance: The edge's distance ahead of the pixel's middle, in pixels.
  @inline(__always)
  func callAsFunction(_ distance: Float) -> SIMD4<Float> {
    if distance <= -reach { return .zero }
    if distance >= reach { return [1, 0, 0, 0] }
    let place = (distance + reach) * density
    let index = min(Int(place), entries.count - 2)
    return entries[index] + (entries[index + 1] - entries[index]) * (place - Float(index))
  }

  /// The share, by the twofold integral of the normal distribution.
  private static func share(_ distance: Double, _ blur: Double, _ sides: SIMD2<Double>) -> Double {
    let lens = max(blur * blur - squareVariance, 0.0004).squareRoot()
    func integral(_ place: Double) -> Double {
      let z = place / lens
      let distribution = 0.5 * erfc(-z / 2.0.squareRoot())
      return ((z * z + 1) * distribution + z * exp(-z * z / 2) / (2 * Double.pi).squareRoot()) / 2
    }
    let (outer, inner) = (sides.sum() / 2, (sides.x - sides.y) / 2)
    let sum =
      integral(distance + outer) - integral(distance + inner) - integral(distance - inner)
      + integral(distance - outer)
    return sum * lens * lens / (sides.x * sides.y)
  }
}

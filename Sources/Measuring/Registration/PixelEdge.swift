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
    let (lens, widerLens) = (Self.lens(blur), Self.lens(blur * (1 + growth)))
    // From 0 on: what lies before is the same from the other side.
    let ahead = NormalIntegral.shared.with { table in
      let shares = (0...half + 1).map { Self.share(Double($0) * step, lens, sides, table) }
      return (0...half).map { index in
        let before = index > 0 ? shares[index - 1] : 1 - shares[1]
        let wider = Self.share(Double(index) * step, widerLens, sides, table)
        return SIMD4(
          Float(shares[index]), Float((shares[index + 1] - before) / (2 * step)),
          Float((wider - shares[index]) / growth), 0)
      }
    }
    let behind = ahead.dropFirst().reversed().map { SIMD4(1 - $0.x, $0.y, -$0.z, 0) }
    entries = behind + ahead
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
  private static func share(
    _ distance: Double, _ lens: Double, _ sides: SIMD2<Double>, _ table: NormalIntegral.Reader
  ) -> Double {
    let (outer, inner) = (sides.sum() / 2, (sides.x - sides.y) / 2)
    let sum =
      table((distance + outer) / lens) - table((distance + inner) / lens)
      - table((distance - inner) / lens) + table((distance - outer) / lens)
    return sum * lens * lens / (sides.x * sides.y)
  }

  /// The standard deviation of the lens's part of a blur.
  private static func lens(_ blur: Double) -> Double {
    max(blur * blur - squareVariance, 0.0004).squareRoot()
  }
}

import Base
import DecoderKit

/// The map from the symbol's plane to the image: a 3 × 3 projective map.
///
/// The symbol's plane is measured in modules from the symbol's own top left corner, x along its top
/// edge, y down its left edge. The image is measured in pixels, as for ``Point``.
package struct PlaneTransform: Hashable, Sendable {
  private let x: SIMD3<Double>
  private let y: SIMD3<Double>
  private let w: SIMD3<Double>

  /// Makes a map that turns clockwise as seen in the image, scales, then moves the origin to a
  /// point.
  package init(rotatedByDegrees degrees: Double, scaledBy scale: Double, origin: Point) {
    let (sine, cosine) = sineAndCosine(degrees: degrees)
    x = [scale * cosine, -scale * sine, origin.x]
    y = [scale * sine, scale * cosine, origin.y]
    w = [0, 0, 1]
  }

  /// Makes a map from its rows, which multiply a point (x, y, 1).
  init(x: SIMD3<Double>, y: SIMD3<Double>, w: SIMD3<Double>) {
    self.x = x
    self.y = y
    self.w = w
  }

  /// The nine coefficients m₀ … m₈, row after row.
  ///
  /// A point (x, y) goes to ((m₀ x + m₁ y + m₂) / w, (m₃ x + m₄ y + m₅) / w) where
  /// w = m₆ x + m₇ y + m₈.
  package var coefficients: [Double] {
    [x, y, w].flatMap { [$0.x, $0.y, $0.z] }
  }

  /// Returns the map of the plane whose origin lies at a point of this map's plane.
  func movingOrigin(to point: Point) -> PlaneTransform {
    guard point.x != 0 || point.y != 0 else { return self }
    func moved(_ row: SIMD3<Double>) -> SIMD3<Double> {
      [row.x, row.y, row.x * point.x + row.y * point.y + row.z]
    }
    return PlaneTransform(x: moved(x), y: moved(y), w: moved(w))
  }

  /// The map from the image to the symbol's plane.
  var inverse: PlaneTransform {
    let m = coefficients
    // The adjugate: its scale does not matter to a projective map.
    return PlaneTransform(
      x: [m[4] * m[8] - m[5] * m[7], m[2] * m[7] - m[1] * m[8], m[1] * m[5] - m[2] * m[4]],
      y: [m[5] * m[6] - m[3] * m[8], m[0] * m[8] - m[2] * m[6], m[2] * m[3] - m[0] * m[5]],
      w: [m[3] * m[7] - m[4] * m[6], m[1] * m[6] - m[0] * m[7], m[0] * m[4] - m[1] * m[3]])
  }

  /// Returns the image of a point of the symbol's plane.
  package func apply(x column: Double, y row: Double) -> Point {
    let scale = w.x * column + w.y * row + w.z
    let mapped = Point(
      x: x.x * column + x.y * row + x.z, y: y.x * column + y.y * row + y.z)
    return scale == 1 ? mapped : Point(x: mapped.x / scale, y: mapped.y / scale)
  }

  /// Returns the corners of a rectangle with sides in modules.
  package func corners(columns: Int, rows: Int) -> Corners {
    corners(width: Double(columns), height: Double(rows))
  }

  /// Returns the corners of a rectangle with sides in modules.
  package func corners(width: Double, height: Double) -> Corners {
    Corners(
      topLeft: apply(x: 0, y: 0), topRight: apply(x: width, y: 0),
      bottomRight: apply(x: width, y: height), bottomLeft: apply(x: 0, y: height))
  }
}

import DecoderKit

/// A projective map of the plane.
struct Homography: Hashable, Sendable {
  /// The rows of the matrix, which multiply (x, y, 1).
  var x: SIMD3<Double>
  var y: SIMD3<Double>
  var w: SIMD3<Double>

  init(x: SIMD3<Double>, y: SIMD3<Double>, w: SIMD3<Double>) {
    self.x = x
    self.y = y
    self.w = w
  }

  /// Makes the map that takes the corners of a rectangle from (0, 0) to four points.
  ///
  /// - Returns: `nil` if three of the points lie on a line.
  init?(width: Double, height: Double, to corners: Corners) {
    let p = corners.points
    let (dx1, dy1) = (p[1].x - p[2].x, p[1].y - p[2].y)
    let (dx2, dy2) = (p[3].x - p[2].x, p[3].y - p[2].y)
    let (dx3, dy3) = (p[0].x - p[1].x + p[2].x - p[3].x, p[0].y - p[1].y + p[2].y - p[3].y)
    let determinant = dx1 * dy2 - dx2 * dy1
    guard abs(determinant) > 1e-9 else { return nil }
    let g = (dx3 * dy2 - dx2 * dy3) / determinant
    let h = (dx1 * dy3 - dx3 * dy1) / determinant
    // Each corner must be seen from the same side of the plane.
    guard 1 + g > 1e-6, 1 + h > 1e-6, 1 + g + h > 1e-6 else { return nil }
    x = [(p[1].x - p[0].x + g * p[1].x) / width, (p[3].x - p[0].x + h * p[3].x) / height, p[0].x]
    y = [(p[1].y - p[0].y + g * p[1].y) / width, (p[3].y - p[0].y + h * p[3].y) / height, p[0].y]
    w = [g / width, h / height, 1]
    guard inverse != nil else { return nil }
  }

  /// Returns the image of a point.
  @inline(__always)
  func apply(_ column: Double, _ row: Double) -> Point {
    let scale = 1 / (w.x * column + w.y * row + w.z)
    return Point(
      x: (x.x * column + x.y * row + x.z) * scale, y: (y.x * column + y.y * row + y.z) * scale)
  }

  /// The derivatives of the map at a point: those of x, then those of y.
  func derivatives(_ column: Double, _ row: Double) -> Jacobian {
    let scale = 1 / (w.x * column + w.y * row + w.z)
    let point = apply(column, row)
    return Jacobian(
      xu: (x.x - point.x * w.x) * scale, xv: (x.y - point.x * w.y) * scale,
      yu: (y.x - point.y * w.x) * scale, yv: (y.y - point.y * w.y) * scale)
  }

  /// The inverse map, normalised so that its last coefficient is 1 where that can be; `nil` if there
  /// is none.
  var inverse: Homography? {
    let c0 = SIMD3(
      y.y * w.z - y.z * w.y, x.z * w.y - x.y * w.z, x.y * y.z - x.z * y.y)
    let c1 = SIMD3(
      y.z * w.x - y.x * w.z, x.x * w.z - x.z * w.x, x.z * y.x - x.x * y.z)
    let c2 = SIMD3(
      y.x * w.y - y.y * w.x, x.y * w.x - x.x * w.y, x.x * y.y - x.y * y.x)
    let determinant = x.x * c0.x + x.y * c1.x + x.z * c2.x
    guard determinant.isFinite, abs(determinant) > 1e-12 else { return nil }
    let scale = abs(c2.z) > 1e-12 * abs(determinant) ? 1 / c2.z : 1 / determinant
    return Homography(x: c0 * scale, y: c1 * scale, w: c2 * scale)
  }

  /// The map that first applies another one.
  func after(_ first: Homography) -> Homography {
    func row(_ r: SIMD3<Double>) -> SIMD3<Double> { r.x * first.x + r.y * first.y + r.z * first.w }
    return Homography(x: row(x), y: row(y), w: row(w))
  }

  /// The map of as many other columns to the same place.
  ///
  /// - Parameter shift: The columns by which the middle moves to the right, while both ends stay.
  func scaled(from columns: Double, to others: Double, shift: Double) -> Homography? {
    guard var inverse, abs(2 * shift) < others else { return nil }
    let share = -2 * shift / others
    let taper = 2 * share / (1 - share)
    inverse.x *= others / columns
    inverse.w += inverse.x * (taper / others)
    inverse.x *= 1 + taper
    return inverse.inverse
  }

  /// The corners of a rectangle from (0, 0).
  func corners(width: Double, height: Double) -> Corners {
    Corners(
      topLeft: apply(0, 0), topRight: apply(width, 0), bottomRight: apply(width, height),
      bottomLeft: apply(0, height))
  }
}

/// The partial derivatives of a map of the plane at a point.
struct Jacobian: Hashable, Sendable {
  var xu: Double
  var xv: Double
  var yu: Double
  var yv: Double

  /// Pixels per unit along the first axis.
  var across: Double { (xu * xu + yu * yu).squareRoot() }
  /// Pixels per unit along the second axis.
  var down: Double { (xv * xv + yv * yv).squareRoot() }
  /// The ratio of areas; negative if the map mirrors.
  var determinant: Double { xu * yv - xv * yu }

  /// The derivatives of this map with another one after it.
  func before(_ other: Jacobian) -> Jacobian {
    Jacobian(
      xu: other.xu * xu + other.xv * yu, xv: other.xu * xv + other.xv * yv,
      yu: other.yu * xu + other.yv * yu, yv: other.yu * xv + other.yv * yv)
  }

  /// The derivatives of this map where it comes after the inverse of another one.
  func after(inverseOf other: Jacobian) -> Jacobian {
    let scale = 1 / other.determinant
    return Jacobian(
      xu: (xu * other.yv - xv * other.yu) * scale, xv: (xv * other.xu - xu * other.xv) * scale,
      yu: (yu * other.yv - yv * other.yu) * scale, yv: (yv * other.xu - yu * other.xv) * scale)
  }
}

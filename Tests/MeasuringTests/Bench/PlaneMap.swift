import DecoderKit

/// A projective map of a plane to another, as nine numbers, row after row.
struct PlaneMap: Sendable {
  var m: [Double]

  func callAsFunction(_ u: Double, _ v: Double) -> Point {
    let w = m[6] * u + m[7] * v + m[8]
    return Point(x: (m[0] * u + m[1] * v + m[2]) / w, y: (m[3] * u + m[4] * v + m[5]) / w)
  }

  /// The map back, up to a factor.
  var inverse: PlaneMap {
    func minor(_ a: Int, _ b: Int, _ c: Int, _ d: Int) -> Double { m[a] * m[d] - m[b] * m[c] }
    return PlaneMap(m: [
      minor(4, 5, 7, 8), -minor(1, 2, 7, 8), minor(1, 2, 4, 5),
      -minor(3, 5, 6, 8), minor(0, 2, 6, 8), -minor(0, 2, 3, 5),
      minor(3, 4, 6, 7), -minor(0, 1, 6, 7), minor(0, 1, 3, 4),
    ])
  }

  /// The derivatives of the image point by u and by v.
  func derivatives(_ u: Double, _ v: Double) -> (byU: Point, byV: Point) {
    let w = m[6] * u + m[7] * v + m[8]
    let p = self(u, v)
    func by(_ i: Int) -> Point {
      Point(x: (m[i] - p.x * m[6 + i]) / w, y: (m[3 + i] - p.y * m[6 + i]) / w)
    }
    return (by(0), by(1))
  }
}

extension Point {
  var length: Double { (x * x + y * y).squareRoot() }
  static func - (a: Point, b: Point) -> Point { Point(x: a.x - b.x, y: a.y - b.y) }
}

import DecoderKit

extension Corners {
  /// The area, in square pixels.
  package var area: Double { signedArea.magnitude }

  /// True if the outline runs clockwise, as seen.
  var isClockwise: Bool { signedArea > 0 }

  private var signedArea: Double {
    let points = points
    return points.indices.reduce(0) { sum, index in
      let (one, other) = (points[index], points[(index + 1) % 4])
      return sum + one.x * other.y - other.x * one.y
    } / 2
  }

  /// About the share of it that lies in an image: that of a grid of points between its corners.
  package func share(insideWidth width: Int, height: Int) -> Double {
    let steps = (0..<20).map { (Double($0) + 0.5) / 20 }
    func between(_ a: Point, _ b: Point, _ share: Double) -> Point {
      Point(x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share)
    }
    let inside = steps.reduce(0) { sum, v in
      let (left, right) = (between(topLeft, bottomLeft, v), between(topRight, bottomRight, v))
      return sum
        + steps.count { u in
          let point = between(left, right, u)
          return point.x >= 0 && point.x <= Double(width) && point.y >= 0
            && point.y <= Double(height)
        }
    }
    return Double(inside) / Double(steps.count * steps.count)
  }

  /// Returns true if the centre of one outline lies in the other.
  package func holdsCentre(of other: Corners) -> Bool {
    contains(other.centre) || other.contains(centre)
  }

  /// The same outline from each corner, in both directions; itself first.
  var orientations: [Corners] {
    let p = points
    func from(_ start: Int, _ step: Int) -> Corners {
      func point(_ index: Int) -> Point { p[((start + step * index) % 4 + 4) % 4] }
      return Corners(
        topLeft: point(0), topRight: point(1), bottomRight: point(2), bottomLeft: point(3))
    }
    return (0..<4).map { from($0, 1) } + (0..<4).map { from($0, -1) }
  }
}

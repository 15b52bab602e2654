import DecoderKit

/// Bar growth of shapes that do not fit a grid: MaxiCode's hexagons and rings.
enum PolygonGrowth {
  /// Returns the polygon with every edge moved outwards by half of the growth and with mitred
  /// corners.
  ///
  /// The dark side is on each edge's right (y down), so that outwards is to its left. The inner
  /// border of a ring runs the other way round, so that its hole becomes smaller. The growth must
  /// not make hexagons touch.
  static func grown(_ polygon: [Point], growth: Double) -> [Point] {
    guard growth != 0, polygon.count >= 3 else { return polygon }
    let normals = polygon.indices.map { index -> SIMD2<Double> in
      let from = polygon[index]
      let to = polygon[(index + 1) % polygon.count]
      let way: SIMD2<Double> = [to.x - from.x, to.y - from.y]
      return SIMD2(way.y, -way.x) / (way * way).sum().squareRoot()
    }
    return polygon.indices.map { index in
      // Both edges at the corner move by the same length, so that it moves along the sum of their
      // normals.
      let before = normals[(index + polygon.count - 1) % polygon.count]
      let sum = before + normals[index]
      let mitre = sum * (growth / (sum * sum).sum())
      return Point(x: polygon[index].x + mitre.x, y: polygon[index].y + mitre.y)
    }
  }

  /// Returns true if a point lies inside closed loops, that is, if their winding number is not 0.
  static func isInside(_ x: Double, _ y: Double, _ edges: ArraySlice<SymbolOutline.Edge>) -> Bool {
    var winding = 0
    for edge in edges where (edge.fromY <= y) != (edge.toY <= y) {
      let along = (y - edge.fromY) / (edge.toY - edge.fromY)
      if edge.fromX + along * (edge.toX - edge.fromX) > x {
        winding += edge.toY > edge.fromY ? 1 : -1
      }
    }
    return winding != 0
  }
}

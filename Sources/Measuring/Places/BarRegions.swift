import DecoderKit
import Foundation

/// A place in an image that looks like parallel bars.
struct BarRegion {
  /// The middle of the place, in pixels.
  var centre: Point
  /// The direction across the bars, as a unit vector.
  var across: SIMD2<Double>
  /// Half the length across the bars, in pixels.
  var halfLength: Double
  /// Half the length along the bars, in pixels.
  var halfHeight: Double
  /// The factor by which the image was reduced in which it was found.
  var factor: Double

  /// A quarter of its area, in square pixels.
  var area: Double { halfLength * halfHeight }

  /// The direction along the bars: a quarter turn clockwise from ``across``.
  var along: SIMD2<Double> { [-across.y, across.x] }

  /// Returns true if lines across another place run where those across this one do.
  func isNearly(_ other: BarRegion) -> Bool {
    let way = SIMD2(centre.x - other.centre.x, centre.y - other.centre.y)
    let turn = abs(across.x * other.across.y - across.y * other.across.x)
    return abs((way * across).sum()) < 0.02 * halfLength
      && abs((way * along).sum()) < 0.05 * halfHeight
      && abs(halfLength / other.halfLength - 1) < 0.02
      && abs(halfHeight / other.halfHeight - 1) < 0.05 && turn * halfLength < 0.1 * halfHeight
  }

  func contains(_ point: Point) -> Bool {
    let d = SIMD2(point.x - centre.x, point.y - centre.y)
    return abs((d * across).sum()) <= halfLength && abs((d * along).sum()) <= halfHeight
  }
}

extension BarRegion {
  /// Makes a place of a decoder's corners; a scan line's has a few pixels' height.
  ///
  /// - Returns: `nil` if they are hardly apart.
  init?(along corners: Corners) {
    func middle(_ a: Point, _ b: Point) -> SIMD2<Double> { [(a.x + b.x) / 2, (a.y + b.y) / 2] }
    let way =
      middle(corners.topRight, corners.bottomRight) - middle(corners.topLeft, corners.bottomLeft)
    let length = (way * way).sum().squareRoot()
    guard length >= 20, length.isFinite else { return nil }
    let height =
      middle(corners.bottomLeft, corners.bottomRight) - middle(corners.topLeft, corners.topRight)
    self.init(
      centre: corners.centre, across: way / length, halfLength: length / 2,
      halfHeight: max((height * height).sum().squareRoot() / 2, 4), factor: 1)
  }
}

extension BarRegion {
  /// Makes the place that is all of an image; `nil` unless it is too low for cells, as a cut along a scan line
  /// is.
  init?(strip plane: LuminancePlane) {
    let sides = SIMD2(Double(plane.width), Double(plane.height))
    guard sides.min() < Double(2 * CellGrid.side + 2), sides.max() >= 20 else { return nil }
    self.init(
      centre: Point(x: sides.x / 2, y: sides.y / 2), across: sides.x >= sides.y ? [1, 0] : [0, 1],
      halfLength: sides.max() / 2, halfHeight: sides.min() / 2, factor: 1)
  }
}

/// Finds places with parallel bars: neighbouring cells whose gradients point one way.
enum BarRegions {
  /// Returns the places, the largest first.
  static func find(_ pyramid: [CellGrid]) -> [BarRegion] {
    // Print that is fainter than the writing around it, as on a can, comes last.
    [false, true].flatMap { faint -> [BarRegion] in
      // In reduced images directions are less sure.
      return pyramid.flatMap { search($0, faint ? $0.isFaint : $0.isStrong) }
        .sorted { $0.area / $0.factor > $1.area / $1.factor }
    }
  }

  private static func search(_ grid: CellGrid, _ isMember: (Int) -> Bool) -> [BarRegion] {
    let (across, down) = (grid.across, grid.down)
    var angles = [Float](repeating: .nan, count: across * down)
    for row in 0..<down {
      for column in 0..<across where isMember(row * across + column) {
        var (xx, xy, yy) = (Float(0), Float(0), Float(0))
        for y in max(row - 1, 0)...min(row + 1, down - 1) {
          for x in max(column - 1, 0)...min(column + 1, across - 1) {
            let cell = grid.cells[y * across + x]
            xx += Float(cell.xx)
            xy += Float(cell.xy)
            yy += Float(cell.yy)
          }
        }
        let difference = xx - yy
        let coherence = (difference * difference + 4 * xy * xy).squareRoot() / (xx + yy)
        if coherence > 0.45 { angles[row * across + column] = 0.5 * atan2(2 * xy, difference) }
      }
    }
    let groups = grid.groups(
      of: { !angles[$0].isNaN },
      joining: { cell, neighbour, first in
        isNear(angles[cell], angles[neighbour], 0.26) && isNear(angles[cell], angles[first], 0.6)
      })
    return groups.filter { $0.count >= 3 }.compactMap { region($0, grid) }
  }

  /// Compares two directions, which are the same after half a turn.
  private static func isNear(_ a: Float, _ b: Float, _ limit: Float) -> Bool {
    var difference = abs(a - b)
    if difference > .pi / 2 { difference = .pi - difference }
    return difference < limit
  }

  private static func region(
    _ members: [Int], _ grid: CellGrid
  ) -> BarRegion? {
    let (across, factor, cell) = (grid.across, Double(grid.factor), CellGrid.side)
    var (xx, xy, yy) = (0.0, 0.0, 0.0)
    for index in members {
      xx += Double(grid.cells[index].xx)
      xy += Double(grid.cells[index].xy)
      yy += Double(grid.cells[index].yy)
    }
    let angle = 0.5 * atan2(2 * xy, xx - yy)
    let normal = SIMD2(cos(angle), sin(angle))
    let along = SIMD2(-normal.y, normal.x)
    var low = SIMD2(Double.infinity, Double.infinity)
    var high = -low
    for index in members {
      let point = SIMD2(
        (Double(index % across) + 0.5) * Double(cell) + 1,
        (Double(index / across) + 0.5) * Double(cell) + 1)
      let place = SIMD2((point * normal).sum(), (point * along).sum())
      low = pointwiseMin(low, place)
      high = pointwiseMax(high, place)
    }
    let half = Double(cell) / 2
    let middle = (low + high) / 2
    let size = (high - low) / 2 + half
    // Fewer than eight pixels along or 20 across are no bars.
    guard size.x * 2 * factor >= 20 else { return nil }
    let centre = normal * middle.x + along * middle.y
    return BarRegion(
      centre: Point(x: centre.x * factor, y: centre.y * factor), across: normal,
      halfLength: size.x * factor, halfHeight: size.y * factor, factor: factor)
  }
}

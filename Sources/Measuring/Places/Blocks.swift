import DecoderKit
import Foundation

/// Finds places full of edges in all directions, as matrix symbols are, and draws four corners around
/// the ink of each.
enum Blocks {
  /// Returns the outlines, the largest first.
  ///
  /// - Parameter isDense: True to leave single edges out that touch the place, such as those of the label, or
  ///   of things beside it. Faint modules are left out, too.
  static func find(
    _ plane: LuminancePlane, _ pyramid: [CellGrid], isDense: Bool = false
  ) -> [Corners] {
    var outlines: [(corners: Corners, area: Double)] = []
    for grid in pyramid {
      for members in grid.groups(of: isDense ? grid.isDense : grid.isStrong)
      where members.count >= 4 {
        guard let hull = Hull(plane, grid, members, isDense: isDense), let corners = hull.corners
        else { continue }
        let area = corners.area
        let isKnown = outlines.contains { known in
          corners.contains(known.corners.centre) && known.corners.contains(corners.centre)
            && min(area, known.area) > 0.8 * max(area, known.area)
        }
        if !isKnown { outlines.append((corners, area)) }
      }
    }
    return outlines.sorted { $0.area > $1.area }.map(\.corners)
  }
}

/// The convex hull of the ink in some cells.
private struct Hull {
  /// The hull's corners, clockwise as seen, in pixels of the whole image.
  let points: [SIMD2<Double>]

  init?(_ plane: LuminancePlane, _ grid: CellGrid, _ members: [Int], isDense: Bool) {
    let side = CellGrid.side * grid.factor
    let columns = members.map { $0 % grid.across }
    let rows = members.map { $0 / grid.across }
    guard let left = columns.min(), let right = columns.max(), let top = rows.min(),
      let bottom = rows.max()
    else { return nil }
    // One cell more on each side: the last modules may lie in a weak cell.
    let x0 = max((left - 1) * side, 0)
    let x1 = min((right + 2) * side + grid.factor, plane.width)
    let y0 = max((top - 1) * side, 0)
    let y1 = min((bottom + 2) * side + grid.factor, plane.height)
    guard x1 - x0 > 8, y1 - y0 > 8 else { return nil }
    let ink = Ink(plane, x0..<x1, y0..<y1)
    let own = isDense ? Set(members) : []
    /// Ink in the cells themselves, or beside them: the last modules may lie in a weak cell.
    func isOwn(_ x: Int, _ y: Int) -> Bool {
      guard isDense else { return true }
      let margin = side / 2
      return [(-margin, 0), (margin, 0), (0, -margin), (0, margin)].contains { dx, dy in
        let (column, row) = (max(x + dx, 0) / side, max(y + dy, 0) / side)
        return column < grid.across && own.contains(row * grid.across + column)
      }
    }
    var edge: [SIMD2<Double>] = []
    for y in ink.rows {
      guard let first = ink.columns.first(where: { ink.isDark($0, y) && isOwn($0, y) }),
        let last = ink.columns.last(where: { ink.isDark($0, y) && isOwn($0, y) })
      else { continue }
      for (x, line) in [(first, y), (first, y + 1), (last + 1, y), (last + 1, y + 1)] {
        edge.append(SIMD2(Double(x), Double(line)))
      }
    }
    points = Self.hull(edge)
    guard points.count >= 4 else { return nil }
  }

  /// Andrew's monotone chain.
  private static func hull(_ points: [SIMD2<Double>]) -> [SIMD2<Double>] {
    let sorted = points.sorted { $0.x != $1.x ? $0.x < $1.x : $0.y < $1.y }
    func chain(_ points: some Sequence<SIMD2<Double>>) -> [SIMD2<Double>] {
      var chain: [SIMD2<Double>] = []
      for point in points {
        while chain.count >= 2,
          cross(chain[chain.count - 1] - chain[chain.count - 2], point - chain[chain.count - 1])
            <= 0
        {
          chain.removeLast()
        }
        chain.append(point)
      }
      return chain.dropLast()
    }
    return chain(sorted) + chain(sorted.reversed())
  }

  private static func cross(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> Double {
    a.x * b.y - a.y * b.x
  }

  /// Four corners around the hull: its sides are taken away, each time the one whose neighbours grow
  /// together with the least new area.
  var corners: Corners? {
    var points = points
    while points.count > 4 {
      var best: (index: Int, meeting: SIMD2<Double>, area: Double)?
      for index in points.indices {
        let n = points.count
        let (a, b) = (points[(index + n - 1) % n], points[index])
        let (c, d) = (points[(index + 1) % n], points[(index + 2) % n])
        let (first, second) = (b - a, c - d)
        let determinant = Self.cross(first, second)
        guard abs(determinant) > 1e-9 else { continue }
        let along = Self.cross(c - b, second) / determinant
        guard along > 0 else { continue }
        let meeting = b + first * along
        let area = abs(Self.cross(meeting - b, c - b)) / 2
        if area < best?.area ?? .infinity { best = (index, meeting, area) }
      }
      guard let best else { return nil }
      points[best.index] = best.meeting
      points.remove(at: (best.index + 1) % points.count)
    }
    guard points.count == 4 else { return nil }
    let p = points.map { Point(x: $0.x, y: $0.y) }
    let corners = Corners(topLeft: p[0], topRight: p[1], bottomRight: p[2], bottomLeft: p[3])
    return corners.isClockwise ? corners : corners.orientations[4]
  }
}

/// Dark pixels in a part of an image: those that are well below the mean of their surroundings.
private struct Ink {
  let columns: Range<Int>
  let rows: Range<Int>
  private let dark: [Bool]

  init(_ plane: LuminancePlane, _ columns: Range<Int>, _ rows: Range<Int>) {
    self.columns = columns
    self.rows = rows
    let (width, height) = (columns.count, rows.count)
    // Sums over all pixels above and left, for means over any window.
    var sums = [Int32](repeating: 0, count: (width + 1) * (height + 1))
    for y in 0..<height {
      var line: Int32 = 0
      let row = plane.pixels + (rows.lowerBound + y) * plane.stride + columns.lowerBound
      for x in 0..<width {
        line &+= Int32(row[x])
        sums[(y + 1) * (width + 1) + x + 1] = sums[y * (width + 1) + x + 1] &+ line
      }
    }
    let reach = max(min(width, height) / 4, 6)
    let gap = max(Self.range(plane, columns, rows) / 4, 6)
    var dark = [Bool](repeating: false, count: width * height)
    for y in 0..<height {
      let (top, bottom) = (max(y - reach, 0), min(y + reach + 1, height))
      let row = plane.pixels + (rows.lowerBound + y) * plane.stride + columns.lowerBound
      for x in 0..<width {
        let (left, right) = (max(x - reach, 0), min(x + reach + 1, width))
        let sum =
          sums[bottom * (width + 1) + right] &- sums[top * (width + 1) + right]
          &- sums[bottom * (width + 1) + left] &+ sums[top * (width + 1) + left]
        let mean = Int(sum) / ((right - left) * (bottom - top))
        dark[y * width + x] = Int(row[x]) < mean - gap
      }
    }
    self.dark = dark
  }

  /// The distance between the darkest and the lightest twentieth of the pixels.
  private static func range(
    _ plane: LuminancePlane, _ columns: Range<Int>, _ rows: Range<Int>
  ) -> Int {
    var counts = [Int](repeating: 0, count: 256)
    for y in rows {
      let row = plane.pixels + y * plane.stride
      for x in columns { counts[Int(row[x])] += 1 }
    }
    let few = columns.count * rows.count / 20
    func level(_ levels: some Sequence<Int>) -> Int {
      var sum = 0
      return levels.first { level in
        sum += counts[level]
        return sum > few
      } ?? 0
    }
    return level((0...255).reversed()) - level(0...255)
  }

  func isDark(_ column: Int, _ row: Int) -> Bool {
    dark[(row - rows.lowerBound) * columns.count + column - columns.lowerBound]
  }
}

import DecoderKit

/// The ends of the bars at a place: four corners of bars that may lean, or be seen at an angle.
struct PlaceEnds {
  /// The corners, clockwise from the place's own top left.
  let outline: Corners

  private static let lines = 13
  /// The step along bars, in pixels.
  private static let step = 1.5

  /// Follows the bars up and down from the middle of a place to where they end.
  ///
  /// - Parameters:
  ///   - bars: The first and the last edge, in pixels from the place's left end.
  ///   - module: About the module size, in pixels.
  /// - Returns: `nil` if the ends do not lie on two lines.
  init?(_ plane: LuminancePlane, _ region: BarRegion, bars: ClosedRange<Double>, module: Double) {
    let window = 4 * module
    let (first, last) = (
      bars.lowerBound - region.halfLength, bars.upperBound - region.halfLength
    )
    guard last - first > 2 * window else { return nil }
    /// The range of shades across a few bars.
    func contrast(_ at: Double, _ offset: Double) -> Double {
      var (low, high) = (255.0, 0.0)
      for index in -8...8 {
        let x = at + window * Double(index) / 8
        let point =
          SIMD2(region.centre.x, region.centre.y) + region.across * x
          + region.along * offset
        let value = plane.value(point.x, point.y)
        (low, high) = (min(low, value), max(high, value))
      }
      return high - low
    }
    let farthest = max(2.2 * region.halfHeight, 8)
    var ends: [Int: [SIMD2<Double>]] = [-1: [], 1: []]
    for line in 0..<Self.lines {
      let share = (Double(line) + 0.5) / Double(Self.lines)
      let at = first + window + (last - first - 2 * window) * share
      let usual = contrast(at, 0)
      guard usual > 10 else { continue }
      for way in [-1, 1] {
        var offset = 0.0
        var misses = 0
        while offset < farthest, misses < 2 {
          offset += Self.step
          misses = contrast(at, Double(way) * offset) < usual / 2 ? misses + 1 : 0
        }
        if misses == 2 { ends[way]?.append(SIMD2(at, Double(way) * (offset - 1.5 * Self.step))) }
      }
    }
    guard let top = Self.line(ends[-1] ?? []), let bottom = Self.line(ends[1] ?? [])
    else { return nil }
    func corner(_ x: Double, _ line: (slope: Double, start: Double)) -> Point {
      let point =
        SIMD2(region.centre.x, region.centre.y) + region.across * x
        + region.along * (line.start + line.slope * x)
      return Point(x: point.x, y: point.y)
    }
    // Lines that cross within the place are none of one symbol.
    guard
      [first, last].allSatisfy({ x in
        bottom.start + bottom.slope * x - top.start - top.slope * x > 2 * module
      })
    else { return nil }
    outline = Corners(
      topLeft: corner(first, top), topRight: corner(last, top), bottomRight: corner(last, bottom),
      bottomLeft: corner(first, bottom))
  }

  /// The line with the median slope (Theil and Sen), to which most points must lie near.
  private static func line(_ points: [SIMD2<Double>]) -> (slope: Double, start: Double)? {
    guard points.count >= 7 else { return nil }
    func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
    let slope = median(
      points.indices.flatMap { one in
        points.indices.filter { $0 > one }.map { other in
          (points[other].y - points[one].y) / (points[other].x - points[one].x)
        }
      })
    let starts = points.map { $0.y - slope * $0.x }
    let start = median(starts)
    let extent = abs(points[points.count - 1].x - points[0].x)
    let isStraight = 3 * starts.count { abs($0 - start) < max(0.03 * extent, 2) } > 2 * points.count
    return isStraight ? (slope, start) : nil
  }
}

import DecoderKit
import Foundation
import Symbols

/// The dark share of each pixel, computed slowly: each dark module is a polygon, clipped to each
/// pixel. So are a symbol's polygons; the areas of holes count as negative.
struct Oracle {
  let width: Int
  let height: Int
  private var dark: [Double]

  subscript(x: Int, y: Int) -> Double { dark[y * width + x] }

  /// The coverage of a symbol turned about its centre; its box with quiet zone starts in the
  /// image's corner.
  static func coverage(
    of symbol: Symbol, size: Double, angle: Double, phase: Point
  ) -> Oracle {
    let radians = angle * .pi / 180
    func turned(_ x: Double, _ y: Double) -> Point {
      let x = (x - symbol.width / 2) * size
      let y = (y - symbol.height / 2) * size
      return Point(
        x: x * cos(radians) - y * sin(radians), y: x * sin(radians) + y * cos(radians))
    }
    let margin = symbol.quietZone
    let right = symbol.width + margin.right
    let bottom = symbol.height + margin.bottom
    let box = [
      turned(-margin.left, -margin.top), turned(right, -margin.top), turned(right, bottom),
      turned(-margin.left, bottom),
    ]
    let across = span(box.map(\.x))
    let down = span(box.map(\.y))
    func pixels(_ length: Double) -> Int { Int((length - 1e-9).rounded(.up)) + 1 }
    var oracle = Oracle(
      width: pixels(across.upperBound - across.lowerBound),
      height: pixels(down.upperBound - down.lowerBound), dark: [])
    oracle.dark = Array(repeating: 0, count: oracle.width * oracle.height)

    func placed(_ x: Double, _ y: Double) -> Point {
      let point = turned(x, y)
      return Point(
        x: point.x - across.lowerBound + phase.x, y: point.y - down.lowerBound + phase.y)
    }
    for row in 0..<symbol.rows {
      let top = symbol.rowHeights[..<row].reduce(0, +)
      let bottom = top + symbol.rowHeights[row]
      for column in 0..<symbol.columns where symbol.isDark(column: column, row: row) {
        let (left, right) = (Double(column), Double(column + 1))
        oracle.add([
          placed(left, top), placed(right, top), placed(right, bottom), placed(left, bottom),
        ])
      }
    }
    for polygon in symbol.polygons { oracle.add(polygon.map { placed($0.x, $0.y) }) }
    return oracle
  }

  private mutating func add(_ polygon: [Point]) {
    let across = Self.span(polygon.map(\.x))
    let down = Self.span(polygon.map(\.y))
    let columns = max(0, Int(across.lowerBound))...min(width - 1, Int(across.upperBound))
    let rows = max(0, Int(down.lowerBound))...min(height - 1, Int(down.upperBound))
    for y in rows {
      for x in columns {
        dark[y * width + x] += Self.area(Self.clipped(polygon, toPixel: x, y))
      }
    }
  }

  /// A polygon clipped by each of the pixel's four sides in turn (Sutherland and Hodgman).
  private static func clipped(_ polygon: [Point], toPixel x: Int, _ y: Int) -> [Point] {
    var polygon = polygon
    let sides: [(Point) -> Double] = [
      { $0.x - Double(x) }, { Double(x + 1) - $0.x }, { $0.y - Double(y) },
      { Double(y + 1) - $0.y },
    ]
    for inside in sides {
      var kept: [Point] = []
      for (index, point) in polygon.enumerated() {
        let previous = polygon[(index + polygon.count - 1) % polygon.count]
        let a = inside(previous)
        let b = inside(point)
        if (a < 0) != (b < 0) {
          let t = a / (a - b)
          kept.append(
            Point(
              x: previous.x + t * (point.x - previous.x),
              y: previous.y + t * (point.y - previous.y)))
        }
        if b >= 0 { kept.append(point) }
      }
      polygon = kept
    }
    return polygon
  }

  private static func span(_ values: [Double]) -> ClosedRange<Double> {
    (values.min() ?? 0)...(values.max() ?? 0)
  }

  /// The area of a polygon, by the shoelace formula.
  private static func area(_ polygon: [Point]) -> Double {
    var twice = 0.0
    for (index, point) in polygon.enumerated() {
      let next = polygon[(index + 1) % polygon.count]
      twice += point.x * next.y - next.x * point.y
    }
    // Clockwise as seen, with y down, is positive.
    return twice / 2
  }
}

import Base
import DecoderKit
import Foundation
import Symbols
import Testing

@Suite struct MaxiCodeShapeTests {
  private func symbol(_ text: String = "MAXICODE SHAPE 0123456789") throws -> Symbol {
    try Specimen(.maxiCode(.standard), text).encoded()
  }

  /// ISO/IEC 16023, 4.11: 33 rows of 30 and 29 modules, √3 ÷ 2 apart.
  @Test func sizeIsTheStandards() throws {
    let symbol = try symbol()
    #expect(symbol.width == 30)
    #expect(abs(symbol.height - (32 * 3.0.squareRoot() / 2 + 2 / 3.0.squareRoot())) < 1e-12)
    let hexagons = symbol.polygons.filter { $0.count == 6 }
    #expect(hexagons.count > 200)
    let points = symbol.polygons.flatMap { $0 }
    let isInside = points.allSatisfy {
      $0.x >= 0 && $0.x <= symbol.width && $0.y >= 0 && $0.y <= symbol.height + 1e-12
    }
    #expect(isInside)
  }

  /// A hexagon of width 1 has an area of √3 ÷ 2, and all its sides are 1 ÷ √3 long.
  @Test func hexagonsAreRegularAndMeetTheirNeighboursInSharedCorners() throws {
    let hexagons = try symbol().polygons.filter { $0.count == 6 }
    var corners: [Point: Int] = [:]
    for hexagon in hexagons {
      for (index, point) in hexagon.enumerated() {
        let next = hexagon[(index + 1) % 6]
        let side = hypot(next.x - point.x, next.y - point.y)
        #expect(abs(side - 1 / 3.0.squareRoot()) < 1e-12)
        corners[point, default: 0] += 1
      }
      #expect(abs(Self.area(hexagon) - 3.0.squareRoot() / 2) < 1e-12)
    }
    #expect(corners.values.contains(3))
    // Almost equal corners are equal, so that there are no slivers between neighbours.
    let keys = corners.keys.map { "\(($0.x * 1e6).rounded()) \(($0.y * 1e6).rounded())" }
    #expect(Set(keys).count == keys.count)
  }

  /// Six circles, alternately light and dark, each exact to a thousandth of a module.
  @Test func ringsAreRoundAndCoverNoModule() throws {
    let symbol = try symbol()
    let circles = symbol.polygons.filter { $0.count > 6 }
    let centre = Point(x: 14.5, y: 1 / 3.0.squareRoot() + 16 * 3.0.squareRoot() / 2)
    let radii = [0.51, 1.18, 1.86, 2.53, 3.20, 3.87].map { $0 / 0.88 }
    try #require(circles.count == 6)
    for (index, circle) in circles.enumerated() {
      for (position, point) in circle.enumerated() {
        let next = circle[(position + 1) % circle.count]
        let middle = Point(x: (point.x + next.x) / 2, y: (point.y + next.y) / 2)
        for place in [point, middle] {
          let radius = hypot(place.x - centre.x, place.y - centre.y)
          #expect(abs(radius - radii[index]) < 0.0005)
        }
      }
      #expect((Self.area(circle) > 0) == (index % 2 == 1))
    }
    var random = Xoshiro256(state: (7, 7, 7, 7))
    for _ in 0..<40 {
      let other = try self.symbol(Specimen.text(50, &random))
      for hexagon in other.polygons where hexagon.count == 6 {
        let nearest = hexagon.map { hypot($0.x - centre.x, $0.y - centre.y) }.min() ?? 0
        #expect(nearest > radii[5])
      }
    }
  }

  /// The area of a polygon; positive if its corners run clockwise as seen.
  private static func area(_ polygon: [Point]) -> Double {
    polygon.indices.reduce(0) { sum, index in
      let (a, b) = (polygon[index], polygon[(index + 1) % polygon.count])
      return sum + (a.x * b.y - b.x * a.y) / 2
    }
  }
}

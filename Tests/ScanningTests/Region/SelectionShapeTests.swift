import DecoderKit
import Foundation
import Scanning
import TestSupport
import Testing

@Suite struct SelectionShapeTests {
  /// Touching, found by brute force: the outline's points on a fine grid, side by side with the shape.
  private struct Oracle {
    let outline: [Point]

    /// The distance from a point to the outline's area, by steps along its sides.
    func distance(to point: Point, steps: Int) -> Double {
      if winding(around: point) != 0 { return 0 }
      var nearest = Double.infinity
      for index in outline.indices {
        let (a, b) = (outline[index], outline[(index + 1) % outline.count])
        let (dx, dy) = ((b.x - a.x) / Double(steps), (b.y - a.y) / Double(steps))
        var (x, y) = (a.x - point.x, a.y - point.y)
        for _ in 0...steps {
          nearest = min(nearest, x * x + y * y)
          x += dx
          y += dy
        }
      }
      return nearest.squareRoot()
    }

    /// The turns of the outline around a point, by summing angles.
    func winding(around point: Point) -> Int {
      var sum = 0.0
      for index in outline.indices {
        let (a, b) = (outline[index], outline[(index + 1) % outline.count])
        var turn = atan2(b.y - point.y, b.x - point.x) - atan2(a.y - point.y, a.x - point.x)
        if turn > .pi { turn -= 2 * .pi }
        if turn < -.pi { turn += 2 * .pi }
        sum += turn
      }
      return Int((sum / (2 * .pi)).rounded())
    }
  }

  private func quadrilateral(_ random: inout SeededGenerator) -> Corners {
    // Angles in order around a centre make an outline that does not cross itself.
    let centre = Point(
      x: .random(in: 0...100, using: &random), y: .random(in: 0...100, using: &random))
    let angles = (0..<4).map { _ in Double.random(in: 0..<(2 * .pi), using: &random) }.sorted()
    let points = angles.map { angle in
      let radius = Double.random(in: 1...40, using: &random)
      return Point(x: centre.x + radius * cos(angle), y: centre.y + radius * sin(angle))
    }
    return Corners(
      topLeft: points[0], topRight: points[1], bottomRight: points[2], bottomLeft: points[3])
  }

  @Test func circlesTouchAsASlowOracleSays() {
    var random = SeededGenerator(seed: 7)
    var touching = 0
    let steps = 64
    for _ in 0..<100_000 {
      let outline = quadrilateral(&random)
      let centre = Point(
        x: .random(in: 0...100, using: &random), y: .random(in: 0...100, using: &random))
      let radius = Bool.random(using: &random) ? 0 : Double.random(in: 0...30, using: &random)
      let distance = Oracle(outline: outline.points).distance(to: centre, steps: steps)
      // Steps along the longest side leave this much unsure.
      let unsure = 40.0 * 2 / Double(steps) / 2
      guard distance == 0 || abs(distance - radius) > unsure else { continue }
      let expected = distance == 0 || distance < radius
      let found = SelectionShape.circle(centre: centre, radius: radius)
        .selects(outline, edge: .touching)
      if expected { touching += 1 }
      guard found == expected else {
        Issue.record("\(outline) circle \(centre) \(radius): \(found), oracle \(expected)")
        return
      }
    }
    #expect(touching > 10_000 && touching < 90_000)
  }

  @Test func rectanglesTouchWhereAPointIsInBoth() {
    var random = SeededGenerator(seed: 11)
    for _ in 0..<200 {
      let outline = quadrilateral(&random)
      let rectangle = Rectangle(
        x: .random(in: 0...80, using: &random), y: .random(in: 0...80, using: &random),
        width: .random(in: 1...40, using: &random), height: .random(in: 1...40, using: &random))
      let oracle = Oracle(outline: outline.points)
      // A point of the rectangle's grid inside the outline proves that they touch; none of a grid a
      // quarter of a pixel fine, on a rectangle that is a pixel larger, proves that they do not.
      func hasCommonPoint(_ grown: Double) -> Bool {
        stride(from: -grown, through: rectangle.width + grown, by: 0.5).contains { x in
          stride(from: -grown, through: rectangle.height + grown, by: 0.5).contains { y in
            oracle.winding(around: Point(x: rectangle.x + x, y: rectangle.y + y)) != 0
          }
        }
      }
      let found = SelectionShape.rectangle(rectangle).selects(outline, edge: .touching)
      if found {
        // Slivers thinner than the grid have no point on it.
        guard outline.points.isWide else { continue }
        #expect(hasCommonPoint(1))
      } else {
        #expect(!hasCommonPoint(0))
      }
    }
  }

  @Test func aPointSelectsTheSymbolThatContainsIt() {
    let outline = Rectangle(x: 10, y: 10, width: 20, height: 20).corners
    func selects(_ x: Double, _ y: Double) -> Bool {
      SelectionShape.circle(centre: Point(x: x, y: y), radius: 0).selects(outline, edge: .touching)
    }
    #expect(selects(15, 29.9) && selects(10, 10) && selects(30, 20))
    #expect(!selects(9.9, 15) && !selects(15, 30.1))
    // Whatever the order of the corners.
    let turned = Corners(
      topLeft: outline.bottomRight, topRight: outline.topRight, bottomRight: outline.topLeft,
      bottomLeft: outline.bottomLeft)
    #expect(
      SelectionShape.circle(centre: Point(x: 20, y: 20), radius: 0)
        .selects(turned, edge: .touching))
  }

  @Test func aShapeInsideASymbolTouchesIt() {
    let large = Rectangle(x: 0, y: 0, width: 100, height: 100).corners
    let small = SelectionShape.rectangle(Rectangle(x: 40, y: 40, width: 10, height: 10))
    #expect(small.selects(large, edge: .touching))
    #expect(!small.selects(large, edge: .whollyInside))
    // A cross whose corners lie in neither.
    let bar = Rectangle(x: 0, y: 44, width: 100, height: 2).corners
    #expect(small.selects(bar, edge: .touching))
  }
}

extension [Point] {
  /// True if no corner is nearer than 3 pixels to the line through two others.
  fileprivate var isWide: Bool {
    indices.allSatisfy { index in
      let (a, b, c) = (self[index], self[(index + 1) % 4], self[(index + 2) % 4])
      let area = abs((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x))
      return area / hypot(c.x - a.x, c.y - a.y) > 3
    }
  }
}

import DecoderKit
import Testing

@testable import Measuring

@Suite struct HomographyTests {
  private let corners = Corners(
    topLeft: Point(x: 10, y: 12), topRight: Point(x: 210, y: 40),
    bottomRight: Point(x: 190, y: 170), bottomLeft: Point(x: 25, y: 130))

  @Test func cornersGoWhereTheyShould() throws {
    let map = try #require(Homography(width: 21, height: 5, to: corners))
    for (a, b) in zip(map.corners(width: 21, height: 5).points, corners.points) {
      #expect(abs(a.x - b.x) < 1e-9)
      #expect(abs(a.y - b.y) < 1e-9)
    }
  }

  @Test func theInverseLeadsBack() throws {
    let map = try #require(Homography(width: 21, height: 5, to: corners))
    let inverse = try #require(map.inverse)
    for (u, v) in [(0.5, 0.5), (20, 4), (-3, 7)] {
      let there = map.apply(u, v)
      let back = inverse.apply(there.x, there.y)
      #expect(abs(back.x - u) < 1e-9)
      #expect(abs(back.y - v) < 1e-9)
    }
  }

  @Test func derivativesAreDifferences() throws {
    let map = try #require(Homography(width: 21, height: 5, to: corners))
    let (at, step) = (map.derivatives(7, 2), 1e-6)
    let (right, left) = (map.apply(7 + step, 2), map.apply(7 - step, 2))
    let (below, above) = (map.apply(7, 2 + step), map.apply(7, 2 - step))
    #expect(abs(at.xu - (right.x - left.x) / (2 * step)) < 1e-5)
    #expect(abs(at.yu - (right.y - left.y) / (2 * step)) < 1e-5)
    #expect(abs(at.xv - (below.x - above.x) / (2 * step)) < 1e-5)
    #expect(abs(at.yv - (below.y - above.y) / (2 * step)) < 1e-5)
  }

  @Test func cornersOnALineHaveNoMap() {
    let flat = Corners(
      topLeft: Point(x: 0, y: 0), topRight: Point(x: 1, y: 1), bottomRight: Point(x: 2, y: 2),
      bottomLeft: Point(x: 3, y: 3))
    #expect(Homography(width: 1, height: 1, to: flat) == nil)
  }

  @Test func theMiddleMovesBetweenEndsThatStay() throws {
    let map = try #require(Homography(width: 21, height: 5, to: corners))
    let scaled = try #require(map.scaled(from: 21, to: 42, shift: 1.5)?.inverse)
    for (column, wanted) in [(0.0, 0.0), (10.5, 21 - 1.5), (21, 42)] {
      let there = map.apply(column, 2)
      #expect(abs(scaled.apply(there.x, there.y).x - wanted) < 1e-9)
    }
  }
}

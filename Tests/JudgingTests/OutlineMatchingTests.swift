import DecoderKit
import Foundation
import Judging
import Results
import Symbols
import TestSupport
import Testing

/// Corners compared with the drawn outline, against areas counted point by point.
@Suite struct OutlineMatchingTests {
  private static let orders: [[Int]] = (0..<4).flatMap { a in
    (0..<4).flatMap { b in (0..<4).flatMap { c in (0..<4).map { [a, b, c, $0] } } }
  }.filter { Set($0).count == 4 }

  private func corners(_ points: [Point]) -> Corners {
    Corners(
      topLeft: points[0], topRight: points[1], bottomRight: points[2], bottomLeft: points[3])
  }

  /// A symbol of 25 × 20 modules (or of 25 by more), turned and moved.
  private func symbol(
    _ symbology: Symbology = .qrCode, modulePixels: Double = 4, turnDegrees: Double = 30,
    frameModules: Double = 0
  ) -> ExpectedSymbol {
    let angle = turnDegrees * .pi / 180
    let (cosine, sine) = (cos(angle), sin(angle))
    let places = [(0.0, 0.0), (25, 0), (25, 20), (0, 20)].map { x, y in
      Point(
        x: 200 + modulePixels * (x * cosine - y * sine),
        y: 100 + modulePixels * (x * sine + y * cosine))
    }
    return ExpectedSymbol(
      symbology: symbology, bytes: [1], corners: corners(places),
      extent: SymbolExtent(widthModules: 25, heightModules: 20, frameModules: frameModules))
  }

  /// The true corners, each moved by a number of modules along the symbol's width and height.
  private func moved(
    _ symbol: ExpectedSymbol, by steps: [(Double, Double)]
  ) throws -> [Point] {
    let truth = try #require(symbol.corners)
    return zip(truth.points, steps).map { point, step in
      let (x, y) = (step.0 / 25, step.1 / 20)
      return Point(
        x: point.x + x * (truth.topRight.x - truth.topLeft.x)
          + y * (truth.bottomLeft.x - truth.topLeft.x),
        y: point.y + x * (truth.topRight.y - truth.topLeft.y)
          + y * (truth.bottomLeft.y - truth.topLeft.y))
    }
  }

  private func isClose(_ value: Double?, _ wanted: Double) -> Bool {
    value.map { abs($0 - wanted) <= 0.006 * wanted } ?? false
  }

  // MARK: - Error

  @Test(arguments: [0.0, 7, 90, 211]) func theErrorIsTheLargestDistanceInModules(
    turn: Double
  ) throws {
    for pixels in [1.37, 8] {
      let symbol = symbol(modulePixels: pixels, turnDegrees: turn)
      let given = try moved(symbol, by: [(0.3, 0), (0, 0), (-3, 4), (0, 1)])
      let fit = try #require(OutlineMatching.fit(corners(given), to: symbol))
      #expect(isClose(fit.errorModules, 5), "\(fit)")
      #expect(fit.isInOrder)
    }
  }

  @Test func theOrderOfCornersIsToldApartAndNotPunished() throws {
    let symbol = symbol()
    let given = try moved(symbol, by: [(0.5, 0), (0, 0), (0, 0), (0, 0)])
    for order in Self.orders {
      let fit = try #require(OutlineMatching.fit(corners(order.map { given[$0] }), to: symbol))
      #expect(isClose(fit.errorModules, 0.5), "\(order)")
      #expect(fit.isInOrder == (order == [0, 1, 2, 3]), "\(order)")
      #expect(fit.overlap == 0.99, "\(order)")
    }
  }

  @Test func endsOfAScanLineMayBeAtAnyHeight() throws {
    let symbol = symbol(.code128)
    for (top, left, right) in [(3.0, 0.0, 0.0), (-4, 0.2, -0.1), (17, -11, 2)] {
      let line = try moved(
        symbol, by: [(left, top), (right, top), (right, top - 20), (left, top - 20)])
      let fit = try #require(OutlineMatching.fit(corners(line), to: symbol))
      let worst = max(abs(left), abs(right))
      #expect(worst == 0 ? fit.errorModules < 0.001 : isClose(fit.errorModules, worst))
      #expect(fit.overlap == nil, "a line has no area")
      #expect(fit.isInOrder)
    }
  }

  @Test func aScanLineFromRightToLeftIsInAnotherOrder() throws {
    let symbol = symbol(.ean13)
    let line = try moved(symbol, by: [(0, 5), (0, 5), (0, -15), (0, -15)])
    let back = [line[1], line[0], line[3], line[2]]
    let fit = try #require(OutlineMatching.fit(corners(back), to: symbol))
    #expect(fit.errorModules < 0.001 && !fit.isInOrder)
    // Top and bottom are the same scan lines.
    let upsideDown = [line[3], line[2], line[1], line[0]]
    #expect(OutlineMatching.fit(corners(upsideDown), to: symbol)?.isInOrder == true)
  }

  @Test func barsInsideAFrameAreMeasuredAtTheBars() throws {
    let symbol = symbol(.itf14, frameModules: 8)
    let bars = try moved(symbol, by: [(8, 5), (-8, 5), (-8, -5), (8, -5)])
    let fit = try #require(OutlineMatching.fit(corners(bars), to: symbol))
    #expect(fit.errorModules < 0.001)
    #expect(fit.overlap == 0.5)
  }

  /// ITF-14's frame is 5 modules thick and 10 away from the bars (see ``BearerBars``).
  @Test(arguments: [(BearerBars.none, 0.0), (.bars, 10), (.box, 15)])
  func theFrameOfAnITF14SymbolIsKnown(bearers: BearerBars, modules: Double) throws {
    var encoder = SymbolEncoder()
    let symbol = try encoder.encode(
      Array("1950110153000".utf8), options: .linear(.itf14(bearers: bearers)))
    #expect(symbol.extent.frameModules == modules)
  }

  @Test func withoutTheTruthThereIsNoFit() throws {
    let known = symbol()
    let given = try #require(known.corners)
    for (corners, extent) in [(nil, known.extent), (known.corners, nil)] {
      let symbol = ExpectedSymbol(
        symbology: .qrCode, bytes: [1], corners: corners, extent: extent)
      #expect(OutlineMatching.fit(given, to: symbol) == nil)
    }
  }

  @Test func cornersThatNoImageHasAreFarOffAndDoNotTrap() throws {
    let far = Point(x: 1e300, y: -1e300)
    let fit = try #require(
      OutlineMatching.fit(
        corners([far, Point(x: 0, y: 0), far, Point(x: 1e300, y: 0)]), to: symbol()))
    #expect(fit.errorModules > 1e5 && fit.overlap ?? 0 == 0)
  }

  // MARK: - Overlap

  @Test func aSquareMovedByHalfItsSideSharesAThird() throws {
    let symbol = symbol(turnDegrees: 12)
    let half = try moved(symbol, by: Array(repeating: (12.5, 0), count: 4))
    #expect(OutlineMatching.fit(corners(half), to: symbol)?.overlap == 0.333)
    let beside = try moved(symbol, by: Array(repeating: (26, 0), count: 4))
    #expect(OutlineMatching.fit(corners(beside), to: symbol)?.overlap == 0)
    let inside = try moved(symbol, by: [(5, 5), (-5, 5), (-5, -5), (5, -5)])
    #expect(OutlineMatching.fit(corners(inside), to: symbol)?.overlap == 0.3)
  }

  /// The triangles of three of four points, which together are their hull.
  private func triangles(_ points: [Point]) -> [(Point, Point, Point)] {
    (0..<4).map { left in
      let three = (0..<4).filter { $0 != left }.map { points[$0] }
      return (three[0], three[1], three[2])
    }
  }

  private func isIn(_ triangles: [(Point, Point, Point)], _ point: Point) -> Bool {
    func side(_ a: Point, _ b: Point) -> Bool {
      (b.x - a.x) * (point.y - a.y) > (b.y - a.y) * (point.x - a.x)
    }
    return triangles.contains { a, b, c in
      let first = side(a, b)
      return side(b, c) == first && side(c, a) == first
    }
  }

  @Test func theOverlapIsThatOfCountedPoints() throws {
    var random = SeededGenerator(seed: SeededGenerator.testSeed)
    let symbol = symbol(turnDegrees: 25)
    for _ in 0..<12 {
      func shift() -> Double { Double.random(in: -9...9, using: &random) }
      let given = try moved(symbol, by: (0..<4).map { _ in (shift(), shift()) })
        .shuffled(using: &random)
      let (hull, drawn) = (triangles(given), triangles(try #require(symbol.corners?.points)))
      var (both, either) = (0, 0)
      for x in stride(from: 100.5, to: 340, by: 2) {
        for y in stride(from: 50.5, to: 280, by: 2) {
          let point = Point(x: x, y: y)
          let (one, other) = (isIn(hull, point), isIn(drawn, point))
          if one && other { both += 1 }
          if one || other { either += 1 }
        }
      }
      let overlap = try #require(OutlineMatching.fit(corners(given), to: symbol)?.overlap)
      #expect(abs(overlap - Double(both) / Double(either)) < 0.02, "\(given)")
    }
  }

  // MARK: - Packing

  @Test func aFitIsTheSameAfterPacking() throws {
    for error in [0, 0.0005, 0.001, 0.1, 1, 7.03, 900, 1e9, .infinity] {
      for overlap in [nil, 0, 0.9994, 0.9996, 1] {
        for isInOrder in [true, false] {
          let fit = OutlineFit(errorModules: error, overlap: overlap, isInOrder: isInOrder)
          #expect(OutlineFit(packed: fit.packed) == fit)
          #expect(fit.isInOrder == isInOrder)
          if let overlap { #expect(abs(try #require(fit.overlap) - overlap) <= 0.0005) }
          if (0.001..<1e6).contains(error) { #expect(isClose(fit.errorModules, error)) }
        }
      }
    }
    for bits: UInt32 in [.max, 1 << 27, 0xFFFF, 0x3FE << 16] {
      #expect(OutlineFit(packed: bits) == nil)
    }
  }
}

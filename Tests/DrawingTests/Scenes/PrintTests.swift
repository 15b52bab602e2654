import DecoderKit
import Drawing
import Foundation
import Symbols
import Testing

/// Bar growth and damage compared with their definitions, point by point.
@Suite struct PrintTests {
  /// Module sizes, growth and phases put all edges on the lattice of points: this is exact.
  @Test(arguments: 0..<40)
  func barGrowthIsADilationByASquare(seed: Int) throws {
    var random = SymbolFixture.generator(317, seed)
    let heights = seed % 2 == 0 ? nil : (0..<7).map { _ in 0.25 + 0.25 * Double(random.below(12)) }
    let symbol = SymbolFixture.random(&random, columns: 9, rows: 9, rowHeights: heights)
    let growth = Double(random.below(33) - 16) / 16
    var viewpoint = Viewpoint(moduleSizePixels: 4)
    viewpoint.phase = Point(x: Double(random.below(8)) / 8, y: Double(random.below(8)) / 8)
    let printed = PrintedSymbol(symbol, barGrowthModules: growth)
    let scene = try Scene([printed], viewpoint: viewpoint)
    let grown = Morphology(symbol, growth: growth)
    let dark = SceneOracle.sampled(scene, steps: 8) { x, y in grown.isDark(x, y) ? 1 : 0 }
    var rasteriser = SceneRasteriser()
    let deviation = Deviation(try rasteriser.drawImage(scene), dark)
    #expect(deviation.worst <= 0.502, "growth \(growth)")
  }

  @Test func growthOfAModuleClosesGapsAndLossOfOneErasesBars() throws {
    // Neighbours differ in a grid of odd width whose modules alternate.
    let modules = (0..<49).map { UInt8($0 % 2) }
    let symbol = Symbol(
      symbology: .qrCode, payload: [], columns: 7, rows: 7, modules: modules,
      quietZone: QuietZone(left: 2, top: 2, right: 2, bottom: 2),
      rowHeights: Array(repeating: 1, count: 7))
    var rasteriser = SceneRasteriser()
    let viewpoint = Viewpoint(moduleSizePixels: 4)
    let bare = try rasteriser.drawImage(
      Scene([PrintedSymbol(symbol, barGrowthModules: -1)], viewpoint: viewpoint))
    #expect(bare.pixels.allSatisfy { $0 == 255 })
    let solid = try rasteriser.drawImage(
      Scene([PrintedSymbol(symbol, barGrowthModules: 1)], viewpoint: viewpoint))
    // A quarter of each corner module stays bare, because no ink is near enough.
    for y in 8..<36 {
      for x in 8..<36 {
        let isCorner = (x < 10 || x > 33) && (y < 10 || y > 33)
        let expected: UInt8 = isCorner ? 255 : 0
        #expect(solid[x, y] == expected)
      }
    }
    #expect(throws: SceneError.self) {
      try Scene([PrintedSymbol(symbol, barGrowthModules: 1.01)], viewpoint: viewpoint)
    }
  }

  /// The area of a hexagon whose sides have the distance a from its centre is 2 √3 a².
  @Test(arguments: [-0.2, 0, 0.3], [0, 12.0])
  func hexagonsGrowToHexagons(growth: Double, rotation: Double) throws {
    let inner = 0.8
    let hexagon = (0..<6).map { corner -> Point in
      let angle = (60 * Double(corner) + 30) * Double.pi / 180
      return Point(
        x: 4 + inner / cos(.pi / 6) * cos(angle), y: 4 + inner / cos(.pi / 6) * sin(angle))
    }
    let symbol = Symbol(
      symbology: .maxiCode, payload: [], columns: 8, rows: 1,
      modules: Array(repeating: 0, count: 8),
      quietZone: QuietZone(left: 1, top: 1, right: 1, bottom: 1), rowHeights: [8],
      polygons: [hexagon])
    var viewpoint = Viewpoint(moduleSizePixels: 9.7)
    viewpoint.rotationDegrees = rotation
    var rasteriser = SceneRasteriser()
    var plane = InkPlane()
    let scene = try Scene(
      [PrintedSymbol(symbol, barGrowthModules: growth)], viewpoint: viewpoint)
    rasteriser.drawInk(scene, into: &plane)
    let image = try rasteriser.drawImage(scene)
    #expect(Deviation(image, plane.values.map(Double.init)).worst < 0.502)
    let area = plane.values.reduce(0.0) { $0 + Double($1) } / (9.7 * 9.7)
    let side = inner + growth / 2
    #expect(abs(area - 2 * 3.0.squareRoot() * side * side) < 1e-4)
  }

  /// Spots are drawn over spots, over grown modules and over a polygon, as with paint.
  @Test(arguments: 0..<8)
  func spotsCoverWhatLiesBeneath(seed: Int) throws {
    var random = SymbolFixture.generator(397, seed)
    let triangle = [Point(x: 2.1, y: 3.3), Point(x: 6.2, y: 4.9), Point(x: 3.4, y: 7.7)]
    let hasTriangle = seed % 4 == 3
    let grid = SymbolFixture.random(&random, columns: 9, rows: 9)
    let symbol = Symbol(
      symbology: .qrCode, payload: [], columns: 9, rows: 9,
      modules: hasTriangle ? Array(repeating: 0, count: 81) : grid.modules,
      quietZone: grid.quietZone, rowHeights: grid.rowHeights,
      polygons: hasTriangle ? [triangle] : [])
    var spots = try Damage.spots(percent: [5, 20, 45, 70][seed % 4], on: symbol, &random)
    if seed >= 4 { spots += try Damage.scratch(widthModules: 0.5, on: symbol, &random) }
    let growth = hasTriangle ? 0 : [0, 0.35, -0.4][seed % 3]
    var viewpoint = Viewpoint(moduleSizePixels: 3.1)
    viewpoint.rotationDegrees = 20 + 50 * random.unit()
    let scene = try Scene(
      [PrintedSymbol(symbol, barGrowthModules: growth, spots: spots)], viewpoint: viewpoint)
    let reach = max(growth / 2, 0)
    let isBare = !symbol.modules.contains(1) || growth < 0
    let grown = Morphology(symbol, growth: growth)
    func isDark(_ x: Double, _ y: Double) -> Bool {
      // Spots end at the edge of the symbol and its ink.
      let beyond = isBare ? 0 : reach
      if x > -beyond, y > -beyond, x < 9 + beyond, y < 9 + beyond,
        let top = spots.last(where: { Self.isOn($0, x, y) })
      {
        return top.isDark
      }
      if hasTriangle { return Self.isInside(x, y, triangle) }
      return grown.isDark(x, y)
    }
    let dark = SceneOracle.sampled(scene, steps: 32) { isDark($0, $1) ? 1 : 0 }
    var rasteriser = SceneRasteriser()
    let deviation = Deviation(try rasteriser.drawImage(scene), dark)
    // 32 × 32 points tell areas under slanted edges to about half a per cent.
    #expect(deviation.worst <= 2.5)
    #expect(deviation.mean < 0.35)
  }

  @Test(arguments: [0, 0.1, 1, 7.5, 30, 60, 80])
  func damageCoversTheShareAskedFor(percent: Double) throws {
    var random = SymbolFixture.generator(337, 1)
    let symbol = SymbolFixture.random(&random, columns: 25, rows: 25)
    let spots = try Damage.spots(percent: percent, on: symbol, &random)
    // Other points than those that the renderer counts with.
    let steps = 531
    var covered = 0
    for row in 0..<steps {
      for column in 0..<steps {
        let x = (Double(column) + 0.5) / Double(steps) * 25
        let y = (Double(row) + 0.5) / Double(steps) * 25
        if spots.contains(where: { Self.isOn($0, x, y) }) {
          covered += 1
        }
      }
    }
    let share = 100 * Double(covered) / Double(steps * steps)
    #expect(abs(share - percent) < 0.15, "covers \(share) %")
    #expect(spots.dropLast().allSatisfy { Damage.diameters.contains(2 * $0.radius) })
    if percent > 20 {
      let dark = spots.filter(\.isDark).count
      #expect(dark > spots.count / 4 && dark < spots.count * 3 / 4)
    }
  }

  /// A crease is a straight band from border to border: compared with a band, point by point.
  @Test(arguments: 0..<20)
  func aCreaseIsABand(seed: Int) throws {
    var random = SymbolFixture.generator(341, seed)
    let symbol = SymbolFixture.random(&random, columns: 12, rows: 9)
    let width = [0.25, 0.5, 1, 2][seed % 4]
    let spots = try Damage.scratch(widthModules: width, on: symbol, &random)
    #expect(spots.allSatisfy { $0.radius == width / 2 && !$0.isDark })
    let (from, to) = try (#require(spots.first).centre, #require(spots.last).centre)
    let length = hypot(to.x - from.x, to.y - from.y)
    try #require(length > 0)
    let (u, v) = ((to.x - from.x) / length, (to.y - from.y) / length)
    let step = 0.125
    for y in stride(from: step / 2, to: symbol.height, by: step) {
      for x in stride(from: step / 2, to: symbol.width, by: step) {
        let fromMiddle = abs((x - from.x) * v - (y - from.y) * u)
        let isCovered = spots.contains {
          hypot($0.centre.x - x, $0.centre.y - y) <= width / 2
        }
        if fromMiddle > width / 2 + 1e-9 {
          #expect(!isCovered, "\(x) \(y)")
        } else if fromMiddle < 0.968 * width / 2 {
          #expect(isCovered, "\(x) \(y)")
        }
      }
    }
  }

  @Test func damageOutOfRangeIsRefused() throws {
    var random = SymbolFixture.generator(337, 1)
    let symbol = SymbolFixture.random(&random)
    for percent in [-1, 80.5, .nan] {
      #expect(throws: SceneError.self) {
        try Damage.spots(percent: percent, on: symbol, &random)
      }
    }
    for width in [0, 4.1] {
      #expect(throws: SceneError.self) {
        try Damage.scratch(widthModules: width, on: symbol, &random)
      }
    }
  }

  private static func isOn(_ spot: Spot, _ x: Double, _ y: Double) -> Bool {
    let (dx, dy) = (x - spot.centre.x, y - spot.centre.y)
    return dx * dx + dy * dy < spot.radius * spot.radius
  }

  private static func isInside(_ x: Double, _ y: Double, _ triangle: [Point]) -> Bool {
    let sides = (0..<3).map { index -> Bool in
      let (a, b) = (triangle[index], triangle[(index + 1) % 3])
      return (b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x) > 0
    }
    return sides.allSatisfy { $0 } || sides.allSatisfy { !$0 }
  }
}

/// Bar growth by its definition: a point is dark if some ink lies within reach, or, for a symbol
/// that shrank, if everything within reach is ink.
private struct Morphology {
  private let symbol: Symbol
  private let tops: [Double]
  private let growth: Double

  init(_ symbol: Symbol, growth: Double) {
    self.symbol = symbol
    self.growth = growth
    tops = SymbolFixture.tops(symbol)
  }

  func isDark(_ x: Double, _ y: Double) -> Bool {
    let reach = abs(growth) / 2
    let wanted = growth >= 0
    let columns = Int((x - reach).rounded(.down))...Int((x + reach).rounded(.down))
    // Rows −1 and `rows` are the paper above and below.
    for row in -1...symbol.rows {
      let top = row < 0 ? -Double.infinity : tops[row]
      let bottom = row == symbol.rows ? Double.infinity : tops[row + 1]
      guard top < y + reach, bottom > y - reach || bottom == y && reach == 0 else { continue }
      for column in columns where symbol.isDark(column: column, row: row) == wanted {
        return wanted
      }
    }
    return !wanted
  }
}

import Base
import DecoderKit
import Drawing
import Symbols
import Testing

/// Layouts, surroundings, frames and the two ways of drawing.
@Suite struct SceneTests {
  @Test func quietZoneEndsWhereAskedAndTheSurroundingsGoOnForFourModules() throws {
    let symbol = Symbol(
      symbology: .qrCode, payload: [], columns: 10, rows: 10,
      modules: Array(repeating: 1, count: 100),
      quietZone: QuietZone(left: 4, top: 3, right: 2, bottom: 1),
      rowHeights: Array(repeating: 1, count: 10))
    let scene = try Scene(
      [PrintedSymbol(symbol)], viewpoint: Viewpoint(moduleSizePixels: 4),
      surroundings: Surroundings(.dark, quietZonePercent: 50))
    #expect(scene.width == 4 * (4 + 2 + 10 + 1 + 4) + 1)
    #expect(scene.height == 8 * 4 + 6 + 40 + 2 + 1)
    var rasteriser = SceneRasteriser()
    let image = try rasteriser.drawImage(scene)
    for y in 0..<image.height {
      for x in 0..<image.width {
        let isFree = (16..<16 + 8 + 40 + 4).contains(x) && (16..<16 + 6 + 40 + 2).contains(y)
        let isSymbol = (24..<64).contains(x) && (22..<62).contains(y)
        #expect(image[x, y] == (isFree && !isSymbol ? 255 : 0))
      }
    }
  }

  @Test(arguments: 0..<30)
  func layoutsKeepQuietZonesApart(seed: Int) throws {
    var random = SymbolFixture.generator(417, seed)
    let count = 1 + random.below(9)
    let symbols = (0..<count).map { _ in
      SymbolFixture.random(&random, columns: 3 + random.below(40), rows: 3 + random.below(20))
    }
    let spacing = 3 * random.unit()
    let columns = 1 + random.below(4)
    let layouts: [SceneLayout] = [
      .grid(rows: (count + columns - 1) / columns, columns: columns, spacingModules: spacing),
      .stack(spacingModules: spacing),
    ]
    let percent = seed % 2 == 0 ? 100.0 : 150
    for layout in layouts {
      let places = try layout.place(symbols, quietZonePercent: percent)
      let boxes = zip(symbols, places).map { symbol, place -> [Double] in
        let zone = symbol.quietZone
        let share = percent / 100
        return [
          place.x - zone.left * share, place.y - zone.top * share,
          place.x + symbol.width + zone.right * share,
          place.y + symbol.height + zone.bottom * share,
        ]
      }
      for (index, a) in boxes.enumerated() {
        #expect(a[0] >= -1e-9 && a[1] >= -1e-9)
        for b in boxes[..<index] {
          // The gap across or down is at least the spacing.
          let across = max(a[0] - b[2], b[0] - a[2])
          let down = max(a[1] - b[3], b[1] - a[3])
          #expect(max(across, down) >= spacing - 1e-9)
        }
      }
    }
    let stacked = try layouts[1].place(symbols)
    #expect(stacked.allSatisfy { $0.x == stacked[0].x })
  }

  @Test func impossibleScenesAreRefusedInWords() throws {
    var random = SymbolFixture.generator(427, 1)
    let printed = PrintedSymbol(SymbolFixture.random(&random))
    let viewpoint = Viewpoint(moduleSizePixels: 3)
    func objection(_ make: () throws(SceneError) -> Scene) -> String {
      do throws(SceneError) {
        _ = try make()
        return "nothing"
      } catch { return error.description }
    }
    let crowded = objection { () throws(SceneError) in
      try Scene(
        [printed, printed, printed], layout: .grid(rows: 1, columns: 2, spacingModules: 0),
        viewpoint: viewpoint)
    }
    #expect(crowded == "a grid of 1 × 2 has no room for 3 symbols")
    let narrow = objection { () throws(SceneError) in
      try Scene([printed], viewpoint: viewpoint, frame: Frame(width: 10, height: 900))
    }
    #expect(narrow.contains("more than the frame of 10 × 900"))
    let empty = objection { () throws(SceneError) in try Scene([], viewpoint: viewpoint) }
    #expect(empty.contains("without symbols"))
    let negative = objection { () throws(SceneError) in
      try Scene(
        [printed], viewpoint: viewpoint, surroundings: Surroundings(.dark, quietZonePercent: -1))
    }
    #expect(negative.contains("quiet zone of -1 %"))
    let huge = objection { () throws(SceneError) in
      try Scene(width: 20_000, height: 10, filledWith: .dark)
    }
    #expect(huge.contains("16384"))
  }

  /// Each symbol of a scene is drawn as if it were alone in it, with one camera for all.
  @Test(arguments: 0..<6)
  func symbolsDoNotDisturbOneAnother(seed: Int) throws {
    var random = SymbolFixture.generator(437, seed)
    let printed = (0..<5).map { _ in PrintedSymbol(SymbolFixture.random(&random)) }
    var viewpoint = Viewpoint(moduleSizePixels: 1 + 3 * random.unit())
    viewpoint.rotationDegrees = seed < 2 ? 0 : 360 * random.unit()
    viewpoint.tiltDegrees = seed < 4 ? 0 : 40
    viewpoint.curvatureDegrees = seed == 5 ? 40 : 0
    let scene = try Scene(
      printed, layout: .grid(rows: 2, columns: 3, spacingModules: 1), viewpoint: viewpoint)
    var rasteriser = SceneRasteriser()
    var together = InkPlane()
    rasteriser.drawInk(scene, into: &together)
    var oracle = CoverageOracle(width: scene.width, height: scene.height)
    for placed in scene.symbols {
      let symbol = placed.printed.symbol
      let steps = seed == 5 ? 24 : 1
      for row in 0..<symbol.rows {
        for column in 0..<symbol.columns where symbol.isDark(column: column, row: row) {
          for step in 0..<steps {
            let a = Double(column) + Double(step) / Double(steps)
            let b = Double(column) + Double(step + 1) / Double(steps)
            oracle.add(
              [(a, row), (b, row), (b, row + 1), (a, row + 1)].map {
                placed.map.apply(x: $0.0, y: Double($0.1))
              })
          }
        }
      }
    }
    let deviation = Deviation(together, oracle.dark)
    #expect(deviation.worst < (seed == 5 ? 2.5 : 0.01))
    #expect(deviation.mean < 0.05)
  }

  @Test(arguments: 0..<20)
  func imageIsTheInkInBlackOnWhite(seed: Int) throws {
    var random = SymbolFixture.generator(447, seed)
    let scene = try Self.anyScene(seed, &random)
    var used = SceneRasteriser()
    var plane = InkPlane(width: 7, height: 300, filledWith: 0.3)
    for other in 0..<3 { used.drawInk(try Self.anyScene(other + seed, &random), into: &plane) }
    used.drawInk(scene, into: &plane)
    let image = try used.drawImage(scene)
    #expect(plane.width == image.width && plane.height == image.height)
    #expect(plane.values.allSatisfy { $0 >= 0 && $0 <= 1 })
    #expect(Deviation(image, plane.values.map(Double.init)).worst < 0.502)
    // Earlier drawings leave no trace.
    var fresh = SceneRasteriser()
    let isSame = try fresh.drawImage(scene) == image
    #expect(isSame)
  }

  @Test(arguments: 0..<12)
  func nearestTakesTheModuleAtThePixelsCentre(seed: Int) throws {
    var random = SymbolFixture.generator(457, seed)
    let symbol = SymbolFixture.random(&random)
    var viewpoint = Viewpoint(moduleSizePixels: 0.7 + 3 * random.unit())
    viewpoint.rotationDegrees = seed % 3 == 0 ? 0 : 360 * random.unit()
    viewpoint.phase = Point(x: random.unit(), y: random.unit())
    let scene = try Scene([PrintedSymbol(symbol)], viewpoint: viewpoint, sampling: .nearest)
    var rasteriser = SceneRasteriser()
    let image = try rasteriser.drawImage(scene)
    let map = scene.symbols[0].map
    let origin = map.apply(x: 0, y: 0)
    let unit = map.apply(x: 1, y: 0)
    let (a, b) = (unit.x - origin.x, unit.y - origin.y)
    for y in 0..<image.height {
      for x in 0..<image.width {
        let (u, v) = (Double(x) + 0.5 - origin.x, Double(y) + 0.5 - origin.y)
        let column = (a * u + b * v) / (a * a + b * b)
        let row = (a * v - b * u) / (a * a + b * b)
        let isDark = symbol.isDark(
          column: Int(column.rounded(.down)), row: Int(row.rounded(.down)))
        #expect(image[x, y] == (isDark ? 0 : 255))
      }
    }
  }

  @Test func frameHoldsTheSamePixelsInItsMiddle() throws {
    var random = SymbolFixture.generator(467, 1)
    let printed = PrintedSymbol(SymbolFixture.random(&random))
    var viewpoint = Viewpoint(moduleSizePixels: 2.3)
    viewpoint.phase = Point(x: 0.25, y: 0.625)
    var rasteriser = SceneRasteriser()
    let small = try rasteriser.drawImage(Scene([printed], viewpoint: viewpoint))
    let frame = Frame(width: small.width + 31, height: small.height + 8)
    let large = try rasteriser.drawImage(Scene([printed], viewpoint: viewpoint, frame: frame))
    #expect(large.width == frame.width && large.height == frame.height)
    for y in 0..<large.height {
      for x in 0..<large.width {
        let isInside = (0..<small.width).contains(x - 15) && (0..<small.height).contains(y - 4)
        // Coordinates in the frame have other rounding errors: a tie may be rounded the other way.
        let wanted = isInside ? small[x - 15, y - 4] : 255
        #expect(abs(Int(large[x, y]) - Int(wanted)) <= (isInside ? 1 : 0))
      }
    }
  }

  private static func anyScene(_ seed: Int, _ random: inout Xoshiro256) throws -> Scene {
    var viewpoint = Viewpoint(moduleSizePixels: 1 + 3 * random.unit())
    viewpoint.rotationDegrees = seed % 2 == 0 ? 0 : 360 * random.unit()
    viewpoint.curvatureDegrees = seed % 5 == 0 ? 30 : 0
    viewpoint.phase = Point(x: random.unit(), y: random.unit())
    let symbol = SymbolFixture.random(&random)
    let spots = seed % 3 == 0 ? try Damage.spots(percent: 20, on: symbol, &random) : []
    let fills: [Surroundings.Fill] = [
      .paper, .dark, .texture(.noise, scalePixels: 5, generator: random),
      .texture(.stripes, scalePixels: 2, generator: random),
    ]
    return try Scene(
      [PrintedSymbol(symbol, barGrowthModules: seed % 4 == 1 ? 0.2 : 0, spots: spots)],
      viewpoint: viewpoint, surroundings: Surroundings(fills[seed % 4]))
  }
}

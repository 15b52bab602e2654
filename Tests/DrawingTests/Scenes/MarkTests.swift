import Base
import DecoderKit
import Drawing
import Symbols
import Testing

/// Marks compared with their definitions, point by point or rectangle by rectangle.
@Suite struct MarkTests {
  /// A symbol of few modules, turned so that no edge runs along the pixels.
  private static func symbol(_ random: inout Xoshiro256, rowHeights: [Double]? = nil) -> Symbol {
    SymbolFixture.random(&random, columns: 5, rows: 5, rowHeights: rowHeights)
  }

  private static func plane(_ scene: Scene) -> InkPlane {
    var plane = InkPlane()
    var rasteriser = SceneRasteriser()
    rasteriser.drawInk(scene, into: &plane)
    return plane
  }

  private static func scene(
    _ printed: PrintedSymbol, moduleSize: Double = 3.9, rotation: Double = 23
  ) throws -> Scene {
    var viewpoint = Viewpoint(moduleSizePixels: moduleSize)
    viewpoint.rotationDegrees = rotation
    return try Scene([printed], viewpoint: viewpoint)
  }

  private static func isOn(_ spot: Spot, _ x: Double, _ y: Double) -> Bool {
    let (dx, dy) = (x - spot.centre.x, y - spot.centre.y)
    return dx * dx + dy * dy < spot.radius * spot.radius
  }

  // MARK: Dots

  @Test(arguments: 0..<6)
  func dotsAreTheUnionOfTheirDiscs(seed: Int) throws {
    var random = SymbolFixture.generator(601, seed)
    let symbol = Self.symbol(&random)
    var pattern = DotPattern()
    pattern.perModule = 1 + seed % 2
    pattern.sizePercent = [60, 100, 130][seed % 3]
    pattern.sizeSpreadPercent = 20
    pattern.offsetPercent = 25
    pattern.missingPercent = 10
    pattern.satellitePercent = 40
    let dots = pattern.dots(of: symbol, &random)
    let scene = try Self.scene(PrintedSymbol(symbol, mark: .dots(dots, nil)))
    let truth = SceneOracle.sampled(scene, steps: 16) { x, y in
      dots.contains { Self.isOn($0, x, y) } ? 1 : 0
    }
    let deviation = Deviation(Self.plane(scene), truth)
    // 16 × 16 points tell areas under slanted edges to about a per cent, and chords are as far off.
    #expect(deviation.worst <= 8)
    #expect(deviation.mean < 0.4)
  }

  /// Neighbours touch in a point, where rounding must not take one for covered by the other.
  @Test(arguments: 1...8)
  func regularDotsThatTouchAreAllThere(perModule: Int) throws {
    var random = SymbolFixture.generator(601, 9)
    let symbol = Symbol(
      symbology: .dataMatrix, payload: [], columns: 20, rows: 1,
      modules: Array(repeating: 1, count: 20),
      quietZone: QuietZone(left: 1, top: 1, right: 1, bottom: 1),
      rowHeights: [1 / Double(perModule)])
    var pattern = DotPattern()
    pattern.perModule = perModule
    let dots = pattern.dots(of: symbol, &random)
    #expect(dots.count == 20 * perModule)
    // Each dot is 6 px wide.
    let scene = try Self.scene(
      PrintedSymbol(symbol, mark: .dots(dots, nil)), moduleSize: 6 * Double(perModule))
    let area = Self.plane(scene).values.reduce(0.0) { $0 + Double($1) }
    // Chords 0.009 px inside their arcs lose 4 / 3 × 0.009 ÷ radius of a disc at most.
    #expect(abs(area / (Double(dots.count) * 9 * .pi) - 1) < 0.0042)
  }

  @Test func dotsHaveTheSizesPlacesAndGapsAskedFor() {
    var random = SymbolFixture.generator(601, 3)
    let symbol = Symbol(
      symbology: .dataMatrix, payload: [], columns: 60, rows: 60,
      modules: Array(repeating: 1, count: 3600),
      quietZone: QuietZone(left: 1, top: 1, right: 1, bottom: 1),
      rowHeights: Array(repeating: 1, count: 60))
    let seed = random
    var pattern = DotPattern()
    pattern.sizePercent = 80
    let regular = pattern.dots(of: symbol, &random)
    #expect(regular.allSatisfy { $0.radius == 0.4 })
    #expect(regular[61].centre == Point(x: 1.5, y: 1.5))
    pattern.sizeSpreadPercent = 25
    pattern.offsetPercent = 30
    random = seed
    let spread = pattern.dots(of: symbol, &random)
    let diameters = spread.map { 2 * $0.radius }
    #expect(diameters.allSatisfy { 0.6...1 ~= $0 })
    #expect(diameters.contains { $0 < 0.61 } && diameters.contains { $0 > 0.99 })
    // In a disc the mean distance from the centre is two thirds of the radius.
    let offsets = zip(regular, spread).map { a, b in
      let (dx, dy) = (a.centre.x - b.centre.x, a.centre.y - b.centre.y)
      return (dx * dx + dy * dy).squareRoot()
    }
    #expect(offsets.allSatisfy { $0 <= 0.3 + 1e-12 })
    #expect(abs(offsets.reduce(0, +) / 3600 - 0.2) < 0.005)
    pattern.missingPercent = 20
    pattern.satellitePercent = 30
    random = seed
    let worn = pattern.dots(of: symbol, &random)
    let drops = worn.filter { $0.radius >= 0.3 }
    // Four standard deviations of a binomial share.
    #expect(abs(Double(drops.count) / 3600 - 0.8) < 0.027)
    #expect(abs(Double(worn.count - drops.count) / Double(drops.count) - 0.3) < 0.034)
    #expect(Set(drops).isSubset(of: spread), "those that are left stay where they were")
  }

  @Test(arguments: 0..<4)
  func aDentIsARampFromItsDarkSideToItsBrightOne(seed: Int) throws {
    var random = SymbolFixture.generator(607, seed)
    let symbol = Self.symbol(&random)
    var pattern = DotPattern()
    pattern.sizePercent = 90
    pattern.sizeSpreadPercent = 10
    let dents = pattern.dots(of: symbol, &random)
    let direction = 40 + 90 * Double(seed)
    let strength = [1, 0.4, 0.7, 1][seed]
    let printed = PrintedSymbol(
      symbol,
      mark: .dots(dents, DentShading(strength: strength, directionDegrees: direction)))
    let scene = try Self.scene(printed)
    let light = [
      SIMD2(0.766_044_443, 0.642_787_610), [-0.642_787_610, 0.766_044_443],
      [-0.766_044_443, -0.642_787_610], [0.642_787_610, -0.766_044_443],
    ][seed]
    let truth = SceneOracle.sampled(scene, steps: 16) { x, y in
      dents.reduce(0) { sum, dent in
        guard Self.isOn(dent, x, y) else { return sum }
        let away = -((x - dent.centre.x) * light.x + (y - dent.centre.y) * light.y) / dent.radius
        return sum + 1 - strength * (1 + away)
      }
    }
    let plane = Self.plane(scene)
    let deviation = Deviation(plane, truth)
    #expect(deviation.worst <= 6)
    #expect(deviation.mean < 0.5)
    if strength == 1 { #expect(plane.values.contains { $0 < -0.3 }) }
  }

  // MARK: Laser

  @Test(arguments: [(0.25, 70.0, 40.0), (0.5, 50.0, 0.0), (0.34, 90.0, 10.0)])
  func aHatchIsLinesWithBurntEnds(pitch: Double, width: Double, burn: Double) throws {
    var random = SymbolFixture.generator(613, Int(width))
    let heights = burn == 10 ? [1, 2.5, 1, 0.5, 1] : nil
    let symbol = Self.symbol(&random, rowHeights: heights)
    let hatch = Hatch(pitchModules: pitch, linePercent: width, burnPercent: burn)
    let scene = try Self.scene(PrintedSymbol(symbol, mark: .hatch(hatch)), moduleSize: 7)
    let tops = SymbolFixture.tops(symbol)
    let truth = SceneOracle.sampled(scene, steps: 16) { x, y in
      guard let row = tops.lastIndex(where: { $0 <= y }), row < symbol.rows else { return 0 }
      let height = tops[row + 1] - tops[row]
      let count = max(1, (height / pitch).rounded())
      let half = height / count * width / 200
      // Burns do not reach beyond the next line here, nor into the next row.
      let nearest: Double = ((y - tops[row]) / height * count).rounded(.down) + 0.5
      let lines: [Double] = [nearest - 1, nearest, nearest + 1]
      for column in -1...symbol.columns where symbol.isDark(column: column, row: row) {
        let (left, right) = (Double(column), Double(column + 1))
        for line in lines where line > 0 && line < count {
          let middle = tops[row] + line * height / count
          if x > left, x < right, abs(y - middle) < half { return 1 }
          guard burn > 0 else { continue }
          let radius = half * (1 + burn / 100)
          let ends = [
            symbol.isDark(column: column - 1, row: row) ? nil : left + half,
            symbol.isDark(column: column + 1, row: row) ? nil : right - half,
          ]
          for case let end? in ends
          where (x - end) * (x - end) + (y - middle) * (y - middle) < radius * radius {
            return 1
          }
        }
      }
      return 0
    }
    let deviation = Deviation(Self.plane(scene), truth)
    #expect(deviation.worst <= 8)
    #expect(deviation.mean < 0.6)
  }

  // MARK: Thermal print

  @Test(arguments: 0..<6)
  func deadElementsLeaveTheirOwnLinesBlank(seed: Int) throws {
    var random = SymbolFixture.generator(617, seed)
    let heights = seed % 2 == 0 ? nil : [1, 2.5, 0.75, 1.25, 1]
    let symbol = Self.symbol(&random, rowHeights: heights)
    let perModule = 2 + seed % 3
    let dead = DeadLines(
      percent: 40, perModule: perModule, isLadder: seed >= 3, on: symbol, &random)
    let printed = PrintedSymbol(symbol, deadLines: dead)
    let scene = try Self.scene(printed)
    var oracle = CoverageOracle(width: scene.width, height: scene.height)
    let map = scene.symbols[0].map
    let tops = SymbolFixture.tops(symbol)
    // Each dark module is cut into the pieces that single elements print.
    for row in 0..<symbol.rows {
      for column in 0..<symbol.columns where symbol.isDark(column: column, row: row) {
        let (from, to): (Double, Double) =
          dead.isLadder
          ? (tops[row], tops[row + 1]) : (Double(column), Double(column + 1))
        for element in 0..<Int(symbol.height + symbol.width) * perModule {
          let low: Double = max(from, Double(element) / Double(perModule))
          let high: Double = min(to, Double(element + 1) / Double(perModule))
          let middle: Double = (low + high) / 2
          guard low < high, !dead.strips.contains(where: { $0.contains(middle) }) else { continue }
          let (left, right, top, bottom): (Double, Double, Double, Double) =
            dead.isLadder
            ? (Double(column), Double(column + 1), low, high)
            : (low, high, tops[row], tops[row + 1])
          oracle.add([
            map.apply(x: left, y: top), map.apply(x: right, y: top),
            map.apply(x: right, y: bottom), map.apply(x: left, y: bottom),
          ])
        }
      }
    }
    #expect(Deviation(Self.plane(scene), oracle.dark).worst < 0.05)
  }

  @Test func elementsDieAsOftenAsAskedFor() {
    var random = SymbolFixture.generator(617, 20)
    let symbol = SymbolFixture.random(&random, columns: 500, rows: 3)
    let dead = DeadLines(percent: 5, perModule: 8, isLadder: false, on: symbol, &random)
    #expect(abs(Double(dead.strips.count) / 4000 - 0.05) < 0.014)
    #expect(dead.strips.allSatisfy { abs($0.upperBound - $0.lowerBound - 0.125) < 1e-9 })
  }

  // MARK: Warp

  @Test(arguments: 0..<6)
  func aWarpMovesEveryPointOfTheInk(seed: Int) throws {
    var random = SymbolFixture.generator(619, seed)
    let symbol = Self.symbol(&random)
    let warp = PrintWarp(
      amplitudeModules: [0, 0.4, 0.9][seed % 3], wavelengthModules: 9, skewDegrees: 7, on: symbol,
      &random)
    let scene = try Self.scene(PrintedSymbol(symbol, warp: warp), moduleSize: 6)
    let map = scene.symbols[0].map
    func image(_ x: Double, _ y: Double) -> Point {
      let moved = warp.moved(x: x, y: y)
      return map.apply(x: moved.x, y: moved.y)
    }
    var oracle = CoverageOracle(width: scene.width, height: scene.height)
    let steps = 24
    for row in 0..<symbol.rows {
      for column in 0..<symbol.columns where symbol.isDark(column: column, row: row) {
        let (x, y) = (Double(column), Double(row))
        let sides = (0..<steps).map { Double($0) / Double(steps) }
        var polygon: [Point] = sides.map { image(x + $0, y) }
        polygon += sides.map { image(x + 1, y + $0) }
        polygon += sides.map { image(x + 1 - $0, y + 1) }
        polygon += sides.map { image(x, y + 1 - $0) }
        oracle.add(polygon)
      }
    }
    // Chords with an error below 0.01 px cause at most 2.5 levels on either side of a pixel.
    #expect(Deviation(Self.plane(scene), oracle.dark).worst < 5)
    let corner = image(symbol.width, 0)
    #expect(scene.symbols[0].corners.topRight == corner)
    for point in scene.symbols[0].corners.points {
      #expect(point.x >= 0 && point.y >= 0)
      #expect(point.x <= Double(scene.width) && point.y <= Double(scene.height))
    }
  }

  /// A plane wave u of wavelength λ is a solution of ∇²u = −(2π / λ)² u.
  @Test(arguments: 0..<8)
  func wavesHaveTheAmplitudeAndWavelengthAskedFor(seed: Int) {
    var random = SymbolFixture.generator(631, seed)
    let symbol = SymbolFixture.random(&random, columns: 40, rows: 40)
    let (amplitude, length) = (0.5, 8 + 4 * Double(seed))
    let warp = PrintWarp(
      amplitudeModules: amplitude, wavelengthModules: length, skewDegrees: 0, on: symbol, &random)
    func off(_ x: Double, _ y: Double) -> SIMD2<Double> {
      let moved = warp.moved(x: x, y: y)
      return [moved.x - x, moved.y - y]
    }
    let step = 0.05
    var highest = SIMD2(0.0, 0.0)
    for index in 0..<4000 {
      let (x, y) = (2 * length * random.unit(), 2 * length * random.unit())
      let here = off(x, y)
      highest = [max(highest.x, abs(here.x)), max(highest.y, abs(here.y))]
      guard index < 40 else { continue }
      let around = off(x + step, y) + off(x - step, y) + off(x, y + step) + off(x, y - step)
      let bend = (around - here * 4) / (step * step)
      let pace = 2 * Double.pi / length
      let rest = bend + here * (pace * pace)
      #expect(abs(rest.x) < 1e-3 && abs(rest.y) < 1e-3)
    }
    #expect(highest.x <= amplitude && highest.y <= amplitude)
    #expect(highest.x > 0.99 * amplitude && highest.y > 0.99 * amplitude)
  }

  @Test func aSkewLeansColumnsAndLeavesRows() {
    var random = SymbolFixture.generator(641, 1)
    let symbol = SymbolFixture.random(&random, columns: 10, rows: 10)
    let warp = PrintWarp(
      amplitudeModules: 0, wavelengthModules: 20, skewDegrees: 45, on: symbol, &random)
    let top = warp.moved(x: 3, y: 0)
    let bottom = warp.moved(x: 3, y: 10)
    #expect(abs(top.x - 8) < 1e-12 && top.y == 0)
    #expect(abs(bottom.x + 2) < 1e-12 && bottom.y == 10)
  }
}

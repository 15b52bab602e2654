import Base
import DecoderKit
import Drawing
import Foundation
import Symbols
import Testing

/// The renderer compared with polygon clipping in double precision, which shares no code with it.
@Suite struct RasteriserTests {
  @Test(arguments: 0..<48)
  func noPixelIsOffFromPolygonClipping(seed: Int) throws {
    var random = Xoshiro256(state: (1, 2, 3, UInt64(seed)))
    let symbol = Self.randomSymbol(&random)
    let size = 0.8 + 7.2 * random.unit()
    // A third is upright, a third turned by any angle, and a third by quarter turns or almost
    // multiples of them.
    let angles = [0, 360 * random.unit(), [90, 180, 270, 0.001, 89.9999, -45][seed / 3 % 6]]
    let angle = angles[seed % 3]
    let phase = Point(x: random.unit(), y: random.unit())
    let image = try Self.draw(symbol, size: size, angle: angle, phase: phase)
    let truth = Oracle.coverage(of: symbol, size: size, angle: angle, phase: phase)
    #expect(image.width == truth.width)
    #expect(image.height == truth.height)

    var worst = 0.0
    var sum = 0.0
    for y in 0..<image.height {
      for x in 0..<image.width {
        let difference = abs(Double(image[x, y]) - 255 * (1 - truth[x, y]))
        worst = max(worst, difference)
        sum += difference
      }
    }
    // Rounding to whole numbers alone makes 0.5, and 0.25 on average over grey pixels.
    #expect(worst <= 0.502)
    #expect(sum / Double(image.width * image.height) < 0.26)
  }

  @Test func moduleOfOnePixelIsExactlyTheMatrix() throws {
    var random = Xoshiro256(state: (4, 3, 2, 1))
    let symbol = Self.randomSymbol(&random)
    let image = try Self.draw(symbol, size: 1, angle: 0, phase: Point(x: 0, y: 0))
    let margin = Int(symbol.quietZone.left)
    #expect(image.width == symbol.columns + 2 * margin + 1)
    for y in 0..<image.height {
      for x in 0..<image.width {
        let isDark = symbol.isDark(column: x - margin, row: y - margin)
        #expect(image[x, y] == (isDark ? 0 : 255))
      }
    }
  }

  @Test(arguments: [(90.0, 1), (180.0, 2), (270.0, 3), (-90.0, 3), (360.0, 0)])
  func quarterTurnsAreTheMatrixTurnedClockwise(angle: Double, quarters: Int) throws {
    var random = Xoshiro256(state: (4, 4, 2, 1))
    var symbol = Self.randomSymbol(&random)
    let turned = try Self.draw(symbol, size: 2, angle: angle, phase: Point(x: 0, y: 0))
    for _ in 0..<quarters { symbol = Self.turnedClockwise(symbol) }
    let upright = try Self.draw(symbol, size: 2, angle: 0, phase: Point(x: 0, y: 0))
    let isSame = turned == upright
    #expect(isSame)
  }

  @Test func scratchMemoryCarriesNothingFromOneImageToTheNext() throws {
    var random = Xoshiro256(state: (8, 7, 6, 5))
    var used = SymbolRasteriser()
    for _ in 0..<40 {
      let symbol = Self.randomSymbol(&random)
      let placement = Self.placement(
        symbol, size: 0.8 + 5 * random.unit(), angle: random.below(2) == 0 ? 0 : 77 * random.unit(),
        phase: Point(x: random.unit(), y: random.unit()))
      var fresh = SymbolRasteriser()
      let isSame = try used.draw(symbol, placement) == fresh.draw(symbol, placement)
      #expect(isSame)
    }
  }

  /// A hash over the pixels of twenty symbols.
  static func referenceFingerprint() throws -> UInt64 {
    var random = Xoshiro256(state: (1, 1, 2, 3))
    var fingerprint: UInt64 = 0xcbf2_9ce4_8422_2325
    for round in 0..<20 {
      let image = try Self.draw(
        Self.randomSymbol(&random), size: 0.8 + 5 * random.unit(),
        angle: round % 2 == 0 ? 0 : 360 * random.unit(),
        phase: Point(x: random.unit(), y: random.unit()))
      for pixel in image.pixels {
        fingerprint = (fingerprint ^ UInt64(pixel)) &* 0x100_0000_01b3
      }
    }
    return fingerprint
  }

  @Test(arguments: Array(stride(from: -720.0, through: 720.0, by: 7.5)))
  func sineAndCosineAgreeWithTheLibrary(degrees: Double) {
    let ours = sineAndCosine(degrees: degrees)
    #expect(abs(ours.sine - sin(degrees * .pi / 180)) < 4e-15)
    #expect(abs(ours.cosine - cos(degrees * .pi / 180)) < 4e-15)
    if degrees.truncatingRemainder(dividingBy: 90) == 0 {
      #expect([-1, 0, 1].contains(ours.sine))
    }
  }

  private static func draw(
    _ symbol: Symbol, size: Double, angle: Double, phase: Point
  ) throws -> GrayImage {
    var rasteriser = SymbolRasteriser()
    return try rasteriser.draw(
      symbol, placement(symbol, size: size, angle: angle, phase: phase))
  }

  private static func placement(
    _ symbol: Symbol, size: Double, angle: Double, phase: Point
  ) -> Placement {
    Placement(
      symbol, moduleSizePixels: size, rotationDegrees: angle, phase: phase)
  }

  private static func randomSymbol(_ random: inout Xoshiro256) -> Symbol {
    let columns = 8 + random.below(18)
    let rows = 8 + random.below(18)
    // Solid areas as well as single modules, because an outline can go wrong at joined edges.
    let share = [0.5, 0.9, 0.1][random.below(3)]
    let modules = (0..<columns * rows).map { _ -> UInt8 in random.unit() < share ? 1 : 0 }
    return Symbol(
      symbology: .qrCode, payload: [], columns: columns, rows: rows, modules: modules,
      quietZone: random.below(5))
  }

  private static func turnedClockwise(_ symbol: Symbol) -> Symbol {
    var modules: [UInt8] = []
    for y in 0..<symbol.columns {
      for x in 0..<symbol.rows {
        modules.append(symbol.isDark(column: y, row: symbol.rows - 1 - x) ? 1 : 0)
      }
    }
    return Symbol(
      symbology: symbol.symbology, payload: [], columns: symbol.rows, rows: symbol.columns,
      modules: modules, quietZone: symbol.quietZone)
  }
}

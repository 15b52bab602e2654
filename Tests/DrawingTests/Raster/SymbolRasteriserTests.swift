import Base
import DecoderKit
import Drawing
import Symbols
import Testing

/// Rows of different heights, unequal margins and polygons, compared with polygon clipping.
@Suite struct SymbolRasteriserTests {
  @Test(arguments: 0..<36)
  func noPixelOfUnequalRowsIsOff(seed: Int) throws {
    var random = Xoshiro256(state: (9, 2, 3, UInt64(seed)))
    let columns = 5 + random.below(20)
    let rows = 1 + random.below(6)
    let symbol = Symbol(
      symbology: .ean13, payload: [], columns: columns, rows: rows,
      modules: (0..<columns * rows).map { _ in UInt8(random.below(2)) },
      quietZone: QuietZone(
        left: 4 * random.unit(), top: 3 * random.unit(), right: 2 * random.unit(),
        bottom: 5 * random.unit()),
      rowHeights: (0..<rows).map { _ in [0.1, 1, 3, 7.37][random.below(4)] + random.unit() })
    let angle = [0, 360 * random.unit(), 90][seed % 3]
    try Self.compare(
      symbol, size: 0.8 + 4 * random.unit(), angle: angle,
      phase: Point(x: random.unit(), y: random.unit()))
  }

  @Test(arguments: [(2.0, 0.0), (3.3, 0), (1.1, 30), (4.7, 211.5)])
  func noPixelOfAMaxiCodeIsOff(size: Double, angle: Double) throws {
    let symbol = try Self.symbol(.maxiCode(.standard), "MAXICODE 4711")
    try Self.compare(symbol, size: size, angle: angle, phase: Point(x: 0.3, y: 0.8))
  }

  @Test(arguments: [0.0, 17])
  func noPixelOfGuardBarsIsOff(angle: Double) throws {
    let symbol = try Self.symbol(.linear(.ean13(addOn: .five)), "40063813339312345")
    try Self.compare(symbol, size: 1.37, angle: angle, phase: Point(x: 0.1, y: 0.6))
  }

  private static func symbol(_ options: SymbolOptions, _ payload: String) throws -> Symbol {
    var encoder = SymbolEncoder()
    return try encoder.encode(Array(payload.utf8), options: options)
  }

  private static func compare(
    _ symbol: Symbol, size: Double, angle: Double, phase: Point
  ) throws {
    var rasteriser = SymbolRasteriser()
    let image = try rasteriser.draw(
      symbol,
      Placement(symbol, moduleSizePixels: size, rotationDegrees: angle, phase: phase))
    let truth = Oracle.coverage(of: symbol, size: size, angle: angle, phase: phase)
    try #require(image.width == truth.width && image.height == truth.height)
    var worst = 0.0
    for y in 0..<image.height {
      for x in 0..<image.width {
        worst = max(worst, abs(Double(image[x, y]) - 255 * (1 - truth[x, y])))
      }
    }
    // Rounding to whole numbers alone makes 0.5.
    #expect(worst <= 0.502)
  }
}

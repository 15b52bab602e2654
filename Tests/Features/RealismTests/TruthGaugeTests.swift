import DecoderKit
import Measuring
import Scanning
import Symbols
import Testing

@testable import Realism

/// Measurements of symbols that no decoder read.
@Suite struct TruthGaugeTests {
  private static let (module, left, top) = (4, 800, 120)

  /// An EAN-8 symbol of whole pixels in the right half of a wide image.
  private func drawing() throws -> (symbol: Symbol, image: GrayImage) {
    var encoder = SymbolEncoder()
    let symbol = try encoder.encode(Array("9638507".utf8), options: .linear(.ean8, height: 30))
    var image = GrayImage(width: 1200, height: 400, filledWith: 220)
    for column in 0..<symbol.columns where symbol.isDark(column: column, row: 0) {
      for y in Self.top..<Self.top + 120 {
        for x in 0..<Self.module { image[Self.left + column * Self.module + x, y] = 30 }
      }
    }
    return (symbol, image)
  }

  private func expected(_ symbol: Symbol, left: Int) -> ExpectedSymbol {
    let (x, y) = (Double(left), Double(Self.top))
    let width = Double(symbol.columns * Self.module)
    return ExpectedSymbol(
      symbology: .ean8, bytes: symbol.payload,
      corners: Corners(
        topLeft: Point(x: x, y: y), topRight: Point(x: x + width, y: y),
        bottomRight: Point(x: x + width, y: y + 120), bottomLeft: Point(x: x, y: y + 120)))
  }

  @Test func aDrawnSymbolIsFoundWhereItWasDrawn() throws {
    let (symbol, image) = try drawing()
    let expected = expected(symbol, left: Self.left)
    let measurement = try #require(TruthGauge(image).measure([expected], given: []).first)
    #expect(measurement.source == .measured)
    // In the pixels of the whole image.
    let outline = try #require(measurement.outline)
    for (seen, drawn) in zip(outline.points, try #require(expected.corners).points) {
      #expect(seen.distance(to: drawn) < 0.6, "\(outline)")
    }
  }

  /// What looks like a symbol far away from it is not that symbol.
  @Test func itIsLookedForNowhereElse() throws {
    let (symbol, image) = try drawing()
    let elsewhere = TruthGauge(image).measure([expected(symbol, left: 60)], given: [])
    #expect(elsewhere.map(\.source) == [.none(.notFound)])
    // A photo's symbol may lie anywhere.
    let photographed = ExpectedSymbol(
      symbology: .ean8, bytes: symbol.payload, corners: nil)
    let found = TruthGauge(image).measure([photographed], given: [])
    #expect(found.map(\.source) == [.measured])
  }
}

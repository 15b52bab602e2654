import DecoderKit
import Symbols
import TestSupport
import Testing

@testable import Measuring

/// Outlines of linear symbols whose pixels are known.
@Suite struct LinearOutlineTests {
  /// A symbol of whole pixels: a module is four, and its corner lies at (60, 40).
  private func image(of symbol: Symbol, isInverted: Bool = false) -> GrayImage {
    let size = 4
    let heights = symbol.rowHeights.map { Int($0.rounded()) }
    let (light, dark): (UInt8, UInt8) = isInverted ? (30, 220) : (220, 30)
    var image = GrayImage(
      width: symbol.columns * size + 120, height: heights.reduce(0, +) * size + 80,
      filledWith: light)
    var top = 40
    for (row, height) in heights.enumerated() {
      for column in 0..<symbol.columns where symbol.isDark(column: column, row: row) {
        for y in top..<(top + height * size) {
          for x in 0..<size { image[60 + column * size + x, y] = dark }
        }
      }
      top += height * size
    }
    return image
  }

  private func expectOutline(
    of symbol: Symbol, _ image: GrayImage, _ symbology: Symbology
  ) throws {
    let reading = Reading(symbology: symbology, bytes: symbol.payload)
    let measurement = SymbolGauge().measure(reading, in: image)
    #expect(measurement.source == .measured)
    let outline = try #require(measurement.outline)
    let right = Double(60 + symbol.columns * 4)
    let bottom = Double(image.height - 40)
    let expected = [(60.0, 40.0), (right, 40), (right, bottom), (60, bottom)]
    for (point, place) in zip(outline.points, expected) {
      #expect(abs(point.x - place.0) < 0.6, "\(symbology): \(outline)")
      #expect(abs(point.y - place.1) < 0.6, "\(symbology): \(outline)")
    }
    #expect(abs((measurement.moduleSize?.across.value ?? 0) - 4) < 0.01)
  }

  @Test func guardBarsBelongToTheOutline() throws {
    var encoder = SymbolEncoder()
    for (payload, kind, symbology) in [
      ("400638133393", LinearKind.ean13(addOn: nil), Symbology.ean13), ("9638507", .ean8, .ean8),
      ("03600029145", .upcA(addOn: nil), .upcA), ("0123450", .upcE(addOn: nil), .upcE),
    ] {
      let symbol = try encoder.encode(Array(payload.utf8), options: .linear(kind, height: nil))
      #expect(symbol.rows == 2)
      try expectOutline(of: symbol, image(of: symbol), symbology)
    }
  }

  /// Stretches of a short symbol are few modules, which strokes above it resemble by chance.
  @Test func strokesAboveAShortSymbolAreNoPartOfIt() throws {
    var encoder = SymbolEncoder()
    var random = SeededGenerator(seed: 11)
    for number in 0..<20 {
      let symbol = try encoder.encode(
        Array("\(1_234_567 + 13 * number)".utf8), options: .linear(.ean8, height: nil))
      var image = image(of: symbol)
      for column in 0..<symbol.columns where Bool.random(using: &random) {
        for y in 4..<38 { for x in 0..<4 { image[60 + column * 4 + x, y] = 30 } }
      }
      try expectOutline(of: symbol, image, .ean8)
    }
  }

  @Test func barsOfEqualLengthEndWhereTheyEnd() throws {
    var encoder = SymbolEncoder()
    let symbol = try encoder.encode(
      Array("ABC-123".utf8), options: .linear(.code128, height: 40))
    try expectOutline(of: symbol, image(of: symbol), .code128)
  }

  @Test func lightBarsOnDarkAreFoundToo() throws {
    var encoder = SymbolEncoder()
    let symbol = try encoder.encode(
      Array("ABC-123".utf8), options: .linear(.code128, height: 40))
    try expectOutline(of: symbol, image(of: symbol, isInverted: true), .code128)
  }

  @Test func charactersBeyondASCIIAreReadOffTheBars() throws {
    // Start B, two FNC4, ó four times, FNC4 once, z, two FNC4, z; then the check character.
    var codes = [104, 100, 100, 83, 83, 83, 83, 100, 90, 100, 100, 90]
    codes.append(codes.enumerated().reduce(0) { $0 + max($1.offset, 1) * $1.element } % 103)
    let bars = Code128Spelling.modules(Array(codes.dropLast()))
    #expect(Code128Sampling.data(codes) == [0xf3, 0xf3, 0xf3, 0xf3, 0x7a, 0x7a])
    var image = GrayImage(width: bars.count * 3 + 80, height: 120, filledWith: 220)
    for (column, bar) in bars.enumerated() where bar != 0 {
      for y in 30..<90 { for x in 0..<3 { image[40 + column * 3 + x, y] = 30 } }
    }
    let reading = Reading(symbology: .code128, bytes: [0xf3, 0xf3, 0xf3, 0xf3, 0x7a, 0x7a])
    let measured = SymbolGauge().measure(reading, in: image)
    #expect(measured.dimension?.columns == bars.count)
  }

  @Test func spellingsThatNobodyWouldGuessAreReadOffTheBars() throws {
    var encoder = SymbolEncoder()
    let symbol = try encoder.encode(
      [65, 50, 65, 49, 2, 65, 65, 98, 2, 50, 49, 49], options: .linear(.code128, height: 40))
    let bars = Array(symbol.modules.prefix(symbol.columns))
    try #require(!LinearPatterns.candidates(.code128, symbol.payload).contains(bars))
    try expectOutline(of: symbol, image(of: symbol), .code128)
  }

  /// Decoders call both kinds of a stacked DataBar by the name of the one that is not.
  @Test(arguments: [true, false]) func aStackedDataBarIsOneSymbol(_ isOmnidirectional: Bool) throws
  {
    var encoder = SymbolEncoder()
    let symbol = try encoder.encode(
      Array("0950110153000".utf8), options: .dataBarStacked(isOmnidirectional: isOmnidirectional))
    let image = image(of: symbol)
    for symbology in [Symbology.dataBar, .dataBarStacked] {
      try expectOutline(of: symbol, image, symbology)
    }
    let measured = SymbolGauge().measure(
      Reading(symbology: .dataBar, bytes: symbol.payload), in: image)
    #expect(measured.symbology == .dataBarStacked)
    #expect(measured.dimension == SymbolDimension(columns: 50, rows: 2))
    for other in ["0109501101530010", "0109501101531000", "0119501101530000"] {
      let another = SymbolGauge().measure(
        Reading(symbology: .dataBar, bytes: Array(other.utf8)), in: image)
      #expect(another.source != .measured, "\(other)")
    }
  }
}

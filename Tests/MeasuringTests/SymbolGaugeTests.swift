import DecoderKit
import Foundation
import Measuring
import TestSupport
import Testing

/// The gauge on images that another program draws with another encoder's symbols.
@Suite struct SymbolGaugeTests {
  /// `HARNESS_GAUGE_SCALE` sets the number of images for each symbology, `HARNESS_GAUGE_DUMP` a
  /// folder for pictures of the worst cases.
  ///
  /// Of few reads nothing is asked of the last twentieth.
  @Test func readsAreMeasuredWithinTheBars() async throws {
    let environment = ProcessInfo.processInfo.environment
    let scale = environment["HARNESS_GAUGE_SCALE"].flatMap(Int.init)
    let bench = GaugeBench(scale: scale ?? 2, dumpFolder: environment["HARNESS_GAUGE_DUMP"])
    let report = GaugeReport(cases: try await bench.run())
    if scale != nil { print(report.text) }
    try bench.dump(Array(report.worst.prefix(10)))

    let modules = report.cases.compactMap(\.moduleError).sorted()
    let outlines = report.cases.compactMap { $0.outlineError?.distance }.sorted()
    try #require(modules.count >= 5)
    #expect(Double(modules.count) >= 0.97 * Double(report.cases.count))
    #expect(modules[modules.count / 2] <= 0.003)
    #expect(outlines[outlines.count / 2] <= 0.15)
    guard report.cases.count >= 100 else { return }
    #expect(modules[modules.count * 95 / 100] <= 0.025)
    #expect(outlines[outlines.count * 95 / 100] <= 0.5)
    #expect(report.cases.count { $0.isSigmaRight == true } >= modules.count * 95 / 100)
    #expect(
      report.cases.count { abs($0.contrastError ?? 1) <= 0.03 } >= modules.count * 95 / 100)
  }

  @Test func rowsOfPDF417AreThoseThatWereDrawn() async throws {
    let scale = Proof.isAsked ? 16 : 4
    let cases = try await GaugeBench(
      scale: scale, seed: 5, symbologies: [.pdf417], readers: [.told]
    ).run().filter(\.isMeasured)
    try #require(cases.count >= scale - 1)
    for one in cases {
      // The writer draws each row four times.
      let rows = one.measurement.dimension.map { 4 * $0.rows }
      #expect(rows == one.scene.symbol.rows, "image \(one.number)")
    }
  }

  @Test func theFirstPixelsCentreLiesHalfAPixelFromTheCorner() throws {
    // A symbol of whole pixels: its first module covers the pixels from 12 to 15 in row 8 to 11.
    let symbol = try #require(DrawnSymbol(.qrCode, "QRCode", Array("HELLO 123".utf8)))
    var image = GrayImage(width: 110, height: 104, filledWith: 220)
    for y in 0..<4 * symbol.rows {
      for x in 0..<4 * symbol.columns where symbol.cells[y / 4 * symbol.columns + x / 4] != 0 {
        image[12 + x, 8 + y] = 30
      }
    }
    let reading = try #require(try Reader.zxing.reading(of: symbol, in: image))
    let outline = try #require(SymbolGauge().measure(reading, in: image).outline)
    let side = Double(4 * symbol.columns)
    let expected = [(12.0, 8.0), (12 + side, 8), (12 + side, 8 + side), (12, 8 + side)]
    for (point, place) in zip(outline.points, expected) {
      #expect(abs(point.x - place.0) < 0.03)
      #expect(abs(point.y - place.1) < 0.03)
    }
  }

  @Test(arguments: [
    (Symbology.ean13, "EAN13", "4006381333931"), (.pdf417, "PDF417", "HELLO 123"),
    (.qrCode, "QRCode", "HELLO 123"),
  ])
  func aSymbolIsLookedForNoLongerThanTheLimit(
    symbology: Symbology, writer: String, text: String
  ) throws {
    let symbol = try #require(DrawnSymbol(symbology, writer, Array(text.utf8)))
    let rows = symbol.isLinear ? 60 : 4 * Int(symbol.height)
    var image = GrayImage(width: 4 * symbol.columns + 80, height: rows + 80, filledWith: 220)
    for y in 0..<rows {
      for x in 0..<4 * symbol.columns
      where symbol.cells[y * symbol.rows / rows * symbol.columns + x / 4] != 0 {
        image[40 + x, 40 + y] = 30
      }
    }
    // Without corners, every place must be looked at.
    let reading = Reading(symbology: symbology, bytes: Array(text.utf8))
    let whole = SymbolGauge().measure(reading, in: image)
    #expect(whole.source == .measured)
    #expect(SymbolGauge(within: .seconds(60)).measure(reading, in: image) == whole)
    #expect(SymbolGauge(within: .zero).measure(reading, in: image).source == .none(.notFound))
  }

  @Test func nothingThatADecoderSaysTrapsTheGauge() {
    var random = SeededGenerator(seed: SeededGenerator.testSeed)
    for number in 0..<150 {
      let (width, height) = (Int.random(in: 1...70, using: &random), 1 + number % 60)
      let pixels = (0..<width * height).map { _ in UInt8.random(in: 0...255, using: &random) }
      guard let image = try? GrayImage(width: width, height: height, pixels: pixels) else {
        continue
      }
      func point() -> Point {
        let far = [1.0, 1, 1, 100, 1e9][Int.random(in: 0..<5, using: &random)]
        return Point(
          x: Double.random(in: -1...2, using: &random) * Double(width) * far,
          y: Double.random(in: -1...2, using: &random) * Double(height) * far)
      }
      let corners = Corners(
        topLeft: point(), topRight: point(), bottomRight: point(), bottomLeft: point())
      let digits = (0..<13).map { _ in UInt8.random(in: 48...57, using: &random) }
      let reading = Reading(
        symbology: Symbology.allCases[number % Symbology.allCases.count], bytes: digits,
        corners: number % 3 == 0 ? nil : corners)
      let found = SymbolGauge().measure(reading, in: image)
      let isSized = found.moduleSize != nil
      #expect(isSized == (found.source == .measured), "seed \(SeededGenerator.testSeed)")
    }
  }
}

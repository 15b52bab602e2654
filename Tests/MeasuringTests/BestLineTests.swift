import DecoderKit
import Measuring
import Testing

/// The best line across a linear symbol.
@Suite struct BestLineTests {
  /// A picture whose upper half is out of focus, as that of a curved label is.
  @Test(arguments: [Symbology.code128, .ean13])
  func theClearHalfOfASymbolHasTheBestLine(_ symbology: Symbology) throws {
    let clear = try Scene.plain(symbology, module: 4, turn: 0) {
      ($0.sigmaPixels, $0.noise) = (0.6, 0)
    }
    var blurred = clear
    blurred.sigmaPixels = 1.7
    let (sharp, soft) = (
      BruteForceRasteriser(scene: clear).image(), BruteForceRasteriser(scene: blurred).image()
    )
    let half = sharp.width * (sharp.height / 2)
    let mixed = try GrayImage(
      width: sharp.width, height: sharp.height,
      pixels: Array(soft.pixels[..<half] + sharp.pixels[half...]))
    let p = clear.corners
    let reading = Reading(
      symbology: symbology, bytes: clear.symbol.payload,
      corners: Corners(topLeft: p[0], topRight: p[1], bottomRight: p[2], bottomLeft: p[3]))
    let whole = try #require(SymbolGauge().measure(reading, in: sharp).condition?.bestLine)
    let found = try #require(SymbolGauge().measure(reading, in: mixed).condition)
    let best = try #require(found.bestLine)
    #expect(best.modulation > found.grades.modulation + 0.1)
    #expect(abs(best.modulation - whole.modulation) < 0.05)
    #expect(try #require(best.decodability) >= #require(found.grades.decodability))
  }

  @Test func aMatrixHasNoLines() throws {
    #expect(try Scene.plain(.qrCode).measuredCondition().bestLine == nil)
  }
}

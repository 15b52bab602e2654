import DecoderKit
import Measuring
import Testing

/// The noise of symbols whose picture differs from what a plain model of them says.
@Suite struct NoiseTests {
  /// Every pixel is a module, as files have them.
  private static func pixelExact(_ symbology: Symbology, noise: Double) throws -> Scene {
    try Scene.plain(symbology, module: 1, turn: 0) {
      $0.map = Scene.map(
        of: $0.symbol, scale: 1, turn: 0, tilt: 0, axis: 0, distance: 4,
        centre: Point(x: 8 + $0.symbol.width / 2, y: 8 + $0.symbol.height / 2))
      ($0.sigmaPixels, $0.light, $0.dark, $0.noise) = (0, 0.8, 0.2, noise)
    }
  }

  @Test(arguments: [Symbology.qrCode, .dataMatrix, .code128], [0.0, 6])
  func aPixelThatIsAModuleIsNoNoise(_ symbology: Symbology, noise: Double) throws {
    let found = try Self.pixelExact(symbology, noise: noise).measuredCondition().noiseGreyLevels
    #expect(abs(found - noise) < 0.7 + 0.15 * noise, "\(found)")
  }

  @Test(arguments: [Symbology.code128, .ean13], [0.0, 5])
  func bentBarsAreNoNoise(_ symbology: Symbology, noise: Double) throws {
    let found = try Scene.plain(symbology, module: 2, turn: 4) {
      $0.symbol.bend = 0.8
      ($0.sigmaPixels, $0.noise) = (0.5, noise)
    }.measuredCondition().noiseGreyLevels
    #expect(abs(found - noise) < 1 + 0.15 * noise, "\(found)")
  }

  /// A camera that sharpens makes bright and dark rims, which no lens makes.
  @Test(arguments: [0.0, 3]) func sharpenedEdgesAreNoNoise(_ noise: Double) throws {
    let scene = try Scene.plain(.qrCode, module: 3) {
      ($0.sigmaPixels, $0.light, $0.dark, $0.noise) = (0.7, 0.7, 0.3, 0)
    }
    let image = BruteForceRasteriser(scene: scene).image()
    var random = NormalNoise(seed: 5)
    let pixels = image.pixels.indices.map { index -> UInt8 in
      let (x, y) = (index % image.width, index / image.width)
      let around = [(1, 0), (-1, 0), (0, 1), (0, -1)].map { dx, dy in
        let (x, y) = (min(max(x + dx, 0), image.width - 1), min(max(y + dy, 0), image.height - 1))
        return Double(image.pixels[y * image.width + x])
      }
      let own = Double(image.pixels[index])
      let sharp = own + 0.4 * (4 * own - around.reduce(0, +)) + noise * random.next()
      return UInt8(min(max(sharp.rounded(), 0), 255))
    }
    let p = scene.corners
    let reading = Reading(
      symbology: .qrCode, bytes: scene.symbol.payload,
      corners: Corners(topLeft: p[0], topRight: p[1], bottomRight: p[2], bottomLeft: p[3]))
    let sharpened = try GrayImage(width: image.width, height: image.height, pixels: pixels)
    let found = try #require(SymbolGauge().measure(reading, in: sharpened).condition)
    // The grey levels' own rounding is sharpened with them, to 0.8 levels.
    #expect(abs(found.noiseGreyLevels - noise) < 1.8, "\(found.noiseGreyLevels)")
  }
}

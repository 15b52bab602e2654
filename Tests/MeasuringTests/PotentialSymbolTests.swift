import DecoderKit
import Foundation
import TestSupport
import Testing

@testable import Measuring

/// Symbols too small to read: they are looked for, and drawn again at the size that is suggested.
@Suite struct PotentialSymbolTests {
  private static let symbologies: [Symbology] = [.qrCode, .dataMatrix, .code128, .ean13, .pdf417]

  private struct Drawing {
    var symbol: DrawnSymbol
    var image: GrayImage
    var middle: Point
  }

  /// A symbol in the middle of an image, about upright in one of four directions.
  private func drawing(
    _ symbol: DrawnSymbol, module: Double, turn: Double, noise: Double, seed: UInt64
  ) -> Drawing {
    let side = symbol.diagonal * module + 60
    let middle = Point(x: side / 2, y: side / 2)
    let scene = Scene(
      symbol: symbol,
      map: Scene.map(
        of: symbol, scale: module, turn: turn, tilt: 0, axis: 0, distance: 5, centre: middle),
      imageWidth: Int(side), imageHeight: Int(side), turnDegrees: turn, tiltDegrees: 0,
      tiltAxisDegrees: 0, distance: 5, sigmaPixels: 0.4, light: 0.85, dark: 0.1, gradient: 0,
      gradientDegrees: 0, noise: noise, noiseSeed: seed)
    return Drawing(
      symbol: symbol, image: BruteForceRasteriser(scene: scene).image(), middle: middle)
  }

  private func isRead(_ drawing: Drawing) throws -> Bool {
    for reader in Reader.decoders where reader.supports(drawing.symbol.symbology) {
      if try reader.reading(of: drawing.symbol, in: drawing.image) != nil { return true }
    }
    return false
  }

  /// `HARNESS_GAUGE_SCALE` sets the number of symbols.
  @Test func symbolsTooSmallToReadAreReadAtTheSuggestedZoom() throws {
    let wanted =
      ProcessInfo.processInfo.environment["HARNESS_GAUGE_SCALE"].flatMap(Int.init)
      ?? (Proof.isAsked ? 15 : 5)
    var tried = 0
    var missed: [String] = []
    var number = 0
    while tried < wanted {
      var random = SeededGenerator(seed: 1000 + UInt64(number))
      let symbol = DrawnSymbol(
        random: Self.symbologies[number % Self.symbologies.count], using: &random)
      let module = Double.random(in: 0.7...1.9, using: &random)
      let turn =
        Double(90 * Int.random(in: 0..<4, using: &random))
        + Double.random(in: -4...4, using: &random)
      let noise = Double.random(in: 0...4, using: &random)
      number += 1
      let small = drawing(symbol, module: module, turn: turn, noise: noise, seed: UInt64(number))
      guard try !isRead(small) else { continue }
      tried += 1
      let places = SymbolGauge().potentialSymbols(in: small.image, besides: [])
      let place = places.first { $0.outline.contains(small.middle) }
      let zoom = place?.obstacles.lazy.compactMap(\.zoom).first ?? 1
      let large = drawing(
        symbol, module: module * zoom, turn: turn, noise: noise, seed: UInt64(number))
      if try place == nil || !isRead(large) {
        missed.append("\(symbol.symbology), \(module) px, zoom \(zoom)")
      }
    }
    // Of few, one.
    #expect(missed.count <= max(Int(0.07 * Double(tried)), 1), "\(missed)")
  }

  @Test func whatWasReadIsNotListed() throws {
    var random = SeededGenerator(seed: 5)
    let symbol = DrawnSymbol(random: .qrCode, using: &random)
    let drawing = drawing(symbol, module: 1.2, turn: 0, noise: 0, seed: 1)
    let places = SymbolGauge().potentialSymbols(in: drawing.image, besides: [])
    #expect(places.count == 1)
    let known = places.map(\.outline)
    #expect(SymbolGauge().potentialSymbols(in: drawing.image, besides: known).isEmpty)
  }

  /// Noise of a standard deviation around a grey.
  private func noise(_ sigma: Double, on image: GrayImage) throws -> GrayImage {
    var random = SeededGenerator(seed: 3)
    let pixels = image.pixels.map { pixel -> UInt8 in
      let sum = (0..<12).reduce(-6.0) { total, _ in total + Double.random(in: 0...1, using: &random)
      }
      return UInt8(min(max(Double(pixel) + sigma * sum, 0), 255))
    }
    return try GrayImage(width: image.width, height: image.height, pixels: pixels)
  }

  @Test(arguments: [3.0, 40]) func noiseIsNoSymbol(sigma: Double) throws {
    let grey = GrayImage(width: 320, height: 240, filledWith: 128)
    let places = SymbolGauge().potentialSymbols(in: try noise(sigma, on: grey), besides: [])
    #expect(places.isEmpty)
  }

  @Test func aTextureOverAllOfTheImageIsNoSymbol() throws {
    var random = SeededGenerator(seed: 4)
    let (across, down) = (64, 48)
    let dark = (0..<across * down).map { _ in Bool.random(using: &random) }
    let pixels = (0..<320 * 240).map { index -> UInt8 in
      dark[index / 320 / 5 * across + index % 320 / 5] ? 40 : 210
    }
    let image = try GrayImage(width: 320, height: 240, pixels: pixels)
    let whole = SymbolGauge().potentialSymbols(in: image, besides: []).contains {
      $0.outline.area > 0.9 * 320 * 240
    }
    #expect(!whole)
  }

  @Test func emptyImagesHaveNoPlaces() {
    for (width, height) in [(0, 0), (1, 1), (7, 300), (300, 300)] {
      let image = GrayImage(width: width, height: height, filledWith: 128)
      #expect(SymbolGauge().potentialSymbols(in: image, besides: []).isEmpty)
    }
  }
}

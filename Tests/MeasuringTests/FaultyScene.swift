import DecoderKit
import Measuring
import Testing

extension Scene {
  /// A small symbol of a symbology, seen from straight above in even light, without faults.
  ///
  /// - Parameters:
  ///   - module: Pixels in a module.
  ///   - margin: The light around it, in modules.
  static func plain(
    _ symbology: Symbology, module: Double = 5, turn: Double = 17, tilt: Double = 0,
    axis: Double = 0, margin: Double = 5, _ change: (inout Scene) -> Void = { _ in }
  ) throws -> Scene {
    let contents: (format: String, text: String) =
      switch symbology {
      case .qrCode: ("QRCode", "HELLO 123")
      case .dataMatrix: ("DataMatrix", "HELLO 12345")
      case .aztec: ("Aztec", "HELLO 12345")
      case .pdf417: ("PDF417", "HELLO")
      case .code128: ("Code128", "HARN")
      default: ("EAN13", "4006381333931")
      }
    let symbol = try #require(
      DrawnSymbol(symbology, contents.format, Array(contents.text.utf8), barHeight: 24))
    let side = Int(module * (symbol.diagonal + 2 * margin)) + 2
    let map = Scene.map(
      of: symbol, scale: module, turn: turn, tilt: tilt, axis: axis, distance: 4,
      centre: Point(x: Double(side) / 2 + 0.3, y: Double(side) / 2 - 0.2))
    var scene = Scene(
      symbol: symbol, map: map, imageWidth: side, imageHeight: side, turnDegrees: turn,
      tiltDegrees: tilt, tiltAxisDegrees: axis, distance: 4, sigmaPixels: 1, light: 0.8, dark: 0.1,
      gradient: 0, gradientDegrees: 0, noise: 2, noiseSeed: 7)
    change(&scene)
    return scene
  }

  /// The condition of the symbol, whose corners are known.
  func measuredCondition() throws -> SymbolCondition {
    let image = BruteForceRasteriser(scene: self).image()
    let p = corners
    let reading = Reading(
      symbology: symbol.symbology, bytes: symbol.payload,
      corners: Corners(topLeft: p[0], topRight: p[1], bottomRight: p[2], bottomLeft: p[3]))
    return try #require(SymbolGauge().measure(reading, in: image).condition)
  }
}

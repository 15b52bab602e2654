import DecoderKit
import Foundation
import TestSupport

/// The way in which one symbol is photographed, and all that is true of its picture.
struct Scene: Sendable {
  var symbol: DrawnSymbol
  /// From modules, (0, 0) being the symbol's top left, to pixels.
  var map: PlaneMap
  var imageWidth: Int
  var imageHeight: Int
  var turnDegrees: Double
  var tiltDegrees: Double
  /// The direction of the axis about which the plane leans, in degrees.
  var tiltAxisDegrees: Double
  /// The camera's distance, in diagonals of the symbol.
  var distance: Double
  var sigmaPixels: Double
  /// The reflectances at the symbol's middle, as shares of full scale.
  var light: Double
  var dark: Double
  /// The difference of the light from the symbol's darkest to its brightest corner.
  var gradient: Double
  /// The direction in which the light grows, in degrees.
  var gradientDegrees: Double
  var noise: Double
  /// The seed of the noise.
  var noiseSeed: UInt64

  var contrast: Double { light - dark }

  /// The symbol's corners, clockwise from its top left.
  var corners: [Point] {
    let (w, h) = (symbol.width, symbol.height)
    return [map(0, 0), map(w, 0), map(w, h), map(0, h)]
  }

  /// The module size along the rows and the columns, at the symbol's middle.
  var moduleSize: (across: Double, down: Double) {
    let (u, v) = map.derivatives(symbol.width / 2, symbol.height / 2)
    return (u.length, v.length)
  }

  /// The smallest and the largest module size along either axis at the symbol's corners.
  ///
  /// Along the rows alone for linear symbols.
  var moduleSizeRange: (smallest: Double, largest: Double) {
    let (w, h) = (symbol.width, symbol.height)
    let sizes = [(0, 0), (w, 0), (w, h), (0, h)].flatMap { u, v in
      let (byU, byV) = map.derivatives(u, v)
      return symbol.isLinear ? [byU.length] : [byU.length, byV.length]
    }
    return (sizes.min() ?? 0, sizes.max() ?? 0)
  }

  /// The direction of the symbol's rows at its middle, clockwise as seen.
  var seenTurnDegrees: Double {
    let u = map.derivatives(symbol.width / 2, symbol.height / 2).byU
    let degrees = atan2(u.y, u.x) * 180 / .pi
    return degrees < 0 ? degrees + 360 : degrees
  }
}

extension Scene {
  /// The longest side of an image, in pixels.
  static let longestSide = 1500.0

  /// Draws a random scene of a random symbol.
  init(random symbology: Symbology, number: Int, seed: UInt64) {
    let place = DrawnSymbol.symbologies.firstIndex(of: symbology) ?? 99
    var random = SeededGenerator(seed: seed &* 1_000_003 &+ UInt64(place * 1_000_000 + number))
    let symbol = DrawnSymbol(random: symbology, using: &random)
    func draw(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &random) }
    let (turn, tilt, axis, distance) = (draw(0...360), draw(0...45), draw(0...360), draw(3...6))
    let unit = Self.map(
      of: symbol, scale: 1, turn: turn, tilt: tilt, axis: axis, distance: distance,
      centre: Point(x: 0, y: 0))
    let byAxis = unit.derivatives(symbol.width / 2, symbol.height / 2)
    let smaller =
      symbol.isLinear ? byAxis.byU.length : min(byAxis.byU.length, byAxis.byV.length)
    let box = Self.box(of: symbol, unit)
    let margin = draw(2...24)
    let largest = (Self.longestSide - 2 * margin) / max(box.width, box.height) * smaller
    let module = exp(draw(log(1.5)...log(max(1.6, min(30, largest)))))
    let scale = module / smaller
    let centre = Point(
      x: margin + draw(0...1) - box.x * scale, y: margin + draw(0...1) - box.y * scale)
    let gradient = draw(0...0.4)
    let contrast = min(draw(0.3...1), 1 / (1 + gradient / 2))
    let dark = draw(0...1) * (1 / (1 + gradient / 2) - contrast)
    self.init(
      symbol: symbol,
      map: Self.map(
        of: symbol, scale: scale, turn: turn, tilt: tilt, axis: axis, distance: distance,
        centre: centre),
      imageWidth: Int((box.width * scale + 2 * margin + 1).rounded(.up)),
      imageHeight: Int((box.height * scale + 2 * margin + 1).rounded(.up)),
      turnDegrees: turn, tiltDegrees: tilt, tiltAxisDegrees: axis, distance: distance,
      sigmaPixels: module * draw(0...(Bool.random(using: &random) ? 1 : 0.4)),
      light: dark + contrast, dark: dark, gradient: gradient, gradientDegrees: draw(0...360),
      noise: draw(0...12), noiseSeed: random.next())
  }

  /// The map of a pinhole camera.
  ///
  /// - Parameters:
  ///   - scale: Pixels per module of a plane that does not lean.
  ///   - centre: The place of the symbol's middle in the image.
  static func map(
    of symbol: DrawnSymbol, scale: Double, turn: Double, tilt: Double, axis: Double,
    distance: Double, centre: Point
  ) -> PlaneMap {
    let (t, a, b) = (turn * .pi / 180, axis * .pi / 180, tilt * .pi / 180)
    let normal = Point(x: -sin(a), y: cos(a))
    let far = distance * symbol.diagonal
    // A vector in the symbol's plane, seen from straight above, and its depth behind the image.
    func project(_ x: Double, _ y: Double) -> (x: Double, y: Double, depth: Double) {
      let (x, y) = (x * cos(t) - y * sin(t), x * sin(t) + y * cos(t))
      let out = x * normal.x + y * normal.y
      let short = out * (cos(b) - 1)
      return (
        scale * (x + short * normal.x), scale * (y + short * normal.y), out * sin(b) / far
      )
    }
    let (u, v) = (project(1, 0), project(0, 1))
    let o = project(-symbol.width / 2, -symbol.height / 2)
    let depth = 1 + o.depth
    return PlaneMap(m: [
      u.x + centre.x * u.depth, v.x + centre.x * v.depth, o.x + centre.x * depth,
      u.y + centre.y * u.depth, v.y + centre.y * v.depth, o.y + centre.y * depth,
      u.depth, v.depth, depth,
    ])
  }

  /// The box around the symbol with its quiet zone.
  private static func box(
    of symbol: DrawnSymbol, _ map: PlaneMap
  ) -> (x: Double, y: Double, width: Double, height: Double) {
    let (q, w, h) = (symbol.quietZone, symbol.width, symbol.height)
    let points = [
      map(-q.left, -q.top), map(w + q.right, -q.top), map(w + q.right, h + q.bottom),
      map(-q.left, h + q.bottom),
    ]
    let (xs, ys) = (points.map(\.x), points.map(\.y))
    let (x, y) = (xs.min() ?? 0, ys.min() ?? 0)
    return (x, y, (xs.max() ?? 0) - x, (ys.max() ?? 0) - y)
  }
}

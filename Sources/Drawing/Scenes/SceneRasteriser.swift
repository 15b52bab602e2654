import Base
import DecoderKit
import Symbols

/// Draws scenes; each pixel is the mean of the scene over its square.
///
/// A rasteriser owns scratch memory and is used by one thread at a time. Its results do not depend
/// on what it drew before.
package struct SceneRasteriser: Sendable {
  private var upright = UprightRasteriser()
  private var accumulator = EdgeAccumulator()
  private var outline = PrintOutline()
  private var plane = InkPlane()

  package init() {}

  /// Draws a scene in black on white.
  package mutating func drawImage(_ scene: Scene) throws(GrayImageError) -> GrayImage {
    let tone = Tone()
    let pixels: [UInt8]
    if let (symbol, placement) = scene.plainUpright {
      pixels = upright.draw(symbol, placement, tone: tone)
    } else if case .texture = scene.surroundings.fill {
      var plane = InkPlane()
      swap(&plane, &self.plane)
      drawInk(scene, into: &plane)
      pixels = tone.values(plane.values)
      swap(&plane, &self.plane)
    } else {
      accumulate(scene)
      pixels = accumulator.collect(tone)
    }
    return try GrayImage(width: scene.width, height: scene.height, pixels: pixels)
  }

  /// Draws the share of ink in each pixel.
  ///
  /// - Parameter plane: The plane to draw into; it is resized to the scene, and its memory is
  ///   reused.
  package mutating func drawInk(_ scene: Scene, into plane: inout InkPlane) {
    guard case .texture(let texture, let scale, let generator) = scene.surroundings.fill else {
      plane.resize(width: scene.width, height: scene.height)
      accumulate(scene)
      accumulator.collect(into: &plane, .replace, lowest: scene.leastInk)
      return
    }
    plane = TextureRasteriser.draw(
      texture, width: scene.width, height: scene.height, scalePixels: scale, generator: generator)
    guard !scene.symbols.isEmpty else { return }
    accumulator.begin(width: scene.width, height: scene.height)
    for symbol in scene.symbols { addFreeZone(of: symbol, weight: 1, scene.sampling) }
    accumulator.collect(into: &plane, .mask)
    for symbol in scene.symbols { addInk(of: symbol, scene.sampling) }
    accumulator.collect(into: &plane, .add, lowest: scene.leastInk)
  }

  /// Adds up paper and ink if the scene contains nothing else.
  private mutating func accumulate(_ scene: Scene) {
    accumulator.begin(width: scene.width, height: scene.height)
    if case .dark = scene.surroundings.fill {
      accumulator.addEverything()
      for symbol in scene.symbols { addFreeZone(of: symbol, weight: -1, scene.sampling) }
    }
    for symbol in scene.symbols { addInk(of: symbol, scene.sampling) }
  }

  private mutating func addInk(of symbol: PlacedSymbol, _ sampling: Sampling) {
    outline.trace(
      symbol.printed, chordError: SurfaceMap.chordErrorPixels / symbol.map.largestScale)
    accumulator.add(outline.edges, symbol.map, sampling: sampling)
    for slab in outline.slabs {
      accumulator.add(slab.edges, symbol.map, weight: slab.ink, sampling: sampling)
    }
  }

  /// Adds the rectangle that a symbol and its free margin take.
  private mutating func addFreeZone(
    of placed: PlacedSymbol, weight: Double, _ sampling: Sampling
  ) {
    let margin = placed.freeMargin
    let left = -margin.left
    let top = -margin.top
    let right = placed.printed.symbol.width + margin.right
    let bottom = placed.printed.symbol.height + margin.bottom
    accumulator.add(
      [
        .init(fromX: left, fromY: top, toX: right, toY: top),
        .init(fromX: right, fromY: top, toX: right, toY: bottom),
        .init(fromX: right, fromY: bottom, toX: left, toY: bottom),
        .init(fromX: left, fromY: bottom, toX: left, toY: top),
      ], placed.map, weight: weight, sampling: sampling)
  }
}

extension Scene {
  /// The least ink that a pixel can have: below 0 where shaded dents are brighter than the surface.
  fileprivate var leastInk: Float {
    symbols.contains { $0.printed.isShaded } ? -1 : 0
  }

  /// The scene's only symbol, if nothing is asked for except modules that are upright squares.
  fileprivate var plainUpright: (symbol: Symbol, placement: Placement)? {
    guard let placed = symbols.first, symbols.count == 1, sampling == .area,
      case .paper = surroundings.fill, placed.map.isUpright,
      placed.printed.isPlain, placed.printed.symbol.polygons.isEmpty
    else { return nil }
    let origin = placed.map.apply(x: 0, y: 0)
    return (
      placed.printed.symbol,
      Placement(
        width: width, height: height, moduleSizePixels: placed.map.coefficients[0], origin: origin)
    )
  }
}

/// The surroundings of the symbols in a scene.
package struct Surroundings: Sendable {
  /// The content of the surroundings.
  package enum Fill: Sendable {
    /// White paper up to the image's border.
    case paper
    /// Ink.
    case dark
    /// A texture behind the label, upright in the image.
    case texture(Texture, scalePixels: Double, generator: Xoshiro256)
  }

  /// The content of the surroundings.
  package let fill: Fill
  /// The share of the standard's quiet zone that is kept free, in per cent of each side's margin.
  ///
  /// If the surroundings are paper, the image ends there.
  package let quietZonePercent: Double
  /// The width of the visible surroundings beyond the quiet zone, in modules; 0 for paper.
  package let marginModules: Double

  /// Surroundings of paper, with the quiet zone that the standard asks for.
  package static let paper = Surroundings(.paper)

  /// The largest quiet zone that can be drawn, in per cent of the standard's.
  package static let largestQuietZonePercent = 1000.0

  package init(_ fill: Fill, quietZonePercent: Double = 100, marginModules: Double = 4) {
    self.fill = fill
    self.quietZonePercent = quietZonePercent
    if case .paper = fill { self.marginModules = 0 } else { self.marginModules = marginModules }
  }

  /// The reason the surroundings cannot be drawn; `nil` if they can.
  var objection: String? {
    guard (0...Self.largestQuietZonePercent).contains(quietZonePercent) else {
      return """
        a quiet zone of \(quietZonePercent.plain) % cannot be drawn: 0 to \
        \(Self.largestQuietZonePercent.plain) % of the standard's can
        """
    }
    guard marginModules >= 0, marginModules.isFinite else {
      return
        "surroundings of \(marginModules.plain) modules cannot be drawn: they are 0 or more wide"
    }
    if case .texture(_, let scale, _) = fill { return TextureRasteriser.objection(toScale: scale) }
    return nil
  }
}

/// Draws a symbol at the place that a placement gives; each pixel is the mean over its square.
package struct SymbolRasteriser {
  private var rasteriser = SceneRasteriser()

  package init() {}

  /// Draws a symbol in black on white.
  package mutating func draw(
    _ symbol: Symbol, _ placement: Placement
  ) throws(GrayImageError) -> GrayImage {
    try rasteriser.drawImage(Scene(symbol, placement))
  }
}

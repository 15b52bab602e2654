import DecoderKit
import Images
import Measuring

/// The look of an image before any decoder has read it: places that may be symbols, and faults.
struct ImageLook: Sendable {
  /// The image's colours, each alone; empty for grey images.
  let colours: [ColourChannel: GrayImage]
  /// The places that look like a symbol, the likeliest first, with the faults that are measured there.
  let places: [PotentialSymbol]
  /// The faults of the image as a whole.
  private let overall: [FaultSign]

  init(_ image: GrayImage, colours: [ColourChannel: GrayImage]) {
    self.colours = colours
    overall = SymbolGauge().faults(of: image, colours: Array(colours.values))
    places = Self.places(in: image, colours)
  }

  /// The faults of the image and of the likeliest place.
  var signs: [FaultSign] {
    FaultSign.ordered(overall + (places.first?.obstacles ?? []))
  }

  /// The faults of the image, and of the symbol that was read in it.
  ///
  /// - Parameter symbol: The symbol; `nil` if nothing was read.
  func signs(of symbol: SymbolMeasurement?, in image: GrayImage) -> [FaultSign] {
    guard let symbol, let outline = symbol.outline else { return signs }
    let measured = SymbolGauge().faults(of: symbol, in: image)
    if symbol.source == .measured { return FaultSign.ordered(overall + measured) }
    // Decoders give scan lines: the place that was found around them is the better outline.
    let place = places.first { $0.outline.holdsCentre(of: outline) }
    return FaultSign.ordered(overall + (place?.obstacles ?? []))
  }

  /// Places in the image. Where there is none, or light and dark hardly differ, its colours and the same
  /// contrast everywhere show more.
  private static func places(
    in image: GrayImage, _ colours: [ColourChannel: GrayImage]
  ) -> [PotentialSymbol] {
    let gauge = SymbolGauge()
    let plain = gauge.potentialSymbols(in: image, besides: [])
    let isFaint = plain.first?.obstacles.contains { $0.fault == .lowContrast && $0.severity > 0.5 }
    guard isFaint ?? true, !image.isEmpty else { return plain }
    let views =
      ColourChannel.allCases.compactMap { colours[$0] } + [image.levelled(reach: image.usualReach)]
    var best = plain
    for view in views {
      let places = gauge.potentialSymbols(in: view, besides: [])
      guard let first = places.first, first.outline.area > best.first?.outline.area ?? 0
      else { continue }
      best = places.map { place in
        PotentialSymbol(
          kind: place.kind, outline: place.outline, moduleSizePixels: place.moduleSizePixels,
          finestPixels: place.finestPixels, modules: place.modules,
          obstacles: FaultSign.ordered(
            gauge.faults(at: place, in: image)
              + place.obstacles.filter { $0.fault == .quietZone }))
      }
    }
    return best
  }
}

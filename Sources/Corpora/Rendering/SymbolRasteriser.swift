import DecoderKit

/// Draws a symbol at the place that a placement gives; each pixel is the mean over its square.
package struct SymbolRasteriser {
  /// The version of all code that turns parameters into pixels; it is part of every sample's hash.
  ///
  /// Raise it with any change that alters a pixel of any image.
  package static let version = 1

  private var rasteriser = SceneRasteriser()

  package init() {}

  /// Draws a symbol in black on white.
  package mutating func draw(
    _ symbol: Symbol, _ placement: Placement
  ) throws(GrayImageError) -> GrayImage {
    try rasteriser.drawImage(Scene(symbol, placement))
  }
}

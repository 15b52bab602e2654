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

  /// Makes surroundings.
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

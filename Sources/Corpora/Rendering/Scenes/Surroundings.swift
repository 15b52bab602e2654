/// What lies around the symbols of a scene.
package struct Surroundings: Sendable {
  /// What the surroundings consist of.
  package enum Fill: Sendable {
    /// White paper up to the image's border.
    case paper
    /// Ink.
    case dark
    /// A texture that hangs behind the label, upright in the image.
    case texture(Texture, scalePixels: Double, generator: Xoshiro256)
  }

  /// What the surroundings consist of.
  package let fill: Fill
  /// How much of the standard's quiet zone is kept free, in per cent of each side's margin.
  ///
  /// Surrounded by paper, the image ends there.
  package let quietZonePercent: Double
  /// How far the surroundings are seen beyond, in modules; 0 for paper.
  package let marginModules: Double

  /// Paper, and the quiet zone that the standard asks for.
  package static let paper = Surroundings(.paper)

  /// Quiet zones of up to so many times the standard's can be drawn, in per cent.
  package static let largestQuietZonePercent = 1000.0

  /// Describes surroundings.
  package init(_ fill: Fill, quietZonePercent: Double = 100, marginModules: Double = 4) {
    self.fill = fill
    self.quietZonePercent = quietZonePercent
    if case .paper = fill { self.marginModules = 0 } else { self.marginModules = marginModules }
  }

  /// Why nothing can be surrounded so; `nil` when it can.
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

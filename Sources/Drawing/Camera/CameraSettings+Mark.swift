extension CameraSettings {
  /// True if the print or the surface depends on the random generator.
  package var isMarkedAtRandom: Bool {
    let random: [CameraParameter] = [
      .dotSizeSpread, .dotOffset, .missingDots, .satellites, .deadLines, .wrinkle, .warp, .brushing,
      .mirrorSpots,
    ]
    return random.contains { !isNeutral($0) }
  }

  /// The reason the mark cannot be made, as half a sentence; `nil` if it can.
  var markObjection: String? {
    let marks = [CameraParameter.dots, .hatch].filter { !isNeutral($0) }
    if marks.count > 1 {
      return "dots and hatch are two ways to fill a module: give one of them"
    }
    if let mark = marks.first {
      for other in [CameraParameter.barGrowth, .deadLines] where !isNeutral(other) {
        return "\(other.rawValue) is of solid modules, and \(mark.rawValue) makes them of "
          + (mark == .dots ? "dots" : "lines") + ": leave one out"
      }
    }
    let steepest = self[.warpWavelength] / PrintWarp.foldingFactor
    if self[.warp] > steepest {
      return "a warp of \(DecimalText.of(self[.warp])) modules in waves of "
        + "\(DecimalText.of(self[.warpWavelength])) would fold the grid: up to "
        + "\(DecimalText.rounded(steepest - 0.005)) modules do not"
    }
    for surface in [CameraParameter.brushing, .mirrorSpots]
    where !isNeutral(surface) && !isNeutral(.curvature) {
      return "\(surface.rawValue) is drawn on flat surfaces: leave the curvature out"
    }
    return nil
  }
}

extension CameraSettings {
  /// The factor from lengths in pixels as they are given for ``CameraParameter/frame`` to those at the
  /// resolution asked for; 1 if none is.
  package var pixelFactor: Double {
    guard !isNeutral(.resolution) else { return 1 }
    let height = isNeutral(.frameHeight) ? self[.frame] : self[.frameHeight]
    return (self[.resolution] * 1e6 / (self[.frame] * height)).squareRoot()
  }

  /// Returns the settings of the same scene in an image with as many pixels as its resolution asks
  /// for: every length in pixels grows with the frame.
  ///
  /// - Precondition: ``objection`` is `nil`.
  package var atResolution: CameraSettings {
    guard !isNeutral(.resolution) else { return self }
    var settings = self
    for (parameter, value) in lengths { settings[parameter] = value }
    return settings
  }

  /// The lengths in pixels that are asked for, at the resolution.
  private var lengths: [(CameraParameter, Double)] {
    let factor = pixelFactor
    return CameraParameter.allCases
      .filter { $0.facts.unit == "px" && (!isNeutral($0) || $0 == .moduleSize) }
      // The module size counts whether it is asked for or not, unless it follows from a width.
      .filter { $0 != .moduleSize || isNeutral(.symbolWidth) }
      .map { ($0, $0.facts.kind == .whole ? (self[$0] * factor).rounded() : self[$0] * factor) }
  }

  /// The reason the resolution cannot be had, as half a sentence; `nil` if it can.
  var resolutionObjection: String? {
    guard self[.resolution].isFinite else { return nil }
    guard self[.frame].isFinite else {
      return "a resolution needs a \"frame\", for which lengths in pixels are given"
    }
    for (parameter, value) in lengths {
      guard let reason = parameter.objection(to: value) else { continue }
      return "at \(DecimalText.of(self[.resolution])) MP it is \(DecimalText.of(value)): \(reason)"
    }
    return nil
  }
}

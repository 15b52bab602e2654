import Images
import Statistics

/// A parameter of how a symbol is printed, photographed and aimed at; conditions set it and sweeps vary it.
///
/// A raw value is the parameter's key in a corpus's YAML; ``facts`` is the table of their meanings.
/// Angles are clockwise as seen in the image. Directions count from "to the right"; 90° is "down".
package enum CameraParameter: String, CaseIterable, Hashable, Sendable, Codable {
  // Stream.
  case time
  case approach
  case nearest
  case speed
  case shake
  case shakeFrequency = "shake-frequency"
  case hunting
  case huntingFrequency = "hunting-frequency"
  case settling
  case exposure
  case readOut = "read-out"
  case light
  // Print.
  case barGrowth = "bar-growth"
  case damage
  case quietZone = "quiet-zone"
  case gap
  // Print: marks on parts, thermal labels, and a grid that is out of shape.
  case dots
  case dotSize = "dot-size"
  case dotSizeSpread = "dot-size-spread"
  case dotOffset = "dot-offset"
  case missingDots = "missing-dots"
  case satellites
  case dentShading = "dent-shading"
  case dentLight = "dent-light"
  case hatch
  case hatchLine = "hatch-line"
  case hatchBurn = "hatch-burn"
  case deadLines = "dead-lines"
  case printerDots = "printer-dots"
  case ladder
  case wrinkle
  case skew
  case warp
  case warpWavelength = "warp-wavelength"
  // Geometry.
  case moduleSize = "module-size"
  case distance
  case symbolWidth = "symbol-width"
  case rotation
  case tilt
  case tiltDirection = "tilt-direction"
  case shear
  case curvature
  case mirrored
  case frame
  case frameHeight = "frame-height"
  case crop
  case resolution
  case nearestSampling = "nearest-sampling"
  // Reflectance.
  case symbolContrast = "symbol-contrast"
  case paperReflectance = "paper-reflectance"
  case inverted
  case brushing
  case brushingLength = "brushing-length"
  case brushingWidth = "brushing-width"
  case brushingDirection = "brushing-direction"
  case mirrorSpots = "mirror-spots"
  // Optics.
  case blur
  case defocus
  case motion
  case motionDirection = "motion-direction"
  // Light.
  case gradient
  case gradientDirection = "gradient-direction"
  case glare
  case glareX = "glare-x"
  case glareY = "glare-y"
  case glareRadius = "glare-radius"
  // Sensor.
  case photons
  case readNoise = "read-noise"
  // File.
  case jpeg
  // Aim.
  case selectionRadius = "selection-radius"
  case aimingError = "aiming-error"
}

extension CameraParameter {
  /// The type of a parameter's value.
  package enum Kind: Hashable, Sendable {
    /// Any number in the range.
    case real
    /// A whole number in the range.
    case whole
    /// 0 for no, 1 for yes; `true` and `false` in YAML.
    case flag
  }

  /// One row of the table.
  package struct Facts: Hashable, Sendable {
    /// The stage of the image's formation at which the parameter acts.
    package let stage: CameraStage
    /// The unit as reports print it; empty for flags.
    package let unit: String
    /// The values that can be asked for.
    package let range: ClosedRange<Double>
    /// The value that means "not asked for". It is infinite for a parameter whose effect vanishes
    /// only in the limit: an image without shot noise has infinitely many electrons.
    package let neutral: Double
    /// The end of the range that is harder to decode, unless a sweep says otherwise.
    package let harder: SweepDirection
    /// The type of the value.
    package let kind: Kind
    /// One sentence for people who write corpora.
    package let summary: String
    /// The parameter's name in bar code print quality standards, with the standard; `nil` if it has
    /// none.
    package let isoName: String?
    /// The parameter without which this one has no effect, such as `motion` for `motion-direction`.
    package let governedBy: CameraParameter?
  }

  /// The unit as reports print it; empty for flags.
  package var unit: String { facts.unit }

  /// The name in bar code print quality standards, with the standard; `nil` if there is none.
  package var isoName: String? { facts.isoName }

  /// Returns the reason a value is not allowed, as half a sentence; `nil` if the value is allowed.
  ///
  /// ``Facts/neutral`` is always allowed, even if it is infinite.
  package func objection(to value: Double) -> String? {
    let facts = facts
    guard value != facts.neutral else { return nil }
    let isWithin = facts.range.contains(value)
    var bounds: String {
      "between \(DecimalText.of(facts.range.lowerBound)) and "
        + DecimalText.of(facts.range.upperBound)
    }
    switch facts.kind {
    case .flag:
      return value == 0 || value == 1 ? nil : "\(rawValue) is either true or false"
    case .whole:
      return isWithin && value == value.rounded() ? nil : "\(rawValue) is a whole number \(bounds)"
    case .real: return isWithin ? nil : "\(rawValue) is \(bounds) \(facts.unit)"
    }
  }
}

extension CameraParameter {
  /// The parameter's row of the table: stage, unit, range, neutral value, hard end, meaning.
  package var facts: Facts { Self.table[self] ?? row }

  /// All rows, made once, because every sample asks for most of them.
  private static let table = Dictionary(uniqueKeysWithValues: allCases.map { ($0, $0.row) })

  private var row: Facts {
    switch self {
    case .time, .approach, .nearest, .speed, .shake, .shakeFrequency, .hunting, .huntingFrequency,
      .settling, .exposure, .readOut, .light:
      streamRow
    case .dots, .dotSize, .dotSizeSpread, .dotOffset, .missingDots, .satellites, .dentShading,
      .dentLight, .hatch, .hatchLine, .hatchBurn, .deadLines, .printerDots, .ladder, .wrinkle,
      .skew,
      .warp, .warpWavelength, .brushing, .brushingLength, .brushingWidth, .brushingDirection,
      .mirrorSpots:
      markRow

    case .barGrowth:
      row(
        .print, "modules", -0.9...0.9, neutral: 0, harder: .larger,
        "Ink spread: dark elements are this much wider than they should be; below 0, narrower.",
        iso: "print growth (ISO/IEC 15415), bar width gain (ISO/IEC 15416)")
    case .damage:
      row(
        .print, "%", 0...90, neutral: 0, harder: .larger,
        "The share of the symbol's area that is hidden under dark and light spots.",
        iso: "lowers unused error correction (ISO/IEC 15415)")
    case .quietZone:
      row(
        .print, "%", 0...400, neutral: .infinity, harder: .smaller,
        "The share of the standard's quiet zone that is left before dark surroundings begin.",
        iso: "quiet zone (ISO/IEC 15415, 15416)")
    case .gap:
      row(
        .print, "modules", 0...1000, neutral: .infinity, harder: .smaller,
        "The paper between the quiet zones of neighbours on a label, instead of its `spacing`.")

    case .moduleSize:
      row(
        .geometry, "px", 0.1...1000, neutral: 4, harder: .smaller,
        "The side of a module, at the symbol's centre when it is tilted.",
        iso: "X dimension (ISO/IEC 15415, 15416), in pixels")
    case .distance:
      row(
        .geometry, "m", 0.01...200, neutral: .infinity, harder: .larger,
        "The distance from a `camera` to a label of a printed size, instead of a module size.")
    case .symbolWidth:
      row(
        .geometry, "px", 1...16_384, neutral: .infinity, harder: .smaller,
        "How wide the symbol is along its rows, without quiet zone; says how large a module is.")
    case .rotation:
      row(
        .geometry, "°", -360...360, neutral: 0, harder: .unordered,
        "How far the symbol is turned, clockwise.")
    case .tilt:
      row(
        .geometry, "°", 0...75, neutral: 0, harder: .larger,
        "How far the label leans away from the camera.",
        iso: "raises axial nonuniformity (ISO/IEC 15415)")
    case .tiltDirection:
      row(
        .geometry, "°", -360...360, neutral: 0, harder: .unordered,
        "The axis about which the label leans.", of: .tilt)
    case .shear:
      row(
        .geometry, "%", -50...50, neutral: 0, harder: .unordered,
        "How far rows are shifted to the right, in px for 100 px downwards, as by a rolling shutter."
      )
    case .curvature:
      row(
        .geometry, "°", 0...170, neutral: 0, harder: .larger,
        "How much of a cylinder's circumference the symbol is wrapped around.")
    case .mirrored:
      flag(.geometry, "The symbol is seen in a mirror.", iso: "mirror image (ISO/IEC 15415)")
    case .frame:
      row(
        .geometry, "px", 16...8192, neutral: .infinity, harder: .unordered, kind: .whole,
        "The sides of the image, with the label in its middle; else it is as small as the label allows."
      )
    case .frameHeight:
      row(
        .geometry, "px", 16...8192, neutral: .infinity, harder: .unordered, kind: .whole,
        "The height of a frame that is not a square; `frame: 1280x720` gives both sides.",
        of: .frame)
    case .crop:
      row(
        .geometry, "%", 0...400, neutral: .infinity, harder: .smaller,
        "The share of the standard's quiet zone after which the image ends, as in a picture cut out of another."
      )
    case .resolution:
      row(
        .geometry, "MP", 0.01...64, neutral: .infinity, harder: .smaller,
        "Megapixels of the image: the scene as given for the frame, every length in pixels in proportion.",
        of: .frame)
    case .nearestSampling:
      flag(.geometry, "A pixel is the scene at its centre, not the mean over its square.")

    case .symbolContrast:
      row(
        .reflectance, "%", 1...100, neutral: 100, harder: .smaller,
        "How much more light the paper reflects than the ink; at most the paper's reflectance.",
        iso: "symbol contrast (ISO/IEC 15415, 15416); cell contrast × Rmax (ISO/IEC 29158)")
    case .paperReflectance:
      row(
        .reflectance, "%", 1...100, neutral: 100, harder: .smaller,
        "The light that bare paper reflects; 100 is the whitest that the sensor can tell.",
        iso: "Rmax (ISO/IEC 15416)")
    case .inverted:
      flag(
        .reflectance, "What should be dark is light, and the reverse, the surroundings included.",
        iso: "reflectance reversal (ISO/IEC 15415)")

    case .blur:
      row(
        .optics, "px", 0...50, neutral: 0, harder: .larger,
        "The standard deviation of a Gaussian blur.",
        iso: "lowers modulation (ISO/IEC 15415, 15416)")
    case .defocus:
      row(
        .optics, "px", 0...100, neutral: 0, harder: .larger,
        "The diameter of the disc into which a lens out of focus spreads a point.",
        iso: "lowers modulation (ISO/IEC 15415, 15416)")
    case .motion:
      row(
        .optics, "px", 0...200, neutral: 0, harder: .larger,
        "How far the image moves while the shutter is open.")
    case .motionDirection:
      row(
        .optics, "°", -360...360, neutral: 0, harder: .unordered,
        "Which way the image moves.", of: .motion)

    case .gradient:
      row(
        .light, "%", 0...100, neutral: 0, harder: .larger,
        "How much less light falls on the darkest corner than on the lightest.")
    case .gradientDirection:
      row(
        .light, "°", -360...360, neutral: 0, harder: .unordered,
        "Which way it gets darker.", of: .gradient)
    case .glare:
      row(
        .light, "%", 0...400, neutral: 0, harder: .larger,
        "How much a bright spot adds at its centre; 100 turns black into white.")
    case .glareX:
      row(
        .light, "%", -50...150, neutral: 50, harder: .unordered,
        "Where the spot's centre lies, from the image's left edge to its right one.", of: .glare)
    case .glareY:
      row(
        .light, "%", -50...150, neutral: 50, harder: .unordered,
        "Where the spot's centre lies, from the image's upper edge to its lower one.", of: .glare)
    case .glareRadius:
      row(
        .light, "%", 1...400, neutral: 25, harder: .larger,
        "How far the spot reaches, of the image's longer side.", of: .glare)

    case .photons:
      row(
        .sensor, "e⁻", 1...1_000_000, neutral: .infinity, harder: .smaller,
        "Electrons that a white pixel collects: few of them make shot noise.")
    case .readNoise:
      row(
        .sensor, "levels", 0...128, neutral: 0, harder: .larger,
        "The standard deviation of noise that is the same in light and dark, of 255 grey levels.")

    case .jpeg:
      row(
        .file, "quality", 1...100, neutral: .infinity, harder: .smaller, kind: .whole,
        "The quality, as libjpeg counts it, of a JPEG file that the image has been through.")

    case .selectionRadius:
      row(
        .aim, "px", 0...4096, neutral: .infinity, harder: .unordered,
        "The radius of the circle around the point of interest that a `selection` chooses by.")
    case .aimingError:
      row(
        .aim, "px", 0...4096, neutral: 0, harder: .larger,
        "The standard deviation, along either axis, of the point of interest about the target's centre."
      )
    }
  }

  func row(
    _ stage: CameraStage, _ unit: String, _ range: ClosedRange<Double>, neutral: Double,
    harder: SweepDirection, kind: Kind = .real, _ summary: String, iso: String? = nil,
    of governor: CameraParameter? = nil
  ) -> Facts {
    Facts(
      stage: stage, unit: unit, range: range, neutral: neutral, harder: harder, kind: kind,
      summary: summary, isoName: iso, governedBy: governor)
  }

  private func flag(_ stage: CameraStage, _ summary: String, iso: String? = nil) -> Facts {
    row(
      stage, "", 0...1, neutral: 0, harder: .unordered, kind: .flag, summary, iso: iso)
  }
}

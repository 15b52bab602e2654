/// The condition in which a symbol is seen, in the units of the harness's camera.
public struct SymbolCondition: Hashable, Sendable {
  /// Degrees by which the symbol is turned clockwise, as seen; from 0 to below 360.
  public let turnDegrees: Double
  /// Degrees by which the symbol's plane leans out of the image plane; 0 to 90.
  ///
  /// From the foreshortening at the symbol's middle, where the camera's line of sight is taken to be
  /// the image's normal. `nil` for linear symbols, whose bars have no known length, and for PDF417,
  /// whose rows have none.
  public let tiltDegrees: Double?
  /// True if the symbol is seen in a mirror.
  public let isMirrored: Bool
  /// True if the symbol is light on dark.
  public private(set) var isInverted: Bool
  /// The standard deviation of the blur, in pixels, as that of a Gaussian; 0 or more.
  ///
  /// It is the lens's alone: the pixel's own square is taken off.
  public let blurSigmaPixels: MeasuredValue
  /// The light modules' share of full scale, 0 to 1, at the symbol's middle.
  public private(set) var lightReflectance: Double
  /// The dark modules' share of full scale, 0 to 1, at the symbol's middle.
  public private(set) var darkReflectance: Double
  /// The standard deviation of the noise, in grey levels of 255, told by neighbouring pixels.
  public let noiseGreyLevels: Double
  /// The difference of the light's brightness across the symbol, from its darkest to its brightest
  /// corner, as a share of its mean; 0 is even light.
  public let lightGradient: Double
  /// The light margin on each side, in modules, up to the next mark or the image's edge; at most
  /// ``quietZoneReach``.
  public let quietZone: QuietZoneWidths
  /// The widening of dark bars and modules by ink, both sides together, in modules; negative if they
  /// are too narrow.
  public let barGrowthModules: Double
  /// The width of wide elements over that of narrow ones, without growth; `nil` for symbologies with
  /// more than two widths.
  public let wideToNarrowRatio: Double?
  /// The grade parameters of the print quality standards, measured from this image.
  public let grades: GradeParameters
  /// The quality of the best line across a linear symbol; `nil` for others.
  package var bestLine: BestLine?

  /// The largest quiet zone that is measured, in modules.
  public static let quietZoneReach = 12.0

  /// The difference of the reflectances, 0 to 1: the symbol contrast of the standards.
  public var symbolContrast: Double { lightReflectance - darkReflectance }

  /// The condition in the negative of the image: the same but for its shades.
  package var negative: SymbolCondition {
    var other = self
    other.isInverted.toggle()
    other.lightReflectance = 1 - darkReflectance
    other.darkReflectance = 1 - lightReflectance
    return other
  }

  package init(
    turnDegrees: Double, tiltDegrees: Double?, isMirrored: Bool, isInverted: Bool,
    blurSigmaPixels: MeasuredValue, lightReflectance: Double, darkReflectance: Double,
    noiseGreyLevels: Double, lightGradient: Double, quietZone: QuietZoneWidths,
    barGrowthModules: Double, wideToNarrowRatio: Double? = nil, grades: GradeParameters
  ) {
    self.turnDegrees = turnDegrees
    self.tiltDegrees = tiltDegrees
    self.isMirrored = isMirrored
    self.isInverted = isInverted
    self.blurSigmaPixels = blurSigmaPixels
    self.lightReflectance = lightReflectance
    self.darkReflectance = darkReflectance
    self.noiseGreyLevels = noiseGreyLevels
    self.lightGradient = lightGradient
    self.quietZone = quietZone
    self.barGrowthModules = barGrowthModules
    self.wideToNarrowRatio = wideToNarrowRatio
    self.grades = grades
  }
}

/// The light margins of a symbol as they are seen, in modules.
public struct QuietZoneWidths: Hashable, Sendable, Encodable {
  /// Left of the symbol's own left side.
  public let left: Double
  /// Above the symbol's own top; `nil` for linear symbols.
  public let top: Double?
  /// Right of the symbol's own right side.
  public let right: Double
  /// Below the symbol's own bottom; `nil` for linear symbols.
  public let bottom: Double?

  /// The narrowest of the margins that are measured.
  public var narrowest: Double {
    [left, top, right, bottom].compactMap(\.self).min() ?? 0
  }

  package init(left: Double, top: Double?, right: Double, bottom: Double?) {
    self.left = left
    self.top = top
    self.right = right
    self.bottom = bottom
  }
}

/// Grade parameters of ISO/IEC 15415 (matrix symbols) and ISO/IEC 15416 (linear symbols), each from
/// 0 to 1, measured from one image and not with the standards' optics.
///
/// A parameter is `nil` where its standard has none for the symbology, or where it cannot be told.
public struct GradeParameters: Hashable, Sendable, Encodable {
  /// The difference of the highest and the lowest reflectance.
  public let symbolContrast: Double
  /// The weakest module's or edge's contrast, as a share of the symbol contrast.
  ///
  /// In matrices a module's distance from the threshold counts, twice; modules that error
  /// correction can mend are left out where ``unusedErrorCorrection`` is known.
  public let modulation: Double
  /// The share of the finder and timing modules that have the wrong colour.
  public let fixedPatternDamage: Double?
  /// The largest distance from its ideal place of a field of about four by four modules, in modules.
  public let gridNonuniformity: Double?
  /// The difference of the module sizes along the axes, as a share of their mean.
  public let axialNonuniformity: Double?
  /// The share of the error correction that is not used, in the block with the most damage.
  ///
  /// Known of QR Codes, Micro QR Codes from M2 on, Aztec, PDF417, and the Data Matrices of ISO/IEC 16022,
  /// 144 × 144 excepted.
  public let unusedErrorCorrection: Double?
  /// The share of the tolerance that remains until an edge is taken for that of another character.
  public let decodability: Double?

  package init(
    symbolContrast: Double, modulation: Double, fixedPatternDamage: Double? = nil,
    gridNonuniformity: Double? = nil, axialNonuniformity: Double? = nil,
    unusedErrorCorrection: Double? = nil, decodability: Double? = nil
  ) {
    self.symbolContrast = symbolContrast
    self.modulation = modulation
    self.fixedPatternDamage = fixedPatternDamage
    self.gridNonuniformity = gridNonuniformity
    self.axialNonuniformity = axialNonuniformity
    self.unusedErrorCorrection = unusedErrorCorrection
    self.decodability = decodability
  }
}

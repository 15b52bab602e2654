import DecoderKit
import Measuring

/// The condition of one symbol as the gauge measures it, drawn or photographed alike.
///
/// It says nothing about any decoder: the gauge is told what the symbol says, never who read it.
public struct SeenCondition: Hashable, Sendable, Codable {
  /// The symbology of the truth.
  public var symbology: Symbology
  /// The image's columns, in pixels.
  public var imageWidth: Int
  /// The image's rows, in pixels.
  public var imageHeight: Int
  /// Modules in a row.
  public var columns: Int
  /// Rows of modules; 1 for linear symbols.
  public var rows: Int
  /// The side of a module, in pixels.
  public var moduleSizePixels: Double
  /// The standard deviation of the lens's blur, in pixels.
  public var blurSigmaPixels: Double
  /// The light modules' share of full scale, 0 to 1.
  public var lightReflectance: Double
  /// The dark modules' share of full scale, 0 to 1.
  public var darkReflectance: Double
  /// The standard deviation of the noise from pixel to pixel, in levels of 255.
  public var noiseGreyLevels: Double
  /// The change of the light across the symbol, as a share of its mean.
  public var lightGradient: Double
  /// Degrees by which the symbol is turned clockwise, 0 to below 360.
  public var turnDegrees: Double
  /// Degrees by which its plane leans; `nil` where the symbol does not tell.
  public var tiltDegrees: Double?
  /// The narrowest light margin, in modules.
  public var quietZoneModules: Double
  /// True if it is the image's edge that ends the narrowest margin.
  public var isQuietZoneCut: Bool
  /// The widening of dark bars and modules, in modules.
  public var barGrowthModules: Double
  /// True for light on dark.
  public var isInverted: Bool
  /// True if the symbol is seen in a mirror.
  public var isMirrored: Bool
  /// The weakest module's or edge's contrast, as a share of the symbol contrast.
  public var modulation: Double
  /// The share of the error correction that damage leaves; `nil` where there is none to be told.
  public var unusedErrorCorrection: Double?
  /// The share of the tolerance of edges that is left; `nil` for matrix symbols.
  public var decodability: Double?
  /// The highest modulation of a line across the bars; `nil` for matrix symbols.
  public var bestLineModulation: Double?
  /// The highest decodability of a line across the bars; `nil` where ``decodability`` is.
  public var bestLineDecodability: Double?

  /// The noise that is left over half a module, in levels of 255: what decoders meet.
  ///
  /// Pixels that lie in the same half of a module are averaged, as if their noise were independent. Paper,
  /// ink and JPEG make pixels of large modules differ as much as a poor sensor does, and hide no module.
  public var moduleNoiseGreyLevels: Double {
    noiseGreyLevels / max(moduleSizePixels / 2, 1)
  }

  package init(
    symbology: Symbology, imageWidth: Int, imageHeight: Int, columns: Int, rows: Int,
    moduleSizePixels: Double, blurSigmaPixels: Double = 0, lightReflectance: Double = 1,
    darkReflectance: Double = 0, noiseGreyLevels: Double = 0, lightGradient: Double = 0,
    turnDegrees: Double = 0, tiltDegrees: Double? = nil, quietZoneModules: Double = 12,
    isQuietZoneCut: Bool = false, barGrowthModules: Double = 0, isInverted: Bool = false,
    isMirrored: Bool = false, modulation: Double = 1, unusedErrorCorrection: Double? = nil,
    decodability: Double? = nil, bestLineModulation: Double? = nil,
    bestLineDecodability: Double? = nil
  ) {
    self.symbology = symbology
    self.imageWidth = imageWidth
    self.imageHeight = imageHeight
    self.columns = columns
    self.rows = rows
    self.moduleSizePixels = moduleSizePixels
    self.blurSigmaPixels = blurSigmaPixels
    self.lightReflectance = lightReflectance
    self.darkReflectance = darkReflectance
    self.noiseGreyLevels = noiseGreyLevels
    self.lightGradient = lightGradient
    self.turnDegrees = turnDegrees
    self.tiltDegrees = tiltDegrees
    self.quietZoneModules = quietZoneModules
    self.isQuietZoneCut = isQuietZoneCut
    self.barGrowthModules = barGrowthModules
    self.isInverted = isInverted
    self.isMirrored = isMirrored
    self.modulation = modulation
    self.unusedErrorCorrection = unusedErrorCorrection
    self.decodability = decodability
    self.bestLineModulation = bestLineModulation
    self.bestLineDecodability = bestLineDecodability
  }
}

/// One symbol of an image, with its condition and what each decoder made of it.
public struct SeenSymbol: Hashable, Sendable, Codable {
  /// The sample's key; see ``SampleKey``.
  public var key: String
  /// The photo's file; `nil` for drawn samples.
  public var file: String?
  /// The level of the sweep at which it was drawn, in pixels per module; `nil` for photos.
  public var level: Double?
  /// The symbology of the truth; `nil` if it is not known.
  public var symbology: Symbology?
  /// The measured condition; `nil` where the gauge could not measure it.
  public var condition: SeenCondition?
  /// The reason why there is no condition; `nil` if there is one.
  public var gap: GaugeFailure?
  /// The outline, as eight numbers x, y clockwise from the symbol's top left; `nil` if unknown.
  public var outline: [Double]?
  /// By decoder: true if it read the symbol, `nil` if it does not support it or did not try.
  public var reads: [Bool?]

  package init(
    key: String, file: String? = nil, level: Double? = nil, symbology: Symbology?,
    condition: SeenCondition?, gap: GaugeFailure? = nil, outline: [Double]? = nil, reads: [Bool?]
  ) {
    self.key = key
    self.file = file
    self.level = level
    self.symbology = symbology
    self.condition = condition
    self.gap = gap
    self.outline = outline
    self.reads = reads
  }
}

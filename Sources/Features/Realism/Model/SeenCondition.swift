import DecoderKit
import Measuring

/// The condition of one symbol as the gauge measures it, drawn or photographed alike.
///
/// It says nothing about any decoder: the gauge is told what the symbol says, never who read it.
struct SeenCondition: Hashable, Sendable, Codable {
  /// The symbology of the truth.
  var symbology: Symbology
  /// The image's columns, in pixels.
  var imageWidth: Int
  /// The image's rows, in pixels.
  var imageHeight: Int
  /// Modules in a row.
  var columns: Int
  /// Rows of modules; 1 for linear symbols.
  var rows: Int
  /// The side of a module, in pixels.
  var moduleSizePixels: Double
  /// The standard deviation of the lens's blur, in pixels.
  var blurSigmaPixels = 0.0
  /// The light modules' share of full scale, 0 to 1.
  var lightReflectance = 1.0
  /// The dark modules' share of full scale, 0 to 1.
  var darkReflectance = 0.0
  /// The standard deviation of the noise from pixel to pixel, in levels of 255.
  var noiseGreyLevels = 0.0
  /// The change of the light across the symbol, as a share of its mean.
  var lightGradient = 0.0
  /// Degrees by which the symbol is turned clockwise, 0 to below 360.
  var turnDegrees = 0.0
  /// Degrees by which its plane leans; `nil` where the symbol does not tell.
  var tiltDegrees: Double?
  /// The narrowest light margin, in modules.
  var quietZoneModules = 12.0
  /// True if it is the image's edge that ends the narrowest margin.
  var isQuietZoneCut = false
  /// The widening of dark bars and modules, in modules.
  var barGrowthModules = 0.0
  /// True for light on dark.
  var isInverted = false
  /// True if the symbol is seen in a mirror.
  var isMirrored = false
  /// The weakest module's or edge's contrast, as a share of the symbol contrast.
  var modulation = 1.0
  /// The share of the error correction that damage leaves; `nil` where there is none to be told.
  var unusedErrorCorrection: Double?
  /// The share of the tolerance of edges that is left; `nil` for matrix symbols.
  var decodability: Double?
  /// The highest modulation of a line across the bars; `nil` for matrix symbols.
  var bestLineModulation: Double?
  /// The highest decodability of a line across the bars; `nil` where ``decodability`` is.
  var bestLineDecodability: Double?

  /// The noise that is left over half a module, in levels of 255: what decoders meet.
  ///
  /// Pixels that lie in the same half of a module are averaged, as if their noise were independent. Paper,
  /// ink and JPEG make pixels of large modules differ as much as a poor sensor does, and hide no module.
  var moduleNoiseGreyLevels: Double {
    noiseGreyLevels / max(moduleSizePixels / 2, 1)
  }
}

/// One symbol of an image, with its condition and what each decoder made of it.
struct SeenSymbol: Hashable, Sendable, Codable {
  /// The sample's key; see ``SampleKey``.
  var key: String
  /// The photo's file; `nil` for drawn samples.
  var file: String?
  /// The level of the sweep at which it was drawn, in pixels per module; `nil` for photos.
  var level: Double?
  /// The symbology of the truth; `nil` if it is not known.
  var symbology: Symbology?
  /// The measured condition; `nil` where the gauge could not measure it.
  var condition: SeenCondition?
  /// The reason why there is no condition; `nil` if there is one.
  var gap: GaugeFailure?
  /// The outline, as eight numbers x, y clockwise from the symbol's top left; `nil` if unknown.
  var outline: [Double]?
  /// By decoder: true if it read the symbol, `nil` if it does not support it or did not try.
  var reads: [Bool?]
}

import DecoderKit
import Images
import Measuring

/// A change to an image that may make a decoder read it.
public enum ImageChange: Hashable, Sendable {
  /// The negative.
  case inverted
  /// A border of paper around the image, in pixels.
  case padded(Int)
  /// Dark surroundings made paper, with a border of paper, both in pixels; elements narrower than twice
  /// the reach stay.
  case cleared(reach: Int, border: Int)
  /// So many pixels at each edge of the image made paper, with a border of paper.
  case trimmed(Int, border: Int)
  /// Paper of a shade outside the symbol's outline, and around the image for so many pixels.
  case isolated(Corners, shade: UInt8, border: Int)
  /// The range of shades spread to black and white.
  case stretched
  /// Light and contrast made the same everywhere, by squares of twice this many pixels.
  case levelled(reach: Int)
  /// A tone curve: shades raised to a power.
  case toned(power: Double)
  /// One colour of the image alone.
  case channel(ColourChannel)
  /// Enlarged by a factor above 1.
  case enlarged(Double)
  /// A Gaussian blur of this standard deviation undone, in pixels.
  case sharpened(Double)
  /// The borders of blocks hidden by a Gaussian blur of this standard deviation, in pixels.
  case deblocked(Double)
  /// A movement over so many pixels in a direction undone, in a part of the image.
  case unmoved(pixels: Double, degrees: Double, part: ImagePart)
  /// A place seen from straight above, with a margin.
  case straightened(Corners, isSquare: Bool)
  /// Turned clockwise, in degrees.
  case turned(Double)
  /// Reduced by a factor below 1.
  case reduced(Double)
  /// Cut down to a part of the image.
  case cropped(ImagePart)

  /// The fault that the change mends.
  public var fault: ImageFault {
    switch self {
    case .inverted: .inverted
    case .padded, .cleared, .trimmed, .isolated: .quietZone
    case .stretched: .lowContrast
    case .levelled: .unevenLight
    case .toned: .exposure
    case .channel: .colours
    case .enlarged: .tooSmall
    case .sharpened: .blurred
    case .deblocked: .jpeg
    case .unmoved: .motion
    case .straightened: .perspective
    case .turned: .turned
    case .reduced: .tooLarge
    case .cropped: .surroundings
    }
  }
}

extension ImageChange {
  /// Paper around a symbol whose measured quiet zone is narrower than its standard asks for.
  ///
  /// - Returns: `nil` for a symbol that was not measured, or whose quiet zone is wide enough.
  public static func isolating(
    _ measurement: SymbolMeasurement?, carrier: Symbology?
  ) -> ImageChange? {
    guard let outline = measurement?.outline, let condition = measurement?.condition,
      let size = measurement?.moduleSize?.largest.value
    else { return nil }
    let needed = ImageFault.neededQuietZone(carrier)
    guard condition.quietZone.narrowest < needed else { return nil }
    let paper = condition.isInverted ? condition.darkReflectance : condition.lightReflectance
    return .isolated(
      outline, shade: UInt8((paper * 255).rounded()),
      border: max(16, Int((needed * size).rounded(.up))))
  }
}

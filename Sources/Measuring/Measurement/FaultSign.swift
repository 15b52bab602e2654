import Base

/// A fault that is measured at the place of a symbol, whether or not anybody has read it.
public struct FaultSign: Hashable, Sendable {
  /// The fault.
  public let fault: ImageFault
  /// The distance beyond what decoders usually bear: 0 at the limit, 1 where nothing is left, and up to
  /// 2 for faults that have a cause of their own.
  ///
  /// The limits are not a decoder's: they only order faults that are there together.
  public let severity: Double
  /// The measure of the fault; `nil` where none says more than its name.
  public let measure: Measure?

  /// A figure with its unit.
  public enum Measure: Hashable, Sendable {
    /// Pixels per module; of too small.
    case modulePixels(Double)
    /// The standard deviation of a blur, in pixels; of blurred.
    case sigmaPixels(Double)
    /// The way that the symbol moved: its length in pixels, and its direction in degrees clockwise from the
    /// image's rows, from 0 to below 180; of motion.
    case path(pixels: Double, degrees: Double)
    /// The difference of light and dark as a share of full scale; of low contrast.
    case contrast(Double)
    /// The shade that lies too near to black or to white, as a share of full scale: that of the light where
    /// all is too dark, and that of the dark where all is too light; of exposure.
    case shade(Double)
    /// The lightest paper's shade over the darkest paper's; of uneven light.
    case ratio(Double)
    /// A share of the symbol's area; of glare and damage.
    case share(Double)
    /// An angle in degrees: the tilt of perspective, the turn of turned.
    case degrees(Double)
    /// A tilt in degrees that is told by the sides of the outline alone: that of a symbol which is square; of
    /// perspective.
    case degreesIfSquare(Double)
    /// The margin at its narrowest, in modules; of the quiet zone.
    case modules(Double)
    /// The fine detail across the borders of blocks over that within them; of JPEG.
    case blockExcess(Double)
    /// The contrast in the best colour over that in grey; of colours.
    case gain(Double)
  }

  /// Makes a sign; a severity below 0 counts as 0.
  public init(_ fault: ImageFault, severity: Double, _ measure: Measure? = nil) {
    self.fault = fault
    self.severity = min(max(severity, 0), 2)
    self.measure = measure
  }

  /// The factor by which the image must be enlarged until size is no obstacle, rounded up to tenths; `nil` for
  /// other faults.
  public var zoom: Double? {
    guard case .modulePixels(let pixels) = measure else { return nil }
    return (Self.easySizePixels / pixels * 10).rounded(.up) / 10
  }

  /// Modules of this size are read by every decoder that knows the symbology, if nothing else is wrong.
  package static let easySizePixels = 5.0

  /// Makes less of faults that another fault brings about, to half; of two that may bring about each other, of
  /// the lesser one.
  ///
  /// - Parameter causes: By fault, those that it brings about.
  package static func withoutConsequences(
    _ signs: [FaultSign], of causes: [ImageFault: [ImageFault]]
  ) -> [FaultSign] {
    signs.map { sign in
      let isBroughtAbout = signs.contains { cause in
        let isMutual = (causes[sign.fault] ?? []).contains(cause.fault)
        return cause.severity >= 0.4 && (causes[cause.fault] ?? []).contains(sign.fault)
          && (!isMutual || cause.severity > sign.severity)
      }
      return FaultSign(
        sign.fault, severity: isBroughtAbout ? sign.severity / 2 : sign.severity, sign.measure)
    }
  }

  /// Puts the gravest first; of several of one fault, only that one.
  public static func ordered(_ signs: [FaultSign]) -> [FaultSign] {
    signs.filter { $0.severity > 0 }.sorted { one, other in
      one.severity == other.severity ? one.fault < other.fault : one.severity > other.severity
    }.uniqued(by: \.fault)
  }
}

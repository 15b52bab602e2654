import DecoderKit
import Measuring

extension SymbolMeasurement {
  /// The faults of a symbol that was registered to the image, beyond what decoders usually bear; `nil` for a
  /// symbol that was not measured.
  ///
  /// Faults with a cause of their own count for more: a missing quiet zone up to 1.5, inversion 2.
  func faults(carrier: Symbology?) -> [FaultSign]? {
    guard let size = moduleSize?.pixels.value, let condition else { return nil }
    func shortfall(_ value: Double, of limit: Double) -> Double { (limit - value) / limit }
    // Few decoders mind a margin of more than half of what the standard asks for. Without any, a margin that
    // mends the image is the fault, whatever else mends it too.
    let margin = condition.quietZone.narrowest
    let needed = ImageFault.neededQuietZone(carrier) / 2
    // Pixels as such blur by up to this much: no better focus would mend that, a closer look would.
    let pixels = 0.7
    let sigma = condition.blurSigmaPixels.value
    // A blur of 0.4 modules halves the contrast of single modules.
    let blur = max(sigma * sigma - pixels * pixels, 0).squareRoot() / size
    return FaultSign.ordered([
      FaultSign(.inverted, severity: condition.isInverted ? 2 : 0),
      FaultSign(.quietZone, severity: 1.5 * shortfall(margin, of: needed), .modules(margin)),
      FaultSign(
        .lowContrast, severity: shortfall(condition.symbolContrast, of: 0.3),
        .contrast(condition.symbolContrast)),
      FaultSign(.tooSmall, severity: shortfall(size, of: 2), .modulePixels(size)),
      FaultSign(.blurred, severity: min((blur - 0.4) / 0.4, 1), .sigmaPixels(sigma)),
      FaultSign(
        .perspective, severity: min(((condition.tiltDegrees ?? 0) - 40) / 25, 1.2),
        .degrees(condition.tiltDegrees ?? 0)),
      // Decoders bear noise of a tenth of the contrast; of a third, every fifteenth pixel has the wrong colour.
      FaultSign(
        .noise,
        severity: min((condition.noiseShare - 0.1) / 0.2, 1)),
    ])
  }

  /// True if the symbol was measured, and has nothing of a fault.
  func rulesOut(_ fault: ImageFault, carrier: Symbology?) -> Bool {
    guard let size = moduleSize?.pixels.value, let condition else { return false }
    return switch fault {
    case .inverted: !condition.isInverted
    case .quietZone: condition.quietZone.narrowest >= ImageFault.neededQuietZone(carrier)
    // ISO/IEC 15415 and 15416 give it grade 3 of 4.
    case .lowContrast: condition.symbolContrast >= 0.55
    case .tooSmall: size >= FaultSign.easySizePixels
    case .blurred: condition.isSharp
    case .unevenLight: condition.lightGradient < Self.evenLight
    case .perspective: condition.tiltDegrees.map { $0 < Self.flatDegrees } ?? false
    default: false
    }
  }

  /// True if the symbol's own structure tells more of a fault than the look of its place, which other things lie in:
  /// it measures the fault itself, or has nothing of it.
  func overrules(_ fault: ImageFault) -> Bool {
    guard moduleSize != nil, let condition else { return false }
    return switch fault {
    case .inverted, .quietZone, .lowContrast, .tooSmall, .blurred, .noise: true
    case .perspective: condition.tiltDegrees != nil
    case .turned: condition.offAxisDegrees < 12
    // A symbol that moved is not sharp.
    case .motion: condition.isSharp
    case .unevenLight: condition.lightGradient < Self.evenLight
    case .damage, .glare: condition.isWhole
    default: false
    }
  }

  /// Light that differs by less from corner to corner is even, as a share of its mean: from about 0.7 on the darkest
  /// paper is half as light as the lightest.
  private static let evenLight = 0.2
  /// No view from straight above makes anything of a lesser tilt.
  private static let flatDegrees = 20.0

  /// The symbol as it is in the negative of the image.
  package var negative: SymbolMeasurement {
    SymbolMeasurement(
      source: source, outline: outline, dimension: dimension, moduleSize: moduleSize,
      condition: condition?.negative, symbology: symbology, backing: backing)
  }
}

extension SymbolCondition {
  /// The angle between the symbol's rows and the nearer of the image's axes.
  fileprivate var offAxisDegrees: Double {
    let quarter = turnDegrees.truncatingRemainder(dividingBy: 90)
    return min(quarter, 90 - quarter)
  }

  /// True for edges that are no softer than pixels make them: those blur by more.
  fileprivate var isSharp: Bool { blurSigmaPixels.value <= 0.5 }

  /// The standard deviation of the noise as a share of the contrast.
  fileprivate var noiseShare: Double {
    noiseGreyLevels / 255 / max(symbolContrast, 0.01)
  }

  /// True if nothing of the symbol is missing: hardly any of its error correction is used, nor are its fixed patterns
  /// damaged. Not known of symbols without error correction.
  fileprivate var isWhole: Bool {
    grades.unusedErrorCorrection.map { $0 >= 0.9 && (grades.fixedPatternDamage ?? 0) < 0.02 }
      ?? false
  }
}

extension ImageFault {
  /// True for faults that take nothing away from the symbol, so that their change always mends them.
  var isMendedByItsChange: Bool { self == .inverted || self == .quietZone }

  /// True for faults whose change is as good as the remedy itself, so that one that fails speaks against the other.
  /// Focus and a steady hand bring back what no change does.
  package var isChangeLikeRemedy: Bool {
    switch self {
    case .inverted, .quietZone, .colours, .lowContrast, .tooSmall, .turned, .tooLarge,
      .surroundings:
      true
    default: false
    }
  }

  /// True for faults that no change of the image takes away.
  package var isWithoutChange: Bool {
    self == .damage || self == .glare || self == .noise
  }

  /// True for a fault that is nothing but what decoders do, so that the change that is enough shows it. Turning and
  /// reducing help by luck, too, as each draws the pixels anew.
  var isOfDecoders: Bool { self == .surroundings }

  /// The quiet zone that a symbology's standard asks for, in modules.
  package static func neededQuietZone(_ carrier: Symbology?) -> Double {
    switch carrier {
    case .qrCode: 4
    case .microQRCode, .rMQRCode, .pdf417: 2
    case .dataMatrix, .microPDF417, .maxiCode: 1
    case .aztec, .aztecRune: 0.5
    case .dataBar, .dataBarStacked, .dataBarLimited, .dataBarExpanded, .dataBarExpandedStacked,
      .code16K:
      1
    case .ean13, .ean8, .upcA, .upcE: 7
    case .dotCode: 3
    case .royalMail, .kix, .japanPost: 4
    case .postnet, .planet, .uspsIntelligentMail: 6
    case .msi, .plessey, .australiaPost: 12
    default: 10
    }
  }
}

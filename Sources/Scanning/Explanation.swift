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
  /// One colour of the image alone.
  case channel(ColourChannel)
  /// Enlarged by a factor above 1.
  case enlarged(Double)
  /// A Gaussian blur of this standard deviation undone, in pixels.
  case sharpened(Double)
  /// Turned clockwise, in degrees.
  case turned(Double)
  /// Reduced by a factor below 1.
  case reduced(Double)
  /// Cut down to a part of the image, in pixels.
  case cropped(x: Int, y: Int, width: Int, height: Int)

  /// The fault that the change mends.
  public var fault: ImageFault {
    switch self {
    case .inverted: .inverted
    case .padded, .cleared, .trimmed, .isolated: .quietZone
    case .stretched: .lowContrast
    case .channel: .colours
    case .enlarged: .tooSmall
    case .sharpened: .blurred
    case .turned: .turned
    case .reduced: .tooLarge
    case .cropped: .surroundings
    }
  }
}

/// A fault of an image for which decoders do not read it.
///
/// The order is that of how much a successful change says: only light symbols on dark gain by a
/// negative, and only missing quiet zones by a border, but many things gain by enlarging.
public enum ImageFault: Int, CaseIterable, Hashable, Sendable, Comparable {
  case inverted
  case quietZone
  case lowContrast
  case tooSmall
  case blurred
  case colours
  case turned
  case tooLarge
  case surroundings

  public static func < (a: ImageFault, b: ImageFault) -> Bool { a.rawValue < b.rawValue }
}

/// An image and the least changes with which decoders read it.
public struct Explanation: Hashable, Sendable {
  /// A change that was enough for one decoder.
  public struct Success: Hashable, Sendable {
    /// The decoder's name.
    public let decoder: String
    /// The smallest change of its kind that was enough.
    public let change: ImageChange
    /// The reading of the changed image.
    public let reading: Reading
    /// The thing that backs the reading; `nil` if nothing does, so that the change is no cure.
    public let support: ReadingSupport?

    /// Makes a success.
    public init(
      decoder: String, change: ImageChange, reading: Reading, support: ReadingSupport?
    ) {
      self.decoder = decoder
      self.change = change
      self.reading = reading
      self.support = support
    }
  }

  /// One fault with the changes that mend it.
  public struct Finding: Hashable, Sendable {
    /// The fault.
    public let fault: ImageFault
    /// By decoder, the smallest change that was enough; empty for a fault that is only measured.
    public let successes: [Success]
    /// The distance of the symbol from what decoders read, 0 for none; `nil` if the symbol could not be
    /// measured.
    public let severity: Double?
  }

  /// The decoders of the scan.
  public let decoders: [ScanDecoder]
  /// The decoders that read something without any change, with their first reading that is backed.
  public let unchanged: [String: Reading]
  /// Readings without any change that nothing backs, by decoder.
  public let unbackedUnchanged: [String: Reading]
  /// Readings with a change that nothing backs: no cures.
  public let unbacked: [Success]
  /// Places that look like a symbol which nobody has read, with what stands in the way.
  public let potential: [PotentialSymbol]
  /// The faults, the likeliest first.
  public let findings: [Finding]
  /// The decoders for which no change was enough.
  public let unmoved: [String]
  /// The symbol in the unchanged image, measured with what was read with a change; `nil` if nothing was
  /// read.
  public let measurement: SymbolMeasurement?
  /// Attempts that ended in an error, by decoder.
  public let errors: [String: Int]

  /// The symbology of what was read, with a change or without; `nil` if nothing was.
  public var symbology: Symbology? {
    findings.lazy.flatMap(\.successes).compactMap(\.reading.symbology).first
      ?? decoders.lazy.compactMap { unchanged[$0.label]?.symbology }.first
  }

  /// Those of ``unmoved`` that do not read the symbology.
  public var unsupported: [String] {
    guard let symbology else { return [] }
    return decoders.filter { unmoved.contains($0.label) && !$0.reads(symbology) }.map(\.label)
  }

  /// True if two readings that nothing backs, or one and a backed one, have different contents.
  public var hasContradictions: Bool {
    let doubtful = Array(unbackedUnchanged.values) + unbacked.map(\.reading)
    let all = doubtful + Array(unchanged.values) + findings.flatMap { $0.successes.map(\.reading) }
    return doubtful.contains { one in all.contains { !ReadingMerge.isSameContents(one, $0) } }
  }

  /// Measures the symbol in the unchanged image by the first reading that fits; `nil` without readings.
  ///
  /// A symbol that was read lies in the image: a fit that reaches out of it is taken only if there is no
  /// other.
  public static func measurement(
    of readings: [Reading], in image: GrayImage
  ) -> SymbolMeasurement? {
    let gauge = SymbolGauge()
    var first: SymbolMeasurement?
    for reading in readings {
      let found = gauge.measure(reading, in: image)
      if found.source == .measured, found.outline.map(image.holds) ?? false { return found }
      if first?.source != .measured { first = found.source == .measured ? found : first ?? found }
    }
    return first
  }

  /// The severity above which a fault is plain without a change that mends it.
  private static let plainSeverity = 0.1

  /// Orders what was found.
  ///
  /// Faults that are measured in the unchanged image come first, the gravest one before the others;
  /// faults that are equally grave, or not measured, are in the order of ``ImageFault``. Faults that
  /// the symbol plainly has not come last, even if their change was enough by luck. Contrast, module size
  /// and blur that are measured to be faulty are listed even if their change was not enough: it does
  /// not bring back what was lost.
  public init(
    decoders: [ScanDecoder], unchanged: [String: Reading], successes: [Success],
    measurement: SymbolMeasurement?, errors: [String: Int] = [:],
    unbackedUnchanged: [String: Reading] = [:], potential: [PotentialSymbol] = []
  ) {
    unbacked = successes.filter { $0.support == nil }
    let successes = successes.filter { $0.support != nil }
    self.unbackedUnchanged = unbackedUnchanged
    self.potential = potential
    self.decoders = decoders
    self.unchanged = unchanged
    self.measurement = measurement
    self.errors = errors
    let names = Set(successes.map(\.decoder))
    unmoved = decoders.map(\.label).filter { unchanged[$0] == nil && !names.contains($0) }
    let carrier = successes.lazy.compactMap(\.reading.symbology).first?.carrier
    var faults = Dictionary(grouping: successes, by: \.change.fault)
    if let measurement, !successes.isEmpty {
      for fault in [ImageFault.lowContrast, .tooSmall, .blurred]
      where fault.severity(in: measurement, carrier: carrier) ?? 0 > Self.plainSeverity {
        faults[fault, default: []] += []
      }
    }
    func isRuledOut(_ fault: ImageFault) -> Bool {
      measurement?.condition.map { fault.isRuledOut(in: $0, carrier: carrier) } ?? false
    }
    findings = faults.map { fault, successes in
      Finding(
        fault: fault, successes: successes,
        severity: measurement.flatMap { fault.severity(in: $0, carrier: carrier) })
    }.sorted { one, other in
      guard isRuledOut(one.fault) == isRuledOut(other.fault) else {
        return isRuledOut(other.fault)
      }
      let (a, b) = (one.severity ?? 0, other.severity ?? 0)
      return a == b ? one.fault < other.fault : a > b
    }
  }
}

extension ImageFault {
  /// The distance of a symbol beyond what decoders usually bear: 0 within it, 1 where nothing is left.
  ///
  /// Faults with a cause of their own count for more: a missing quiet zone up to 1.5, inversion 2.
  /// The limits are not a decoder's: they only order faults that are there together. `nil` for faults
  /// that are not measured.
  func severity(in measurement: SymbolMeasurement, carrier: Symbology?) -> Double? {
    guard let size = measurement.moduleSize?.pixels.value, let condition = measurement.condition
    else { return nil }
    func shortfall(_ value: Double, of limit: Double) -> Double {
      min(max((limit - value) / limit, 0), 1)
    }
    switch self {
    case .inverted: return condition.isInverted ? 2 : 0
    case .quietZone:
      // Few decoders mind a margin of more than half of what the standard asks for. Without any, a
      // margin that mends the image is the fault, whatever else mends it too.
      let needed = Self.neededQuietZone(carrier)
      return 1.5 * shortfall(condition.quietZone.narrowest, of: needed / 2)
    case .lowContrast: return shortfall(condition.symbolContrast, of: 0.3)
    case .tooSmall: return shortfall(size, of: 2)
    case .blurred:
      // Pixels as such blur by up to this much: no better focus would mend that, a closer look would.
      let pixels = 0.7
      let sigma = condition.blurSigmaPixels.value
      // A blur of 0.4 modules halves the contrast of single modules.
      let blur = max(sigma * sigma - pixels * pixels, 0).squareRoot() / size
      return blur > 0.4 ? min((blur - 0.4) / 0.4, 1) : 0
    case .colours, .turned, .tooLarge, .surroundings: return 0
    }
  }

  /// True if the symbol has nothing of this fault.
  func isRuledOut(in condition: SymbolCondition, carrier: Symbology?) -> Bool {
    switch self {
    case .inverted: !condition.isInverted
    case .quietZone: condition.quietZone.narrowest >= Self.neededQuietZone(carrier)
    default: false
    }
  }

  /// The quiet zone that a symbology's standard asks for, in modules.
  static func neededQuietZone(_ carrier: Symbology?) -> Double {
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

extension GrayImage {
  /// True for an outline that lies in the image, but for a few pixels.
  fileprivate func holds(_ outline: Corners) -> Bool {
    let slack = 4.0
    return outline.points.allSatisfy {
      $0.x > -slack && $0.y > -slack && $0.x < Double(width) + slack
        && $0.y < Double(height) + slack
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

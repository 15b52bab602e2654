import DecoderKit
import Measuring
import Results

/// A symbol's module size beside the size from which a decoder is certified to read.
public enum Margin: Hashable, Sendable {
  /// Module size ÷ threshold: above 1 the decoder is shown to read such symbols reliably.
  case known(KnownMargin)
  /// There is none, for this reason.
  case unknown(MissingMargin)
}

/// A margin with the threshold that it stands on.
public struct KnownMargin: Hashable, Sendable {
  /// Module size ÷ threshold, with the interval of the module size.
  public let ratio: MeasuredValue
  /// The threshold.
  public let threshold: CertifiedThreshold
  /// The group of the run that is nearest to the symbol's condition: `v2-m/upright`.
  public let group: String
  /// The run.
  public let run: ThresholdRun

  package init(
    ratio: MeasuredValue, threshold: CertifiedThreshold, group: String, run: ThresholdRun
  ) {
    self.ratio = ratio
    self.threshold = threshold
    self.group = group
    self.run = run
  }
}

/// The reason for which a margin is not known.
public enum MissingMargin: String, CaseIterable, Hashable, Sendable, Codable {
  /// The symbol has no module size.
  case notMeasured = "not-measured"
  /// The decoder does not read the symbology.
  case unsupported
  /// No stored run has thresholds of this symbology.
  case noRun = "no-run"
  /// The run did not have this decoder with these options.
  case noDecoder = "no-decoder"
  /// The run certifies no level for the decoder.
  case notCertified = "not-certified"
}

/// The module size from which on a decoder is shown to read 95 % or more.
public struct CertifiedThreshold: Hashable, Sendable {
  /// Pixels per module.
  public let pixels: Double
  /// True if no smaller size was shown to fail: the threshold is at most this.
  public let isUpperBound: Bool

  public init(pixels: Double, isUpperBound: Bool) {
    self.pixels = pixels
    self.isUpperBound = isUpperBound
  }
}

/// The thresholds of one group of a stored run.
public struct ThresholdGroup: Hashable, Sendable {
  /// `recipe/condition`.
  public let id: String
  /// The symbology of its images.
  public let symbology: Symbology
  /// The condition of its images; `nil` if the corpus was not at hand.
  public let condition: GroupCondition?
  /// By decoder, as it was asked for: `zxing:try-harder=false`. A decoder without a certified level
  /// has `nil`.
  public let thresholds: [String: CertifiedThreshold?]

  public init(
    id: String, symbology: Symbology, condition: GroupCondition?,
    thresholds: [String: CertifiedThreshold?]
  ) {
    self.id = id
    self.symbology = symbology
    self.condition = condition
    self.thresholds = thresholds
  }
}

/// The condition of a group's images, as far as a symbol's condition can be set beside it.
public struct GroupCondition: Hashable, Sendable {
  /// Degrees clockwise.
  public var turnDegrees: ClosedRange<Double> = 0...0
  /// Degrees out of the image plane.
  public var tiltDegrees: ClosedRange<Double> = 0...0
  /// The standard deviation of the blur, in pixels.
  public var blurPixels: ClosedRange<Double> = 0...0
  /// The difference of the reflectances, 0 to 1.
  public var contrast: ClosedRange<Double> = 1...1
  /// True for light symbols on dark paper.
  public var isInverted = false
  /// The number of other parameters that the condition sets, such as damage or glare.
  public var otherParameters = 0

  /// Makes the condition of a clean upright symbol.
  public init() {}
}

extension GroupCondition {
  /// Differences up to these count as none: conditions are measured, and groups are exact.
  private static let turnTolerance = 1.0
  private static let tiltTolerance = 5.0
  private static let blurTolerance = 0.25
  private static let contrastTolerance = 0.1

  /// The distance from a symbol's condition: a sum of parts, each about 1 where a parameter differs by
  /// all that is usual: a turn of 45°, a tilt of 45°, a blur of a module, half of the contrast.
  ///
  /// Turns repeat after 90°. A range that holds the value is at distance 0, and so is what was not
  /// measured.
  func distance(
    turnDegrees turn: Double, _ condition: SymbolCondition?, modulePixels: Double
  ) -> Double {
    func gap(_ value: Double, _ range: ClosedRange<Double>, _ tolerance: Double) -> Double {
      let gap = max(range.lowerBound - value, value - range.upperBound, 0)
      return gap <= tolerance ? 0 : gap
    }
    let turn =
      (-4...4).map { quarter in
        gap(turn + 90 * Double(quarter), turnDegrees, Self.turnTolerance)
      }.min() ?? 0
    guard let condition else { return turn / 45 + Double(otherParameters) }
    let tilt = gap(condition.tiltDegrees ?? 0, tiltDegrees, Self.tiltTolerance)
    let blur = gap(
      condition.blurSigmaPixels.value, blurPixels, Self.blurTolerance * modulePixels)
    let contrast = gap(condition.symbolContrast, contrast, Self.contrastTolerance)
    return turn / 45 + tilt / 45 + blur / modulePixels + contrast * 2
      + (condition.isInverted == isInverted ? 0 : 1) + Double(otherParameters)
  }

  /// The width of its ranges, in the same units: of two conditions that hold a symbol's, the narrower
  /// one is about symbols like it.
  var width: Double {
    func width(_ range: ClosedRange<Double>) -> Double { range.upperBound - range.lowerBound }
    return width(turnDegrees) / 45 + width(tiltDegrees) / 45 + width(blurPixels)
      + width(contrast) * 2
  }
}

/// The thresholds of the stored run that says most, and of others for decoders of which they say more.
public struct ThresholdTable: Hashable, Sendable {
  /// The run.
  public let run: ThresholdRun
  /// Its groups with one symbology, in the corpus's order.
  public let groups: [ThresholdGroup]
  /// By decoder as it was asked for, the table of the run that says more of it.
  public let others: [String: ThresholdTable]

  public init(
    run: ThresholdRun, groups: [ThresholdGroup], others: [String: ThresholdTable] = [:]
  ) {
    self.run = run
    self.groups = groups
    self.others = others
  }

  /// Finds the group whose condition is nearest to a symbol's.
  ///
  /// Only groups of the symbol's symbology count, GS1 and plain alike. Of those the one at the
  /// smallest distance is taken, then the one with the narrowest ranges, then the first. Where
  /// conditions are not known, it is the group in which decoders need the largest modules.
  public func nearestGroup(
    to symbology: Symbology, _ measurement: SymbolMeasurement
  ) -> ThresholdGroup? {
    let candidates = groups.filter { $0.symbology.carrier == symbology.carrier }
    let condition = measurement.condition
    guard let turn = condition?.turnDegrees ?? measurement.outline?.turnDegrees,
      let modulePixels = measurement.moduleSize?.pixels.value,
      candidates.allSatisfy({ $0.condition != nil })
    else {
      // The first of the largest: `max` would take the last.
      return candidates.reduce(nil) { best, group in
        guard let best, best.largestThreshold >= group.largestThreshold else { return group }
        return best
      }
    }
    let ranked = candidates.enumerated().map { index, group in
      let own = group.condition ?? GroupCondition()
      return (
        group: group,
        distance: own.distance(turnDegrees: turn, condition, modulePixels: modulePixels),
        width: own.width, index: index
      )
    }
    return ranked.min { ($0.distance, $0.width, $0.index) < ($1.distance, $1.width, $1.index) }?
      .group
  }

  /// Computes the margin of a symbol for a decoder, named as it was asked for.
  public func margin(
    of decoder: String, symbology: Symbology, _ measurement: SymbolMeasurement
  ) -> Margin {
    if let own = others[decoder] {
      return own.margin(of: decoder, symbology: symbology, measurement)
    }
    guard let size = measurement.moduleSize?.pixels else { return .unknown(.notMeasured) }
    guard let group = nearestGroup(to: symbology, measurement) else { return .unknown(.noRun) }
    guard let threshold = group.thresholds[decoder] else { return .unknown(.noDecoder) }
    guard let threshold else { return .unknown(.notCertified) }
    let ratio = MeasuredValue(
      value: size.value / threshold.pixels, lower: size.lower / threshold.pixels,
      upper: size.upper / threshold.pixels)
    return .known(KnownMargin(ratio: ratio, threshold: threshold, group: group.id, run: run))
  }
}

extension ThresholdGroup {
  /// The largest threshold of any decoder; infinite if one has none.
  fileprivate var largestThreshold: Double {
    thresholds.values.map { $0?.pixels ?? .infinity }.max() ?? 0
  }
}

import DecoderKit
import Results

/// One decoder's threshold in one group of a stored run.
public struct DecoderThreshold: Hashable, Sendable {
  /// The decoder's name in tables.
  public let decoder: String
  /// The decoder as it was asked for, with options.
  public let reference: String
  /// `recipe/condition`.
  public let group: String
  /// The threshold.
  public let score: ThresholdScore
  /// The easiest and the hardest value that was tried.
  public let tested: ClosedRange<Double>
  /// The run, if it is another than that of most decoders.
  public let ownRun: ThresholdRun?
  /// The module size at which a threshold of a condition was measured, in pixels; `nil` where the size is what was
  /// varied, where it varies besides, and where it is not known.
  public let moduleSizePixels: Double?

  /// Makes a threshold.
  public init(
    decoder: String, reference: String, group: String, score: ThresholdScore,
    tested: ClosedRange<Double>, ownRun: ThresholdRun? = nil, moduleSizePixels: Double? = nil
  ) {
    self.ownRun = ownRun
    self.moduleSizePixels = moduleSizePixels
    self.decoder = decoder
    self.reference = reference
    self.group = group
    self.score = score
    self.tested = tested
  }
}

/// The thresholds of module sizes that distances follow from.
public struct DistanceEvidence: Hashable, Sendable {
  /// The run of most decoders.
  public let run: ThresholdRun
  /// Thresholds in pixels per module, in the runs' order of decoders.
  public let thresholds: [DecoderThreshold]
  /// The size of the symbols that they were measured on, if it is not the size that was asked for.
  public let otherSize: String?
  /// The runs with as many trials or more that certify nothing, for which this one was taken.
  public let passedOver: [ThresholdRun]

  /// Makes the evidence.
  public init(
    run: ThresholdRun, thresholds: [DecoderThreshold], otherSize: String? = nil,
    passedOver: [ThresholdRun] = []
  ) {
    self.run = run
    self.thresholds = thresholds
    self.otherSize = otherSize
    self.passedOver = passedOver
  }
}

/// A condition beside the distance, whose thresholds come from a corpus of its own.
public enum DistanceCondition: String, CaseIterable, Hashable, Sendable, Codable {
  /// The disc of a lens that is focused elsewhere.
  case defocus
  /// The movement of the image while the shutter is open.
  case motion
  /// The angle by which the label leans away.
  case tilt
}

/// The thresholds of one condition: in modules for blur, in degrees for tilt.
public struct ConditionEvidence: Hashable, Sendable {
  /// The condition.
  public let condition: DistanceCondition
  /// The run of most decoders; `nil` if no stored run has thresholds.
  public let run: ThresholdRun?
  /// The thresholds; empty without a run.
  public let thresholds: [DecoderThreshold]
  /// The groups whose thresholds are left out, because the size of their modules varies or is not known.
  public let leftOut: [String]
  /// The corpora that would measure them; empty if there is a run.
  public let corpora: [String]
  /// The runs with as many trials or more that certify nothing, for which this one was taken.
  public let passedOver: [ThresholdRun]

  /// Makes the evidence of runs; thresholds are left out where the size of the modules is not known, for
  /// which they hold.
  public init(
    _ condition: DistanceCondition, run: ThresholdRun, thresholds: [DecoderThreshold],
    passedOver: [ThresholdRun] = []
  ) {
    self.condition = condition
    self.run = run
    self.thresholds = thresholds.filter { $0.moduleSizePixels != nil }
    leftOut = thresholds.filter { $0.moduleSizePixels == nil }.reduce(into: []) {
      groups, threshold in
      if !groups.contains(threshold.group) { groups.append(threshold.group) }
    }
    corpora = []
    self.passedOver = passedOver
  }

  /// Makes the lack of any evidence.
  public init(missing condition: DistanceCondition, corpora: [String]) {
    self.condition = condition
    run = nil
    thresholds = []
    leftOut = []
    self.corpora = corpora
    passedOver = []
  }

  /// The amount up to which a decoder is certified, and the one from which on it was shown to fail; the
  /// strictest of its groups counts. Blur is in modules, tilt in degrees.
  ///
  /// - Returns: `nil` if no run has this decoder.
  public func limit(of reference: String) -> ConditionLimit? {
    let own = thresholds.filter { $0.reference == reference }
    let sizes = own.compactMap(\.moduleSizePixels)
    guard let smallest = sizes.min(), let largest = sizes.max() else { return nil }
    let certified = own.map { threshold in
      threshold.score.certified.map { $0 / unit(threshold) }
    }
    return ConditionLimit(
      certified: certified.contains(nil) ? nil : certified.compactMap { $0 }.min(),
      failing: own.compactMap { threshold in threshold.score.lower.map { $0 / unit(threshold) } }
        .min(), moduleSizePixels: smallest...largest)
  }

  /// The pixels in a module of a threshold's group; 1 for an angle.
  private func unit(_ threshold: DecoderThreshold) -> Double {
    condition == .tilt ? 1 : threshold.moduleSizePixels ?? .nan
  }
}

extension [DecoderThreshold] {
  /// The runs of decoders that the run of most decoders does not certify, each with those decoders.
  public var ownRuns: [(run: ThresholdRun, decoders: [String])] {
    reduce(into: []) { runs, threshold in
      guard let run = threshold.ownRun else { return }
      guard let index = runs.firstIndex(where: { $0.run == run }) else {
        runs.append((run, [threshold.decoder]))
        return
      }
      if !runs[index].decoders.contains(threshold.decoder) {
        runs[index].decoders.append(threshold.decoder)
      }
    }
  }
}

/// The amounts of a condition that a decoder takes.
public struct ConditionLimit: Hashable, Sendable {
  /// It is certified up to here; `nil` if no amount is certified.
  public let certified: Double?
  /// It was shown to fail from here on; `nil` if it was not shown.
  public let failing: Double?
  /// The module sizes at which that was measured, in pixels.
  public let moduleSizePixels: ClosedRange<Double>

  /// Makes a limit.
  public init(certified: Double?, failing: Double?, moduleSizePixels: ClosedRange<Double>) {
    self.certified = certified
    self.failing = failing
    self.moduleSizePixels = moduleSizePixels
  }
}

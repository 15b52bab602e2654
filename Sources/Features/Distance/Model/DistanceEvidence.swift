import Base
import Results
import Sessions

/// One decoder's threshold in one group of a stored run.
struct DecoderThreshold: Hashable, Sendable {
  /// The decoder's name in tables.
  let decoder: String
  /// The decoder as it was asked for, with options.
  let reference: String
  /// The library, with its version; empty where it is not known.
  var library = ""
  var version = ""
  /// `recipe/condition`.
  let group: String
  /// The threshold.
  var score: ThresholdScore
  /// The easiest and the hardest value that was tried.
  let tested: ClosedRange<Double>
  /// The run, if it is another than that of most decoders.
  var ownRun: ThresholdRun?
  /// The module size at which a threshold of a condition was measured, in pixels; `nil` where the size is what was
  /// varied, where it varies besides, and where it is not known.
  var moduleSizePixels: Double?
  /// The harms to the group's symbols; empty for clean ones, `nil` where the corpus is not at hand.
  var harms: [String]?
  /// The modules across the group's symbols; `nil` where they differ or are not known.
  var columns: Double?
  /// The reads at each value that was tried, the smallest value first.
  var rates: [Rate] = []
  /// True if the group's symbols lean by the angle of the question, which therefore needs no thresholds of its own.
  var isTilted = false

  /// The reads at one value of what was varied.
  struct Rate: Hashable, Sendable {
    let value: Double
    let reads: Int
    let tried: Int
  }

  /// The condition's name.
  var condition: String {
    String(group[(group.lastIndex(of: "/").map(group.index(after:)) ?? group.startIndex)...])
  }

  /// True if it is known that the symbols were clean.
  var isClean: Bool { harms == [] }
}

/// The thresholds of module sizes that distances follow from.
struct DistanceEvidence: Hashable, Sendable {
  /// The run of most decoders; `nil` for a walk-away.
  let run: ThresholdRun?
  /// The walk-away that they come from, in place of runs.
  var walk: WalkRecord?
  /// Thresholds in pixels per module, in the runs' order of decoders.
  let thresholds: [DecoderThreshold]
  /// The size of the symbols that they were measured on, if it is not the size that was asked for.
  var otherSize: String?
  /// The runs with as many trials or more that certify nothing, for which this one was taken.
  var passedOver: [ThresholdRun] = []
  /// The decoders that are known to read the code, as they were asked for.
  var readers: [String] {
    thresholds.filter { $0.score.certified != nil }.map(\.reference).uniqued()
  }
  /// The groups that are left out because their symbols lean by other angles than the code.
  var leaning: [String] = []
  /// A sentence about each recommended decoder of which there are no thresholds.
  var leftOut: [String] = []
  /// The thresholds of other runs of clean symbols, which were not taken.
  var others: [DistanceEvidence] = []
}

/// A condition beside the distance, whose thresholds come from a corpus of its own.
enum DistanceCondition: String, CaseIterable, Hashable, Sendable, Codable {
  /// The disc of a lens that is focused elsewhere.
  case defocus
  /// The movement of the image while the shutter is open.
  case motion
  /// The angle by which the label leans away.
  case tilt
}

/// The thresholds of one condition: in modules for blur, in degrees for tilt.
struct ConditionEvidence: Hashable, Sendable {
  /// The condition.
  let condition: DistanceCondition
  /// The run of most decoders; `nil` if no stored run has thresholds.
  let run: ThresholdRun?
  /// The thresholds; empty without a run.
  let thresholds: [DecoderThreshold]
  /// The groups whose thresholds are left out, because the size of their modules varies or is not known.
  let leftOut: [String]
  /// The corpora that would measure them; empty if there is a run.
  let corpora: [SuitedCorpus]
  /// The size of the symbols that they were measured on, if it is not the size that was asked for.
  let otherSize: String?
  /// The runs with as many trials or more that certify nothing, for which this one was taken.
  let passedOver: [ThresholdRun]

  /// Makes the evidence of runs; thresholds are left out where the size of the modules is not known, for
  /// which they hold.
  init(
    _ condition: DistanceCondition, run: ThresholdRun, thresholds: [DecoderThreshold],
    otherSize: String? = nil, passedOver: [ThresholdRun] = []
  ) {
    self.condition = condition
    self.run = run
    self.thresholds = thresholds.filter { $0.moduleSizePixels != nil }
    leftOut = thresholds.filter { $0.moduleSizePixels == nil }.map(\.group).uniqued()
    corpora = []
    self.otherSize = otherSize
    self.passedOver = passedOver
  }

  /// Makes the lack of any evidence.
  init(missing condition: DistanceCondition, corpora: [SuitedCorpus]) {
    self.condition = condition
    run = nil
    thresholds = []
    leftOut = []
    self.corpora = corpora
    otherSize = nil
    passedOver = []
  }

  /// The amount up to which a decoder is certified, and the one from which on it was shown to fail; the
  /// strictest of its groups counts. Blur is in modules, tilt in degrees.
  ///
  /// - Returns: `nil` if no run has this decoder.
  func limit(of reference: String) -> ConditionLimit? {
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
  var ownRuns: [(run: ThresholdRun, decoders: [String])] {
    grouped(by: \.ownRun).compactMap { run, thresholds in
      run.map { (run: $0, decoders: thresholds.map(\.decoder).uniqued()) }
    }
  }
}

/// The amounts of a condition that a decoder takes.
struct ConditionLimit: Hashable, Sendable {
  /// It is certified up to here; `nil` if no amount is certified.
  let certified: Double?
  /// It was shown to fail from here on; `nil` if it was not shown.
  let failing: Double?
  /// The module sizes at which that was measured, in pixels.
  let moduleSizePixels: ClosedRange<Double>
}

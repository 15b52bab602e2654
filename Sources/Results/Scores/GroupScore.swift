import DecoderKit
import Statistics

/// One decoder in one group: one curve, one threshold, one row.
public struct GroupScore: Hashable, Sendable, Codable {
  /// `recipe/condition`.
  public var group: String
  /// The symbols one by one, where images hold several; the fields beside it are then about all
  /// supported symbols of an image together.
  public var scene: SceneScore?
  /// The failure threshold: the level from which on the decoder is reliable.
  public var threshold: ThresholdScore
  /// The mean threshold; `nil` for fewer than two levels.
  public var meanThreshold: Estimate?
  /// The number of payloads that the trials cycled through; `nil` where every trial had its own.
  ///
  /// With two or more, the interval of the mean threshold is the delete-one-payload jackknife's;
  /// with one, the interval holds for this payload alone.
  public var payloads: Int?
  /// The sweep values at which the curve crosses 50, 90 and 95 %; empty for a sweep without an
  /// order.
  public var crossings: [CrossingScore]
  /// The end of sampling: its reason, phase and number of trials; `nil` where trials were fixed.
  public var sampling: SamplingScore?
  /// Ranges of levels that fail although a harder level is read better.
  public var islands: [LevelRange]
  /// Counts over all levels.
  public var total: Counts
  /// Decode times, in milliseconds.
  public var latency: LatencyScore
  /// The fit of the decoder's corners to the symbols that it read; `nil` where the true outlines are
  /// not known, and where none was read.
  public var outline: OutlineScore?
  /// The meanings of its readings beside those of the symbols; `nil` where the recipe does not ask.
  public var meaning: MeaningScore?
  /// The resolution from which more pixels bring no more reads; `nil` where the sweep is over something
  /// else, and where nothing was read.
  public var knee: KneeScore?
  /// The shares of target, wrong code, several and none; `nil` where the corpus aims at no symbol.
  public var selection: SelectionScore?
  /// The bands of module sizes, the easiest first; `nil` where the corpus asks for none.
  public var bands: [BandScore]?
  /// Each level, the smallest value first.
  public var levels: [LevelScore]

  package init(
    group: String, scene: SceneScore? = nil, threshold: ThresholdScore,
    meanThreshold: Estimate? = nil, payloads: Int? = nil,
    crossings: [CrossingScore], sampling: SamplingScore? = nil, islands: [LevelRange],
    total: Counts, latency: LatencyScore, outline: OutlineScore? = nil,
    meaning: MeaningScore? = nil, knee: KneeScore? = nil, selection: SelectionScore? = nil,
    bands: [BandScore]? = nil, levels: [LevelScore]
  ) {
    self.bands = bands
    self.selection = selection
    self.scene = scene
    self.outline = outline
    self.meaning = meaning
    self.knee = knee
    self.group = group
    self.threshold = threshold
    self.meanThreshold = meanThreshold
    self.payloads = payloads
    self.crossings = crossings
    self.sampling = sampling
    self.islands = islands
    self.total = total
    self.latency = latency
    self.levels = levels
  }
}

extension GroupScore {
  /// Returns the decode rate at a level with its interval, 0 to 1: where images hold several symbols,
  /// a symbol's; `nil` where none was tried.
  public func rate(at level: Int) -> Estimate? {
    if let scene { return scene.levels[level] }
    return levels[level].readRate.map {
      Estimate(
        value: $0, lower: levels[level].readRateInterval.lower,
        upper: levels[level].readRateInterval.upper)
    }
  }
}

/// One decoder on the symbols of a group whose images hold several.
public struct SceneScore: Hashable, Sendable, Codable {
  /// The number of symbols that it was tried on.
  public var tried: Int
  /// The number of them that it read.
  public var read: Int
  /// The decode rate of a symbol with its interval over clusters of one image, 0 to 1.
  public var rate: Estimate
  /// The mean threshold of a symbol: the mean over its places.
  public var meanThreshold: Estimate?
  /// The failure threshold of a symbol, where each image counts for one of its symbols, in turn.
  ///
  /// The symbols of one image depend on each other, so a binomial test takes one of each image. That
  /// places differ only makes it stricter (Hoeffding, 1956).
  public var threshold: ThresholdScore
  /// The places of the label, in the order of its truth; without those of symbologies that the
  /// decoder does not read.
  public var places: [PlaceScore]
  /// The decode rate of a symbol at each level, as in ``GroupScore/levels``; `nil` where none was
  /// tried.
  public var levels: [Estimate?]

  package init(
    tried: Int, read: Int, rate: Estimate, meanThreshold: Estimate?, threshold: ThresholdScore,
    places: [PlaceScore], levels: [Estimate?]
  ) {
    self.levels = levels
    self.tried = tried
    self.read = read
    self.rate = rate
    self.meanThreshold = meanThreshold
    self.threshold = threshold
    self.places = places
  }
}

/// One decoder on the symbols at one place of a label.
public struct PlaceScore: Hashable, Sendable, Codable {
  /// The place, counted from 1 in the order of the label's truth: row by row, left to right.
  public var place: Int
  /// The symbology there.
  public var symbology: Symbology
  /// The number of images.
  public var tried: Int
  /// The number of images in which it was read.
  public var read: Int
  /// The number of images in which it was read as something else.
  public var misread: Int
  /// The number of images that ended in an error.
  public var broken: Int
  /// The decode rate with its exact interval (Clopper–Pearson), 0 to 1.
  public var rate: Estimate
  /// The mean threshold; `nil` without an order.
  public var meanThreshold: Estimate?

  package init(
    place: Int, symbology: Symbology, tried: Int, read: Int, misread: Int, broken: Int,
    rate: Estimate, meanThreshold: Estimate?
  ) {
    self.place = place
    self.symbology = symbology
    self.tried = tried
    self.read = read
    self.misread = misread
    self.broken = broken
    self.rate = rate
    self.meanThreshold = meanThreshold
  }
}

/// The end of sampling of one curve in a run that chose its own trials.
public struct SamplingScore: Hashable, Sendable, Codable {
  /// The reason trials ended or the precision could not be reached.
  public var ending: CurveEnding
  /// The last phase reached: `sweep`, `densify`, `refine`, `certify` or `done`.
  public var phase: String
  /// The number of trials that the curve asked for.
  public var trials: Int

  package init(ending: CurveEnding, phase: String, trials: Int) {
    self.ending = ending
    self.phase = phase
    self.trials = trials
  }
}

/// One decoder in one group at one level.
public struct LevelScore: Hashable, Sendable, Codable {
  /// The level as the corpus writes it.
  public var level: String
  /// The counts of verdicts at the level.
  public var counts: Counts
  /// The decode rate, 0 to 1: successes over samples tried; `nil` when none was tried.
  public var readRate: Double?
  /// Exact 95 % interval of the decode rate (Clopper–Pearson).
  public var readRateInterval: Bounds

  package init(level: String, counts: Counts, readRate: Double? = nil, readRateInterval: Bounds) {
    self.level = level
    self.counts = counts
    self.readRate = readRate
    self.readRateInterval = readRateInterval
  }
}

/// A failure threshold with its uncertainty.
public struct ThresholdScore: Hashable, Sendable, Codable {
  /// The kind of result.
  public enum Kind: String, Hashable, Sendable, Codable {
    /// It lies between `lower`, which fails, and `upper`, which holds.
    case interval
    /// Every level from the easiest to `upper` is certified and none was shown to fail: "≤ upper".
    case atMost = "at-most"
    /// The easiest level was shown to fail: "> lower".
    case above
    /// The trials do not certify any level.
    case notCertified = "not-certified"
    /// The sweep has no order, or nothing was tried.
    case none
  }

  /// The kind of result.
  public var kind: Kind
  /// The decode rate that is certified, such as 0.95.
  public var rate: Double
  /// The accepted probability of certifying a level that is below the rate.
  public var alpha: Double
  /// The easiest level shown to fail.
  public var lower: Double?
  /// The decoder is reliable from this level on, towards the easier ones.
  public var upper: Double?
  /// The level from which on the observed rate is high enough; certifies nothing.
  public var observed: Double?
  /// The reason nothing is certified, in words.
  public var reason: ReliableFrom.NotCertified?

  /// The level from which on the decoder is certified, towards the easier ones; `nil` if none is.
  package var certified: Double? { kind == .interval || kind == .atMost ? upper : nil }

  package init(
    kind: Kind, rate: Double, alpha: Double, lower: Double? = nil, upper: Double? = nil,
    observed: Double? = nil, reason: ReliableFrom.NotCertified? = nil
  ) {
    self.kind = kind
    self.rate = rate
    self.alpha = alpha
    self.lower = lower
    self.upper = upper
    self.observed = observed
    self.reason = reason
  }
}

/// A range of neighbouring levels.
public struct LevelRange: Hashable, Sendable, Codable {
  /// The first level.
  public var from: Double
  /// The last level; the same for a single one.
  public var to: Double

  package init(from: Double, to: Double) {
    self.from = from
    self.to = to
  }
}

/// Wall-clock time inside decode calls, in milliseconds; `nil` where there were none.
public struct LatencyScore: Hashable, Sendable, Codable {
  /// Median of the decodes that read (nearest rank, like all quantiles here).
  public var readMedian: Double?
  /// 95th percentile of the decodes that read.
  public var readP95: Double?
  /// Median of the decodes that did not read: the time that a miss costs.
  public var missMedian: Double?
  /// 95th percentile of the decodes that did not read.
  public var missP95: Double?

  /// Makes a score; omitted values do not exist.
  package init(
    readMedian: Double? = nil, readP95: Double? = nil, missMedian: Double? = nil,
    missP95: Double? = nil
  ) {
    self.readMedian = readMedian
    self.readP95 = readP95
    self.missMedian = missMedian
    self.missP95 = missP95
  }
}

/// The result of one comparison: what every report is written from.
///
/// `scores.json` is this, field by field. Numbers that do not exist are absent, never made up.
public struct ScoreTable: Hashable, Sendable, Codable {
  /// The version of this layout. A published version keeps its meaning; fields may be added.
  public static let currentSchemaVersion = 1

  /// The version of the layout; first, so that a reader can turn away.
  public var schemaVersion: Int
  /// What was drawn.
  public var corpus: CorpusRecord
  /// Decoders: the ranked ones from best to worst, then those that are not ranked.
  public var decoders: [DecoderScore]
  /// Every pair of ranked decoders, the better one first.
  public var comparisons: [PairScore]
  /// Decoders that were asked for and could not take part.
  public var unavailable: [ComparisonPlan.Absentee]
  /// Groups that all ranked decoders support: those that the rank is made of.
  public var rankedGroups: [String]
  /// How it was run.
  public var settings: RunSettings
  /// Where and when.
  public var provenance: Provenance
  /// Time, cost, and whether all of it was done.
  public var outcome: RunOutcome

  /// Looks a decoder up by its name in tables.
  public func decoder(_ label: String) -> DecoderScore? {
    decoders.first { $0.label == label }
  }
}

/// One decoder's part of a score table.
public struct DecoderScore: Hashable, Sendable, Codable {
  /// Why a decoder is ranked or not.
  public enum Standing: String, Hashable, Sendable, Codable {
    /// It is ranked.
    case ranked
    /// It reads none of the corpus's symbologies, which is not a failure.
    case unsupported
    /// It died too often in a row and was not given the rest.
    case givenUp = "given-up"
    /// Not one decode ended in an answer.
    case broken
    /// Too little was tried to compute a mean threshold.
    case insufficient
    /// The sweep has no order, so that there is no threshold to rank by.
    case unordered
  }

  /// The name in tables.
  public var label: String
  /// The decoder's name.
  public var name: String
  /// The library that reads.
  public var library: String
  /// The library's version.
  public var version: String
  /// Every option with its value.
  public var options: [String: String]
  /// Why it is ranked or not.
  public var standing: Standing
  /// 1 + the number of decoders that are significantly better; `nil` when not ranked.
  public var rank: Int?
  /// Compact letter display: decoders that share a letter cannot be told apart.
  public var letters: String?
  /// Mean threshold, averaged over the ranked groups with equal weight.
  public var meanThreshold: Estimate?
  /// All groups together.
  public var total: Counts
  /// Each group that it supports, in the corpus's order.
  public var groups: [GroupScore]
}

/// One decoder in one group: one curve, one threshold, one row.
public struct GroupScore: Hashable, Sendable, Codable {
  /// `recipe/condition`.
  public var group: String
  /// The failure threshold: from where on the decoder is reliable.
  public var threshold: ThresholdScore
  /// The mean threshold; `nil` for fewer than two levels.
  public var meanThreshold: Estimate?
  /// How many payloads the trials took turns with; `nil` where every trial had its own.
  ///
  /// With two or more, the interval of the mean threshold is the delete-one-payload jackknife's; with
  /// one, it holds for this payload alone.
  public var payloads: Int?
  /// Where the curve crosses 50, 90 and 95 %; empty for a sweep without an order.
  public var crossings: [CrossingScore]
  /// Why sampling ended; `nil` where trials were fixed.
  public var sampling: SamplingScore?
  /// Levels that fail although a harder one reads better.
  public var islands: [LevelRange]
  /// All levels together.
  public var total: Counts
  /// How long decodes took.
  public var latency: LatencyScore
  /// Each level, the smallest value first.
  public var levels: [LevelScore]
}

/// How sampling of one curve ended in a run that chose its own trials.
public struct SamplingScore: Hashable, Sendable, Codable {
  /// Why trials ended, or why the precision could not be had.
  public var ending: CurveEnding
  /// How far it came: `sweep`, `densify`, `refine`, `certify` or `done`.
  public var phase: String
  /// Trials that the curve asked for.
  public var trials: Int
}

/// One decoder in one group at one level.
public struct LevelScore: Hashable, Sendable, Codable {
  /// The level as the corpus writes it.
  public var level: String
  /// What happened at it.
  public var counts: Counts
  /// Reads over tries; `nil` without tries.
  public var readRate: Double?
  /// Exact 95 % interval of the read rate (Clopper–Pearson).
  public var readRateInterval: Bounds
}

/// Verdicts counted.
public struct Counts: Hashable, Sendable, Codable {
  /// Samples that the plan gave to the decoder.
  public var planned: Int
  /// Samples with a verdict.
  public var tried: Int
  /// Images whose symbols were all read right, by canonical matching.
  public var read: Int
  /// The part of them that strict matching takes as read too.
  public var strictRead: Int
  /// Images in which a symbol was not found, and none misread.
  public var noRead: Int
  /// Images in which something else was found.
  public var misread: Int
  /// Worker deaths.
  public var crash: Int
  /// Deadlines missed.
  public var timeout: Int
  /// Failures that the adapter reported, and breaches of the protocol.
  public var failed: Int
  /// Images without a symbol in which nothing was read.
  public var clean: Int
  /// Images without a symbol in which something was read.
  public var falsePositive: Int
  /// Images of unknown truth in which something was read.
  public var detected: Int
  /// Images of unknown truth in which nothing was read.
  public var undetected: Int
  /// Images at which a worker died before a fresh one gave the verdict.
  public var retried: Int
  /// The right symbol found more than once.
  public var duplicates: Int
  /// Wrong readings beside a right or a judged one.
  public var wrongExtras: Int
  /// Readings beside them in images whose truth may not name all symbols.
  public var unjudgedExtras: Int
  /// Misreads by ``MisreadClass``; `nil` when there are none.
  public var misreadClasses: [String: Int]?
  /// What became of the single symbols of images with several; `nil` where there are no such images.
  public var symbols: SymbolCounts?
  /// Misreads and false positives over tries; `nil` without tries.
  public var misreadRate: Double?
  /// Exact one-sided 95 % upper bound of the misread rate.
  public var misreadUpperBound: Double

  /// Images in which the decoder did what it is for; see ``Verdict/isSuccess``.
  public var successes: Int { read + clean + detected }
  /// Images in which it said something that is not so.
  public var falseAnswers: Int { misread + falsePositive }
  /// Crashes, timeouts and failures.
  public var broken: Int { crash + timeout + failed }
}

/// Symbols of images with several, counted one by one.
public struct SymbolCounts: Hashable, Sendable, Codable {
  /// Read right.
  public var read: Int
  /// Not found.
  public var missed: Int
  /// Read as something else.
  public var misread: Int
  /// Of symbologies that the decoder does not read.
  public var unsupported: Int
}

/// A failure threshold with its certainty.
public struct ThresholdScore: Hashable, Sendable, Codable {
  /// What could be said.
  public enum Kind: String, Hashable, Sendable, Codable {
    /// It lies between `lower`, which fails, and `upper`, which holds.
    case interval
    /// Every level as far as `upper` is certified and none was shown to fail: "≤ upper".
    case atMost = "at-most"
    /// The easiest level was shown to fail: "> lower".
    case above
    /// The trials do not certify any level.
    case notCertified = "not-certified"
    /// The sweep has no order, or nothing was tried.
    case none
  }

  /// What could be said.
  public var kind: Kind
  /// The read rate that is certified, such as 0.95.
  public var rate: Double
  /// The chance allowed of certifying a level that is below the rate.
  public var alpha: Double
  /// The easiest level shown to fail.
  public var lower: Double?
  /// The decoder is reliable from this level on, towards the easier ones.
  public var upper: Double?
  /// From where on the bare rate holds; certifies nothing.
  public var observed: Double?
  /// Why nothing is certified, in words.
  public var reason: String?
}

/// A number with its 95 % interval.
public struct Estimate: Hashable, Sendable, Codable {
  /// The number.
  public var value: Double
  /// Lower end of the interval.
  public var lower: Double
  /// Upper end of the interval.
  public var upper: Double

  /// Makes an estimate.
  package init(value: Double, lower: Double, upper: Double) {
    (self.value, self.lower, self.upper) = (value, lower, upper)
  }
}

extension Estimate {
  /// The equal-weight mean of estimates from independent samples.
  ///
  /// - Precondition: There is at least one.
  package static func mean(of parts: [Estimate]) -> Estimate {
    let count = Double(parts.count)
    let value = parts.reduce(0) { $0 + $1.value } / count
    let squares = parts.reduce(0) { sum, part in
      let half = (part.upper - part.lower) / 2
      return sum + half * half
    }
    let halfWidth = squares.squareRoot() / count
    return Estimate(value: value, lower: value - halfWidth, upper: value + halfWidth)
  }
}

/// The two ends of an interval.
public struct Bounds: Hashable, Sendable, Codable {
  /// Lower end.
  public var lower: Double
  /// Upper end.
  public var upper: Double
}

/// A run of neighbouring levels.
public struct LevelRange: Hashable, Sendable, Codable {
  /// The first level.
  public var from: Double
  /// The last level; the same for a single one.
  public var to: Double
}

/// Wall-clock time inside decode calls, in milliseconds; `nil` where there were none.
public struct LatencyScore: Hashable, Sendable, Codable {
  /// Median of the decodes that read (nearest rank, like all quantiles here).
  public var readMedian: Double?
  /// 95th percentile of the decodes that read.
  public var readP95: Double?
  /// Median of the decodes that did not: what a failure costs.
  public var missMedian: Double?
  /// 95th percentile of the decodes that did not.
  public var missP95: Double?

  /// Makes a score; what is left out does not exist.
  public init(
    readMedian: Double? = nil, readP95: Double? = nil, missMedian: Double? = nil,
    missP95: Double? = nil
  ) {
    self.readMedian = readMedian
    self.readP95 = readP95
    self.missMedian = missMedian
    self.missP95 = missP95
  }
}

/// Two decoders on the samples that both tried.
public struct PairScore: Hashable, Sendable, Codable {
  /// The one with the better mean threshold: the lower one, unless larger values are harder.
  public var better: String
  /// The other one.
  public var worse: String
  /// Samples that both tried.
  public var pairs: Int
  /// Samples that only the better one read.
  public var onlyBetter: Int
  /// Samples that only the worse one read.
  public var onlyWorse: Int
  /// Two-sided p of McNemar's exact test.
  public var p: Double
  /// The same after Holm's correction over all pairs.
  public var adjustedP: Double
  /// Whether the two can be told apart: adjusted p ≤ 0.05, and the better one read more.
  public var isSignificant: Bool
  /// The worse one's mean threshold minus the better one's, over the ranked groups.
  public var meanThresholdDifference: Estimate?
  /// How much longer the worse one takes on samples that both read: the median ratio of their times.
  public var latencyRatio: Estimate?
}

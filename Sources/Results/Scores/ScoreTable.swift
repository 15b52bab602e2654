import DecoderKit
import Statistics

/// The result of one comparison, from which every report is written.
///
/// `scores.json` has exactly these fields. Numbers that do not exist are absent, never made up.
public struct ScoreTable: Hashable, Sendable, Codable {
  /// The version of this layout. A published version keeps its meaning; fields may be added.
  public static let currentSchemaVersion = 1

  /// The version of the layout; the first field, so that a reader can reject unknown versions.
  public var schemaVersion: Int
  /// The corpus that was drawn.
  public var corpus: CorpusRecord
  /// Decoders: the ranked ones from best to worst, then those that are not ranked.
  public var decoders: [DecoderScore]
  /// Every pair of ranked decoders, the better one first, on the work that all of them share.
  public var comparisons: [PairScore]
  /// Pairs with a decoder that shares nothing with all of the others, each on the pair's own work;
  /// `nil` where there are none.
  public var partialComparisons: [PairScore]?
  /// The work and the measure on which ranks stand; `nil` where nobody has a rank.
  public var basis: RankingBasis?
  /// Decoders that were asked for and could not take part.
  public var unavailable: [UnavailableDecoder]
  /// Groups with work that all ranked decoders share; ranks are based on them.
  public var rankedGroups: [String]
  /// The settings of the run.
  public var settings: RunSettings
  /// The machine, system and time of the run.
  public var provenance: Provenance
  /// Time, cost, and completeness of the run.
  public var outcome: RunOutcome

  /// Makes one from its parts.
  package init(
    schemaVersion: Int, corpus: CorpusRecord, decoders: [DecoderScore], comparisons: [PairScore],
    partialComparisons: [PairScore]? = nil, basis: RankingBasis? = nil,
    unavailable: [UnavailableDecoder], rankedGroups: [String], settings: RunSettings,
    provenance: Provenance, outcome: RunOutcome
  ) {
    self.partialComparisons = partialComparisons
    self.basis = basis
    self.schemaVersion = schemaVersion
    self.corpus = corpus
    self.decoders = decoders
    self.comparisons = comparisons
    self.unavailable = unavailable
    self.rankedGroups = rankedGroups
    self.settings = settings
    self.provenance = provenance
    self.outcome = outcome
  }

  /// Names the images of errors that were kept.
  ///
  /// - Parameter isThere: Tells if there is a file at a path relative to the report folder.
  package mutating func nameReproducers(where isThere: (String) -> Bool) {
    for decoder in decoders.indices {
      for cause in (decoders[decoder].causes ?? []).indices {
        let key = decoders[decoder].causes?[cause].firstSample ?? ""
        let path = ReproducerFile.image(decoder: decoders[decoder].label, key: key)
        decoders[decoder].causes?[cause].reproducer = isThere(path) ? path : nil
      }
    }
  }

  /// Returns the table with paths that hold from outside the report folder, for a terminal.
  public func seen(fromOutside folder: String) -> ScoreTable {
    var table = self
    for decoder in decoders.indices {
      for cause in (decoders[decoder].causes ?? []).indices {
        let path = decoders[decoder].causes?[cause].reproducer
        table.decoders[decoder].causes?[cause].reproducer = path.map { "\(folder)/\($0)" }
      }
    }
    return table
  }

  /// Looks up a decoder by its name in tables.
  public func decoder(_ label: String) -> DecoderScore? {
    decoders.first { $0.label == label }
  }
}

/// The work and the measure on which ranks stand.
public struct RankingBasis: Hashable, Sendable, Codable {
  /// The number that decoders are ordered by.
  public enum Measure: String, Hashable, Sendable, Codable {
    /// The mean threshold, where the sweep has an order.
    case meanThreshold = "mean-threshold"
    /// The decode rate, where it has none.
    case decodeRate = "decode-rate"
  }

  /// The thing that is read or not.
  public enum Unit: String, Hashable, Sendable, Codable {
    /// An image as a whole.
    case image
    /// Each symbol by itself, since images hold several.
    case symbol
  }

  /// The number that decoders are ordered by.
  public var measure: Measure
  /// The thing that is read or not.
  public var unit: Unit
  /// The number of units that every ranked decoder is asked for.
  public var units: Int
  /// The symbologies of these units, in the corpus's order.
  public var symbologies: [Symbology]
  /// True if units depend on each other and were tested in clusters: the symbols of one image, the
  /// images of one payload.
  public var isClustered: Bool

  /// Makes one from its parts.
  package init(
    measure: Measure, unit: Unit, units: Int, symbologies: [Symbology], isClustered: Bool
  ) {
    self.measure = measure
    self.unit = unit
    self.units = units
    self.symbologies = symbologies
    self.isClustered = isClustered
  }
}

/// One decoder's part of a score table.
public struct DecoderScore: Hashable, Sendable, Codable {
  /// The reason a decoder is ranked or not.
  public enum Standing: String, Hashable, Sendable, Codable {
    /// It is ranked.
    case ranked
    /// It reads none of the corpus's symbologies, which is not an error.
    case unsupported
    /// It was given up for too many fatal images in a row.
    case givenUp = "given-up"
    /// Every decode ended in an error (crash, timeout or failure).
    case broken
    /// Too little was tried to compute a mean threshold.
    case insufficient
    /// It shares no work with all of the ranked decoders.
    case apart
    /// Nobody wrote down what the images hold.
    case unjudged
  }

  /// The name in tables.
  public var label: String
  /// The decoder as it was asked for, if its label does not say so: `zxing:try-harder=false`.
  public var reference: String?
  /// The decoder's name.
  public var name: String
  /// The decoding library.
  public var library: String
  /// The library's version.
  public var version: String
  /// Every option with its value.
  public var options: [String: String]
  /// The reason the decoder is ranked or not.
  public var standing: Standing
  /// 1 + the number of decoders that are significantly better; `nil` when not ranked.
  public var rank: Int?
  /// Significance groups as a compact letter display: decoders that share a letter are not
  /// significantly different; `nil` when not ranked.
  public var letters: String?
  /// Mean threshold, averaged over the ranked groups with equal weight.
  public var meanThreshold: Estimate?
  /// The decode rate over the work that all ranked decoders share, 0 to 1; `nil` when not ranked.
  public var sharedRate: Estimate?
  /// The part of the corpus that it is asked for.
  public var coverage: Coverage?
  /// Its results symbology by symbology, in the corpus's order; empty where none is known.
  public var symbologies: [SymbologyScore]
  /// The part of the shared work that it reads significantly less than the rest, where the sweep has
  /// no order; `nil` if there is none.
  public var weakPart: WeakPart?
  /// Counts over all groups that it supports.
  public var total: Counts
  /// Its errors by cause, the most frequent first; `nil` if there are none.
  public var causes: [ErrorCause]?
  /// Each group that it supports, in the corpus's order.
  public var groups: [GroupScore]

  /// Makes one from its parts.
  package init(
    label: String, reference: String? = nil, name: String, library: String, version: String,
    options: [String: String], standing: Standing, rank: Int? = nil, letters: String? = nil,
    meanThreshold: Estimate? = nil, sharedRate: Estimate? = nil, coverage: Coverage? = nil,
    symbologies: [SymbologyScore] = [],
    total: Counts, causes: [ErrorCause]? = nil, groups: [GroupScore]
  ) {
    self.sharedRate = sharedRate
    self.coverage = coverage
    self.symbologies = symbologies
    self.causes = causes
    self.label = label
    self.reference = reference
    self.name = name
    self.library = library
    self.version = version
    self.options = options
    self.standing = standing
    self.rank = rank
    self.letters = letters
    self.meanThreshold = meanThreshold
    self.total = total
    self.groups = groups
  }
}

extension DecoderScore {
  /// The decoder as `--decoder` takes it, with its label if it has one of its own.
  public var argument: String { reference.map { "\(label)=\($0)" } ?? label }
}

/// A level or a group that a decoder reads significantly less than all others together.
public struct WeakPart: Hashable, Sendable, Codable {
  /// The kind of part.
  public enum Kind: String, Hashable, Sendable, Codable {
    /// A level of the sweep, in all groups.
    case level
    /// A group, at all levels.
    case group
  }

  /// The kind of part.
  public var kind: Kind
  /// The level as the corpus writes it, or the group.
  public var name: String
  /// The decode rate there, 0 to 1.
  public var rate: Double
  /// The decode rate of all other parts of the kind together.
  public var elsewhere: Double

  /// Makes one from its parts.
  package init(kind: Kind, name: String, rate: Double, elsewhere: Double) {
    (self.kind, self.name, self.rate, self.elsewhere) = (kind, name, rate, elsewhere)
  }
}

/// The part of a corpus that a decoder is asked for.
public struct Coverage: Hashable, Sendable, Codable {
  /// The number of the corpus's symbologies that it reads.
  public var symbologies: Int
  /// The number of symbologies in the corpus.
  public var ofSymbologies: Int
  /// The number of images, or of symbols where images hold several, that it is asked for.
  public var units: Int
  /// The number of these in the corpus.
  public var ofUnits: Int

  /// Makes one from its parts.
  package init(symbologies: Int, ofSymbologies: Int, units: Int, ofUnits: Int) {
    self.symbologies = symbologies
    self.ofSymbologies = ofSymbologies
    self.units = units
    self.ofUnits = ofUnits
  }

  /// True if it is asked for everything.
  public var isWhole: Bool { units == ofUnits }
}

/// One decoder on one symbology: images of that symbology, and symbols in images with several.
public struct SymbologyScore: Hashable, Sendable, Codable {
  /// The symbology.
  public var symbology: Symbology
  /// The number of symbols that it was tried on.
  public var tried: Int
  /// The number of them that it read.
  public var read: Int
  /// The decode rate with its interval, 0 to 1, over clusters of one image or one payload.
  public var rate: Estimate

  /// Makes one from its parts.
  package init(symbology: Symbology, tried: Int, read: Int, rate: Estimate) {
    (self.symbology, self.tried, self.read, self.rate) = (symbology, tried, read, rate)
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

  /// Makes one from its parts.
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

  /// Makes one from its parts.
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

/// The errors of one decoder that have one cause.
public struct ErrorCause: Hashable, Sendable, Codable {
  /// Crash, timeout or failure.
  public var verdict: Verdict
  /// The ending and the telling line of what the worker printed, such as
  /// ``killed by SIGABRT (abort): Assertion `lineCount() == 1' failed.``; empty where nothing is known.
  public var signature: String
  /// The number of samples.
  public var count: Int
  /// The key of the first of them, as `harness reproduce` takes it.
  public var firstSample: String
  /// The command that gives the first of them to the decoder again, for a POSIX shell.
  public var command: String
  /// The path of its image, relative to the report folder; `nil` if none was kept there.
  public var reproducer: String?

  /// Makes a cause.
  package init(
    verdict: Verdict, signature: String, count: Int, firstSample: String, command: String,
    reproducer: String? = nil
  ) {
    (self.verdict, self.signature) = (verdict, signature)
    (self.count, self.firstSample) = (count, firstSample)
    (self.command, self.reproducer) = (command, reproducer)
  }
}

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
  /// Each level, the smallest value first.
  public var levels: [LevelScore]

  /// Makes one from its parts.
  package init(
    group: String, scene: SceneScore? = nil, threshold: ThresholdScore,
    meanThreshold: Estimate? = nil, payloads: Int? = nil,
    crossings: [CrossingScore], sampling: SamplingScore? = nil, islands: [LevelRange],
    total: Counts, latency: LatencyScore, levels: [LevelScore]
  ) {
    self.scene = scene
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

/// The end of sampling of one curve in a run that chose its own trials.
public struct SamplingScore: Hashable, Sendable, Codable {
  /// The reason trials ended or the precision could not be reached.
  public var ending: CurveEnding
  /// The last phase reached: `sweep`, `densify`, `refine`, `certify` or `done`.
  public var phase: String
  /// The number of trials that the curve asked for.
  public var trials: Int

  /// Makes one from its parts.
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

  /// Makes one from its parts.
  package init(level: String, counts: Counts, readRate: Double? = nil, readRateInterval: Bounds) {
    self.level = level
    self.counts = counts
    self.readRate = readRate
    self.readRateInterval = readRateInterval
  }
}

/// The numbers of verdicts of each kind.
public struct Counts: Hashable, Sendable, Codable {
  /// Samples that the plan gave to the decoder.
  public var planned: Int
  /// Samples with a verdict.
  public var tried: Int
  /// Images whose symbols were all read correctly, by canonical matching.
  public var read: Int
  /// Those of them that strict matching counts as read too.
  public var strictRead: Int
  /// Images in which a symbol was not found, and none misread.
  public var noRead: Int
  /// Images in which a symbol was misread.
  public var misread: Int
  /// Crashes of the worker.
  public var crash: Int
  /// Timeouts: no answer within the deadline.
  public var timeout: Int
  /// Failures that the adapter reported, and violations of the protocol.
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
  /// Further readings of symbols already found.
  public var duplicates: Int
  /// Wrong readings beside those that were judged.
  public var wrongExtras: Int
  /// Further readings in images whose truth may not name all symbols.
  public var unjudgedExtras: Int
  /// Misreads by ``MisreadClass``; `nil` when there are none.
  public var misreadClasses: [String: Int]?
  /// Counts of the single symbols of images with several; `nil` where there are no such images.
  public var symbols: SymbolCounts?
  /// Misreads and false positives over samples tried; `nil` when none was tried.
  public var misreadRate: Double?
  /// Exact one-sided 95 % upper bound of the misread rate.
  public var misreadUpperBound: Double

  /// Makes one from its parts.
  package init(
    planned: Int, tried: Int, read: Int, strictRead: Int, noRead: Int, misread: Int, crash: Int,
    timeout: Int, failed: Int, clean: Int, falsePositive: Int, detected: Int, undetected: Int,
    retried: Int, duplicates: Int, wrongExtras: Int, unjudgedExtras: Int,
    misreadClasses: [String: Int]? = nil, symbols: SymbolCounts? = nil, misreadRate: Double? = nil,
    misreadUpperBound: Double
  ) {
    self.planned = planned
    self.tried = tried
    self.read = read
    self.strictRead = strictRead
    self.noRead = noRead
    self.misread = misread
    self.crash = crash
    self.timeout = timeout
    self.failed = failed
    self.clean = clean
    self.falsePositive = falsePositive
    self.detected = detected
    self.undetected = undetected
    self.retried = retried
    self.duplicates = duplicates
    self.wrongExtras = wrongExtras
    self.unjudgedExtras = unjudgedExtras
    self.misreadClasses = misreadClasses
    self.symbols = symbols
    self.misreadRate = misreadRate
    self.misreadUpperBound = misreadUpperBound
  }

  /// Images on which the decoder succeeded; see ``Verdict/isSuccess``.
  public var successes: Int { read + clean + detected }
  /// Misreads and false positives.
  public var falseAnswers: Int { misread + falsePositive }
  /// Errors: crashes, timeouts and failures.
  public var broken: Int { crash + timeout + failed }
}

/// Counts of single symbols in images with several.
public struct SymbolCounts: Hashable, Sendable, Codable {
  /// Symbols read correctly.
  public var read: Int
  /// Symbols not found.
  public var missed: Int
  /// Symbols read as something else.
  public var misread: Int
  /// Symbols of symbologies that the decoder does not read.
  public var unsupported: Int

  /// Makes one from its parts.
  package init(read: Int, missed: Int, misread: Int, unsupported: Int) {
    self.read = read
    self.missed = missed
    self.misread = misread
    self.unsupported = unsupported
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

  /// Makes one from its parts.
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
  /// Returns the equal-weight mean of estimates from independent samples.
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

  /// Makes one from its parts.
  package init(lower: Double, upper: Double) {
    self.lower = lower
    self.upper = upper
  }
}

/// A range of neighbouring levels.
public struct LevelRange: Hashable, Sendable, Codable {
  /// The first level.
  public var from: Double
  /// The last level; the same for a single one.
  public var to: Double

  /// Makes one from its parts.
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

/// Two decoders on the work that both share and tried.
public struct PairScore: Hashable, Sendable, Codable {
  /// The better decoder by the measure of ranks; see ``RankingBasis/Measure``.
  public var better: String
  /// The other decoder.
  public var worse: String
  /// Images that both tried; where images hold several symbols, the symbols in them.
  public var pairs: Int
  /// Those of them that only the better one read.
  public var onlyBetter: Int
  /// Those of them that only the worse one read.
  public var onlyWorse: Int
  /// Two-sided p-value of the exact paired test: McNemar's, or over clusters the sign-flip test.
  public var p: Double
  /// The p-value after Holm's correction over all pairs.
  public var adjustedP: Double
  /// True if the two are significantly different: adjusted p ≤ 0.05, and the better one read more.
  public var isSignificant: Bool
  /// The worse one's mean threshold minus the better one's, over the ranked groups.
  public var meanThresholdDifference: Estimate?
  /// The better one's decode rate minus the worse one's over the samples that both tried, a share
  /// from −1 to 1, with Tango's 95 % score interval (Tango 1998), or over clusters the wider of it
  /// and the linearised one with Student's t; `nil` without such samples.
  public var rateDifference: Estimate?
  /// The median ratio of the worse one's time to the better one's, over images that both read.
  public var latencyRatio: Estimate?
  /// Groups on which the pair was compared; `nil` for the table's ranked groups.
  public var groups: [String]?

  /// Makes one from its parts.
  package init(
    better: String, worse: String, pairs: Int, onlyBetter: Int, onlyWorse: Int, p: Double,
    adjustedP: Double, isSignificant: Bool, meanThresholdDifference: Estimate? = nil,
    rateDifference: Estimate? = nil, latencyRatio: Estimate? = nil, groups: [String]? = nil
  ) {
    self.groups = groups
    self.better = better
    self.worse = worse
    self.pairs = pairs
    self.onlyBetter = onlyBetter
    self.onlyWorse = onlyWorse
    self.p = p
    self.adjustedP = adjustedP
    self.isSignificant = isSignificant
    self.meanThresholdDifference = meanThresholdDifference
    self.rateDifference = rateDifference
    self.latencyRatio = latencyRatio
  }
}

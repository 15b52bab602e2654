import DecoderKit

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
  /// Every pair of ranked decoders, the better one first, on the work that all of them share. Of more
  /// than 20 decoders, pairs along the ranking alone; ``significance`` has the result of every pair.
  public var comparisons: [PairScore]
  /// The significant differences of more than 20 ranked decoders; `nil` for fewer.
  public var significance: SignificanceTable?
  /// Pairs with a decoder that shares too little with the ranked ones, each on the pair's own work;
  /// `nil` where there are none.
  public var partialComparisons: [PairScore]?
  /// The work and the measure on which ranks stand; `nil` where nobody has a rank.
  public var basis: RankingBasis?
  /// The verdicts on the corpus's documented minima; `nil` where it has none.
  public var claims: ClaimTable?
  /// The effects of hints about symbologies; `nil` where no decoder took part with one and without.
  public var hintEffects: [HintEffect]?
  /// Decoders that were asked for and could not take part.
  public var unavailable: [UnavailableDecoder]
  /// Groups with work that all ranked decoders share; ranks are based on them.
  public var rankedGroups: [String]
  /// Groups with codes of unknown symbology on which decoders are compared that support different
  /// symbologies; `nil` where there are none.
  public var unequalGroups: [String]?
  /// The maps of a corpus with a second axis; `nil` for others.
  public var maps: [BoundaryMap]?
  /// The scores of streams; `nil` for corpora of other images.
  public var streams: StreamTable?
  /// The informed reader beside the decoders; `nil` where it was not asked.
  public var informed: InformedTable?
  /// The photos that no decoder reads; `nil` for corpora without photos of codes.
  public var unread: UnreadPhotos?
  /// The settings of the run.
  public var settings: RunSettings
  /// The machine, system and time of the run.
  public var provenance: Provenance
  /// Time, cost, and completeness of the run.
  public var outcome: RunOutcome

  /// The slice that the run took; `nil` for a whole run. All counts are of the slice.
  public var slice: Shard?

  package init(
    schemaVersion: Int, corpus: CorpusRecord, decoders: [DecoderScore], comparisons: [PairScore],
    significance: SignificanceTable? = nil,
    partialComparisons: [PairScore]? = nil, basis: RankingBasis? = nil,
    hintEffects: [HintEffect]? = nil, claims: ClaimTable? = nil,
    unavailable: [UnavailableDecoder], rankedGroups: [String], unequalGroups: [String]? = nil,
    maps: [BoundaryMap]? = nil,
    streams: StreamTable? = nil,
    settings: RunSettings, provenance: Provenance, outcome: RunOutcome, slice: Shard? = nil
  ) {
    self.slice = slice
    self.claims = claims
    self.significance = significance
    self.partialComparisons = partialComparisons
    self.basis = basis
    self.maps = maps
    self.streams = streams
    self.hintEffects = hintEffects
    self.schemaVersion = schemaVersion
    self.corpus = corpus
    self.decoders = decoders
    self.comparisons = comparisons
    self.unavailable = unavailable
    self.rankedGroups = rankedGroups
    self.unequalGroups = unequalGroups
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
        let score = decoders[decoder]
        guard let known = score.causes?[cause] else { continue }
        let path = ReproducerFile.image(
          decoder: score.label, key: known.firstSample, verdict: known.verdict,
          cellHash: corpus.cellHash(ofKey: known.firstSample), library: score.library,
          version: score.version, options: score.options)
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
  /// The number of units that every ranked decoder supports.
  public var units: Int
  /// The symbologies of these units, in the corpus's order.
  public var symbologies: [Symbology]
  /// True if units depend on each other and were tested in clusters: the symbols of one image, the
  /// images of one payload.
  public var isClustered: Bool

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

/// The result of every pair of many ranked decoders, in a line for each decoder.
public struct SignificanceTable: Hashable, Sendable, Codable {
  /// The number of pairs, over all of which p-values were corrected.
  public var pairs: Int
  /// The number of pairs that are significantly different.
  public var significant: Int
  /// By place of a decoder in the table: the places of those that are significantly worse, from 1, as
  /// ranges: `7 9-1000`.
  public var worse: [String]

  package init(pairs: Int, significant: Int, worse: [String]) {
    (self.pairs, self.significant, self.worse) = (pairs, significant, worse)
  }

  /// Returns ascending numbers as ranges, such as `7 9-1000`.
  package static func ranges(_ numbers: [Int]) -> String {
    var ranges: [ClosedRange<Int>] = []
    for number in numbers {
      if let last = ranges.last, last.upperBound + 1 == number {
        ranges[ranges.count - 1] = last.lowerBound...number
      } else {
        ranges.append(number...number)
      }
    }
    return ranges.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" }
      .joined(separator: " ")
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

import Corpora
import Statistics

/// What a gate found: every cell's verdict, and what comes of all of them.
public struct GateReport: Hashable, Sendable, Codable {
  /// The version of this layout.
  public static let currentSchemaVersion = 1

  /// What comes of it.
  public enum Conclusion: String, Hashable, Sendable, Codable {
    /// Everything could be judged and nothing got worse that must not.
    case passed
    /// Something got worse in a respect that was asked for.
    case regressed
    /// Nothing is known to be worse, and something could not be judged.
    case cannotJudge = "cannot-judge"
  }

  /// The version of the layout; first, so that a reader can turn away.
  public var schemaVersion = currentSchemaVersion
  /// The file of the baseline, as it was named; empty when it came from elsewhere.
  public var baselineFile = ""
  /// What `harness reproduce` must be told beside key and decoder, shell-quoted.
  public var reproduceOptions = ""
  /// What it fails on, in the usual order.
  public var failOn: [GateClass]
  /// The corpus's name.
  public var corpus: String
  /// The corpus's version, tonight.
  public var corpusVersion: Int
  /// The unit of the thresholds.
  public var unit: String
  /// Whether small or large values are hard.
  public var harder: Sweep.Direction
  /// When the baseline's run was started; `nil` without a baseline.
  public var baselineStartedAt: String?
  /// Level of significance after Holm's adjustment over all cells.
  public var alpha: Double
  /// Every decoder in every group that could be compared.
  public var cells: [GateCell]
  /// What could not be judged; any makes it no pass.
  public var objections: [GateObjection]
  /// What is worth knowing and changes nothing.
  public var notes: [String]
  /// Whether flipped samples of suspicious cells were decoded once more; `nil` when no decoder was
  /// at hand to do so.
  public var recheck: RecheckCount?

  /// What comes of it. A failure is certain whatever else could not be judged.
  public var conclusion: Conclusion {
    if cells.contains(where: { !$0.failures.isEmpty }) { return .regressed }
    return objections.isEmpty ? .passed : .cannotJudge
  }

  /// Cells that got worse in a respect that is acknowledged or was not asked for.
  public var excusedCells: [GateCell] {
    cells.filter { !$0.acknowledged.isEmpty || !$0.unasked.isEmpty }
  }

  /// Cells that make the gate fail.
  public var failedCells: [GateCell] { cells.filter { !$0.failures.isEmpty } }

  /// The report of a comparison that could not even begin.
  public static func refusal(
    _ objection: GateObjection, of corpus: CorpusRecord, policy: GatePolicy
  ) -> GateReport {
    GateReport(
      failOn: GateClass.allCases.filter(policy.failOn.contains), corpus: corpus.name,
      corpusVersion: corpus.version, unit: corpus.unit, harder: corpus.harder,
      alpha: policy.rule.alpha, cells: [], objections: [objection], notes: [])
  }
}

/// How many samples were decoded once more before a gate failed.
public struct RecheckCount: Hashable, Sendable, Codable {
  /// Flipped samples decoded again.
  public var decoded: Int
  /// Those that came out as in the baseline, and count as not flipped.
  public var withdrawn: Int

  /// Makes a count.
  public init(decoded: Int, withdrawn: Int) {
    self.decoded = decoded
    self.withdrawn = withdrawn
  }
}

/// One decoder in one group, then and now, on the samples tried both times.
public struct GateCell: Hashable, Sendable, Codable {
  /// The decoder and the group.
  public var name: CellName
  /// What became of its reads.
  public var verdict: RegressionGate.Verdict
  /// Samples judged both times.
  public var pairs: Int
  /// Samples read then and not now.
  public var losses: Int
  /// Samples read now and not then.
  public var gains: Int
  /// One-sided exact McNemar for losses, Holm-adjusted over all cells.
  public var lossP: Double
  /// The same for gains.
  public var gainP: Double
  /// By how much it got worse, in the sweep's unit, with its 95 % interval; negative for better. Where
  /// there is no mean threshold, the share of samples lost, 0 to 1.
  public var shift: Estimate
  /// What the baseline came to on these samples.
  public var before: CurveState
  /// What tonight came to on these samples.
  public var after: CurveState
  /// Samples misread now and not then, and the other way round.
  public var misreads: EventShift
  /// Samples crashed on now and not then, and the other way round.
  public var crashes: EventShift
  /// Samples that timed out or failed now and not then, and the other way round: no flips.
  public var exclusions: EventShift
  /// How long reads took; `nil` where either night has too few.
  public var latency: LatencyShift?
  /// Whether the decoder died so often in a row, as it did not then, that it was not given the rest.
  public var isNewlyGivenUp: Bool
  /// Flips that came out as in the baseline when the sample was decoded once more; they count as none.
  public var withdrawn: Int
  /// Respects asked for in which it got worse, and nobody has acknowledged it.
  public var failures: [GateClass]
  /// Respects in which it got worse, and an acknowledgement is in force.
  public var acknowledged: [GateClass]
  /// Respects in which it got worse that were not asked for; times are not looked at unasked.
  public var unasked: [GateClass]
  /// Up to five flipped samples that show what happened.
  public var samples: [FlippedSample]
}

/// Samples with something that appeared or vanished.
public struct EventShift: Hashable, Sendable, Codable {
  /// Samples that have it now and had it not then.
  public var appeared: Int
  /// Samples that had it then and have it not now.
  public var vanished: Int
  /// One-sided exact McNemar of "it appears more often", Holm-adjusted over all cells.
  public var p: Double
}

/// How long reads took then and now.
public struct LatencyShift: Hashable, Sendable, Codable {
  /// Then.
  public var before: TypicalLatency
  /// Now.
  public var after: TypicalLatency

  /// How many times as long the median takes.
  public var ratio: Double { after.median / before.median }

  /// Whether reads certainly take more than so many times as long: the whole interval of now lies
  /// above that of then, stretched.
  public func isSlower(than ratio: Double) -> Bool { after.lower > ratio * before.upper }
}

/// A sample that came out otherwise than in the baseline.
public struct FlippedSample: Hashable, Sendable, Codable {
  /// The sample's key, as `harness reproduce` takes it.
  public var key: String
  /// What became of it then, in a word.
  public var before: String
  /// What became of it now.
  public var after: String
}

/// Something that could not be judged, and why.
public struct GateObjection: Hashable, Sendable, Codable, CustomStringConvertible {
  /// The kinds of reasons.
  public enum Code: String, Hashable, Sendable, Codable {
    /// There is no baseline.
    case noBaseline = "no-baseline"
    /// The baseline's file cannot be read.
    case damagedBaseline = "damaged-baseline"
    /// It is of another corpus.
    case otherCorpus = "other-corpus"
    /// It is of another version of the corpus.
    case otherVersion = "other-version"
    /// Its samples are not tonight's samples.
    case otherSamples = "other-samples"
    /// The baseline does not know a decoder, or not in this group.
    case notInBaseline = "not-in-baseline"
    /// What the baseline knows did not take part.
    case missing
    /// There were samples that were not tried.
    case untried
    /// Too few samples were judged both times.
    case tooFewPairs = "too-few-pairs"
    /// So many samples timed out or failed that they could hide a change.
    case excluded
    /// Latencies cannot be compared.
    case latency
    /// Flipped samples could not be decoded once more.
    case recheck
  }

  /// The kind of reason.
  public var code: Code
  /// The cell that it is about; `nil` for all.
  public var cell: CellName?
  /// The reason in a sentence, and what would help.
  public var message: String

  /// Makes an objection.
  public init(_ code: Code, cell: CellName? = nil, _ message: String) {
    self.code = code
    self.cell = cell
    self.message = message
  }

  public var description: String { message }
}

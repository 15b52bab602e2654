import Corpora
import Statistics

/// The result of a gate: every cell's verdict and the conclusion from all of them.
public struct GateReport: Hashable, Sendable, Codable {
  /// The version of this layout.
  public static let currentSchemaVersion = 1

  /// The conclusion of a gate.
  public enum Conclusion: String, Hashable, Sendable, Codable {
    /// Everything could be judged, and nothing that the gate fails on got worse.
    case passed
    /// Something got worse in a respect that was asked for.
    case regressed
    /// Nothing is known to be worse, but something could not be judged.
    case cannotJudge = "cannot-judge"
  }

  /// The version of the layout; the first field, so that a reader can reject unknown versions.
  public var schemaVersion = currentSchemaVersion
  /// The baseline's file as given; empty when the baseline came from elsewhere.
  public var baselineFile = ""
  /// Options that `harness reproduce` needs beside key and decoder, shell-quoted.
  public var reproduceOptions = ""
  /// The respects that the gate fails on, in the usual order.
  public var failOn: [GateClass]
  /// The corpus's name.
  public var corpus: String
  /// The corpus's version in the current run.
  public var corpusVersion: Int
  /// The unit of the thresholds.
  public var unit: String
  /// The direction in which the sweep gets harder.
  public var harder: Sweep.Direction
  /// Start of the baseline's run, ISO 8601 in UTC; `nil` without a baseline.
  public var baselineStartedAt: String?
  /// Significance level after Holm's adjustment over all cells.
  public var alpha: Double
  /// Every decoder in every group that could be compared.
  public var cells: [GateCell]
  /// Items that could not be judged; with any of them the gate does not pass.
  public var objections: [GateObjection]
  /// Remarks that do not affect the conclusion.
  public var notes: [String]
  /// Numbers of flipped samples of suspicious cells that were decoded once more; `nil` when no
  /// decoder was available to do so.
  public var recheck: RecheckCount?

  /// The conclusion of the gate. A failure stands even if other cells could not be judged.
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

  /// Makes the report of a comparison that could not start.
  public static func refusal(
    _ objection: GateObjection, of corpus: CorpusRecord, policy: GatePolicy
  ) -> GateReport {
    GateReport(
      failOn: GateClass.allCases.filter(policy.failOn.contains), corpus: corpus.name,
      corpusVersion: corpus.version, unit: corpus.unit, harder: corpus.harder,
      alpha: policy.rule.alpha, cells: [], objections: [objection], notes: [])
  }
}

/// Numbers of samples that were decoded once more before a gate failed.
public struct RecheckCount: Hashable, Sendable, Codable {
  /// Flipped samples decoded again.
  public var decoded: Int
  /// Samples whose second outcome was that of the baseline; they do not count as flipped.
  public var withdrawn: Int

  /// Makes a count.
  public init(decoded: Int, withdrawn: Int) {
    self.decoded = decoded
    self.withdrawn = withdrawn
  }
}

/// One decoder in one group, in the baseline and in the current run, on the samples tried in both.
public struct GateCell: Hashable, Sendable, Codable {
  /// The decoder and the group.
  public var name: CellName
  /// The verdict on its reads.
  public var verdict: RegressionGate.Verdict
  /// Samples judged in both runs.
  public var pairs: Int
  /// Samples read in the baseline and not in the current run.
  public var losses: Int
  /// Samples read in the current run and not in the baseline.
  public var gains: Int
  /// p-value of the one-sided exact McNemar test for losses, Holm-adjusted over all cells.
  public var lossP: Double
  /// p-value of the same test for gains.
  public var gainP: Double
  /// The amount by which it got worse, in the sweep's unit, with its 95 % interval; negative for
  /// better. Where there is no mean threshold, the share of samples lost, 0 to 1.
  public var shift: Estimate
  /// The baseline's thresholds and counts on these samples.
  public var before: CurveState
  /// The current run's thresholds and counts on these samples.
  public var after: CurveState
  /// Samples misread in the current run and not in the baseline, and the reverse.
  public var misreads: EventShift
  /// Samples crashed on in the current run and not in the baseline, and the reverse.
  public var crashes: EventShift
  /// Samples that timed out or failed in the current run and not in the baseline, and the reverse;
  /// these are not flips.
  public var exclusions: EventShift
  /// Read times in both runs; `nil` where either run has too few.
  public var latency: LatencyShift?
  /// True if the decoder was given up for too many fatal images in a row, which it was not in the
  /// baseline.
  public var isNewlyGivenUp: Bool
  /// Flips whose second outcome was that of the baseline; they do not count as flips.
  public var withdrawn: Int
  /// Respects asked for in which it got worse, without an acknowledgement in force.
  public var failures: [GateClass]
  /// Respects asked for in which it got worse, with an acknowledgement in force.
  public var acknowledged: [GateClass]
  /// Respects in which it got worse that were not asked for. Latency is never among them: times are
  /// compared only on request.
  public var unasked: [GateClass]
  /// Up to five flipped samples that show what happened.
  public var samples: [FlippedSample]
}

/// Numbers of samples on which an event, such as a misread, appeared or vanished.
public struct EventShift: Hashable, Sendable, Codable {
  /// Samples with the event in the current run and not in the baseline.
  public var appeared: Int
  /// Samples with the event in the baseline and not in the current run.
  public var vanished: Int
  /// p-value of the one-sided exact McNemar test for "it appears more often", Holm-adjusted over
  /// all cells.
  public var p: Double
}

/// Read times in the baseline and in the current run.
public struct LatencyShift: Hashable, Sendable, Codable {
  /// The baseline's time.
  public var before: TypicalLatency
  /// The current run's time.
  public var after: TypicalLatency

  /// The current median divided by the baseline's.
  public var ratio: Double { after.median / before.median }

  /// True if reads take more than `ratio` times as long beyond uncertainty. The whole current
  /// interval must lie above the baseline's interval multiplied by `ratio`.
  public func isSlower(than ratio: Double) -> Bool { after.lower > ratio * before.upper }
}

/// A sample whose outcome differs from the baseline's.
public struct FlippedSample: Hashable, Sendable, Codable {
  /// The sample's key, as `harness reproduce` takes it.
  public var key: String
  /// The outcome in the baseline, as reports print it.
  public var before: String
  /// The outcome in the current run, as reports print it.
  public var after: String
}

/// Something that could not be judged, with the reason.
public struct GateObjection: Hashable, Sendable, Codable, CustomStringConvertible {
  /// The kinds of reasons.
  public enum Code: String, Hashable, Sendable, Codable {
    /// There is no baseline.
    case noBaseline = "no-baseline"
    /// The baseline's file cannot be read.
    case damagedBaseline = "damaged-baseline"
    /// The baseline is of another corpus.
    case otherCorpus = "other-corpus"
    /// The baseline is of another version of the corpus.
    case otherVersion = "other-version"
    /// The baseline's samples are not those of the current run.
    case otherSamples = "other-samples"
    /// A decoder is not in the baseline, or not in this group.
    case notInBaseline = "not-in-baseline"
    /// A decoder or group of the baseline did not take part.
    case missing
    /// Planned samples were not tried.
    case untried
    /// Too few samples were judged in both runs.
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
  /// The cell concerned; `nil` for all.
  public var cell: CellName?
  /// The reason in a sentence, with a remedy where there is one.
  public var message: String

  /// Makes an objection.
  public init(_ code: Code, cell: CellName? = nil, _ message: String) {
    self.code = code
    self.cell = cell
    self.message = message
  }

  public var description: String { message }
}

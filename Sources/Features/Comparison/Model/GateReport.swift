import Results
import Statistics

/// The result of a gate: every cell's verdict and the conclusion from all of them.
public struct GateReport: Hashable, Sendable, Encodable {
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
  /// Decoders with a label of their own, by label, as they were asked for; `nil` if there is none.
  public var references: [String: String]?
  /// The respects that the gate fails on, in the usual order.
  public var failOn: [GateClass]
  /// The corpus's name.
  public var corpus: String
  /// The corpus's version in the current run.
  public var corpusVersion: Int
  /// The unit of the thresholds.
  public var unit: String
  /// The direction in which the sweep gets harder.
  public var harder: SweepDirection
  /// Start of the baseline's run, ISO 8601 in UTC; `nil` without a baseline.
  public var baselineStartedAt: String?
  /// Significance level after Holm's adjustment over all cells.
  public var alpha: Double
  /// Every decoder in every group that could be compared.
  public var cells: [GateCell]
  /// Items that could not be judged; with any of them the gate does not pass.
  public var obstacles: [GateObstacle]
  /// Remarks that do not affect the conclusion.
  public var notes: [GateNote]
  /// Numbers of flipped samples of suspicious cells that were decoded once more; `nil` when no
  /// decoder was available to do so.
  public var recheck: RecheckCount?

  package init(
    failOn: [GateClass], corpus: String, corpusVersion: Int, unit: String, harder: SweepDirection,
    baselineStartedAt: String? = nil, alpha: Double, cells: [GateCell], obstacles: [GateObstacle],
    notes: [GateNote], recheck: RecheckCount? = nil
  ) {
    self.failOn = failOn
    self.corpus = corpus
    self.corpusVersion = corpusVersion
    self.unit = unit
    self.harder = harder
    self.baselineStartedAt = baselineStartedAt
    self.alpha = alpha
    self.cells = cells
    self.obstacles = obstacles
    self.notes = notes
    self.recheck = recheck
  }

  /// The conclusion of the gate. A failure stands even if other cells could not be judged.
  public var conclusion: Conclusion {
    if cells.contains(where: { !$0.failures.isEmpty }) { return .regressed }
    return obstacles.isEmpty ? .passed : .cannotJudge
  }

  /// Cells that got worse in a respect that is acknowledged or was not asked for.
  public var excusedCells: [GateCell] {
    cells.filter { !$0.acknowledged.isEmpty || !$0.unasked.isEmpty }
  }

  /// Cells that make the gate fail.
  public var failedCells: [GateCell] { cells.filter { !$0.failures.isEmpty } }

  /// Makes the report of a comparison that could not start.
  public static func refusal(
    _ obstacle: GateObstacle, of corpus: CorpusRecord, failOn: Set<GateClass>, alpha: Double
  ) -> GateReport {
    GateReport(
      failOn: GateClass.allCases.filter(failOn.contains), corpus: corpus.name,
      corpusVersion: corpus.version, unit: corpus.unit, harder: corpus.harder,
      alpha: alpha, cells: [], obstacles: [obstacle], notes: [])
  }

  /// Obstacles and notes are sentences in a file; the report's writer adds them.
  private enum CodingKeys: String, CodingKey {
    case schemaVersion, baselineFile, reproduceOptions, references, failOn, corpus, corpusVersion
    case unit, harder, baselineStartedAt, alpha, cells, recheck
  }
}

/// Numbers of samples that were decoded once more before a gate failed.
public struct RecheckCount: Hashable, Sendable, Codable {
  /// Flipped samples decoded again.
  public var decoded: Int
  /// Samples whose second outcome was that of the baseline; they do not count as flipped.
  public var withdrawn: Int

  package init(decoded: Int, withdrawn: Int) {
    self.decoded = decoded
    self.withdrawn = withdrawn
  }
}

/// One decoder in one group, in the baseline and in the current run, on the samples tried in both.
public struct GateCell: Hashable, Sendable, Encodable {
  /// The decoder and the group.
  public var name: CellName
  /// The verdict on its reads.
  public var verdict: RegressionGate.Change
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
  /// Samples with a phantom in the current run and not in the baseline, and the reverse; `nil` where the baseline does
  /// not tell.
  public var phantoms: EventShift?
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

  package init(
    name: CellName, verdict: RegressionGate.Change, pairs: Int, losses: Int, gains: Int,
    lossP: Double, gainP: Double, shift: Estimate, before: CurveState, after: CurveState,
    misreads: EventShift, phantoms: EventShift? = nil, crashes: EventShift, exclusions: EventShift,
    latency: LatencyShift? = nil,
    isNewlyGivenUp: Bool, withdrawn: Int, failures: [GateClass], acknowledged: [GateClass],
    unasked: [GateClass], samples: [FlippedSample]
  ) {
    self.name = name
    self.verdict = verdict
    self.pairs = pairs
    self.losses = losses
    self.gains = gains
    self.lossP = lossP
    self.gainP = gainP
    self.shift = shift
    self.before = before
    self.after = after
    self.misreads = misreads
    self.phantoms = phantoms
    self.crashes = crashes
    self.exclusions = exclusions
    self.latency = latency
    self.isNewlyGivenUp = isNewlyGivenUp
    self.withdrawn = withdrawn
    self.failures = failures
    self.acknowledged = acknowledged
    self.unasked = unasked
    self.samples = samples
  }
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

  package init(appeared: Int, vanished: Int, p: Double) {
    self.appeared = appeared
    self.vanished = vanished
    self.p = p
  }
}

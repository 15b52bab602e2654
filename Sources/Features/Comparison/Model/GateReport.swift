import Results
import Statistics

/// The result of a gate: every cell's verdict and the conclusion from all of them.
struct GateReport: Hashable, Sendable, Encodable {
  /// The version of this layout.
  static let currentSchemaVersion = 1

  /// The conclusion of a gate.
  enum Conclusion: String, Hashable, Sendable, Codable {
    /// Everything could be judged, and nothing that the gate fails on got worse.
    case passed
    /// Something got worse in a respect that was asked for.
    case regressed
    /// Nothing is known to be worse, but something could not be judged.
    case cannotJudge = "cannot-judge"
  }

  /// The version of the layout; the first field, so that a reader can reject unknown versions.
  var schemaVersion = currentSchemaVersion
  /// The baseline's file as given; empty when the baseline came from elsewhere.
  var baselineFile = ""
  /// Options that `harness reproduce` needs beside key and decoder, shell-quoted.
  var reproduceOptions = ""
  /// The longest time for a decode, in seconds; `nil` if it is not known.
  var limitSeconds: Double?
  /// Decoders with a label of their own, by label, as they were asked for; `nil` if there is none.
  var references: [String: String]?
  /// The respects that the gate fails on, in the usual order.
  var failOn: [GateClass]
  /// The corpus's name.
  var corpus: String
  /// The corpus's version in the current run.
  var corpusVersion: Int
  /// The unit of the thresholds.
  var unit: String
  /// The direction in which the sweep gets harder.
  var harder: SweepDirection
  /// Start of the baseline's run, ISO 8601 in UTC; `nil` without a baseline.
  var baselineStartedAt: String?
  /// Significance level after Holm's adjustment over all tests of a kind.
  var alpha: Double
  /// Every decoder in every group that could be compared.
  var cells: [GateCell]
  /// Every decoder over all of its groups.
  var decoders: [DecoderTotal] = []
  /// Items that could not be judged; with any of them the gate does not pass.
  var obstacles: [GateObstacle]
  /// Remarks that do not affect the conclusion.
  var notes: [GateNote]
  /// Numbers of flipped samples of suspicious cells that were decoded once more; `nil` when no
  /// decoder was available to do so.
  var recheck: RecheckCount?

  /// The conclusion of the gate. A failure stands even if other cells could not be judged.
  var conclusion: Conclusion {
    if !failedCells.isEmpty || !failedDecoders.isEmpty { return .regressed }
    return obstacles.isEmpty ? .passed : .cannotJudge
  }

  /// Cells that got worse in a respect that is acknowledged or was not asked for.
  var excusedCells: [GateCell] {
    cells.filter { !$0.acknowledged.isEmpty || !$0.unasked.isEmpty }
  }

  /// Cells that make the gate fail.
  var failedCells: [GateCell] { cells.filter { !$0.failures.isEmpty } }

  /// Decoders that got worse by what all their cells lost, where no cell lost enough alone.
  var worseDecoders: [DecoderTotal] { decoders.filter(\.isWorse) }

  /// Those that make the gate fail.
  var failedDecoders: [DecoderTotal] { failOn.contains(.threshold) ? worseDecoders : [] }

  /// The decoder's cells, if it was given up because it did not answer: it got worse, and nothing else is known of it.
  func silentCells(of decoder: String) -> [GateCell]? {
    let cells = failedCells.filter { $0.name.decoder == decoder }
    return !cells.isEmpty && cells.allSatisfy(\.isSilent)
      && cells.contains { $0.exclusions.appeared > 0 }
      ? cells : nil
  }

  /// True if something got worse that does not make the gate fail.
  var isExcusing: Bool { !excusedCells.isEmpty || worseDecoders.count > failedDecoders.count }

  /// Makes the report of a comparison that could not start.
  static func refusal(
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
    case unit, harder, baselineStartedAt, alpha, cells, decoders, recheck
  }
}

/// One decoder over all of its cells whose losses nobody has acknowledged.
struct DecoderTotal: Hashable, Sendable, Encodable {
  /// The decoder's label.
  var decoder: String
  /// The number of groups.
  var groups: Int
  /// Samples judged in both runs.
  var pairs: Int
  /// Samples read in the baseline and not in the current run.
  var losses: Int
  /// Samples read in the current run and not in the baseline.
  var gains: Int
  /// p-value of the one-sided exact McNemar test for losses, Holm-adjusted over all cells and decoders; `nil` for one
  /// group, whose test is its cell's.
  var lossP: Double?
  /// The smallest share of the samples, 0 to 1, that a change must break, fixing none, to fail the gate nine times of
  /// ten; `nil` where there are too few for any.
  var visibleShare: Double?
  /// True if it lost significantly more reads than it gained, and no cell says so alone.
  var isWorse: Bool
}

/// Numbers of samples that were decoded once more before a gate failed.
struct RecheckCount: Hashable, Sendable, Codable {
  /// Flipped samples decoded again.
  var decoded: Int
  /// Samples whose second outcome was that of the baseline; they do not count as flipped.
  var withdrawn: Int
}

/// One decoder in one group, in the baseline and in the current run, on the samples tried in both.
struct GateCell: Hashable, Sendable, Encodable {
  /// The decoder and the group.
  var name: CellName
  /// The verdict on its reads.
  var verdict: RegressionGate.Change
  /// Samples judged in both runs.
  var pairs: Int
  /// Samples read in the baseline and not in the current run.
  var losses: Int
  /// Samples read in the current run and not in the baseline.
  var gains: Int
  /// p-value of the one-sided exact McNemar test for losses, Holm-adjusted over all cells and decoders.
  var lossP: Double
  /// p-value of the same test for gains.
  var gainP: Double
  /// The amount by which it got worse, in the sweep's unit, with its 95 % interval; negative for
  /// better. Where there is no mean threshold, the share of samples lost, 0 to 1.
  var shift: Estimate
  /// The baseline's thresholds and counts on these samples.
  var before: CurveState
  /// The current run's thresholds and counts on these samples.
  var after: CurveState
  /// Samples misread in the current run and not in the baseline, and the reverse.
  var misreads: EventShift
  /// Samples with a phantom in the current run and not in the baseline, and the reverse; `nil` where the baseline does
  /// not tell.
  var phantoms: EventShift?
  /// Samples crashed on in the current run and not in the baseline, and the reverse.
  var crashes: EventShift
  /// Samples that timed out or failed in the current run and not in the baseline, and the reverse;
  /// these are not flips.
  var exclusions: EventShift
  /// Those of the exclusions that are hangs: they timed out once more, alone, and other answers of the decoder come far
  /// sooner.
  var hangs = 0
  /// Read times in both runs; `nil` where either run has too few.
  var latency: LatencyShift?
  /// True if the decoder was given up for too many fatal images in a row, which it was not in the
  /// baseline.
  var isNewlyGivenUp: Bool
  /// Flips whose second outcome was that of the baseline; they do not count as flips.
  var withdrawn: Int
  /// Respects asked for in which it got worse, without an acknowledgement in force.
  var failures: [GateClass]
  /// Respects asked for in which it got worse, with an acknowledgement in force.
  var acknowledged: [GateClass]
  /// Respects in which it got worse that were not asked for. Latency is never among them: times are
  /// compared only on request.
  var unasked: [GateClass]
  /// Up to five flipped samples that show what happened.
  var samples: [FlippedSample]
}

extension GateCell {
  /// True if no sample was judged in both runs.
  var isUnjudged: Bool { pairs == 0 }

  /// True if the decoder was given up before it gave an answer in the group, and did not crash.
  var isSilent: Bool { isNewlyGivenUp && isUnjudged }
}

/// Numbers of samples on which an event, such as a misread, appeared or vanished.
struct EventShift: Hashable, Sendable, Codable {
  /// Samples with the event in the current run and not in the baseline.
  var appeared: Int
  /// Samples with the event in the baseline and not in the current run.
  var vanished: Int
  /// p-value of the one-sided exact McNemar test for "it appears more often", Holm-adjusted over
  /// all cells.
  var p: Double
}

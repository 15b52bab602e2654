import Results
import Statistics

/// The differences between two runs, which need not be alike. They are shown, never judged.
///
/// "Before" and "after" are the first and the second run as named, whatever their dates. Every
/// difference is after − before. `diff.json` has exactly these fields.
struct RunDifference: Hashable, Sendable, Encodable {
  /// The version of this layout.
  static let currentSchemaVersion = 1

  /// The version of the layout; the first field, so that a reader can reject unknown versions.
  var schemaVersion = currentSchemaVersion
  /// The first run.
  var before: RunReference
  /// The second run.
  var after: RunReference
  /// True if both are one and the same run, or copies of it; `nil` if they are not.
  var isSameRun: Bool?
  /// The unit of the second run's sweep.
  var unit: String
  /// The direction in which the second run's sweep gets harder.
  var harder: SweepDirection
  /// Options that `harness reproduce` needs beside key and decoder to repeat the second run,
  /// shell-quoted.
  var reproduceOptions: String
  /// The settings and parts of the corpus that differ.
  var settings: [SettingChange]
  /// The decoders of both runs, in the second one's order.
  var decoders: [DecoderDifference]
  /// Decoders of the first run that the second one lacks.
  var removed: [DecoderVersion]
  /// Decoders of the second run that the first one lacks.
  var added: [DecoderVersion]

  /// True if there is a cell, of any decoder, in which results could be compared.
  var isComparable: Bool { decoders.contains { !$0.cells.isEmpty } }
}

/// A run that is compared with another.
struct RunReference: Hashable, Sendable, Encodable {
  /// The path of its store.
  var store: String
  /// Its number in the store.
  var run: Int
  /// The corpus's name.
  var corpus: String
  var corpusVersion: Int
  /// Start of the run, ISO 8601 in UTC.
  var startedAt: String
  /// True if the run was finished; the results of one that was cut short are compared as far as it
  /// came.
  var isFinished: Bool
}

/// A setting, or a part of the corpus, with its value in both runs.
struct SettingChange: Hashable, Sendable, Encodable {
  /// The settings that are compared.
  enum Setting: String, CaseIterable, Hashable, Sendable, Encodable {
    /// The corpus's name; of other corpora nothing else is listed.
    case corpus
    case corpusVersion
    /// The hash of the corpus's file, where the version is the same.
    case corpusFile
    case seed
    /// True if decoders were told which symbology to expect.
    case hints
    /// The sweep's axis, unit and direction.
    case sweep
    /// Levels that only one of the runs has.
    case levels
    /// Groups that only one of the corpora has.
    case groups
    /// The number of trials at each level.
    case trials
    /// The number of the group's levels, and of those that are drawn otherwise.
    case drawing
    /// The slice of the samples.
    case slice
    /// The goal of a run that chose its own trials; `fixed` for all others.
    case sampling
    /// The deadline of a decode.
    case timeout
    /// The address space of a worker.
    case memoryLimit
    /// The number of fatal images in a row after which a decoder is given up.
    case givingUp
    /// The number of samples processed at the same time.
    case jobs
    /// The harness's version.
    case harness
    /// The harness's commit; empty where it is unknown.
    case commit
    /// The processor and its cores.
    case machine
    /// The operating system.
    case system
  }

  var setting: Setting
  /// The group whose setting it is; `nil` for all.
  var group: String?
  /// The value in the first run. Of levels and groups, those that the second run lacks.
  var before: String
  /// The value in the second run. Of levels and groups, those that the first run lacks.
  var after: String

  init(_ setting: Setting, group: String? = nil, before: String, after: String) {
    (self.setting, self.group) = (setting, group)
    (self.before, self.after) = (before, after)
  }
}

/// A decoder as it took part in one run.
struct DecoderVersion: Hashable, Sendable, Encodable {
  /// The name in tables.
  var label: String
  /// The decoder as it was asked for, if its label does not say so.
  var reference: String?
  /// The decoding library.
  var library: String
  /// The library's version.
  var version: String
  /// Every option with its value.
  var options: [String: String]
  /// SHA-256 over the bytes of the files that it runs from; `nil` where they are not known.
  var code: String?
  /// True if it was given up for too many fatal images in a row.
  var isGivenUp: Bool

  /// The decoder as it was asked for; the same under every label.
  var asked: String { reference ?? label }

  /// The decoder as `--decoder` takes it, with its label if it has one of its own.
  var argument: String { reference.map { "\(label)=\($0)" } ?? label }
}

/// One decoder in both runs.
struct DecoderDifference: Hashable, Sendable, Encodable {
  /// The decoder in the first run.
  var before: DecoderVersion
  /// The decoder in the second run.
  var after: DecoderVersion
  /// The groups in which results are compared, in the second run's order.
  var cells: [CellDifference]
  /// The groups in which they cannot be compared, with the reason.
  var uncompared: [UncomparedGroup]

  /// The cells whose samples both runs share.
  var paired: [CellDifference] { cells.filter { $0.basis == .sameSamples } }

  /// The cells that a summary is about: those with shared samples, or else all.
  var summarized: [CellDifference] { paired.isEmpty ? cells : paired }

  /// The equal-weight mean of the differences of mean thresholds over the summarized cells; `nil`
  /// where a cell has none.
  var meanThreshold: Estimate? {
    let shifts = summarized.compactMap(\.meanThreshold)
    return shifts.isEmpty || shifts.count < summarized.count ? nil : Estimate.mean(of: shifts)
  }
}

/// A group in which a decoder's results of two runs cannot be compared.
struct UncomparedGroup: Hashable, Sendable, Encodable {
  /// The reasons.
  enum Reason: String, CaseIterable, Hashable, Sendable, Encodable {
    /// The first run has no results of the decoder in the group.
    case missingBefore = "missing-before"
    /// The second run has none.
    case missingAfter = "missing-after"
    /// The runs share no samples, and their corpora have other names.
    case otherCorpus = "other-corpus"
    /// The runs share no samples, and their sweeps have other axes or directions.
    case otherSweep = "other-sweep"
    /// The runs share neither samples nor levels.
    case otherLevels = "other-levels"
    /// No sample was judged in both runs, or none at all.
    case notTried = "not-tried"
  }

  /// `recipe/condition`.
  var group: String
  var reason: Reason
}

/// One decoder in one group, in two runs.
struct CellDifference: Hashable, Sendable, Encodable {
  /// The samples on which two runs are compared.
  enum Basis: String, Hashable, Sendable, Encodable {
    /// Samples that both runs judged: their hashes are the same. Differences are paired.
    case sameSamples = "same-samples"
    /// Other samples at the same levels. Differences are those of two independent samples.
    case otherSamples = "other-samples"
  }

  /// A number of samples with the same outcomes in both runs, which differ.
  struct FlipCount: Hashable, Sendable {
    /// The outcome in the first run.
    var before: SampleOutcome
    /// The outcome in the second run.
    var after: SampleOutcome
    /// The number of samples.
    var count: Int
  }

  /// `recipe/condition`.
  var group: String
  /// The samples that are compared.
  var basis: Basis
  /// The number of levels that are compared.
  var levels: Int
  /// Samples judged in both runs; 0 where they share none.
  var pairs: Int = 0
  /// Samples read in the first run and not in the second.
  var losses: Int = 0
  /// Samples read in the second run and not in the first.
  var gains: Int = 0
  /// Samples with another outcome by kind, the most frequent first; timeouts and failures are not
  /// among them.
  var flips: [FlipCount] = []
  /// Samples judged in the first run that timed out or failed in the second.
  var newlyExcluded: Int = 0
  /// Samples that timed out or failed in the first run and were judged in the second.
  var noLongerExcluded: Int = 0
  /// Samples in which something is read that is not there, beside what their outcome is about, in the second run
  /// and not in the first.
  var newPhantoms: Int = 0
  /// The reverse.
  var gonePhantoms: Int = 0
  /// The first run's thresholds and counts on the compared samples.
  var before: CurveState
  /// The second run's thresholds and counts on the compared samples.
  var after: CurveState
  /// The difference of the mean thresholds with its 95 % interval; `nil` for a sweep without an
  /// order, and for fewer than two levels.
  var meanThreshold: Estimate?
  /// The difference of the decode rates, −1 to 1, with its 95 % interval.
  var decodeRate: Estimate
  /// Read times of the whole group in both runs; `nil` where either has none of its own, or where
  /// they are of other machines.
  var latency: LatencyShift?
  /// Up to five samples with another outcome.
  var samples: [FlippedSample] = []

  /// True if a sample's outcome differs, or if there are no shared samples to tell.
  var isChanged: Bool {
    basis == .otherSamples || !flips.isEmpty || newlyExcluded + noLongerExcluded > 0
  }
}

extension CellDifference.FlipCount: Encodable {
  private enum CodingKeys: String, CodingKey {
    case before, after, count
  }

  func encode(to encoder: any Swift.Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(before.name, forKey: .before)
    try container.encode(after.name, forKey: .after)
    try container.encode(count, forKey: .count)
  }
}

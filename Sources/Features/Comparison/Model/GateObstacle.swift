import Results

/// A part of a comparison that a gate could not judge.
struct GateObstacle: Hashable, Sendable {
  /// The cell that could not be judged; `nil` for all.
  var cell: CellName?
  /// The reason.
  var reason: Reason

  init(_ reason: Reason, cell: CellName? = nil) {
    self.reason = reason
    self.cell = cell
  }

  /// The reason something could not be judged, with the facts that a sentence needs.
  enum Reason: Hashable, Sendable {
    /// There is no baseline; the message names the file.
    case noBaseline(message: String)
    /// The baseline's file cannot be read; the message names the file.
    case damagedBaseline(message: String)
    /// The baseline is of another corpus.
    case otherCorpus(baseline: String, run: String)
    /// The baseline is of another version of the corpus.
    case otherVersion(corpus: String, baseline: Int, run: Int)
    /// The samples have another seed.
    case otherSeed(baseline: UInt64, run: UInt64)
    /// The corpus has another sweep and the same version.
    case otherSweep(corpus: String)
    /// A group is drawn differently at so many levels, of which the first is named.
    case otherDrawing(group: String, levels: Int, first: String)
    /// No decoder of the run reads anything of the corpus.
    case nothingCompared
    /// The baseline lacks a decoder, which `--decoder` takes as `argument`, and may have it under another label with
    /// other options or in another version.
    case decoderNotInBaseline(String, argument: String = "", known: String? = nil)
    /// The baseline lacks the cell.
    case cellNotInBaseline
    /// The run lacks a decoder of the baseline.
    case decoderMissing(String)
    /// The run lacks a cell of the baseline.
    case cellMissing
    /// No sample of the cell was judged in both runs.
    case noPairs
    /// Samples flipped, not significantly, and too few were judged in both runs; the run may have fewer trials than the
    /// baseline.
    case tooFewPairs(flips: Int, pairs: Int, needed: Int, isShortened: Bool = false)
    /// Samples of the baseline were planned and not tried.
    case untried(samples: Int, isNewlyGivenUp: Bool)
    /// So many samples timed out or failed that they could hide a change.
    case excluded(samples: Int)
    /// So many samples of a decoder timed out or failed, and for this reason cannot be judged as hangs.
    case hangsUnjudged(String, timeouts: Int, HangDoubt)
    /// One of the runs has no decode times of its own.
    case untimed(isBaseline: Bool)
    /// The decode times are of different machines.
    case otherMachine(baseline: String, run: String)
    /// One of the runs has too few reads of the cell to time.
    case halfTimed
    /// Flipped samples could not be decoded once more.
    case recheckFailed(message: String)
  }

  /// The kinds of reasons, as `gate.json` names them.
  enum Code: String, CaseIterable, Hashable, Sendable, Encodable {
    /// There is no baseline.
    case noBaseline = "no-baseline"
    /// The baseline's file cannot be read.
    case damagedBaseline = "damaged-baseline"
    /// It is of another corpus.
    case otherCorpus = "other-corpus"
    /// It is of another version of the corpus.
    case otherVersion = "other-version"
    /// Its samples are not those of the run.
    case otherSamples = "other-samples"
    /// The baseline lacks a decoder, or lacks it in this group.
    case notInBaseline = "not-in-baseline"
    /// A decoder or group of the baseline did not take part.
    case missing
    /// Samples were not tried.
    case untried
    /// Too few samples were judged in both runs.
    case tooFewPairs = "too-few-pairs"
    /// So many samples timed out or failed that they could hide a change or a hang.
    case excluded
    /// Latencies cannot be compared.
    case latency
    /// Flipped samples could not be decoded once more.
    case recheck
  }

  /// The kind of reason.
  var code: Code {
    switch reason {
    case .noBaseline: .noBaseline
    case .damagedBaseline: .damagedBaseline
    case .otherCorpus: .otherCorpus
    case .otherVersion: .otherVersion
    case .otherSeed, .otherSweep, .otherDrawing: .otherSamples
    case .decoderNotInBaseline, .cellNotInBaseline: .notInBaseline
    case .decoderMissing, .cellMissing: .missing
    case .untried: .untried
    case .nothingCompared, .noPairs, .tooFewPairs: .tooFewPairs
    case .excluded, .hangsUnjudged: .excluded
    case .untimed, .otherMachine, .halfTimed: .latency
    case .recheckFailed: .recheck
    }
  }
}

/// A fact about a comparison that changes no verdict.
enum GateNote: Hashable, Sendable {
  /// The corpus's file differs from the baseline's, and draws the same samples.
  case otherFile
  /// The two runs have different numbers of trials; the first ones were compared.
  case otherTrials(group: String, baseline: Int, run: Int)
  /// A decoder has another version.
  case otherDecoderVersion(decoder: String, baseline: String, run: String)
  /// A decoder has the same version and other code or options.
  case otherCode(decoder: String)
  /// The baseline is from before phantoms were kept.
  case noPhantoms
  /// Reads take longer, most in this cell, and in so many others of the decoder; latency is not gated.
  case slower(CellName, LatencyShift, others: Int)
  /// The decode times are of different machines, and latency is not gated.
  case otherMachine(baseline: String, run: String)
  /// A decoder with the same code and options answers differently.
  case nondeterministic(decoder: String)
  /// An acknowledged cell.
  case acknowledged(Acknowledgement, AcknowledgementState)

  /// The use of an acknowledgement in one comparison.
  enum AcknowledgementState: Hashable, Sendable {
    /// It is in force and excuses a change.
    case inUse
    /// It is in force and excuses nothing.
    case unneeded
    /// It has expired, and the change that it excused is still there.
    case expired
  }
}

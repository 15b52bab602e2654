import Corpora
import Results
import Statistics

/// The result of a search for misreads, from which its reports are written.
///
/// `misreads.json` has exactly these fields.
struct MisreadTable: Hashable, Sendable, Codable {
  /// The version of this layout. A published version keeps its meaning; fields may be added.
  static let currentSchemaVersion = 1

  /// The version of the layout; the first field, so that a reader can reject unknown versions.
  var schemaVersion: Int
  /// The corpus's name.
  var corpus: String
  var corpusVersion: Int
  /// The SHA-256 of the corpus file.
  var corpusSHA256: String
  /// The seed from which all randomness is derived.
  var seed: UInt64
  /// The unit of the levels, such as `px`.
  var unit: String
  /// The probability with which each bound holds on its own, whenever sampling ends.
  var confidence: Double
  /// True if all cells have the same weight.
  var isEvenlyWeighted: Bool
  /// The largest number of payloads that some group's trials take turns with; `nil` if every trial
  /// has its own.
  var payloads: Int?
  /// The share of misreads among answers that the run was asked about; `nil` if none.
  var below: Double?
  /// The decoders, in the order asked for; those that read none of the use's groups are left out.
  var decoders: [DecoderMisreads]
  /// The decoders that were asked for and read none of the use's groups.
  var unsupported: [String]
  /// The decoders that were asked for and could not take part.
  var unavailable: [UnavailableDecoder]
  /// The settings of the run, with the weights.
  var settings: RunSettings
  /// The machine, system and time of the run.
  var provenance: Provenance
  /// Time, cost, and completeness of the run.
  var outcome: RunOutcome

  init(
    run: RunRecord, outcome: RunOutcome, confidence: Double, use: MisreadAim,
    decoders: [DecoderMisreads], unsupported: [String]
  ) {
    schemaVersion = Self.currentSchemaVersion
    corpus = run.corpus.name
    corpusVersion = run.corpus.version
    corpusSHA256 = run.corpus.sha256
    seed = run.corpus.seed
    unit = run.corpus.unit
    self.confidence = confidence
    isEvenlyWeighted = Set(use.weights.joined()).count == 1
    payloads = run.corpus.groups.compactMap(\.payloads).max()
    below = use.below
    self.decoders = decoders
    self.unsupported = unsupported
    unavailable = run.unavailable
    settings = run.settings
    provenance = run.provenance
    self.outcome = outcome
  }
}

/// One decoder's part of a search for misreads.
struct DecoderMisreads: Hashable, Sendable, Codable {
  /// The name in tables.
  var decoder: String
  /// The decoding library.
  var library: String
  /// The library's version.
  var version: String
  /// The part of the use's weight that lies in groups which the decoder reads; rates are over it.
  var coverage: Double
  /// The number of complete rounds.
  var rounds: Int
  /// Samples tried in complete rounds.
  var attempts: Int
  /// Samples read in complete rounds.
  var reads: Int
  /// Misreads and false positives in complete rounds.
  var misreads: Int
  /// Samples tried in a round that was not completed, which no rate counts.
  var uncounted: Int
  /// Misreads among answers, right and wrong ones together.
  var perAnswer: RateRecord
  /// Misreads among attempts.
  var perAttempt: RateRecord
  /// The reason sampling ended.
  var ending: CurveEnding
  /// The cells that have a weight.
  var cells: [CellMisreads]
  /// All misreads and false positives, or the first of them; group by group, level by level.
  var found: [FoundMisread]
  /// The number of misreads and false positives that were found, listed or not.
  var foundCount: Int

  /// The most misreads that are listed for a decoder.
  static let mostListed = 10_000

  /// The answer to a limit: true if the rate is shown to be at or below it, false if it is shown to
  /// be above it; `nil` if neither.
  func isAtMost(_ limit: Double) -> Bool? {
    perAnswer.isAtMost(limit)
  }
}

/// The counts of one cell in complete rounds.
struct CellMisreads: Hashable, Sendable, Codable {
  /// The group's name.
  var group: String
  /// The level as written.
  var level: Level
  /// The cell's share of the decoder's use; all cells add up to 1.
  var weight: Double
  /// Samples tried.
  var attempts: Int
  /// Samples read.
  var reads: Int
  /// Misreads and false positives.
  var misreads: Int
}

/// One misread or false positive.
struct FoundMisread: Hashable, Sendable, Codable {
  /// The sample's key.
  var sample: String
  /// The kind of error; `nil` for a false positive.
  var misreadClass: MisreadClass?
  /// The symbols in the image, each with symbology and data; empty for an image without a symbol.
  var truth: [String]
  /// The wrong reading, with symbology and data.
  var read: String
  /// The command that repeats it.
  var command: String
  /// True if it is of a round that was not completed, which no rate counts.
  var isUncounted: Bool
}

extension DecoderMisreads {
  init(
    _ decoder: DecoderRecord, _ sampling: MisreadSampling, in run: RunRecord, coverage: Double,
    uncounted: Int, ending: CurveEnding, found: [FoundMisread], foundCount: Int
  ) {
    let sampler = sampling.sampler
    self.decoder = decoder.label
    (library, version) = (decoder.library, decoder.version)
    self.coverage = coverage
    rounds = sampler.rounds
    attempts = sampler.trials
    reads = sampler.totals.reduce(0) { $0 + $1.reads }
    misreads = sampler.totals.reduce(0) { $0 + $1.misreads }
    self.uncounted = uncounted
    perAnswer = RateRecord(sampler.perAnswer)
    perAttempt = RateRecord(sampler.perAttempt)
    self.ending = ending
    cells = sampling.cells.indices.map { index in
      let (cell, total) = (sampling.cells[index], sampler.totals[index])
      return CellMisreads(
        group: run.corpus.groups[cell.group].id, level: run.corpus.levels[cell.level],
        weight: sampler.weights[index], attempts: total.trials, reads: total.reads,
        misreads: total.misreads)
    }
    (self.found, self.foundCount) = (found, foundCount)
  }
}

extension FoundMisread {
  /// Makes one whose truth is not known yet.
  init(
    sample: String, misreadClass: MisreadClass?, read: String, command: String, isUncounted: Bool
  ) {
    (self.sample, self.misreadClass, self.truth) = (sample, misreadClass, [])
    (self.read, self.command, self.isUncounted) = (read, command, isUncounted)
  }
}

extension MisreadTable {
  /// The table with what the misread samples truly hold.
  func withTruths(of corpus: Corpus) throws -> MisreadTable {
    var table = self
    var renderer = SampleRenderer(corpus: corpus)
    for decoder in table.decoders.indices {
      for index in table.decoders[decoder].found.indices {
        let key = try SampleKey(parsing: table.decoders[decoder].found[index].sample)
        table.decoders[decoder].found[index].truth = try renderer.draw(key).truth.expected.map {
          "\($0.symbology?.description ?? "any symbology"): \($0.bytes.readable)"
        }
      }
    }
    return table
  }
}

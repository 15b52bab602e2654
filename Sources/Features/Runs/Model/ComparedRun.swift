import Analysis
import Results

/// A stored run with its outcomes sample by sample, as a comparison of unlike runs takes it.
struct ComparedRun: Sendable {
  /// The path of the run's store, for people.
  let store: String
  /// The run's number in its store.
  let number: Int
  let record: RunRecord
  let isFinished: Bool
  let outcomes: Baseline

  /// Reads a run, be it finished or cut off, with fixed trials or with trials that it chose.
  ///
  /// - Throws: Errors from the store.
  init(ofRun number: Int, in store: some ObservationSource, path: String) throws {
    self.store = path
    self.number = number
    let matrix = try VerdictMatrix(ofRun: number, in: store)
    record = matrix.run
    isFinished = matrix.outcome.map { !$0.wasStopped } ?? false
    outcomes = Baseline(matrix, matrix.outcome)
  }

  var reference: RunReference {
    RunReference(
      store: store, run: number, corpus: record.corpus.name,
      corpusVersion: record.corpus.version, startedAt: record.provenance.startedAt,
      isFinished: isFinished)
  }

  /// The trials of a level that pair with another run's: all of them, or of a run that chose its own
  /// only the first pass, since later ones depend on the outcomes.
  var pairedTrials: Int { record.settings.aim?.firstPassTrials ?? .max }

  /// Every decoder, also one that reads none of the corpus's symbologies.
  var versions: [DecoderVersion] {
    zip(outcomes.decoders, record.decoders).map { entry, configured in
      DecoderVersion(
        label: entry.label, reference: configured.reference, library: entry.library,
        version: entry.version,
        options: entry.options, code: configured.fingerprint.code, isGivenUp: entry.isGivenUp)
    }
  }

  /// The hashes of a group's cells, level by level; empty for a group that the corpus lacks.
  func hashes(_ group: String) -> [String] {
    record.corpus.groups.first { $0.id == group }?.cellHashes ?? []
  }
}

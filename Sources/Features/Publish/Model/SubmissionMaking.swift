import Analysis
import Corpora
import Results
import Sessions

/// A stored run, made ready to be submitted: all that a bundle says is computed from what it holds.
struct SubmissionMaking {
  /// The bundle's run, as its readers will see it.
  let run: BundleRun
  /// A line for each decoder, group and level.
  let lines: [OutcomeLine]
  /// A line for each error and each wrong answer.
  let log: [SubmissionLogLine]

  private let record: RunRecord
  private let outcome: RunOutcome

  /// Makes a bundle's parts.
  ///
  /// - Parameter catalog: The corpora that are known by name.
  /// - Throws: ``RequestError`` or `BundleFault` for a run that cannot be submitted, and errors of the store.
  init(_ stored: StoredComparison, catalog: CorpusCatalog) throws {
    let record = stored.record
    guard let found = stored.outcome, !found.wasStopped, !record.shard.isPart else {
      throw RequestError(
        "run \(stored.number) is incomplete: let it finish, or merge its slices first")
    }
    let corpus = try RecordedCorpus.load(of: record, file: nil, catalog: catalog)
    let own = CorpusRecord(corpus.overriding(trials: nil, seed: record.corpus.seed))
    guard own.sha256 == record.corpus.sha256,
      own.groups.map(\.trials) == record.corpus.groups.map(\.trials)
    else {
      throw RequestError(
        "run \(stored.number) does not cover the whole corpus \(own.name) as it is here: its corpus file or its "
          + "number of trials differs; harness compare without --trials makes a run that does")
    }
    var (lines, log): ([OutcomeLine], [SubmissionLogLine]) = ([], [])
    for decoder in record.decoders.indices {
      let (own, told) = try Self.lines(of: decoder, record, stored)
      lines += own
      log += told
    }
    (self.lines, self.log, self.record, outcome) = (lines, log, record, found)
    run = try BundleRun(
      Submission(record, found, texts: []), corpus: own, ownSeed: corpus.seed, lines: lines,
      log: log)
  }

  /// A decoder's outcomes, and what the log tells of them.
  private static func lines(
    of index: Int, _ record: RunRecord, _ stored: StoredComparison
  ) throws -> ([OutcomeLine], [SubmissionLogLine]) {
    let (decoder, corpus) = (record.decoders[index], record.corpus)
    var cells: [[Int]: [Observation]] = [:]
    var log: [SubmissionLogLine] = []
    try stored.store.forEachObservation(ofRun: stored.number, decoder: index) { observation in
      let place = observation.place
      cells[[place.group, place.level], default: []].append(observation)
      if SubmissionLogLine.isAsked(of: observation.finding) {
        log.append(
          SubmissionLogLine(decoder: decoder.label, sample: corpus.key(of: place), observation))
      }
    }
    let lines = corpus.groups.indices.filter { decoder.supportedGroups[$0] }.flatMap { group in
      corpus.levels.enumerated().map { level, value in
        OutcomeLine(
          decoder: decoder.label, group: corpus.groups[group].id, level: value,
          trials: corpus.groups[group].trials, hasCPUTimes: corpus.isOfStreams,
          cells[[group, level]] ?? [])
      }
    }
    return (lines, log)
  }

  /// The verdicts that follow.
  func verdicts() throws -> Baseline { try Baseline(ofRun: 1, in: run) }

  /// The score table that follows.
  func table() throws -> ScoreTable { try Scorer.scores(ofRun: 1, in: run) }

  /// The bundle's first file.
  func submission(texts: [(part: Submission.Part, text: String)]) -> Submission {
    Submission(record, outcome, texts: texts)
  }
}

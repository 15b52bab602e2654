import Analysis
import ResultStore
import Results

/// One corpus's history in one store or several, with its latest run.
public struct StoredHistory {
  /// The history.
  public var history: RunHistory
  /// The store of the latest run.
  public var store: SQLiteStore
  /// The number of the latest run in its store.
  public var latestRun: Int
  /// Its scores.
  public var latest: ScoreTable

  /// A run before its scores are computed.
  private struct Candidate {
    let store: SQLiteStore
    let run: RunSummary
    var corpus: String { run.record.corpus.name }
  }

  /// Reads all whole, finished runs of some stores; the corpora in the order of their first run.
  ///
  /// The runs of one corpus make one history in the order of time, whichever stores hold them. A run
  /// that several stores hold, such as a merged one, counts once.
  public static func read(from files: [String]) throws -> [StoredHistory] {
    // Every store is opened before the first score is computed: a file that is none is told at once.
    let stores = try files.map { try SQLiteStore(path: $0, isNew: false) }
    var seen: Set<RunRecord> = []
    let runs = try stores.flatMap { store in
      try store.runs().map { Candidate(store: store, run: $0) }
    }.filter { candidate in
      // Trials in search of misreads are where decoders fail: their rates are no history.
      guard let outcome = candidate.run.outcome, !outcome.wasStopped,
        !candidate.run.record.shard.isPart, candidate.run.record.settings.aim?.misreads == nil
      else { return false }
      return seen.insert(candidate.run.record).inserted
    }
    var corpora: [String] = []
    for run in runs where !corpora.contains(run.corpus) { corpora.append(run.corpus) }
    return try corpora.map { name in try history(of: runs.filter { $0.corpus == name }) }
  }

  /// - Precondition: There is at least one run, and all are of one corpus.
  private static func history(of runs: [Candidate]) throws -> StoredHistory {
    let isOfOneStore = Set(runs.map(\.store.path)).count == 1
    // Within a store, runs are in the order in which they were made.
    let ordered =
      isOfOneStore
      ? runs
      : runs.sorted { $0.run.record.provenance.startedAt < $1.run.record.provenance.startedAt }
    var result: StoredHistory?
    for (index, candidate) in ordered.enumerated() {
      let number = candidate.run.number
      let table = try Scorer.scores(
        ofRun: number, in: candidate.store, hasCrossings: index == ordered.count - 1)
      var history = result?.history ?? RunHistory(of: table.corpus)
      history.add(
        table, run: isOfOneStore ? number : index + 1,
        source: isOfOneStore
          ? nil : "\(StoreLocation.shownPath(of: candidate.store.path)):\(number)",
        record: candidate.run.record)
      result = StoredHistory(
        history: history, store: candidate.store, latestRun: number, latest: table)
    }
    guard let result else { preconditionFailure("a history has a run") }
    return result
  }
}

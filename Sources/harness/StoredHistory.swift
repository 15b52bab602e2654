import Evaluation
import ResultStore

/// One corpus's history in a store, with its latest run.
struct StoredHistory {
  var history: RunHistory
  /// The number of the latest run.
  var latestRun: Int
  /// Its scores.
  var latest: ScoreTable

  /// Reads all whole, finished runs of a store; the corpora in the order of their first run.
  static func read(from store: SQLiteStore) throws -> [StoredHistory] {
    var histories: [StoredHistory] = []
    for run in try store.runs() {
      guard let outcome = run.outcome, !outcome.wasStopped, !run.record.shard.isPart else {
        continue
      }
      let table = try Scorer.scores(ofRun: run.number, in: store)
      let known = histories.firstIndex { $0.history.corpus == table.corpus.name }
      var history = known.map { histories[$0].history } ?? RunHistory(of: table.corpus)
      history.add(table, run: run.number, record: run.record)
      let stored = StoredHistory(history: history, latestRun: run.number, latest: table)
      if let known { histories[known] = stored } else { histories.append(stored) }
    }
    return histories
  }
}

import Evaluation
import ResultStore

/// The histories that a store holds: one for each corpus.
enum RunHistories {
  /// Reads all whole, finished runs; the corpora in the order of their first run.
  static func read(from store: SQLiteStore) throws -> [RunHistory] {
    var histories: [RunHistory] = []
    for run in try store.runs() {
      guard let outcome = run.outcome, !outcome.wasStopped, !run.record.shard.isPart else {
        continue
      }
      let table = try Scorer.scores(ofRun: run.number, in: store)
      let known = histories.firstIndex { $0.corpus == table.corpus.name }
      var history = known.map { histories[$0] } ?? RunHistory(of: table.corpus)
      history.add(table, run: run.number, record: run.record)
      if let known { histories[known] = history } else { histories.append(history) }
    }
    return histories
  }
}

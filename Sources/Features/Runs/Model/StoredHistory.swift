import Analysis
import Base
import Results
import Sessions

/// One corpus's history in one store or several, with the run that says most of it.
struct StoredHistory {
  let history: RunHistory
  /// The run that says most.
  let run: StoredComparison
  let scores: ScoreTable
  /// True if no later run has the same corpus.
  let isLatest: Bool

  /// A run beside others of its corpus.
  private struct Rank: Comparable {
    let certifies: Bool
    let trials: Int

    static func < (one: Rank, other: Rank) -> Bool {
      one.certifies == other.certifies ? one.trials < other.trials : other.certifies
    }
  }

  /// Reads all whole, finished runs of some stores; the corpora in the order of their first run.
  ///
  /// The runs of one corpus make one history in the order of time, whichever stores hold them. A run
  /// that several stores hold, such as a merged one, counts once. Of the runs of the corpus's last version, the
  /// one with the most trials says most, if it certifies a level or none does; of several, the latest.
  static func read(from files: [String]) throws -> [StoredHistory] {
    // Every store is opened before the first score is computed: a file that is none is told at once.
    let stores = try files.map(StoredRuns.init)
    let runs = stores.flatMap(\.all).filter(\.isEvidence).uniqued(by: \.record)
    return try runs.grouped(by: \.record.corpus.name).map { try history(of: $0.elements) }
  }

  /// - Precondition: There is at least one run, and all are of one corpus.
  private static func history(of runs: [StoredComparison]) throws -> StoredHistory {
    let isOfOneStore = Set(runs.map(\.store.path)).count == 1
    let ordered = runs.inOrder
    guard let last = ordered.last else { preconditionFailure("a history has a run") }
    var history: RunHistory?
    var best = (index: ordered.count - 1, rank: Rank(certifies: false, trials: 0))
    for (index, candidate) in ordered.enumerated() {
      let number = candidate.number
      let table = try Scorer.scores(ofRun: number, in: candidate.store, hasCrossings: false)
      history = history ?? RunHistory(of: table.corpus)
      history?.add(
        table, run: isOfOneStore ? number : index + 1,
        source: isOfOneStore
          ? nil : "\(StoreLocation.shownPath(of: candidate.store.path)):\(number)",
        record: candidate.record)
      let rank = Rank(
        certifies: table.decoders.contains { $0.isCertified() },
        trials: table.corpus.trials)
      let isSameCorpus = candidate.record.corpus.version == last.record.corpus.version
      if isSameCorpus, rank >= best.rank { best = (index, rank) }
    }
    let taken = ordered[best.index]
    guard let history else { preconditionFailure("a history has a run") }
    return StoredHistory(
      history: history, run: taken,
      scores: try Scorer.scores(ofRun: taken.number, in: taken.store),
      isLatest: best.index == ordered.count - 1)
  }
}

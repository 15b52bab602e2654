import Evaluation
import ResultStore

/// One run of an existing store.
struct StoredComparison {
  /// The store.
  let store: SQLiteStore
  /// The run's number in its store.
  let number: Int

  /// Opens a report folder's or a file's store.
  ///
  /// - Parameter number: The run's number; `nil` for the latest.
  /// - Throws: ``UsageError`` when the run is not there.
  init(_ path: String, run number: Int?) throws {
    store = try SQLiteStore(path: StoreLocation.file(in: path), isNew: false)
    guard let number = try number ?? store.runs().last?.number else {
      throw UsageError("the store holds no runs")
    }
    self.number = number
  }

  func table() throws -> ScoreTable { try Scorer.scores(ofRun: number, in: store) }

  func baseline() throws -> Baseline { try Baseline(ofRun: number, in: store) }
}

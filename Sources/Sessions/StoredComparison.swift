import Analysis
import Base
import Foundation
import ResultStore
import Results

/// One run of an existing store.
public struct StoredComparison {
  /// The store.
  public let store: SQLiteStore
  /// The run's number in its store.
  public let number: Int

  /// Opens a report folder's or a file's store.
  ///
  /// - Parameters:
  ///   - path: The folder or file.
  ///   - number: The run's number; `nil` for the latest.
  ///   - corpus: The corpus of which a run is wanted, for the advice if there is none.
  /// - Throws: ``RequestError`` when the run is not there.
  public init(_ path: String, run number: Int?, of corpus: String? = nil) throws {
    let runs = try StoredRuns(in: path, of: corpus)
    store = runs.store
    self.number = try number.map { try runs.run($0).number } ?? runs.latest().number
  }

  /// Computes the run's scores.
  public func table() throws -> ScoreTable {
    try Scorer.scores(ofRun: number, in: store)
      .withReproducers(in: Folder.parent(of: store.path))
  }

  /// The options that reproduce its samples, for a shell; see ``ReproduceOptions/text``.
  public func reproduceOptions() throws -> String {
    ReproduceOptions(of: try store.record(ofRun: number).0).text
  }

  /// Takes the run as a baseline.
  public func baseline() throws -> Baseline { try Baseline(ofRun: number, in: store) }
}

extension ScoreTable {
  /// Names the images of errors that are in a folder of reports.
  func withReproducers(in folder: String) -> ScoreTable {
    var table = self
    table.nameReproducers { FileManager.default.fileExists(atPath: "\(folder)/\($0)") }
    return table
  }
}

/// A request that makes no sense, in a sentence.
public struct RequestError: Error, CustomStringConvertible {
  /// The fault, and what would be right.
  public let description: String

  /// Makes an error.
  public init(_ description: String) {
    self.description = description
  }

  /// Makes the error for a folder or file in which no run was ever made.
  static func noResults(in path: String, of corpus: String?) -> RequestError {
    RequestError(
      "there are no results in \(path) yet: harness compare --corpus \(corpus ?? "NAME")"
        + (corpus == nil ? " --output FOLDER" : "") + " makes them")
  }
}

import Analysis
import Base
import DecoderKit
import Foundation
import ResultStore
import Results

/// One run of an existing store.
package struct StoredComparison: Sendable {
  package let store: SQLiteStore
  let run: RunSummary

  init(_ run: RunSummary, in store: SQLiteStore) { (self.run, self.store) = (run, store) }

  /// The run's number in its store.
  package var number: Int { run.number }
  /// The plan of the run.
  package var record: RunRecord { run.record }
  /// The outcome of the run; `nil` for one that was cut off.
  package var outcome: RunOutcome? { run.outcome }
  /// The folder of its store.
  package var folder: String { Folder.parent(of: store.path) }
  /// The run as people name it.
  package var name: ThresholdRun {
    ThresholdRun(
      store: StoreLocation.shownPath(of: store.path), number: number, corpus: record.corpus.name)
  }

  /// True if the run was not cut short, neither by a signal nor by the end of its process.
  package var isFinished: Bool { outcome?.wasStopped == false }

  /// True if its rates say something of a decoder: the run is finished and no slice of one, and did not look
  /// for misreads, where decoders fail.
  package var isEvidence: Bool {
    isFinished && !record.shard.isPart && record.settings.aim?.misreads == nil
  }

  /// Opens a report folder's or a file's store.
  ///
  /// - Parameters:
  ///   - path: The folder or file.
  ///   - number: The run's number; `nil` for the latest.
  ///   - corpus: The corpus of which a run is wanted, for the advice if there is none.
  /// - Throws: ``RequestError`` when the run is not there.
  package init(_ path: String, run number: Int?, of corpus: String? = nil) throws {
    let runs = try StoredRuns(in: path, of: corpus)
    self = try number.map(runs.run) ?? runs.latest()
  }

  /// Computes the run's scores, with the images of errors that are beside the store.
  ///
  /// - Parameter rules: Rules by which streams are watched, in place of those of the run.
  /// - Throws: ``RequestError`` for rules where there are no streams.
  package func table(streamRules rules: StreamRules? = nil) throws -> ScoreTable {
    guard rules == nil || record.corpus.isOfStreams else {
      throw RequestError(
        "--policy and --confirm are for streams, and the sweep of \(record.corpus.name) is over "
          + "\(record.corpus.axis)")
    }
    return try Scorer.scores(ofRun: number, in: store, streamRules: rules)
      .withReproducers(in: folder)
  }

  /// Takes the run as a baseline.
  package func baseline() throws -> Baseline { try Baseline(ofRun: number, in: store) }
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
package struct RequestError: Error, CustomStringConvertible {
  /// The fault, and what would be right.
  package let description: String

  package init(_ description: String) {
    self.description = description
  }

  /// Makes the error for a folder or file in which no run was ever made, with the folder that may be meant.
  static func noResults(in path: String, of corpus: String? = nil) -> RequestError {
    RequestError(
      "there are no results in \(path) yet: harness compare --corpus \(corpus ?? "NAME")"
        + (corpus == nil ? " --output FOLDER" : "") + " makes them."
        + SpellingSuggestion.sentence(
          for: path.hasPrefix("reports/") ? path : "reports/" + path,
          among: ((try? StoreLocation.kept()) ?? []).map(StoreLocation.shownPath)))
  }
}

import Analysis
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
    let file = StoreLocation.file(in: path)
    guard FileManager.default.fileExists(atPath: file) else {
      throw RequestError.noResults(in: path, of: corpus)
    }
    store = try SQLiteStore(path: file, isNew: false)
    let runs = try store.runs().map(\.number)
    guard let number = number ?? runs.last else {
      throw RequestError("\(file) holds no runs: harness compare makes them")
    }
    guard runs.contains(number) else {
      let known = runs.map(String.init).joined(separator: ", ")
      throw RequestError("\(file) has no run \(number). Runs: \(known)")
    }
    self.number = number
  }

  /// Computes the run's scores.
  public func table() throws -> ScoreTable { try Scorer.scores(ofRun: number, in: store) }

  /// Takes the run as a baseline.
  public func baseline() throws -> Baseline { try Baseline(ofRun: number, in: store) }
}

/// One corpus's history in a store, with its latest run.
public struct StoredHistory {
  /// The history.
  public var history: RunHistory
  /// The number of the latest run.
  public var latestRun: Int
  /// Its scores.
  public var latest: ScoreTable

  /// Reads all whole, finished runs of a store; the corpora in the order of their first run.
  public static func read(from store: SQLiteStore) throws -> [StoredHistory] {
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

/// Finds result stores: files, folders that hold one, or everything below `reports/`.
public enum StoreLocation {
  /// The name of a store in its report folder.
  public static let fileName = "observations.sqlite"

  /// The path of the store's file, for the path of a file or folder as typed.
  public static func file(in path: String) -> String {
    var isFolder: ObjCBool = false
    let exists = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
    return exists && isFolder.boolValue ? path + "/" + fileName : path
  }

  /// Stores named by hand, or those of the report folders where none was named.
  ///
  /// - Throws: ``RequestError`` when there are none.
  public static func files(_ named: [String]) throws -> [String] {
    guard named.isEmpty else { return named.map(file) }
    let folders = (try? FileManager.default.contentsOfDirectory(atPath: "reports")) ?? []
    let found = folders.sorted().map { "reports/\($0)/\(fileName)" }
      .filter(FileManager.default.fileExists)
    guard !found.isEmpty else {
      throw RequestError(
        "there are no results below reports/ yet: name a report folder, or run harness compare")
    }
    return found
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

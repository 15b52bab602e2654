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
  /// - Parameter number: The run's number; `nil` for the latest.
  /// - Throws: ``RequestError`` when the run is not there.
  public init(_ path: String, run number: Int?) throws {
    store = try SQLiteStore(path: StoreLocation.file(in: path), isNew: false)
    guard let number = try number ?? store.runs().last?.number else {
      throw RequestError("the store holds no runs")
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
      // Trials in search of misreads are where decoders fail: their rates are no history.
      guard let outcome = run.outcome, !outcome.wasStopped, !run.record.shard.isPart,
        run.record.settings.aim?.misreads == nil
      else { continue }
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
}

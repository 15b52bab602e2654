import Evaluation
import Foundation
import GRDB

/// The record of all runs: one SQLite file, written in batches, safe against a kill at any moment.
///
/// Write-ahead logging with `synchronous=NORMAL`: a killed process loses nothing that was appended,
/// a power cut at most the last batches, and neither leaves a torn file.
public struct SQLiteStore: ObservationStore {
  private let database: DatabaseQueue

  /// Opens a store, making the file and its folder if they are not there.
  ///
  /// - Throws: ``StoreError`` that names the file.
  public init(path: String) throws {
    do {
      let folder = URL(filePath: path).deletingLastPathComponent()
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      var configuration = Configuration()
      configuration.busyMode = .timeout(30)
      configuration.prepareDatabase { database in
        try database.execute(sql: "PRAGMA journal_mode = WAL")
        try database.execute(sql: "PRAGMA synchronous = NORMAL")
      }
      database = try DatabaseQueue(path: path, configuration: configuration)
      try Schema.migrator.migrate(database)
    } catch {
      throw StoreError(path: path, doing: "open the result store", error)
    }
  }

  public func begin(_ run: RunRecord) throws -> Int {
    let record = try JSONEncoder().encode(run)
    return try attempt("start a run in") {
      try database.write { database in
        try database.execute(
          sql: "INSERT INTO run (record) VALUES (?)", arguments: [text(record)])
        return Int(database.lastInsertedRowID)
      }
    }
  }

  public func append(_ observations: [Observation], toRun run: Int) throws {
    try attempt("write observations to") {
      try database.write { database in
        let insert = try database.cachedStatement(sql: Schema.insertObservation)
        for observation in observations {
          try insert.execute(arguments: Schema.arguments(observation, run: run))
        }
      }
    }
  }

  public func finish(run: Int, outcome: RunOutcome) throws {
    let encoded = try JSONEncoder().encode(outcome)
    try attempt("close a run in") {
      try database.write { database in
        try database.execute(
          sql: "UPDATE run SET outcome = ? WHERE id = ?", arguments: [text(encoded), run])
      }
    }
  }

  public func record(ofRun run: Int) throws -> (RunRecord, RunOutcome?) {
    try attempt("read a run from") {
      let row = try database.read { database in
        try Row.fetchOne(
          database, sql: "SELECT record, outcome FROM run WHERE id = ?", arguments: [run])
      }
      guard let row else { throw DatabaseError(message: "there is no run \(run)") }
      let decoder = JSONDecoder()
      let record: String = row["record"]
      let outcome: String? = row["outcome"]
      return (
        try decoder.decode(RunRecord.self, from: Data(record.utf8)),
        try outcome.map { try decoder.decode(RunOutcome.self, from: Data($0.utf8)) }
      )
    }
  }

  public func forEachObservation(
    ofRun run: Int, _ body: (borrowing Observation) throws -> Void
  ) throws {
    try attempt("read observations from") {
      try database.read { database in
        let rows = try Row.fetchCursor(
          database, sql: Schema.selectObservations, arguments: [run])
        while let row = try rows.next() {
          try body(try Schema.observation(row))
        }
      }
    }
  }

  private func attempt<Result>(_ doing: String, _ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as DatabaseError {
      throw StoreError(path: database.path, doing: "\(doing) the result store", error)
    }
  }

  private func text(_ json: Data) -> String {
    String(decoding: json, as: UTF8.self)
  }
}

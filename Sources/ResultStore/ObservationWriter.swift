import Foundation
import GRDB
import GRDBSQLite
import Results

/// Writes observations row by row, without an object for each value: a run may have a hundred million.
struct ObservationWriter {
  private let statement: OpaquePointer
  /// Keeps the statement alive.
  private let owner: Statement

  init(_ database: Database) throws {
    owner = try database.cachedStatement(sql: Schema.insertObservation)
    statement = owner.sqliteStatement
  }

  /// Inserts an observation, or puts it in the place of an older one, whose readings are deleted.
  ///
  /// - Throws: `DatabaseError`, also for a value that the table's constraints refuse.
  func insert(_ observation: borrowing Observation, inCell cell: Int) throws {
    defer { sqlite3_reset(statement) }
    let finding = observation.finding
    bind(1, cell)
    bind(2, observation.place.trial)
    bind(3, finding.verdict.rawValue)
    bind(4, finding.isStrict ? 1 : 0)
    bind(5, finding.misreadClass?.rawValue)
    bind(6, finding.symbols)
    bind(7, finding.extras.duplicates)
    bind(8, finding.extras.wrong)
    bind(9, finding.extras.unjudged)
    bind(10, min(observation.wallNanoseconds, RecordBounds.decodeNanoseconds))
    bind(11, min(observation.cpuNanoseconds, RecordBounds.decodeNanoseconds))
    bind(12, observation.wasRetried ? 1 : 0)
    bind(13, finding.detail)
    bind(14, finding.printed)
    bind(15, finding.outlines?.stored)
    bind(16, observation.readingCount)
    bind(17, finding.meanings)
    guard sqlite3_step(statement) == SQLITE_DONE else { throw StepFailure.error(of: statement) }
  }

  private func bind(_ column: Int32, _ value: Int?) {
    if let value {
      sqlite3_bind_int64(statement, column, Int64(value))
    } else {
      sqlite3_bind_null(statement, column)
    }
  }

  private func bind(_ column: Int32, _ value: String?) {
    guard var text = value else {
      sqlite3_bind_null(statement, column)
      return
    }
    guard !text.isEmpty else {
      // Without an address, SQLite would take no characters for no value.
      sqlite3_bind_text(statement, column, "", 0, Self.copying)
      return
    }
    text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        _ = sqlite3_bind_text(
          statement, column, $0.baseAddress, Int32($0.count), Self.copying)
      }
    }
  }

  private func bind(_ column: Int32, _ value: Data?) {
    guard let value else {
      sqlite3_bind_null(statement, column)
      return
    }
    value.withUnsafeBytes { bytes in
      _ =
        bytes.isEmpty
        ? sqlite3_bind_zeroblob(statement, column, 0)
        : sqlite3_bind_blob(
          statement, column, bytes.baseAddress, Int32(bytes.count), Self.copying)
    }
  }

  /// Tells SQLite to copy what it is given.
  private static let copying = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
}

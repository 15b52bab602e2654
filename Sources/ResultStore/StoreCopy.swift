import Base
import Foundation
import GRDB
import Results

/// A copy of a store that may be changed: of today's layout, without triggers, as long as its header
/// says.
struct StoreCopy {
  /// The copy's file.
  let path: String
  let database: DatabaseQueue

  /// Copies a store.
  ///
  /// A sound one is copied by SQLite, in one state even while it is written. From a damaged one, all
  /// bytes are taken, and zeros for those that are missing.
  ///
  /// - Parameter folder: The folder for the copy.
  /// - Throws: ``StoreFault``, ``StoreMerge/Refusal``, `FileError` or `DatabaseError`.
  init(of source: String, besides folder: String) throws {
    path = "\(folder)/.store-\(getpid())-\(UInt32.random(in: .min ... .max)).partial"
    do {
      do {
        try Self.copyPages(of: source, to: path)
      } catch is DatabaseError {
        Self.remove(path)
        guard !StoreLock.isHeld(on: source) else { throw StoreMerge.Refusal.isBeingWritten }
        try Self.copyBytes(of: source, to: path)
      }
      database = try DatabaseQueue(path: path, configuration: StoreFile.configuration)
      try Self.bringUpToDate(database)
    } catch {
      Self.remove(path)
      throw error
    }
  }

  /// Removes the copy.
  func remove() { Self.remove(path) }

  static func remove(_ path: String) {
    for ending in [""] + StoreFile.endings { unlink(path + ending) }
  }

  /// Copies a store with SQLite's online backup.
  static func copyPages(of source: String, to path: String) throws {
    var configuration = StoreFile.configuration
    configuration.readonly = true
    let copy = try DatabaseQueue(path: path)
    try DatabaseQueue(path: source, configuration: configuration).backup(to: copy)
    // Without a log of its own, the file is all there is of the copy.
    try copy.writeWithoutTransaction {
      _ = try String.fetchOne($0, sql: "PRAGMA journal_mode = DELETE")
    }
    try copy.close()
  }

  private static func copyBytes(of source: String, to path: String) throws {
    for ending in ["", "-wal"] where access(source + ending, F_OK) == 0 {
      try FileManager.default.copyItem(
        atPath: URL(filePath: source).resolvingSymlinksInPath().path + ending,
        toPath: path + ending)
    }
    guard let file = FileHandle(forUpdatingAtPath: path) else { return }
    defer { try? file.close() }
    let header = try file.read(upToCount: 100) ?? Data()
    guard header.count == 100, header.starts(with: Data("SQLite format 3\0".utf8)) else { return }
    func number(_ range: Range<Int>) -> UInt64 { header[range].reduce(0) { $0 << 8 | UInt64($1) } }
    let pageSize = number(16..<18) == 1 ? 65536 : number(16..<18)
    let size = number(28..<32) * pageSize
    let actual = try file.seekToEnd()
    // Not more than as much again: a forged header could ask for all of the disk.
    if size > actual, size <= 2 * actual { try file.truncate(atOffset: size) }
  }

  /// If the list of migrations is damaged, today's layout is assumed: rows of another are refused one
  /// by one.
  private static func bringUpToDate(_ database: DatabaseQueue) throws {
    do {
      try database.write { database in
        try StoreFile.identify(database)
        let triggers = try String.fetchAll(
          database, sql: "SELECT name FROM sqlite_schema WHERE type = 'trigger'")
        for name in triggers {
          try database.execute(sql: "DROP TRIGGER \(name.quotedDatabaseIdentifier)")
        }
      }
      if try !database.read(Schema.migrator.hasCompletedMigrations) {
        try Schema.migrator.migrate(database)
      }
    } catch let error as DatabaseError where error.resultCode == .SQLITE_CORRUPT {
      let identifier = try database.read { try Int.fetchOne($0, sql: "PRAGMA application_id") }
      guard identifier == Schema.applicationID else { throw error }
    }
  }
}

import Foundation
import GRDB
import Results

/// A copy of a store that may be changed. Nothing is left beside the store itself, which need not lie in a
/// folder that can be written.
struct StoreCopy {
  /// The copy's file.
  let path: String
  /// The opened copy; SQLite cannot open every damaged one.
  private let opened: Result<DatabaseQueue, any Error>
  /// A fault of a file that was cut off; `nil` for a whole one.
  let cut: StoreFault?

  /// Copies a store as it is.
  ///
  /// One that is being written is copied by SQLite, in one state. From another one all bytes are taken, sound
  /// or not.
  ///
  /// - Parameter folder: The folder for the copy.
  /// - Throws: ``StoreMerge/Refusal``, `CocoaError` or `DatabaseError`.
  init(of source: String, besides folder: String) throws {
    let source = StoreFile.real(source)
    path = "\(folder)/.store-\(getpid())-\(UInt32.random(in: .min ... .max)).partial"
    do {
      try Self.copy(source, to: path)
      cut = try Self.takeLengthAsItIs(path)
    } catch {
      Self.remove(path)
      throw error
    }
    opened = Result { [path] in
      try DatabaseQueue(path: path, configuration: StoreFile.configuration)
    }
  }

  /// The copy as a database.
  var database: DatabaseQueue { get throws { try opened.get() } }

  /// Removes the copy.
  func remove() { Self.remove(path) }

  static func remove(_ path: String) {
    for ending in [""] + StoreFile.endings { unlink(path + ending) }
  }

  private static func copy(_ source: String, to path: String) throws {
    if !StoreLock.isHeld(on: source) {
      let before = Stamp.all(of: source)
      try copyBytes(of: source, to: path)
      if Stamp.all(of: source) == before { return }
      remove(path)
    }
    do {
      try copyPages(of: source, to: path)
    } catch is DatabaseError {
      remove(path)
      guard !StoreLock.isHeld(on: source) else { throw StoreMerge.Refusal.isBeingWritten }
      try copyBytes(of: source, to: path)
    }
  }

  /// The size of a file and the time of its last change: equal ones say that nobody wrote in between.
  private struct Stamp: Equatable {
    let size: Int64
    let seconds: Int
    let nanoseconds: Int

    static func all(of source: String) -> [Stamp?] {
      ([""] + StoreFile.endings).map { ending in
        var status = stat()
        guard stat(source + ending, &status) == 0 else { return nil }
        #if canImport(Glibc)
          let changed = status.st_mtim
        #else
          let changed = status.st_mtimespec
        #endif
        return Stamp(
          size: Int64(status.st_size), seconds: Int(changed.tv_sec),
          nanoseconds: Int(changed.tv_nsec))
      }
    }
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
    for ending in ["", "-wal", "-journal"] where access(source + ending, F_OK) == 0 {
      try FileManager.default.copyItem(atPath: source + ending, toPath: path + ending)
      chmod(path + ending, 0o600)
    }
  }

  /// Lets SQLite open a file that is shorter than its header says: without a valid number there, it goes by
  /// the file's own length.
  private static func takeLengthAsItIs(_ path: String) throws -> StoreFault? {
    guard let pages = try PageFile(path: path), pages.isCut else { return nil }
    let file = try FileHandle(forUpdating: URL(filePath: path))
    defer { try? file.close() }
    try file.seek(toOffset: PageFile.validForOffset)
    try file.write(contentsOf: Data(count: 4))
    return StoreFault(
      "\(pages.expectedCount - pages.count) of its \(pages.expectedCount) pages are missing",
      expected: "a whole file")
  }

  /// Brings the copy to today's layout, without triggers.
  ///
  /// If the list of migrations is damaged, today's layout is assumed: rows of another are refused one
  /// by one.
  ///
  /// - Throws: ``StoreFile/Refusal``, ``StoreFault`` for a view in a table's place, or `DatabaseError`.
  func bringUpToDate() throws {
    do {
      try database.write { database in
        let triggers = try String.fetchAll(
          database, sql: "SELECT name FROM sqlite_schema WHERE type = 'trigger'")
        for name in triggers {
          try database.execute(sql: "DROP TRIGGER \(name.quotedDatabaseIdentifier)")
        }
        try StoreFile.identify(database)
      }
      if try !database.read(Schema.migrator.hasCompletedMigrations) {
        try Schema.migrator.migrate(database)
      }
    } catch let error as DatabaseError where error.resultCode == .SQLITE_CORRUPT {
      let identifier = try database.read { try Int.fetchOne($0, sql: "PRAGMA application_id") }
      guard identifier == Schema.applicationID else { throw error }
    }
  }

  /// True if SQLite finds a fault in the copy's pages, or some are missing.
  var isDamaged: Bool {
    get throws {
      if cut != nil { return true }
      do {
        return try database.read { database in
          return try !StoreFile.pageFaults(database).isEmpty
        }
      } catch let error as DatabaseError where error.resultCode == .SQLITE_CORRUPT {
        return true
      }
    }
  }

  /// Takes what a log beside the copy holds over into its file.
  func takeLogOver() throws {
    _ = try database.writeWithoutTransaction {
      try Row.fetchAll($0, sql: "PRAGMA wal_checkpoint(TRUNCATE)")
    }
  }
}

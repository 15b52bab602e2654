import GRDB

/// The reason the result store could not do what was asked, naming its file.
public struct StoreError: Error, CustomStringConvertible {
  /// The store's file.
  public let path: String
  /// A sentence that says what failed and why.
  public let message: String

  init(path: String, doing: String, _ error: any Error) {
    self.path = path
    message = "cannot \(doing) (\(path)): \(Self.reason(error))"
  }

  public var description: String { message }

  private static func reason(_ error: any Error) -> String {
    switch error {
    case StoreFile.Refusal.absent:
      return "there is no such file"
    case StoreFile.Refusal.foreign:
      return "the file is another program's database; move it away and run again"
    case StoreFile.Refusal.otherLayout:
      return "another version of the harness wrote it; move it away and run again"
    default: break
    }
    guard let error = error as? DatabaseError else { return "\(error)" }
    return switch error.resultCode {
    case .SQLITE_FULL: "the disk is full; free some room, or choose another --output"
    case .SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_PERM:
      "it cannot be written; choose another --output"
    case .SQLITE_NOTADB, .SQLITE_CORRUPT:
      "the file is not a result store; move it away and run again"
    default: error.message ?? "\(error)"
    }
  }
}

/// Checks that a file is a result store of this layout, or makes it one if it is new.
enum StoreFile {
  /// The reason a file that SQLite can read is not one to write to.
  enum Refusal: Error {
    /// There is no such file.
    case absent
    /// It is another program's database.
    case foreign
    /// Its layout is that of a newer harness, or of one from before the first release.
    case otherLayout
  }

  static func claim(_ database: some DatabaseWriter) throws {
    let migrator = Schema.migrator
    try database.write { database in
      let identifier = try Int.fetchOne(database, sql: "PRAGMA application_id") ?? 0
      let tables = "SELECT count(*) FROM sqlite_schema WHERE tbl_name <> 'grdb_migrations'"
      let isEmpty = try Int.fetchOne(database, sql: tables) == 0
      if identifier == Schema.applicationID {
        guard try !migrator.hasBeenSuperseded(database) else { throw Refusal.otherLayout }
      } else if !isEmpty {
        let isOurs = try database.tableExists("observation") && database.tableExists("run")
        throw isOurs ? Refusal.otherLayout : Refusal.foreign
      } else {
        // Before the tables: a kill between the two leaves a store that the next run completes.
        try database.execute(sql: "PRAGMA application_id = \(Schema.applicationID)")
      }
    }
    try migrator.migrate(database)
  }
}

import GRDB

/// Sees to it that a file is a result store of this layout, or becomes one if it is new.
enum StoreFile {
  /// Why a file that SQLite can read is not one to write to.
  enum Objection: Error {
    /// There is no such file.
    case absent
    /// It is somebody else's database.
    case foreign
    /// A newer harness, or one from before the first release, laid it out.
    case otherLayout
  }

  static func claim(_ database: some DatabaseWriter) throws {
    let migrator = Schema.migrator
    try database.read { database in
      let identifier = try Int.fetchOne(database, sql: "PRAGMA application_id") ?? 0
      let isEmpty =
        try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_schema") == 0
      if identifier == Schema.applicationID {
        guard try !migrator.hasBeenSuperseded(database) else { throw Objection.otherLayout }
      } else if !isEmpty {
        let isOurs = try database.tableExists("observation") && database.tableExists("run")
        throw isOurs ? Objection.otherLayout : Objection.foreign
      }
    }
    try migrator.migrate(database)
    try database.write { database in
      try database.execute(sql: "PRAGMA application_id = \(Schema.applicationID)")
    }
  }
}

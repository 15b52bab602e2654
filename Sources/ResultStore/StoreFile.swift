import GRDB

/// Checks that a file is a result store of this layout, or makes it one if it is new.
enum StoreFile {
  /// The reason a file that SQLite can read is not one to write to.
  enum Objection: Error {
    /// There is no such file.
    case absent
    /// It is another program's database.
    case foreign
    /// Its layout is that of a newer harness, or of one from before the first release.
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

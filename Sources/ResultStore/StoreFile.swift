import Foundation
import GRDB
import GRDBSQLite
import Results
import Synchronization

/// The waiting for a store that another process holds: half a minute, or until the harness is to end.
package enum StorePatience {
  private static let pauseMicroseconds: UInt32 = 20_000
  private static let mostPauses = 1500
  private static let longest = Duration.microseconds(Int(pauseMicroseconds) * mostPauses)
  private static let isOver = Atomic<Bool>(false)

  /// Ends all waiting, now and later. Safe from any thread.
  package static func end() {
    isOver.store(true, ordering: .relaxed)
  }

  /// Pauses; false if it is not to be waited any longer.
  @Sendable static func goesOn(after pauses: Int) -> Bool {
    guard pauses < mostPauses, !isOver.load(ordering: .relaxed) else { return false }
    usleep(pauseMicroseconds)
    return true
  }

  /// Does work again while another process holds the store. SQLite itself does not wait where two
  /// connections each hold what the other wants, as when both switch a new file to write-ahead logging.
  static func whileHeld<Result>(_ work: () throws -> Result) throws -> Result {
    let start = ContinuousClock.now
    while true {
      do {
        return try work()
      } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
        guard ContinuousClock.now - start < longest, goesOn(after: 0) else { throw error }
      }
    }
  }
}

/// Checks that a file is a sound result store of this layout, or makes it one if it is new.
enum StoreFile {
  /// The reason a file is not one to read or write as a store.
  enum Refusal: Error {
    /// There is no such file.
    case absent
    /// There is something else in its place, or in that of a file that SQLite keeps beside it.
    case place(String)
    /// It is another program's database.
    case foreign
    /// Its layout is that of a newer harness, or of one from before the first release.
    case otherLayout
  }

  /// The largest store, in bytes, whose pages are all checked whenever it is opened: that takes 40 ms
  /// and less. Larger ones are checked after an unclean end, and by `harness runs store check`.
  static let largestAlwaysChecked = 8 << 20

  /// The endings of the files that SQLite keeps beside a store.
  static let endings = ["-wal", "-shm", "-journal"]

  /// The settings of every connection. Files may come from anywhere, so SQLite's advice for those is
  /// followed (Defense Against The Dark Arts, https://sqlite.org/security.html), but for one item: it
  /// would not trust `json_valid` in the tables' own constraints. What acts is refused instead; see
  /// ``StoreLayout/checkObjects(_:)``.
  static var configuration: Configuration {
    var configuration = Configuration()
    configuration.busyMode = .callback(StorePatience.goesOn)
    configuration.prepareDatabase { database in
      try database.execute(sql: "PRAGMA cell_size_check = ON")
      sqlite3_limit(database.sqliteConnection, SQLITE_LIMIT_LENGTH, 256 << 20)
      guard !database.configuration.readonly else { return }
      try database.execute(sql: "PRAGMA synchronous = NORMAL")
      // The cache, in KiB: room for the pages of all cells that a run appends to.
      try database.execute(sql: "PRAGMA cache_size = -65536")
    }
    return configuration
  }

  /// The file that a path leads to: SQLite keeps its other files beside that, not beside a link.
  static func real(_ path: String) -> String {
    (try? FileManager.default.destinationOfSymbolicLink(atPath: path)) == nil
      ? path : URL(filePath: path).resolvingSymlinksInPath().path
  }

  /// Refuses what is no regular file before anything opens it, which could wait for ever.
  ///
  /// - Throws: ``Refusal``.
  static func checkPlace(_ path: String, isNew: Bool) throws(Refusal) {
    let real = Self.real(path)
    for name in [path] + endings.map({ real + $0 }) {
      var status = stat()
      guard lstat(name, &status) == 0 else {
        if name == path, !isNew { throw .absent }
        continue
      }
      let file = name == path ? "it" : name
      if status.st_mode & S_IFMT == S_IFLNK {
        let target = (try? FileManager.default.destinationOfSymbolicLink(atPath: name)) ?? ""
        guard stat(name, &status) == 0 else {
          throw .place(
            "\(file) is a link to \(target), which is not there; remove or fix the link")
        }
        guard name == path else {
          throw .place("\(file) is a link, which SQLite never makes; remove it")
        }
      }
      switch status.st_mode & S_IFMT {
      case S_IFREG: continue
      case S_IFDIR: throw .place("\(file) is a folder; name a store's file")
      default: throw .place("\(file) is a device, a pipe or a socket; name a store's file")
      }
    }
    if !isNew, size(of: [path]) == 0 { throw .place("it is empty: no run was stored in it yet") }
  }

  /// Looks at a file without writing to it: neither another program's database nor a damaged store is
  /// changed, not even by taking over what a log beside it holds.
  ///
  /// - Throws: ``Refusal``, ``StoreFault`` or `DatabaseError`.
  static func inspect(_ path: String) throws {
    let path = real(path)
    guard size(of: [path]) > 0 else { return }
    var configuration = configuration
    configuration.readonly = true
    do {
      let files = [path, path + "-wal"]
      let isChecked =
        size(of: files) <= largestAlwaysChecked
        || size(of: [path + "-wal"]) > 0 && !StoreLock.isHeld(on: path)
      try DatabaseQueue(path: path, configuration: configuration).read { database in
        try identify(database)
        if try Schema.migrator.hasCompletedMigrations(database) {
          try StoreLayout.checkColumns(database)
        }
        if isChecked { try checkPages(database) }
      }
    } catch let error as DatabaseError
      where error.extendedResultCode == .SQLITE_READONLY_ROLLBACK
      || error.extendedResultCode == .SQLITE_CANTOPEN
    {
      // Cut off while it was made: the connection that writes rolls that back, or says why not.
    }
  }

  /// Makes a file a store of this layout, if it is none yet.
  static func claim(_ database: some DatabaseWriter) throws {
    try database.write { database in
      guard try identify(database) == .unmarked else { return }
      // Before the tables: a kill between the two leaves a store that the next run completes.
      try database.execute(sql: "PRAGMA application_id = \(Schema.applicationID)")
    }
    try migrate(database)
    try database.read(StoreLayout.checkColumns)
  }

  /// Brings the tables to this layout. A step fails if another process has just made it; those that are left
  /// are tried again as long as any are made.
  private static func migrate(_ database: some DatabaseWriter) throws {
    let migrator = Schema.migrator
    while true {
      let made = try database.read(migrator.appliedIdentifiers)
      do {
        return try migrator.migrate(database)
      } catch {
        guard try database.read(migrator.appliedIdentifiers) != made else { throw error }
      }
    }
  }

  /// The state of a file that is, or may become, a store.
  enum Mark {
    case marked, unmarked
  }

  /// Tells a store by its mark, from a new file and from others' databases, and refuses what acts on its own.
  @discardableResult
  static func identify(_ database: Database) throws -> Mark {
    let identifier = try Int.fetchOne(database, sql: "PRAGMA application_id") ?? 0
    let tables = "SELECT count(*) FROM sqlite_schema WHERE tbl_name <> 'grdb_migrations'"
    let isEmpty = try Int.fetchOne(database, sql: tables) == 0
    let isMarked = identifier == Schema.applicationID
    guard isMarked || isEmpty && identifier == 0 else {
      let isOurs = try database.tableExists("observation") && database.tableExists("run")
      throw isOurs ? Refusal.otherLayout : Refusal.foreign
    }
    // Before a row is read, also of the migrations: a view may have no last one.
    try StoreLayout.checkObjects(database)
    guard isMarked else { return .unmarked }
    guard try !Schema.migrator.hasBeenSuperseded(database) else { throw Refusal.otherLayout }
    return .marked
  }

  /// Lets SQLite check the structure of all pages, the types of all columns and missing values.
  ///
  /// Constraints are left out: those rows are named one by one where they are read.
  ///
  /// - Throws: ``StoreFault`` with the first thing that it says.
  static func checkPages(_ database: Database) throws {
    let lines = try pageFaults(database)
    guard let first = lines.first else { return }
    let more = lines.count > 1 ? ", and more" : ""
    throw StoreFault("its pages are damaged (\(first)\(more))", expected: "pages without a fault")
  }

  /// The lines in which SQLite's check says what is wrong, a hundred at most, without broken constraints.
  static func pageFaults(_ database: Database) throws -> [String] {
    try database.execute(sql: "PRAGMA ignore_check_constraints = ON")
    defer { try? database.execute(sql: "PRAGMA ignore_check_constraints = OFF") }
    return try String.fetchAll(database, sql: "PRAGMA quick_check(100)").filter { $0 != "ok" }
  }

  /// The size of some files together, in bytes.
  static func size(of files: [String]) -> Int {
    files.reduce(0) { sum, file in
      var status = stat()
      return sum + (stat(file, &status) == 0 ? Int(status.st_size) : 0)
    }
  }
}

/// Checks that a store's tables are the harness's own.
enum StoreLayout {
  /// The store's tables.
  static let tables = ["decoder", "cell", "run", "run_cell", "observation", "reading", "block"]

  /// Refuses what would act on its own, or only looks like a table.
  ///
  /// - Throws: ``StoreFault`` and `DatabaseError`.
  static func checkObjects(_ database: Database) throws {
    let objects = try Row.fetchAll(
      database, sql: "SELECT type, name, tbl_name, sql FROM sqlite_schema")
    for object in objects {
      func text(_ column: Int) -> String { String.fromDatabaseValue(object[column]) ?? "" }
      let (type, name, table) = (text(0), text(1), text(2))
      if type == "trigger" {
        throw StoreFault(
          table: table, "it has a trigger, \(name)", expected: "none: the harness makes no triggers"
        )
      }
      guard (tables + ["grdb_migrations"]).contains(name.lowercased()) else { continue }
      guard type == "table", text(3).uppercased().hasPrefix("CREATE TABLE") else {
        throw StoreFault(
          table: name, "it is a \(type == "table" ? "virtual table" : type)", expected: "a table")
      }
    }
  }

  /// Compares the tables' columns with those that the migrations make.
  ///
  /// - Throws: ``StoreFault`` and `DatabaseError`.
  static func checkColumns(_ database: Database) throws {
    let own = try reference.get()
    for table in tables {
      let (expected, found) = (own[table] ?? [:], try columns(of: table, in: database))
      guard !found.isEmpty else {
        throw StoreFault(table: table, "it is missing", expected: "a table")
      }
      for (name, type) in expected.sorted(by: { $0.key < $1.key }) where found[name] != type {
        throw StoreFault(
          table: table, "its column \(name) is \(found[name] ?? "missing")",
          expected: type)
      }
    }
  }

  /// The columns of a fresh store's tables.
  private static let reference = Result {
    let database = try DatabaseQueue()
    try Schema.migrator.migrate(database)
    return try database.read { database in
      try Dictionary(
        uniqueKeysWithValues: tables.map { ($0, try columns(of: $0, in: database)) })
    }
  }

  /// The columns of a table by name, each with its type, and its place in the key if it has one.
  private static func columns(
    of table: String, in database: Database
  ) throws -> [String: String] {
    let rows = try Row.fetchAll(
      database, sql: "SELECT name, type, pk, hidden FROM pragma_table_xinfo('\(table)')")
    return Dictionary(
      rows.map { row in
        let (place, hidden) = (
          Int.fromDatabaseValue(row[2]) ?? 0, Int.fromDatabaseValue(row[3]) ?? 0
        )
        return (
          String.fromDatabaseValue(row[0]) ?? "",
          (String.fromDatabaseValue(row[1]) ?? "") + (hidden == 0 ? "" : ", computed")
            + (place == 0 ? "" : ", number \(place) of the key")
        )
      }, uniquingKeysWith: { first, _ in first })
  }
}

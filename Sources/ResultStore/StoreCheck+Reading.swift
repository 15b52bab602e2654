import Base
import Foundation
import GRDB
import Results

extension StoreCheck {
  /// Checks a store's file without changing it, while it is written too.
  ///
  /// - Throws: ``StoreError`` for a file that is no store at all, or cannot be read.
  public init(ofFile path: String) throws {
    self.init(path: path)
    do {
      try StoreFile.checkPlace(path, isNew: false)
      do {
        try checkPages(of: path)
      } catch let error as DatabaseError where error.resultCode == .SQLITE_CORRUPT {
        add(StoreFault("it is damaged (\(error.message ?? ""))", expected: "a whole file"))
      } catch let fault as StoreFault {
        add(fault)
      }
      // A copy in today's layout: rows are read there, whatever else is wrong.
      let copy = try StoreCopy(of: path, besides: FileManager.default.temporaryDirectory.path)
      defer { copy.remove() }
      try scan(copy.database)
    } catch {
      throw StoreError(path: path, doing: "check the result store", error)
    }
  }

  /// Checks the rows of an opened store, which is of today's layout: those that are the record, without
  /// the blocks that were made of them.
  init(ofOpened store: SQLiteStore) throws {
    self.init(path: store.path)
    try store.attempt("check") { try scan(store.database, withBlocks: false) }
  }

  private mutating func checkPages(of path: String) throws {
    var configuration = StoreFile.configuration
    configuration.readonly = true
    let lines = try DatabaseQueue(path: path, configuration: configuration).read { database in
      try StoreFile.identify(database)
      try StoreLayout.checkObjects(database)
      try database.execute(sql: "PRAGMA ignore_check_constraints = ON")
      return try StoreFile.pageFaults(database)
    }
    for line in lines { add(StoreFault(line, expected: "pages without a fault")) }
  }

  private mutating func scan(_ source: some DatabaseReader, withBlocks: Bool = true) throws {
    // The closure that faults are told to cannot change this value.
    var found = self
    var rows = Dictionary(uniqueKeysWithValues: StoreLayout.tables.map { ($0, 0) })
    // Without a transaction, which would end with the first damaged page.
    try source.unsafeRead { database in
      let scan = StoreScan(database: database) { found.add($0) }
      var (decoders, cells): (Set<Int>, Set<Int>) = ([], [])
      try scan.decoders { decoders.insert($0.id) }
      try scan.cells(of: decoders) { cells.insert($0.id) }
      try scan.runs { _ in rows["run", default: 0] += 1 }
      try scan.observations(of: cells) { _, _ in rows["observation", default: 0] += 1 }
      try scan.readings { _, _, _, _ in rows["reading", default: 0] += 1 }
      if withBlocks { try scan.blocks(of: cells) { rows["block", default: 0] += 1 } }
      rows["decoder"] = decoders.count
      rows["cell"] = cells.count
      rows["run_cell"] = try? Int.fetchOne(database, sql: "SELECT count(*) FROM run_cell")
    }
    self = found
    tables = StoreLayout.tables.map { Table(name: $0, rows: rows[$0] ?? 0) }
  }
}

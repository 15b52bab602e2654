import Foundation
import GRDB
import Results

extension StoreCheck {
  /// Checks a store's file without changing it, while it is written too. Nothing is left beside it, and
  /// its folder need not be one that can be written.
  ///
  /// - Throws: ``StoreError`` for a file that is no store at all, or cannot be read.
  package init(ofFile path: String) throws {
    self.init(path: path)
    do {
      try StoreFile.checkPlace(path, isNew: false)
      let copy = try StoreCopy(of: path, besides: FileManager.default.temporaryDirectory.path)
      defer { copy.remove() }
      if let cut = copy.cut { add(cut) }
      guard try checkPages(of: copy.database) else { return }
      // Rows are read in today's layout, whatever else is wrong.
      try copy.bringUpToDate()
      try scan(copy.database)
    } catch {
      throw StoreError(path: path, doing: "check the result store", error)
    }
  }

  /// Checks all of an opened store, which is of today's layout.
  init(ofOpened store: SQLiteStore) throws {
    self.init(path: store.path)
    try store.attempt("check") {
      if try checkPages(of: store.database) { try scan(store.database) }
    }
  }

  /// - Returns: False where the tables are not the harness's own: a view may never come to an end.
  private mutating func checkPages(of source: some DatabaseReader) throws -> Bool {
    do {
      let lines = try source.read { database in
        try StoreFile.identify(database)
        return try StoreFile.pageFaults(database)
      }
      for line in lines { add(StoreFault(line, expected: "pages without a fault")) }
    } catch let error as DatabaseError where error.resultCode == .SQLITE_CORRUPT {
      add(StoreFault("it is damaged (\(error.message ?? ""))", expected: "a whole file"))
    } catch let fault as StoreFault {
      add(fault)
      return false
    }
    return true
  }

  private mutating func scan(_ source: some DatabaseReader) throws {
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
      try scan.blocks(of: cells) { rows["block", default: 0] += 1 }
      rows["decoder"] = decoders.count
      rows["cell"] = cells.count
      rows["run_cell"] = try? Int.fetchOne(database, sql: "SELECT count(*) FROM run_cell")
    }
    self = found
    tables = StoreLayout.tables.map { Table(name: $0, rows: rows[$0] ?? 0) }
  }
}

import Base
import Foundation
import GRDB
import Results

/// Writes new stores from existing ones, which stay as they are.
package enum StoreRescue {
  /// Makes a consistent copy of a store, even while a run writes to it.
  ///
  /// - Parameters:
  ///   - path: The store's file.
  ///   - new: The file to make; there may be none yet. It appears when it is complete.
  /// - Throws: ``StoreError``; then no file is made.
  package static func backUp(_ path: String, to new: String) throws {
    try attempt("back up", path, to: new) { partial in
      try StoreFile.inspect(path)
      try StoreCopy.copyPages(of: path, to: partial)
      var configuration = StoreFile.configuration
      configuration.readonly = true
      try DatabaseQueue(path: partial, configuration: configuration).read(StoreFile.checkPages)
    }
  }

  /// Writes all sound rows of a store to a new one.
  ///
  /// Cells are listed anew from the runs' records. A run whose outcome alone is wrong is kept as one
  /// that was cut off. If pages are damaged or missing, or a table is a view, the rows of all other pages are taken
  /// one by one.
  ///
  /// - Returns: The rows that were kept, and the faults of those that were not.
  /// - Throws: ``StoreError``; then no file is made.
  package static func repair(_ path: String, to new: String) throws -> StoreCheck {
    var check = StoreCheck(path: path)
    try attempt("repair", path, to: new) { partial in
      let copy = try StoreCopy(of: path, besides: Folder.parent(of: new))
      defer { copy.remove() }
      let salvage = try Self.salvage(copy)
      defer { salvage?.remove() }
      if let salvage { check.add(salvage.fault) }
      let fresh = try DatabaseQueue(path: partial, configuration: StoreFile.configuration)
      try StoreFile.claim(fresh)
      try (salvage?.database ?? copy.database).unsafeRead { source in
        try fresh.write { database in
          let rows = try fill(database, from: StoreScan(database: source) { check.add($0) })
          check.tables = rows
          check.runs = try StoredRun.all(in: database).map { run in
            StoreCheck.KeptRun(
              number: run.number, planned: run.record.planned,
              kept: try BlockTable(database).observed(inRun: run.number))
          }
        }
      }
      try fresh.close()
    }
    return check
  }

  /// The rows of a copy that cannot be read as it is; `nil` for one that can, and is of today's layout then.
  private static func salvage(_ copy: StoreCopy) throws -> StoreSalvage? {
    guard try !copy.isDamaged else { return try StoreSalvage(of: copy) }
    do {
      try copy.bringUpToDate()
      return nil
    } catch let fault as StoreFault {
      return try StoreSalvage(of: copy, fault)
    }
  }

  private static func fill(
    _ database: Database, from scan: StoreScan
  ) throws -> [StoreCheck.Table] {
    var (decoders, cells): (Set<Int>, Set<Int>) = ([], [])
    try scan.decoders { row in
      try insert(
        "decoder (id, fingerprint, record)", [row.id, row.fingerprint, row.record], in: database)
      decoders.insert(row.id)
    }
    try scan.cells(of: decoders) { row in
      try insert(
        "cell (id, decoder, hash, samples)", [row.id, row.decoder, row.hash, row.samples],
        in: database)
      cells.insert(row.id)
    }
    try scan.runs { row in
      let number = row.run.number
      try insert("run (id, record, outcome)", [number, row.record, row.outcome], in: database)
      _ = try CellNumbers(of: row.run.record, number: number, in: database)
      try SQLiteStore.limitTrials(
        ofRun: number, to: row.run.outcome?.curves ?? [], in: database)
    }
    let writer = try ObservationWriter(database)
    try scan.observations(of: cells) { cell, observation in
      try refusing { try writer.insert(observation, inCell: cell) }
    }
    try insert(Schema.insertReading, in: database) { insert in
      try scan.readings { try insert($3.row(inCell: $0, trial: $1, number: $2)) }
    }
    let table = try BlockTable(database)
    for cell in cells.sorted() {
      for number in try table.missing(ofCell: cell) { try table.make(cell: cell, number: number) }
    }
    return try StoreLayout.tables.map { table in
      StoreCheck.Table(
        name: table, rows: try Int.fetchOne(database, sql: "SELECT count(*) FROM \(table)") ?? 0)
    }
  }

  /// Lends a closure that inserts rows, with one statement for all that the tables take.
  private static func insert(
    _ sql: String, in database: Database,
    _ body: ((StatementArguments) throws -> Void) throws -> Void
  ) throws {
    var statement = try database.makeStatement(sql: sql)
    try body { arguments in
      do {
        try refusing { try statement.execute(arguments: arguments) }
      } catch let fault as StoreFault {
        // The next row would be told this one's error.
        statement = try database.makeStatement(sql: sql)
        throw fault
      }
    }
  }

  private static func insert(
    _ columns: String, _ arguments: StatementArguments, in database: Database
  ) throws {
    let places = Array(repeating: "?", count: columns.count { $0 == "," } + 1)
    try refusing {
      try database.execute(
        sql: "INSERT INTO \(columns) VALUES (\(places.joined(separator: ", ")))",
        arguments: arguments)
    }
  }

  /// Turns a constraint of the new store into a fault of the row.
  private static func refusing(_ body: () throws -> Void) throws {
    do {
      try body()
    } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
      throw StoreFault(
        "a row has no place in a new store (\(error.message ?? ""))",
        expected: "one that the tables' constraints allow")
    }
  }

  /// Makes a file under a temporary name, and gives it its name when it is complete.
  private static func attempt(
    _ doing: String, _ path: String, to new: String, _ body: (_ partial: String) throws -> Void
  ) throws {
    let partial = "\(new).\(getpid()).\(UInt32.random(in: .min ... .max)).partial"
    defer { StoreCopy.remove(partial) }
    do {
      try StoreFile.checkPlace(path, isNew: false)
      guard !new.hasSuffix("/") else {
        throw StoreFile.Refusal.place("\(new) is a folder; name the file to make")
      }
      for ending in [""] + StoreFile.endings where Folder.isTaken(new + ending) {
        throw StoreFile.Refusal.place("\(new + ending) already exists; name a new file")
      }
      try Folder.make(Folder.parent(of: new))
      try body(partial)
      try AtomicFile.publish(partial, as: new)
    } catch {
      throw StoreError(path: path, doing: "\(doing) the result store", error)
    }
  }
}

import Foundation
import GRDB
import Results

/// The rows of a damaged store, taken from its pages one by one.
///
/// SQLite finds a page by the pages that lead to it, and gives up where one of those is missing. Here each page
/// that is there is looked at. Every table of a store has rows of a form of its own, so that a row is known
/// without the tree that it hung in. Nothing is believed yet: the rows are to be read by ``StoreScan``.
struct StoreSalvage {
  /// The rows in tables of today's columns, without any constraint but their keys.
  let database: DatabaseQueue
  /// What is wrong with the file.
  let fault: StoreFault

  private let path: String

  /// Takes the rows out of a copy.
  ///
  /// - Parameter fault: What is wrong with the file; `nil` for damaged pages.
  /// - Throws: ``StoreFile/Refusal``, `CocoaError` or `DatabaseError`.
  init(of copy: StoreCopy, _ fault: StoreFault? = nil) throws {
    try? copy.takeLogOver()
    guard let file = try PageFile(path: copy.path), file.applicationID == Schema.applicationID
    else { throw StoreFile.Refusal.foreign }
    path = copy.path + ".rows"
    database = try DatabaseQueue(path: path)
    self.fault =
      fault
      ?? StoreFault(
        copy.cut?.problem ?? "some of its \(file.count) pages are damaged",
        expected: "a whole file; the rows were taken from the other pages one by one")
    try fill(from: file)
    try database.write(SalvagedCells.complete)
  }

  /// Removes the rows.
  func remove() { StoreCopy.remove(path) }

  private func fill(from file: PageFile) throws {
    try database.write { database in
      for table in Table.allCases {
        try database.execute(
          sql: """
            CREATE TABLE \(table.rawValue) (\(table.columns.joined(separator: ", ")),
              PRIMARY KEY (\(table.columns.prefix(table.keyLength).joined(separator: ", "))))
            """)
      }
      for page in file.order {
        for row in file.rows(of: page) {
          guard let table = Table(of: row) else { continue }
          // A row that was found before lay where it belongs; this one may be an older state of it.
          try database.cachedStatement(sql: table.insert).execute(
            arguments: StatementArguments(table.values(of: row)))
        }
      }
    }
  }

  /// A table with rows that cannot be made anew.
  private enum Table: String, CaseIterable {
    case decoder, cell, run
    case runCell = "run_cell"
    case observation, reading

    /// The columns in the order in which a row has them.
    var columns: [String] {
      switch self {
      case .decoder: ["id", "fingerprint", "record"]
      case .cell: ["id", "decoder", "hash", "samples"]
      case .run: ["id", "record", "outcome"]
      case .runCell: ["run", "configured", "group_index", "level_index", "cell", "trials"]
      case .observation: Self.names(in: Schema.observationColumns)
      case .reading: Self.names(in: Schema.readingColumns)
      }
    }

    private static func names(in list: String) -> [String] {
      list.split { ", \n".contains($0) }.map(String.init)
    }

    var keyLength: Int {
      switch self {
      case .decoder, .cell, .run: 1
      case .runCell: 4
      case .observation: 2
      case .reading: 3
      }
    }

    var insert: String {
      "INSERT OR IGNORE INTO \(rawValue) VALUES (\(columns.map { _ in "?" }.joined(separator: ", ")))"
    }

    /// The table that a row is of, by its form; `nil` for one of an index, or of a table that is not
    /// needed.
    init?(of row: PageFile.Row) {
      func isText(_ column: Int) -> Bool {
        guard column < row.values.count, case .string = row.values[column].storage else {
          return false
        }
        return true
      }
      func text(_ column: Int) -> String { String.fromDatabaseValue(row.values[column]) ?? "" }
      let length = row.values.count
      if row.number != nil {
        // A number stands for the first column. A run that was closed late may have lost its outcome.
        guard length >= 2, row.values[0].isNull else { return nil }
        switch length {
        case 2 where row.isCut, 3 where isText(1):
          let isRun = text(1).hasPrefix("{")
          guard isRun || !row.isCut else { return nil }
          self = isRun ? .run : .decoder
        case 4 where isText(2) && !row.isCut: self = .cell
        default: return nil
        }
        return
      }
      let isWhole =
        !row.isCut && row.values.prefix(2).allSatisfy { Int.fromDatabaseValue($0) != nil }
      switch length {
      case 6 where isWhole && row.values.allSatisfy({ Int.fromDatabaseValue($0) != nil }):
        self = .runCell
      case 8 where isWhole: self = .reading
      // Columns that came later are missing in rows of older layouts.
      case 13...17 where isWhole && isText(2): self = .observation
      default: return nil
      }
    }

    func values(of row: PageFile.Row) -> [DatabaseValue] {
      var values = row.values
      if let number = row.number { values[0] = number.databaseValue }
      return values + Array(repeating: .null, count: columns.count - values.count)
    }
  }
}

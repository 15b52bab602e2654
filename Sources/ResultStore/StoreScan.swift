import Base
import Foundation
import GRDB
import Results

/// Goes through all rows of a store, sound or not.
///
/// If pages are damaged, a table is read from its start and then from its end, so that only what
/// lies between the first damaged page and the last one is lost.
struct StoreScan {
  let database: Database
  /// Called with what is wrong.
  let tell: (StoreFault) -> Void

  /// A sound row of `decoder`.
  struct Decoder {
    let id: Int
    let fingerprint: String
    let record: String
  }

  /// A sound row of `cell`.
  struct Cell {
    let id: Int
    let decoder: Int
    let hash: String
    let samples: String
  }

  /// A sound row of `run`, with the texts that hold it.
  struct Run {
    let run: StoredRun
    let record: String
    let outcome: String?
  }

  func decoders(_ body: (Decoder) throws -> Void) throws {
    try walk("decoder", "id, fingerprint, record", by: ["id"]) { columns, _ in
      let id = try columns.integer(0)
      let record = try columns.text(2)
      guard (try? BoundedJSON.decode(DecoderRecord.self, from: Data(record.utf8))) != nil else {
        throw columns.fault("its record cannot be read", expected: "the JSON of a decoder")
      }
      try body(Decoder(id: id, fingerprint: columns.sha256(1), record: record))
    }
  }

  /// - Parameter decoders: The numbers of the sound decoders.
  func cells(of decoders: Set<Int>, _ body: (Cell) throws -> Void) throws {
    try walk("cell", "id, decoder, hash, samples", by: ["id"]) { columns, _ in
      let decoder = try columns.integer(1)
      guard decoders.contains(decoder) else {
        throw columns.fault(1, expected: "the number of a sound row of decoder")
      }
      try body(
        Cell(
          id: columns.integer(0), decoder: decoder, hash: columns.sha256(2),
          samples: columns.text(3)))
    }
  }

  /// Runs whose outcome alone is wrong are told, and passed on as cut off.
  func runs(_ body: (Run) throws -> Void) throws {
    try walk("run", "id, record, outcome", by: ["id"]) { columns, _ in
      var run: StoredRun
      var outcome: String?
      do {
        run = try StoredRun(columns)
        outcome = try columns.optionalText(2)
      } catch let fault as StoreFault {
        run = try StoredRun(withoutOutcome: columns)
        tell(fault)
      }
      do {
        try run.checkCells(in: database)
      } catch let fault as StoreFault {
        tell(fault)
      }
      try body(Run(run: run, record: columns.text(1), outcome: outcome))
    }
  }

  /// - Parameter cells: The numbers of the sound cells.
  func observations(
    of cells: Set<Int>, _ body: (_ cell: Int, Observation) throws -> Void
  ) throws {
    try walk("observation", Schema.observationColumns, by: ["cell", "trial"]) { _, statement in
      let reader = ObservationReader(statement)
      let (cell, observation) = try reader.row()
      guard cells.contains(cell) else {
        throw reader.fault("it is of no cell", expected: "the number of a sound row of cell")
      }
      try body(cell, observation)
    }
  }

  func readings(
    _ body: (_ cell: Int, _ trial: Int, _ number: Int, KeptReading) throws -> Void
  ) throws {
    let isOwned = """
      EXISTS (SELECT 1 FROM observation
        WHERE observation.cell = reading.cell AND observation.trial = reading.trial)
      """
    try walk("reading", "\(Schema.readingColumns), \(isOwned)", by: ["cell", "trial", "number"]) {
      columns, _ in
      let place = (
        try columns.integer(0), try columns.integer(1, in: 0...RecordBounds.samples),
        try columns.integer(2, in: 0...RecordBounds.samples)
      )
      guard try columns.flag(8) else {
        throw columns.fault("it is of no observation", expected: "a row of observation for it")
      }
      try body(place.0, place.1, place.2, KeptReading(columns))
    }
  }

  /// Blocks are read and compared with the observations that they were made of.
  ///
  /// - Parameter cells: The numbers of the sound cells.
  func blocks(of cells: Set<Int>, _ body: () throws -> Void) throws {
    let table = try BlockTable(database)
    try walk(
      "block", "cell, number, observations, last_trial, outcomes, times", by: ["cell", "number"]
    ) { columns, _ in
      let cell = try columns.integer(0)
      guard cells.contains(cell) else {
        throw columns.fault("it is of no cell", expected: "the number of a sound row of cell")
      }
      let stored = try BlockTable.Stored(columns)
      var made: OutcomeBlock?
      do {
        try table.makeBlock(cell: cell, number: stored.number) { made = copy $0 }
      } catch let fault as StoreFault where fault.table == "observation" {
        // It is told where the observations are read.
        return
      }
      guard made == stored.block else {
        throw columns.fault(
          "it differs from the observations of its trials", expected: "the same outcomes")
      }
      try body()
    }
  }

  /// Calls a closure with each row of a table; rows that it refuses are told.
  private func walk(
    _ table: String, _ selected: String, by key: [String],
    _ body: (StoredColumns, Statement) throws -> Void
  ) throws {
    for direction in ["ASC", "DESC"] {
      let order = key.map { "\($0) \(direction)" }.joined(separator: ", ")
      var rows = 0
      do {
        let statement = try database.makeStatement(
          sql: "SELECT \(selected) FROM \(table) ORDER BY \(order)")
        let columns = StoredColumns(
          statement: statement.sqliteStatement, table: table,
          key: key.indices.map { Int32($0) })
        while try statement.sqliteStatement.stepToRow() {
          rows += 1
          do { try body(columns, statement) } catch let fault as StoreFault { tell(fault) }
        }
        return
      } catch let error as DatabaseError where error.resultCode != .SQLITE_FULL {
        tell(
          StoreFault(
            table: table,
            "after \(rows) rows from its \(direction == "ASC" ? "start" : "end") it cannot be read "
              + "(\(error.message ?? "\(error.resultCode)"))",
            expected: "pages without a fault"))
      }
    }
  }
}

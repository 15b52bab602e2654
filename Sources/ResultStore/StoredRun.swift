import Base
import Foundation
import GRDB
import Results

/// A row of the table `run`, with its cells: read, and found to fit each other.
struct StoredRun {
  let number: Int
  let record: RunRecord
  let outcome: RunOutcome?

  /// Reads the runs that a condition chooses, in the order of their numbers.
  ///
  /// - Throws: ``StoreFault`` for a run that contradicts itself, and `DatabaseError`.
  static func all(where condition: String = "true", in database: Database) throws -> [StoredRun] {
    var runs: [StoredRun] = []
    let statement = try database.makeStatement(sql: select + " WHERE \(condition) ORDER BY id")
    while try statement.sqliteStatement.stepToRow() {
      runs.append(try StoredRun(columns(statement)))
    }
    for run in runs { try run.checkCells(in: database) }
    return runs
  }

  /// Reads a run.
  static func numbered(_ number: Int, in database: Database) throws -> StoredRun? {
    try all(where: "id = \(number)", in: database).first
  }

  /// Reads the latest run.
  static func latest(in database: Database) throws -> StoredRun? {
    try all(where: "id = (SELECT max(id) FROM run)", in: database).first
  }

  static let select = "SELECT id, record, outcome FROM run"

  static func columns(_ statement: Statement) -> StoredColumns {
    StoredColumns(statement: statement.sqliteStatement, table: "run", key: [0])
  }

  /// Reads a row of ``select``.
  init(_ columns: StoredColumns) throws(StoreFault) {
    number = try columns.integer(0)
    let record = try Self.decoded(RunRecord.self, columns, 1)
    do {
      try record.check()
    } catch {
      throw columns.fault("in its record, \(error.problem)", expected: error.expected)
    }
    self.record = record
    guard !columns.isNull(2) else {
      outcome = nil
      return
    }
    let outcome = try Self.decoded(RunOutcome.self, columns, 2)
    do {
      try outcome.check(of: record)
    } catch {
      throw columns.fault("in its outcome, \(error.problem)", expected: error.expected)
    }
    self.outcome = outcome
  }

  /// Makes a run that was cut off, of a record whose outcome is lost.
  init(withoutOutcome columns: StoredColumns) throws(StoreFault) {
    number = try columns.integer(0)
    record = try Self.decoded(RunRecord.self, columns, 1)
    outcome = nil
    do {
      try record.check()
    } catch {
      throw columns.fault("in its record, \(error.problem)", expected: error.expected)
    }
  }

  private static func decoded<Value: Decodable>(
    _ type: Value.Type, _ columns: StoredColumns, _ column: Int32
  ) throws(StoreFault) -> Value {
    let text = try columns.text(column)
    do {
      return try BoundedJSON.decode(type, from: Data(text.utf8))
    } catch {
      let reason = (error as? DecodingError).map(DecodingErrorText.sentence) ?? "\(error)"
      let name = type == RunRecord.self ? "record" : "outcome"
      throw columns.fault("its \(name) cannot be read: \(reason)", expected: "the JSON of a run")
    }
  }

  /// Checks that the run's cells are those of its record.
  ///
  /// - Throws: ``StoreFault``, and `DatabaseError`.
  func checkCells(in database: Database) throws {
    let statement = try database.makeStatement(sql: Self.selectCells)
    try statement.setArguments([number])
    let columns = StoredColumns(
      statement: statement.sqliteStatement, table: "run_cell", key: [0, 1, 2, 3])
    var count = 0
    while try statement.sqliteStatement.stepToRow() {
      try check(columns)
      count += 1
    }
    let expected = record.decoders.reduce(0) { sum, decoder in
      sum + decoder.supportedGroups.count { $0 } * record.corpus.levels.count
    }
    guard count == expected else {
      throw StoreFault(
        table: "run_cell", row: "run \(number)", "there are \(count) cells",
        expected: "\(expected), one for each level of the groups that its decoders read")
    }
  }

  private func check(_ columns: StoredColumns) throws(StoreFault) {
    let decoder = try columns.integer(1, in: 0...record.decoders.count - 1)
    let group = try columns.integer(2, in: 0...record.corpus.groups.count - 1)
    let level = try columns.integer(3, in: 0...record.corpus.levels.count - 1)
    let entry = record.corpus.groups[group]
    _ = try columns.integer(5, in: 0...entry.trials)
    guard record.decoders[decoder].supportedGroups[group] else {
      throw columns.fault(
        "\(record.decoders[decoder].label) does not read the group", expected: "no such row")
    }
    guard !columns.isNull(6), try columns.text(6) == entry.cellHashes[level] else {
      throw columns.fault(
        "its cell holds other samples", expected: "the cell with the hash in the run's record")
    }
    guard !columns.isNull(7),
      try columns.text(7) == record.decoders[decoder].fingerprint.sha256
    else {
      throw columns.fault(
        "its cell is of another decoder",
        expected: "the cell of the decoder with the fingerprint in the run's record")
    }
  }

  private static let selectCells = """
    SELECT run, configured, group_index, level_index, run_cell.cell, trials, hash, fingerprint
    FROM run_cell LEFT JOIN cell ON cell.id = run_cell.cell
    LEFT JOIN decoder ON decoder.id = cell.decoder
    WHERE run = ?
    """

  /// True if the run was cut short and has the same plan as another.
  func isUnfinished(like run: RunRecord) -> Bool {
    (outcome == nil || outcome?.wasStopped == true) && record.hasSamePlan(as: run)
  }
}

import Evaluation
import GRDB

/// A summary of one run, as lists of runs show it.
public struct RunSummary: Sendable {
  /// The run's number in the store.
  public let number: Int
  /// The plan of the run.
  public let record: RunRecord
  /// The outcome of the run; `nil` for one that was cut off.
  public let outcome: RunOutcome?
  /// The number of decodes that the plan asks for.
  public let planned: Int
  /// The number of those decodes that are in the store.
  public let observed: Int
}

extension SQLiteStore {
  /// All runs, the oldest first.
  public func runs() throws -> [RunSummary] {
    try attempt("read runs from") {
      try database.read { database in
        try Row.fetchAll(database, sql: "SELECT id, record, outcome FROM run ORDER BY id")
          .map { try Self.summary(StoredRun($0), in: database) }
      }
    }
  }

  private static func summary(_ run: StoredRun, in database: Database) throws -> RunSummary {
    let observed = try Int.fetchOne(
      database,
      sql: """
        SELECT count(*) FROM run_cell JOIN observation USING (cell)
        WHERE run = ? AND trial < trials
        """, arguments: [run.number])
    return RunSummary(
      number: run.number, record: run.record, outcome: run.outcome, planned: run.record.planned,
      observed: observed ?? 0)
  }
}

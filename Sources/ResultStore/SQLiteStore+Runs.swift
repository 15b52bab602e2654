import Evaluation
import GRDB

/// A run as a list of runs shows it.
public struct RunSummary: Sendable {
  /// Its number in the store.
  public let number: Int
  /// What was planned.
  public let record: RunRecord
  /// How it ended; `nil` for one that was cut off.
  public let outcome: RunOutcome?
  /// Decodes that the plan asks for.
  public let planned: Int
  /// Those that are there.
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

import Base
import Foundation
import GRDB
import Results
import Synchronization

/// The record of all runs: one SQLite file, written in batches, safe against a kill at any moment.
///
/// It uses write-ahead logging with `synchronous=NORMAL`: a killed process loses nothing that was
/// appended, a power cut at most the last batches, and neither leaves a torn file. Several threads
/// may read at once.
public final class SQLiteStore: ObservationStore {
  /// The store's file.
  public let path: String
  let database: DatabasePool
  /// Cells of the runs that this process has opened: by run, then decoder, group and level.
  private let openedCells = Mutex<[Int: CellNumbers]>([:])
  /// The runs whose cells were found to fit their records.
  private let checkedRuns = Mutex<Set<Int>>([])
  /// Tells other processes that runs are written; `nil` where nothing is.
  private let writing = Mutex<StoreLock?>(nil)

  /// Opens a store, making the file and its folder if they are not there.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - isNew: True if the file may be made; if false, it must be there.
  /// - Throws: ``StoreError`` that names the file.
  public init(path: String, isNew: Bool = true) throws {
    self.path = path
    do {
      try StoreFile.checkPlace(path, isNew: isNew)
      if isNew { try Folder.make(Folder.parent(of: path)) }
      try StoreFile.inspect(path)
      database = try DatabasePool(path: path, configuration: StoreFile.configuration)
      try StoreFile.claim(database)
    } catch {
      throw StoreError(path: path, doing: "open the result store", error)
    }
  }

  public func begin(_ run: RunRecord, anew: Bool) throws -> OpenedRun {
    writing.withLock { $0 = $0 ?? StoreLock(forWriting: path) }
    return try attempt("start a run in") {
      try database.write { database in
        let unfinished = anew ? nil : try Self.unfinishedRun(like: run, in: database)
        let opened = try unfinished ?? Self.insert(run, in: database)
        let cells = try CellNumbers(of: run, number: opened.number, in: database)
        openedCells.withLock { $0[opened.number] = cells }
        return opened
      }
    }
  }

  /// The latest run, if it was cut short and did the same work.
  private static func unfinishedRun(
    like run: RunRecord, in database: Database
  ) throws -> OpenedRun? {
    guard let latest = try StoredRun.latest(in: database), latest.isUnfinished(like: run) else {
      return nil
    }
    let number = latest.number
    try database.execute(sql: "UPDATE run SET outcome = NULL WHERE id = ?", arguments: [number])
    // Its cells are listed again: a run that chose its own trials has limited them.
    try database.execute(sql: "DELETE FROM run_cell WHERE run = ?", arguments: [number])
    return OpenedRun(number: number, isContinued: true)
  }

  /// Adds a run whose observations are already there, whichever run made them.
  func insert(_ run: RunRecord) throws -> Int {
    try attempt("enter a run in") {
      try database.write { database in
        let opened = try Self.insert(run, in: database)
        _ = try CellNumbers(of: run, number: opened.number, in: database)
        return opened.number
      }
    }
  }

  private static func insert(_ run: RunRecord, in database: Database) throws -> OpenedRun {
    try database.execute(
      sql: "INSERT INTO run (record) VALUES (?)", arguments: [StoredRun.text(run)])
    return OpenedRun(number: Int(database.lastInsertedRowID), isContinued: false)
  }

  public func observedTrials(ofRun run: Int, withReadings: Bool) throws -> ObservedTrials {
    let (record, _) = try record(ofRun: run)
    var observed = ObservedTrials(record.corpus.numbering, decoders: record.decoders.count)
    try attempt("read observations from") {
      try database.read { database in
        let statement = try database.makeStatement(
          sql: withReadings ? Schema.selectObservedWithReadings : Schema.selectObserved)
        try statement.setArguments([run])
        try ObservationReader(statement).forEachVerdict { decoder, place, verdict in
          observed.insert(decoder: decoder, place, AttemptOutcome(verdict))
        }
      }
    }
    return observed
  }

  public func append(_ observations: [Observation], toRun run: Int) throws {
    guard let cells = openedCells.withLock({ $0[run] }) else {
      preconditionFailure("observations are appended to a run that was begun")
    }
    try attempt("write observations to") {
      try database.write { database in
        let insert = try database.cachedStatement(sql: Schema.insertObservation)
        let insertReading = try database.cachedStatement(sql: Schema.insertReading)
        for observation in observations {
          let cell = cells[observation]
          // Replacing an observation deletes the readings of the old one.
          try insert.execute(arguments: observation.row(inCell: cell))
          for (number, reading) in observation.readings.enumerated() {
            try insertReading.execute(
              arguments: reading.row(inCell: cell, trial: observation.place.trial, number: number))
          }
        }
      }
    }
  }

  public func finish(run: Int, outcome: RunOutcome) throws {
    try attempt("close a run in") {
      try database.write { database in
        try database.execute(
          sql: "UPDATE run SET outcome = ? WHERE id = ?",
          arguments: [StoredRun.text(outcome), run])
        try Self.limitTrials(ofRun: run, to: outcome.curves ?? [], in: database)
      }
    }
  }

  /// Limits a run to the trials that it asked for; other runs may have made more of the same cells.
  static func limitTrials(
    ofRun run: Int, to curves: [CurveRecord], in database: Database
  ) throws {
    let limit = try database.makeStatement(sql: Schema.limitTrials)
    for curve in curves {
      for (level, trials) in curve.trials.enumerated() {
        try limit.execute(arguments: [trials, run, curve.decoder, curve.group, level])
      }
    }
  }

  public func record(ofRun run: Int) throws -> (RunRecord, RunOutcome?) {
    try attempt("read a run from") {
      let stored = try database.read { try StoredRun.numbered(run, in: $0) }
      guard let stored else { throw DatabaseError(message: "there is no run \(run)") }
      checkedRuns.withLock { _ = $0.insert(run) }
      return (stored.record, stored.outcome)
    }
  }

  public func forEachObservation(
    ofRun run: Int, decoder: Int, withReadings: Bool,
    _ body: (borrowing Observation) throws -> Void
  ) throws {
    // The indices in its cells are used as they are.
    if !checkedRuns.withLock({ $0.contains(run) }) { _ = try record(ofRun: run) }
    try attempt("read observations from") {
      try database.read { database in
        let statement = try database.makeStatement(sql: Schema.selectObservations)
        let reader = ObservationReader(statement)
        let readings = try withReadings ? ReadingReader(database) : nil
        let cells = try Row.fetchCursor(
          database, sql: Schema.selectCells, arguments: [run, decoder])
        while let cell = try cells.next() {
          let number: Int = cell[2]
          try statement.setArguments([number, cell[3]])
          try reader.forEach(by: decoder, group: cell[0], level: cell[1]) { observation in
            guard let readings else { return try body(observation) }
            var filled = copy observation
            filled.readings = try readings.readings(of: observation, inCell: number)
            try body(filled)
          }
        }
      }
    }
  }

  func attempt<Result>(_ doing: String, _ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error where error is DatabaseError || error is StoreFault {
      throw StoreError(path: database.path, doing: "\(doing) the result store", error)
    }
  }
}

extension Observation {
  /// The values of ``Schema/insertObservation``.
  func row(inCell cell: Int) -> StatementArguments {
    [
      cell, place.trial, verdict.rawValue, finding.isStrict, finding.misreadClass?.rawValue,
      finding.symbols, finding.extras.duplicates, finding.extras.wrong, finding.extras.unjudged,
      min(wallNanoseconds, RecordBounds.decodeNanoseconds),
      min(cpuNanoseconds, RecordBounds.decodeNanoseconds), wasRetried, finding.detail,
      finding.printed, finding.outlines?.stored, readingCount, finding.meanings,
    ]
  }
}

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
        try StoredRun.all(in: database).map { try Self.summary($0, in: database) }
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

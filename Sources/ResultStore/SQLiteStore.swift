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
package final class SQLiteStore: ObservationStore {
  /// The store's file.
  package let path: String
  let database: DatabasePool
  /// The file that was opened.
  let place: StorePlace?
  /// Cells of the runs that this process has opened: by run, then decoder, group and level.
  private let openedCells = Mutex<[Int: CellNumbers]>([:])
  /// The runs whose cells were found to fit their records: true for those that are closed.
  private let checkedRuns = Mutex<[Int: Bool]>([:])
  /// The closed runs whose outcomes were found to be in blocks.
  private let keptRuns = Mutex<Set<Int>>([])
  /// The file to which everything was saved once the store's name had been taken away; `nil` before.
  let savedFile = Mutex<String?>(nil)
  /// Tells other processes that runs are written; `nil` where nothing is.
  private let writing = Mutex<StoreLock?>(nil)

  /// Opens a store, making the file and its folder if they are not there.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - isNew: True if the file may be made; if false, it must be there.
  /// - Throws: ``StoreError`` that names the file.
  package init(path: String, isNew: Bool = true) throws {
    self.path = path
    do {
      try StoreFile.checkPlace(path, isNew: isNew)
      if isNew { try Folder.make(Folder.parent(of: path)) }
      database = try StorePatience.whileHeld {
        try StoreFile.inspect(path)
        let database = try DatabasePool(path: path, configuration: StoreFile.configuration)
        try StoreFile.claim(database)
        return database
      }
      place = StorePlace(path)
    } catch {
      throw StoreError(path: path, doing: "open the result store", error)
    }
  }

  package func begin(_ run: RunRecord, anew: Bool) throws -> OpenedRun {
    writing.withLock { $0 = $0 ?? StoreLock(forWriting: path) }
    return try attempt("start a run in") {
      try LockProbe.check(folderOf: path)
      return try database.write { database in
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
      sql: "INSERT INTO run (record) VALUES (?)", arguments: [SortedJSON.text(run)])
    return OpenedRun(number: Int(database.lastInsertedRowID), isContinued: false)
  }

  package func observedTrials(ofRun run: Int, withReadings: Bool) throws -> ObservedTrials {
    let (record, _) = try record(ofRun: run)
    var observed = ObservedTrials(record.corpus.numbering, decoders: record.decoders.count)
    guard withReadings else {
      for decoder in record.decoders.indices {
        try forEachBlock(ofRun: run, decoder: decoder, group: nil, detailing: { _ in false }) {
          observed.insert(decoder: decoder, $0)
        }
      }
      return observed
    }
    try attempt("read observations from") {
      try database.read { database in
        let statement = try database.makeStatement(sql: Schema.selectObservedWithReadings)
        try statement.setArguments([run])
        try ObservationReader(statement).forEachVerdict { decoder, place, verdict in
          observed.insert(decoder: decoder, place, AttemptOutcome(verdict))
        }
      }
    }
    return observed
  }

  package func append(_ observations: [Observation], toRun run: Int) throws {
    guard let cells = openedCells.withLock({ $0[run] }) else {
      preconditionFailure("observations are appended to a run that was begun")
    }
    try checkPlace()
    try attempt("write observations to") {
      try database.write { database in
        let writer = try ObservationWriter(database)
        let insertReading = try database.cachedStatement(sql: Schema.insertReading)
        var touched = TouchedBlocks()
        for observation in observations {
          let cell = cells[observation]
          touched.add(cell: cell, trial: observation.place.trial)
          // Replacing an observation deletes the readings of the old one.
          try writer.insert(observation, inCell: cell)
          for (number, reading) in observation.readings.enumerated() {
            try insertReading.execute(
              arguments: reading.row(inCell: cell, trial: observation.place.trial, number: number))
          }
        }
        try touched.update(database)
      }
    }
  }

  package func finish(run: Int, outcome: RunOutcome) throws {
    try checkPlace()
    try attempt("close a run in") {
      try keepBlocks(ofRun: run)
      try database.write { database in
        try database.execute(
          sql: "UPDATE run SET outcome = ? WHERE id = ?",
          arguments: [SortedJSON.text(outcome), run])
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

  package func record(ofRun run: Int) throws -> (RunRecord, RunOutcome?) {
    try attempt("read a run from") {
      let stored = try database.read { try StoredRun.numbered(run, in: $0) }
      guard let stored else { throw DatabaseError(message: "there is no run \(run)") }
      checkedRuns.withLock { $0[run] = stored.outcome != nil }
      return (stored.record, stored.outcome)
    }
  }

  package func forEachObservation(
    ofRun run: Int, decoder: Int, withReadings: Bool,
    _ body: (borrowing Observation) throws -> Void
  ) throws {
    // The indices in its cells are used as they are.
    _ = try isClosed(run)
    try attempt("read observations from") {
      try database.read { database in
        let statement = try database.makeStatement(sql: Schema.selectObservations)
        let reader = ObservationReader(statement)
        let readings = try withReadings ? ReadingReader(database) : nil
        let cells = try Row.fetchCursor(
          database, sql: Schema.selectCells, arguments: [run, decoder, 0, RecordBounds.groups])
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

  package func forEachBlock(
    ofRun run: Int, decoder: Int, group: Int?, detailing isDetailed: (Verdict) -> Bool,
    _ body: (borrowing OutcomeBlock) throws -> Void
  ) throws {
    if try isClosed(run) { keepBlocksOnce(ofRun: run) }
    try attempt("read outcomes from") {
      try database.read { database in
        let table = try BlockTable(database)
        let groups = group.map { $0...$0 } ?? 0...RecordBounds.groups
        let cells = try Row.fetchCursor(
          database, sql: Schema.selectCells,
          arguments: [run, decoder, groups.lowerBound, groups.upperBound])
        while let cell = try cells.next() {
          try table.forEachBlock(
            ofCell: cell[2], by: decoder, group: cell[0], level: cell[1], trialsBelow: cell[3],
            detailing: isDetailed, body)
        }
      }
    }
  }

  /// True if a run has an outcome; its record and its cells are checked first.
  private func isClosed(_ run: Int) throws -> Bool {
    if let known = checkedRuns.withLock({ $0[run] }) { return known }
    return try record(ofRun: run).1 != nil
  }

  /// Makes the blocks that a closed run lacks: an older harness made it, or another run has changed
  /// some of its observations since.
  ///
  /// The observations are read instead if blocks cannot be written.
  private func keepBlocksOnce(ofRun run: Int) {
    keptRuns.withLock { kept in
      guard kept.insert(run).inserted else { return }
      try? keepBlocks(ofRun: run)
    }
  }

  /// Makes the blocks that are missing of a run's cells, some hundred in a transaction: a kill loses
  /// what was made in the last one, and other processes can write in between.
  private func keepBlocks(ofRun run: Int) throws {
    let cells = try database.read { database in
      try Row.fetchAll(database, sql: Schema.selectCellsWithoutBlocks, arguments: [run])
        .map { (cell: $0[0] as Int, trials: $0[1] as Int) }
    }
    let mostBlocks = 256
    let missing = try database.read { database in
      let table = try BlockTable(database)
      return try cells.flatMap { cell, trials in
        try table.missing(ofCell: cell, trialsBelow: trials).map { (cell: cell, number: $0) }
      }
    }
    for first in stride(from: 0, to: missing.count, by: mostBlocks) {
      try database.write { database in
        let table = try BlockTable(database)
        for (cell, number) in missing[first..<min(first + mostBlocks, missing.count)] {
          try table.make(cell: cell, number: number)
        }
      }
    }
  }

  func attempt<Result>(_ doing: String, _ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error
      where error is DatabaseError || error is StoreFault || error is StoreFile.Refusal
    {
      throw StoreError(path: database.path, doing: "\(doing) the result store", error)
    }
  }
}

/// A summary of one run, as lists of runs show it.
package struct RunSummary: Sendable {
  /// The run's number in the store.
  package let number: Int
  /// The plan of the run.
  package let record: RunRecord
  /// The outcome of the run; `nil` for one that was cut off.
  package let outcome: RunOutcome?
  /// The number of decodes that the plan asks for.
  package let planned: Int
  /// The number of those decodes that are in the store.
  package let observed: Int
}

extension SQLiteStore {
  /// All runs, the oldest first.
  package func runs() throws -> [RunSummary] {
    try attempt("read runs from") {
      try database.read { database in
        try StoredRun.all(in: database).map { try Self.summary($0, in: database) }
      }
    }
  }

  private static func summary(_ run: StoredRun, in database: Database) throws -> RunSummary {
    RunSummary(
      number: run.number, record: run.record, outcome: run.outcome, planned: run.record.planned,
      observed: try BlockTable(database).observed(inRun: run.number))
  }
}

import Base
import Foundation
import GRDB
import Results

/// Joins stores into one: observations of a run's slices become those of the whole run.
///
/// Runs with the same plan become one run. Observations of the same cell and trial should be the
/// same. Where they are not, those of the store named first are kept, and the others are counted.
package struct StoreMerge {
  /// The result of a merge.
  package struct Result: Sendable {
    /// Numbers of the joined runs in the new store, in the order of their first mention.
    package var runs: [Int] = []
    /// Slices that no store has, by run; empty for a run that is whole.
    package var missing: [Int: [Shard]] = [:]
    /// Slices that were cut off and have not been run to their end since, by run.
    package var unfinished: [Int: [Shard]] = [:]
    /// The number of observations for which another store has another verdict.
    package var contradictions = 0
  }

  private let store: SQLiteStore

  /// Makes a merge into a store, which may hold runs of its own.
  package init(into store: SQLiteStore) {
    self.store = store
  }

  /// The reason a store cannot be merged yet.
  enum Refusal: Error {
    /// A run is being written to it.
    case isBeingWritten
  }

  /// Opens the stores to merge, and reads all of their rows: what is not sound would be lost without a
  /// word.
  ///
  /// - Throws: ``StoreError`` that names the file, for one that is damaged or still being written.
  package static func sources(_ paths: [String]) throws -> [SQLiteStore] {
    try paths.map { path in
      let doing = "merge the result store"
      guard !StoreLock.isHeld(on: path) else {
        throw StoreError(path: path, doing: doing, Refusal.isBeingWritten)
      }
      do {
        try checkForeign(path)
      } catch {
        throw StoreError(path: path, doing: doing, error)
      }
      let store = try SQLiteStore(path: path, isNew: false)
      if let fault = try StoreCheck(ofOpened: store).faults.first {
        throw StoreError(path: path, doing: doing, fault)
      }
      return store
    }
  }

  /// Refuses links, pipes and sizes that no run has, since slices may come from strangers. SQLite tells of what
  /// is not there.
  private static func checkForeign(_ path: String) throws(StoreFile.Refusal) {
    guard let folder = try? ForeignFolder(Folder.parent(of: path)) else { return }
    for file in ([""] + StoreFile.endings).map({ path + $0 }) {
      let name = file.lastIndex(of: "/").map { String(file[file.index(after: $0)...]) } ?? file
      do throws(FileError) {
        try folder.check(name, maximumBytes: largestStore)
      } catch {
        if error.systemCode == ENOENT { continue }
        throw .place("\(file == path ? "it" : file) \(error.message)")
      }
    }
  }

  /// The most bytes of a store: those of half a billion observations.
  private static let largestStore = 64 << 30

  /// Merges the stores in order.
  ///
  /// - Throws: ``StoreError`` that names the file; what was merged until then stays.
  package func take(_ paths: [String]) throws -> Result { try take(Self.sources(paths)) }

  /// Merges opened stores in order; see ``sources(_:)``.
  ///
  /// - Throws: ``StoreError`` that names the file; what was merged until then stays.
  package func take(_ sources: [SQLiteStore]) throws -> Result {
    var result = Result()
    var joined: [JoinedRun] = []
    for source in sources {
      for summary in try source.runs() {
        let index =
          joined.firstIndex { $0.isSlice(summary.record) }
          ?? {
            joined.append(JoinedRun(summary.record))
            return joined.count - 1
          }()
        joined[index].add(summary)
      }
      result.contradictions += try copyObservations(from: source)
    }
    for run in joined {
      let number = try store.insert(run.record)
      try store.finish(run: number, outcome: run.outcome)
      result.runs.append(number)
      if !run.missing.isEmpty { result.missing[number] = run.missing }
      if !run.unfinished.isEmpty { result.unfinished[number] = run.unfinished }
    }
    return result
  }

  /// Copies a store's observations and counts those that contradict what is there.
  private func copyObservations(from source: SQLiteStore) throws -> Int {
    try store.attempt("take observations into") {
      try store.database.writeWithoutTransaction { database in
        try database.execute(sql: "ATTACH ? AS source", arguments: [source.path])
        defer { try? database.execute(sql: "DETACH source") }
        var contradictions = 0
        try database.inTransaction {
          try database.execute(sql: Self.copyCells)
          try database.execute(sql: Self.deleteBlocks)
          contradictions = try Int.fetchOne(database, sql: Self.countContradictions) ?? 0
          try database.execute(sql: Self.copy)
          try database.execute(sql: Self.copyReadings)
          return .commit
        }
        return contradictions
      }
    }
  }

  private static let copyCells = """
    INSERT OR IGNORE INTO main.decoder (fingerprint, record)
      SELECT fingerprint, record FROM source.decoder;
    INSERT OR IGNORE INTO main.cell (decoder, hash, samples)
      SELECT mine.id, cell.hash, cell.samples
      FROM source.cell AS cell
      JOIN source.decoder AS theirs ON theirs.id = cell.decoder
      JOIN main.decoder AS mine USING (fingerprint);
    """

  /// The blocks of cells to which observations come are made anew when the joined run is closed.
  private static let deleteBlocks = """
    DELETE FROM main.block WHERE cell IN (
      SELECT mine.id FROM source.cell AS theirs
      JOIN source.decoder AS their_decoder ON their_decoder.id = theirs.decoder
      JOIN main.decoder AS my_decoder USING (fingerprint)
      JOIN main.cell AS mine ON mine.decoder = my_decoder.id AND mine.hash = theirs.hash)
    """

  /// The observations of the source store, joined with the cells of this store.
  private static let translation = """
    source.observation AS theirs
    JOIN source.cell AS their_cell ON their_cell.id = theirs.cell
    JOIN source.decoder AS their_decoder ON their_decoder.id = their_cell.decoder
    JOIN main.decoder AS my_decoder ON my_decoder.fingerprint = their_decoder.fingerprint
    JOIN main.cell AS my_cell
      ON my_cell.decoder = my_decoder.id AND my_cell.hash = their_cell.hash
    """

  private static let countContradictions = """
    SELECT count(*) FROM \(translation)
    JOIN main.observation AS mine ON mine.cell = my_cell.id AND mine.trial = theirs.trial
    WHERE mine.verdict <> theirs.verdict
    """

  private static let columns = """
    verdict, is_strict, misread_class, symbols, duplicates, wrong_extras, unjudged_extras, wall_ns,
    cpu_ns, was_retried, detail, printed, outlines, readings, meanings
    """

  private static let copy = """
    INSERT OR IGNORE INTO main.observation (cell, trial, \(columns))
      SELECT my_cell.id, theirs.trial, \(columns) FROM \(translation)
    """

  /// Copies the readings of observations that both stores have alike; those that are there stay.
  private static let copyReadings = """
    INSERT OR IGNORE INTO main.reading
        (cell, trial, number, symbology, bytes, byte_count, sha256, corners)
      SELECT my_cell.id, theirs.trial, number, symbology, bytes, byte_count, sha256, corners
      FROM \(translation)
      JOIN source.reading AS reading
        ON reading.cell = theirs.cell AND reading.trial = theirs.trial
      JOIN main.observation AS mine ON mine.cell = my_cell.id AND mine.trial = theirs.trial
      WHERE mine.verdict = theirs.verdict
        AND (mine.readings IS NULL OR mine.readings = theirs.readings)
    """
}

/// Slices of one run, put together.
private struct JoinedRun {
  var record: RunRecord
  private var slices: Set<Shard>
  private var finished: Set<Shard> = []
  private var outcomes: [RunOutcome?] = []

  init(_ slice: RunRecord) {
    record = slice
    record.shard = .whole
    slices = []
    count = slice.shard.count
  }

  private let count: Int

  func isSlice(_ other: RunRecord) -> Bool {
    var whole = other
    whole.shard = .whole
    return other.shard.count == count && record.hasSamePlan(as: whole)
  }

  mutating func add(_ summary: RunSummary) {
    slices.insert(summary.record.shard)
    if summary.outcome?.wasStopped == false { finished.insert(summary.record.shard) }
    let machine = summary.record.provenance.machine
    let others = Set(record.provenance.otherMachines ?? []).union([machine])
      .subtracting([record.provenance.machine])
    record.provenance.otherMachines = others.isEmpty ? nil : others.sorted()
    outcomes.append(summary.outcome)
  }

  var missing: [Shard] {
    (1...count).map { Shard(index: $0, count: count) }.filter { !slices.contains($0) }
  }

  /// The slices of a run in several that began and have not ended in any store.
  var unfinished: [Shard] {
    guard count > 1 else { return [] }
    return slices.subtracting(finished).sorted { $0.index < $1.index }
  }

  /// The sums over all slices: their seconds add up, wherever and whenever they were run.
  var outcome: RunOutcome {
    var total = RunOutcome(
      wallSeconds: 0, cost: RunCost(), givenUp: [],
      wasStopped: !missing.isEmpty || slices != finished)
    for outcome in outcomes.compactMap(\.self) {
      total.wallSeconds += outcome.wallSeconds
      total.cost += outcome.cost
      total.reused += outcome.reused
      // Only whole runs choose their own trials, and with the same plan they choose the same ones.
      total.curves = total.curves ?? outcome.curves
    }
    total.givenUp = outcomes.flatMap { $0?.givenUp ?? [] }.uniqued()
    let lost = outcomes.flatMap { $0?.lost ?? [] }.uniqued(by: \.label)
    let conduct = DecoderConduct.joined(outcomes.compactMap { $0?.conduct })
    total.conduct = conduct.isEmpty ? nil : conduct
    total.lost = lost.isEmpty ? nil : lost
    let unreadable = Set(outcomes.flatMap { $0?.unreadable ?? [] })
    let survivors = outcomes.flatMap { $0?.survivors ?? [] }
    total.survivors = survivors.isEmpty ? nil : survivors
    total.unreadable = unreadable.isEmpty ? nil : unreadable.sorted { $0.file < $1.file }
    return total
  }
}

import Foundation
import GRDB
import ResultStore
import Results
import TestSupport
import Testing

/// The check on verdicts, which is widened in place.
@Suite struct VerdictMigrationTests {
  @Test func aStoreFromBeforeSelectionsTakesTheirVerdictsAndLosesNothing() throws {
    let scratch = try ScratchFolder()
    let path = scratch.path + "/s.sqlite"
    let record = StoreFixture.record(decoders: ["a"])
    func observation(_ trial: Int, _ verdict: Verdict) -> Observation {
      Observation(
        decoder: 0, place: .init(group: 0, level: 0, trial: trial), finding: Finding(verdict))
    }
    do {
      let store = try SQLiteStore(path: path)
      try store.append([observation(0, .read)], toRun: try store.begin(record).number)
    }
    // The store as the version before wrote it.
    let more = " OR verdict = 'wrong-code' OR verdict = 'several' OR verdict = 'cannot-select'"
    try DatabaseQueue(path: path).write { database in
      try database.execute(sql: "PRAGMA writable_schema = ON")
      try database.execute(
        sql: "UPDATE sqlite_schema SET sql = replace(sql, ?, '') WHERE name = 'observation'",
        arguments: [more])
      #expect(database.changesCount == 1)
      try database.execute(sql: "PRAGMA writable_schema = OFF")
      try database.execute(
        sql: "DELETE FROM grdb_migrations WHERE identifier = 'verdicts on selections'")
      #expect(database.changesCount == 1)
    }
    let queue = try DatabaseQueue(path: path)
    func insert(_ verdict: String, trial: Int) throws {
      try queue.write {
        try $0.execute(
          sql: """
            INSERT INTO observation (cell, trial, verdict, is_strict, duplicates, wrong_extras,
              unjudged_extras, wall_ns, cpu_ns, was_retried)
            SELECT min(id), ?, ?, 0, 0, 0, 0, 0, 0, 0 FROM cell
            """, arguments: [trial, verdict])
      }
    }
    #expect(throws: DatabaseError.self) { try insert("several", trial: 1) }
    try queue.close()

    let store = try SQLiteStore(path: path)
    let run = try store.begin(record).number
    let verdicts: [Verdict] = [.read, .wrongCode, .several, .cannotSelect]
    try store.append(
      verdicts.indices.dropFirst().map { observation($0, verdicts[$0]) }, toRun: run)
    var found: [Verdict] = []
    try store.forEachObservation(ofRun: run, decoder: 0) { found.append($0.verdict) }
    #expect(found == verdicts)
    let widened = try DatabaseQueue(path: path)
    let state = try widened.read { try String.fetchOne($0, sql: "PRAGMA integrity_check") }
    #expect(state == "ok")
    #expect(throws: DatabaseError.self) {
      try widened.write {
        try $0.execute(sql: "UPDATE observation SET verdict = 'sevral' WHERE trial = 1")
      }
    }
  }
}

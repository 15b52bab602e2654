import Foundation
import GRDB
import ResultStore
import Results
import TestSupport
import Testing

/// Stores that were damaged or forged: each is refused with its place, kept as it is, and rescued.
@Suite struct ForgedStoreTests {
  /// A way of forging a store, and what must be said about it.
  struct Forgery: Sendable, CustomTestStringConvertible {
    let name: String
    let sql: String
    let said: [String]
    /// True if sound rows can be had back from it.
    var isRescued = true

    init(_ name: String, _ sql: String, _ said: String..., isRescued: Bool = true) {
      (self.name, self.sql, self.said, self.isRescued) = (name, sql, said, isRescued)
    }

    var testDescription: String { name }
  }

  static let forgeries = [
    Forgery(
      "an index that overflows", "UPDATE run_cell SET group_index = 1 << 62 WHERE group_index = 1",
      "table run_cell", "run 1", "group_index is 4611686018427387904", "from 0 to 1"),
    Forgery(
      "a negative index", "UPDATE run_cell SET level_index = -1 WHERE level_index = 0",
      "table run_cell", "level_index is -1"),
    Forgery(
      "a decoder that the run has not", "UPDATE run_cell SET configured = 7 WHERE configured = 1",
      "configured is 7", "from 0 to 1"),
    Forgery(
      "absurd trials", "UPDATE run_cell SET trials = 9223372036854775807",
      "trials is 9223372036854775807", "from 0 to 5"),
    Forgery(
      "a cell that is missing", "DELETE FROM run_cell WHERE level_index = 1 AND configured = 0",
      "there are 6 cells", "right would be 8"),
    Forgery(
      "cells of another decoder",
      "UPDATE run_cell SET cell = cell + 4 WHERE configured = 0", "cell is of another decoder"),
    Forgery(
      "cells with other samples", "UPDATE run_cell SET cell = 1 WHERE configured = 0",
      "other samples"),
    Forgery("an index of a row that is gone", "DELETE FROM cell WHERE id = 1", "other samples"),
    Forgery(
      "a negative trial", "UPDATE observation SET trial = -1 WHERE cell = 2 AND trial = 0",
      "table observation", "cell 2, trial -1", "trial is -1"),
    Forgery(
      "an unknown verdict", "UPDATE observation SET verdict = 'ruad' WHERE cell = 1 AND trial = 3",
      "cell 1, trial 3", "verdict is \"ruad\""),
    Forgery(
      "a verdict in capitals with an escape",
      "UPDATE observation SET verdict = 'READ' || char(27) || '[2J' WHERE cell = 1 AND trial = 3",
      "verdict is \"READ\\x1B[2J\""),
    Forgery(
      "a time below zero", "UPDATE observation SET wall_ns = -5 WHERE cell = 3 AND trial = 1",
      "cell 3, trial 1", "wall_ns is -5"),
    Forgery(
      "a time of centuries", "UPDATE observation SET cpu_ns = 9223372036854775807 WHERE trial = 1",
      "cpu_ns is 9223372036854775807"),
    Forgery(
      "counts that overflow", "UPDATE observation SET wrong_extras = 1 << 62",
      "wrong_extras is 4611686018427387904"),
    Forgery(
      "a negative number of readings", "UPDATE observation SET readings = -1 WHERE trial = 2",
      "readings is -1"),
    Forgery("a flag that is none", "UPDATE observation SET is_strict = 2", "is_strict is 2"),
    Forgery(
      "a class of misreads on a read",
      "UPDATE observation SET misread_class = 'other' WHERE verdict = 'read'",
      "misread_class is \"other\""),
    Forgery("letters that nobody wrote", "UPDATE observation SET symbols = 'rxz'", "symbols is"),
    Forgery(
      "a list of a million symbols",
      "UPDATE observation SET symbols = replace(hex(zeroblob(500000)), '0', 'r') WHERE trial = 1",
      "symbols is"),
    Forgery("meanings that nobody wrote", "UPDATE observation SET meanings = 'q'", "meanings is"),
    Forgery(
      "outlines of three bytes", "UPDATE observation SET outlines = x'010203'", "outlines is"),
    Forgery(
      "corners that are no numbers",
      "UPDATE reading SET corners = CAST(zeroblob(28) || x'0000C07F' AS BLOB)", "table reading",
      "corners is"),
    Forgery(
      "an unknown symbology", "UPDATE reading SET symbology = 'qr-cube'",
      "table reading", "symbology is \"qr-cube\""),
    Forgery(
      "a cut that is longer than the whole", "UPDATE reading SET byte_count = 0, sha256 = 'x'",
      "byte_count is 0"),
    Forgery(
      "a record that is no JSON", "UPDATE run SET record = 'run!'", "table run", "id 1",
      "record cannot be read"),
    Forgery(
      "a record without corpus", "UPDATE run SET record = json_remove(record, '$.corpus')",
      "lacks \"corpus\""),
    Forgery(
      "a record that is a blob",
      """
      PRAGMA writable_schema = ON;
      UPDATE sqlite_schema SET sql = replace(sql, ') STRICT', ')') WHERE name = 'run';
      PRAGMA writable_schema = RESET;
      UPDATE run SET record = x'00';
      """, "table run", "record is a blob of 1 bytes"),
    Forgery(
      "too few supported groups",
      "UPDATE run SET record = json_remove(record, '$.contestants[0].supportedGroups[0]')",
      "decoder 0's list of supported groups has 1 entries"),
    Forgery(
      "a negative number of trials",
      "UPDATE run SET record = json_set(record, '$.corpus.groups[0].trials', -3)",
      "trials of group r/c is -3"),
    Forgery(
      "more samples than memory",
      "UPDATE run SET record = json_set(record, '$.corpus.groups[1].trials', 1 << 60)",
      "trials of group r/d is 1152921504606846976"),
    Forgery(
      "two decoders of one name",
      "UPDATE run SET record = json_set(record, '$.contestants[1].label', 'a')",
      "the decoder a is listed twice"),
    Forgery(
      "no levels", "UPDATE run SET record = json_set(record, '$.corpus.levels', json('[]'))",
      "the number of levels is 0"),
    Forgery(
      "slice 3 of 0", "UPDATE run SET record = json_set(record, '$.shard.count', 0)",
      "number of slices is 0"),
    Forgery(
      "a timeout that no clock can hold",
      "UPDATE run SET record = json_set(record, '$.settings.timeoutSeconds', 1e300)",
      "timeout in seconds is 1e+300"),
    Forgery(
      "an outcome with a curve of no decoder",
      """
      UPDATE run SET outcome = json_set(outcome, '$.curves', json(
        '[{"decoder": 9, "group": 0, "ending": "misfit", "phase": "p", "trials": [1, 1]}]'))
      """, "curve's decoder is 9"),
    Forgery(
      "an outcome of negative time",
      "UPDATE run SET outcome = json_set(outcome, '$.wallSeconds', -1)", "wall time is -1"),
    Forgery(
      "a cost that overflows",
      "UPDATE run SET outcome = json_set(outcome, '$.cost.decodeNanoseconds', 1 << 62)",
      "time of the cost is 4611686018427387904"),
    Forgery(
      "a trigger", "CREATE TRIGGER t AFTER INSERT ON run BEGIN DELETE FROM observation; END",
      "table run", "trigger, t"),
    Forgery(
      "a view in place of a table",
      "ALTER TABLE reading RENAME TO hidden; CREATE VIEW reading AS SELECT * FROM hidden",
      "table reading: it is a view", isRescued: true),
    Forgery("a table that is missing", "DROP TABLE reading", "table reading: it is missing"),
    Forgery(
      "a column that is missing", "ALTER TABLE cell RENAME COLUMN hash TO hush",
      "table cell: its column hash is missing"),
    Forgery(
      "columns of any type",
      """
      PRAGMA writable_schema = ON;
      UPDATE sqlite_schema SET sql = replace(sql, 'STRICT, ', '') WHERE name = 'observation';
      PRAGMA writable_schema = RESET;
      UPDATE observation SET wall_ns = 'soon' WHERE cell = 2 AND trial = 2;
      """, "cell 2, trial 2", "wall_ns is \"soon\""),
    Forgery(
      "a store of a newer harness", "INSERT INTO grdb_migrations VALUES ('layout of 2031')",
      "another version of the harness", isRescued: false),
    Forgery(
      "another program's mark", "PRAGMA application_id = 7", "another version", isRescued: false),
  ]

  @Test(arguments: forgeries)
  func aForgedStoreIsNamedKeptAndRescued(_ forgery: Forgery) throws {
    let scratch = try ScratchFolder()
    let path = scratch.path + "/s.sqlite"
    try makeStore(path)
    try forge(path, forgery.sql)
    let before = try Data(contentsOf: URL(filePath: path))
    let error = #expect(throws: StoreError.self) { try readEverything(path) }
    let said = error?.message ?? ""
    #expect(said.contains(path))
    for words in forgery.said { #expect(said.contains(words), "\(words): \(said)") }
    #expect(!said.contains("\u{1B}"))
    // What is refused on opening is not even changed by that.
    let isRefusedAtOnce = said.hasPrefix("cannot open")
    #expect(try !isRefusedAtOnce || Data(contentsOf: URL(filePath: path)) == before)
    guard forgery.isRescued else { return }
    let check = try StoreCheck(ofFile: path)
    #expect(!check.isSound)
    let new = scratch.path + "/new.sqlite"
    _ = try StoreRescue.repair(path, to: new)
    #expect(try StoreCheck(ofFile: new).isSound)
    #expect(throws: Never.self) { try readEverything(new) }
  }

  @Test func aMergeLeavesOutNothingInSilence() throws {
    let scratch = try ScratchFolder()
    let path = scratch.path + "/s.sqlite"
    try makeStore(path)
    // Of no run: only one who reads every row finds it, and INSERT OR IGNORE would pass over it.
    try forge(path, "UPDATE observation SET cell = 99, cpu_ns = -1 WHERE cell = 1 AND trial = 1")
    let error = #expect(throws: StoreError.self) {
      try StoreMerge(into: SQLiteStore(path: scratch.path + "/all.sqlite")).take([path])
    }
    #expect(error?.message.contains("cell 99, trial 1") == true, "\(error?.message ?? "")")
  }

  /// What every command does: open, list, find what is there, read.
  private func readEverything(_ path: String) throws {
    let store = try SQLiteStore(path: path, isNew: false)
    for run in try store.runs() {
      _ = try store.observedTrials(ofRun: run.number)
      _ = try StoreFixture.all(store, run.number)
    }
  }

  private func makeStore(_ path: String, trials: Int = 5) throws {
    let store = try SQLiteStore(path: path)
    let run = try store.begin(StoreFixture.record(decoders: ["a", "b"], trials: trials)).number
    try store.append(StoreFixture.observations(decoders: 2, trials: trials), toRun: run)
    try store.finish(run: run, outcome: StoreFixture.outcome)
  }

  /// Executes SQL with all checks off.
  private func forge(_ path: String, _ sql: String) throws {
    var configuration = Configuration()
    configuration.foreignKeysEnabled = false
    let database = try DatabaseQueue(path: path, configuration: configuration)
    try database.writeWithoutTransaction {
      try $0.execute(sql: "PRAGMA ignore_check_constraints = ON; PRAGMA legacy_alter_table = ON")
      try $0.execute(sql: sql)
      // Nothing in a log beside it: what is compared is the file.
      _ = try Row.fetchAll($0, sql: "PRAGMA wal_checkpoint(TRUNCATE)")
    }
    try database.close()
  }

  // MARK: Bytes

  /// Damages of the file as such, with what must be said.
  static let damages: [(name: String, damage: @Sendable (inout Data) -> Void, said: String)] = [
    ("a truncated file", { $0.removeLast($0.count / 2) }, "damaged"),
    (
      "a page of zeros in the middle",
      {
        let page = $0.count / 4096 / 2
        $0.replaceSubrange(page * 4096..<(page + 1) * 4096, with: Data(count: 4096))
      }, "Nothing in it is changed"
    ),
    (
      "pages of noise",
      { data in
        for index in (data.count / 2)..<data.count {
          data[index] = UInt8(truncatingIfNeeded: index &* 167)
        }
      }, "damaged"
    ),
    (
      "a header of zeros", { $0.replaceSubrange(0..<100, with: Data(count: 100)) },
      "not a result store"
    ),
    ("a text", { $0 = Data(String(repeating: "text ", count: 2000).utf8) }, "not a result store"),
  ]

  @Test(arguments: 0..<5)
  func damagedBytesAreAnErrorAndWhatIsSoundIsRescued(number: Int) throws {
    let (name, damage, words) = Self.damages[number]
    let scratch = try ScratchFolder()
    let path = scratch.path + "/s.sqlite"
    try makeStore(path, trials: 100)
    try forge(path, "")
    var bytes = try Data(contentsOf: URL(filePath: path))
    damage(&bytes)
    try bytes.write(to: URL(filePath: path))
    let error = #expect(throws: StoreError.self, "\(name)") { try readEverything(path) }
    #expect(error?.message.contains(words) == true, "\(name): \(error?.message ?? "")")
    // A page that holds the rest of a long value can be read: its row is found, once it is opened.
    #expect(try words != "damaged" || Data(contentsOf: URL(filePath: path)) == bytes, "\(name)")
    guard words != "not a result store" else { return }
    #expect(try !StoreCheck(ofFile: path).isSound)
    let new = scratch.path + "/new.sqlite"
    let check = try StoreRescue.repair(path, to: new)
    #expect(check.tables.contains { $0.rows > 0 }, "\(name): something is sound")
    #expect(throws: Never.self) { try readEverything(new) }
  }

  @Test func theLogOfAnotherStoreBesideItIsFoundAndNotTakenOver() throws {
    let scratch = try ScratchFolder()
    let (path, other) = (scratch.path + "/s.sqlite", scratch.path + "/o.sqlite")
    // Alike in nothing but the layout: pages of the one do not fit into the other.
    _ = try SQLiteStore(path: path).begin(StoreFixture.record(decoders: ["a"], seed: 9))
    try forge(path, "")
    try makeStore(other)
    try forge(other, "")
    let database = try DatabasePool(path: other)
    try database.write {
      try $0.execute(sql: "UPDATE observation SET detail = hex(randomblob(99))")
    }
    try FileManager.default.copyItem(atPath: other + "-wal", toPath: path + "-wal")
    try database.close()
    let before = try Data(contentsOf: URL(filePath: path))
    let error = #expect(throws: StoreError.self) { try readEverything(path) }
    #expect(error?.message.contains("damaged") == true, "\(error?.message ?? "")")
    #expect(try Data(contentsOf: URL(filePath: path)) == before)
  }

  // MARK: Places

  @Test func whatIsNoRegularFileIsRefusedBeforeItIsOpened() throws {
    let scratch = try ScratchFolder()
    func refusal(_ name: String, isNew: Bool, _ make: (String) throws -> Void) throws -> String {
      let path = scratch.path + "/" + name
      try make(path)
      let file = path.replacing(/-(wal|shm)$/, with: "")
      return #expect(throws: StoreError.self) { try SQLiteStore(path: file, isNew: isNew) }?.message
        ?? ""
    }
    let link: (String) throws -> Void = {
      try FileManager.default.createSymbolicLink(atPath: $0, withDestinationPath: "/no/where")
    }
    for isNew in [false, true] {
      let number = isNew ? "1" : "2"
      #expect(try refusal("a\(number)", isNew: isNew, link).contains("link to /no/where"))
      #expect(try refusal("b\(number)", isNew: isNew) { mkfifo($0, 0o600) }.contains("a pipe"))
      #expect(
        try refusal("c\(number)", isNew: isNew) { mkdir($0, 0o700) }.contains("it is a folder"))
      for ending in ["-wal", "-shm"] {
        let name = "d\(number)\(ending)"
        try makeStore(scratch.path + "/d\(number)")
        #expect(try refusal(name, isNew: isNew, link).contains("\(ending) is a link to"))
        unlink(scratch.path + "/" + name)
      }
    }
    #expect(
      try refusal("e", isNew: false) { try Data().write(to: URL(filePath: $0)) }.contains("empty"))
    // A link to a store that is there is followed.
    try makeStore(scratch.path + "/f")
    try FileManager.default.createSymbolicLink(
      atPath: scratch.path + "/g", withDestinationPath: scratch.path + "/f")
    #expect(try SQLiteStore(path: scratch.path + "/g", isNew: false).runs().count == 1)
  }

  // MARK: Copies

  @Test func aBackupWhileARunIsWrittenIsOneStateAndTakesNoFilesPlace() throws {
    let scratch = try ScratchFolder()
    let path = scratch.path + "/s.sqlite"
    let store = try SQLiteStore(path: path)
    let run = try store.begin(StoreFixture.record(decoders: ["a"])).number
    let observations = StoreFixture.observations(decoders: 1)
    try store.append(Array(observations[..<7]), toRun: run)
    try StoreRescue.backUp(path, to: scratch.path + "/copy.sqlite")
    try store.append(Array(observations[7...]), toRun: run)
    #expect(scratch.names(in: "").allSatisfy { !$0.contains("partial") })
    let copy = try SQLiteStore(path: scratch.path + "/copy.sqlite", isNew: false)
    #expect(try StoreFixture.all(copy, run) == Array(observations[..<7]))
    #expect(try StoreFixture.all(store, run) == observations)
    let refused = #expect(throws: StoreError.self) {
      try StoreRescue.backUp(path, to: scratch.path + "/copy.sqlite")
    }
    #expect(refused?.message.contains("is there already") == true)
    #expect(throws: StoreError.self) {
      try StoreRescue.repair(path, to: scratch.path + "/copy.sqlite")
    }
  }

  @Test func repairKeepsEverySoundRowAndNamesTheOthers() throws {
    let scratch = try ScratchFolder()
    let path = scratch.path + "/s.sqlite"
    try makeStore(path)
    let sound = try StoreFixture.all(SQLiteStore(path: path), 1)
    #expect(try StoreCheck(ofFile: path).isSound)
    try forge(
      path,
      """
      UPDATE observation SET wall_ns = -1 WHERE cell = 1 AND trial = 1;
      UPDATE run_cell SET group_index = 1 << 62 WHERE group_index = 1 AND configured = 1;
      INSERT INTO observation SELECT 99, trial, verdict, is_strict, misread_class, symbols,
        duplicates, wrong_extras, unjudged_extras, wall_ns, cpu_ns, was_retried, detail, printed,
        outlines, readings, meanings FROM observation WHERE cell = 2 AND trial = 2;
      """)
    let check = try StoreRescue.repair(path, to: scratch.path + "/n.sqlite")
    let places = check.faults.map { "\($0.table ?? "") \($0.row ?? "")" }
    #expect(places.contains("observation cell 1, trial 1"), "\(check.faults)")
    #expect(places.contains("observation cell 99, trial 2"))
    #expect(places.contains { $0.hasPrefix("run_cell run 1") })
    let store = try SQLiteStore(path: scratch.path + "/n.sqlite", isNew: false)
    let wrong = SamplePlace(group: 0, level: 0, trial: 1)
    let kept = try StoreFixture.all(store, 1)
    let expected = sound.filter { $0.decoder != 0 || $0.place != wrong }
    #expect(kept.count == expected.count)
    for (one, other) in zip(kept, expected) { #expect(one == other) }
  }

  @Test func aMergeOfAStoreThatIsBeingWrittenIsRefused() throws {
    let scratch = try ScratchFolder()
    let path = scratch.path + "/a/s.sqlite"
    func merge() throws -> [Int] {
      try StoreMerge(into: SQLiteStore(path: scratch.path + "/all/s.sqlite")).take([path]).runs
    }
    do {
      let store = try SQLiteStore(path: path)
      let run = try store.begin(StoreFixture.record(decoders: ["a"])).number
      let error = #expect(throws: StoreError.self) { try merge() }
      #expect(error?.isBusy == true && error?.message.contains("being written") == true)
      try store.finish(run: run, outcome: StoreFixture.outcome)
    }
    #expect(try merge() == [1])
  }
}

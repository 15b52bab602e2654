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
      "a block before the first", "UPDATE block SET number = -1 WHERE cell = 1", "table block",
      "cell 1, number -1", "number is -1"),
    Forgery(
      "a block of more than it has room for", "UPDATE block SET observations = 1 << 62",
      "observations is 4611686018427387904"),
    Forgery(
      "a block that ends elsewhere", "UPDATE block SET last_trial = 3 WHERE cell = 3",
      "cell 3, number 0", "right would be the outcomes of its observations"),
    Forgery(
      "outcomes in a form of the future", "UPDATE block SET outcomes = x'0701' WHERE cell = 2",
      "cell 2, number 0", "outcomes is a blob of 2 bytes"),
    Forgery(
      "outcomes with an unknown verdict",
      """
      UPDATE block SET outcomes = CAST(substr(outcomes, 1, 10) || x'0300000000000000' || zeroblob(8)
        || x'0300000000000000' || x'0300000000000000' || substr(outcomes, 43) AS BLOB)
      """, "table block", "outcomes is"),
    Forgery(
      "outcomes as text",
      """
      PRAGMA writable_schema = ON;
      UPDATE sqlite_schema SET sql = replace(sql, 'STRICT, ', '') WHERE name = 'block';
      PRAGMA writable_schema = RESET;
      UPDATE block SET outcomes = 'all read';
      """, "table block", "outcomes is \"all read\""),
    Forgery(
      "times that are no numbers",
      "UPDATE block SET times = CAST(zeroblob(16) || x'0000C07F' AS BLOB)", "table block"),
    Forgery(
      "a block with other verdicts than the observations",
      "UPDATE observation SET verdict = 'no-read', misread_class = NULL WHERE verdict = 'crash'",
      "table block", "is \"crash\" in it"),
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
      "corpus.groups[0].trials cannot be read: -3 is out of bounds"),
    Forgery(
      "more samples than memory",
      "UPDATE run SET record = json_set(record, '$.corpus.groups[1].trials', 1 << 60)",
      "corpus.groups[1].trials cannot be read: 1152921504606846976 is out of bounds"),
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
      "settings.timeoutSeconds cannot be read: 1.0e+300 is out of bounds"),
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
      "cost.decodeNanoseconds cannot be read: 4611686018427387904 is out of bounds"),
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

  /// Rows of a view are not counted: there may be no last one.
  @Test(arguments: StoreForge.tables + ["grdb_migrations"])
  func aViewWithoutAnEndInPlaceOfATableIsNamedAtOnce(table: String) throws {
    let scratch = try ScratchFolder()
    let path = scratch.path + "/s.sqlite"
    try StoreForge.makeStore(path)
    let whole = try StoreRescue.repair(path, to: scratch.path + "/whole.sqlite")
    try StoreForge.forge(
      path,
      """
      ALTER TABLE \(table) RENAME TO hidden;
      CREATE VIEW \(table) AS WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n)
        SELECT hidden.* FROM n, hidden;
      """)
    let check = try StoreCheck(ofFile: path)
    #expect(!check.isSound && check.tables.isEmpty)
    let repaired = try StoreRescue.repair(path, to: scratch.path + "/new.sqlite")
    #expect(repaired.faults.first?.description.contains("it is a view") == true)
    #expect(repaired.runs == whole.runs && whole.runs?.count == 1)
  }

  @Test(arguments: forgeries)
  func aForgedStoreIsNamedKeptAndRescued(_ forgery: Forgery) throws {
    let scratch = try ScratchFolder()
    let path = scratch.path + "/s.sqlite"
    try StoreForge.makeStore(path)
    try StoreForge.forge(path, forgery.sql)
    let before = try Data(contentsOf: URL(filePath: path))
    let error = #expect(throws: StoreError.self) { try StoreForge.readEverything(path) }
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
    #expect(throws: Never.self) { try StoreForge.readEverything(new) }
  }

  @Test func aMergeLeavesOutNothingInSilence() throws {
    let scratch = try ScratchFolder()
    let path = scratch.path + "/s.sqlite"
    try StoreForge.makeStore(path)
    // Of no run: only one who reads every row finds it, and INSERT OR IGNORE would pass over it.
    try StoreForge.forge(
      path, "UPDATE observation SET cell = 99, cpu_ns = -1 WHERE cell = 1 AND trial = 1")
    let error = #expect(throws: StoreError.self) {
      try StoreMerge(into: SQLiteStore(path: scratch.path + "/all.sqlite")).take([path])
    }
    #expect(error?.message.contains("cell 99, trial 1") == true, "\(error?.message ?? "")")
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
    try StoreForge.makeStore(path, trials: 100)
    try StoreForge.forge(path, "")
    var bytes = try Data(contentsOf: URL(filePath: path))
    damage(&bytes)
    try bytes.write(to: URL(filePath: path))
    let error = #expect(throws: StoreError.self, "\(name)") { try StoreForge.readEverything(path) }
    #expect(error?.message.contains(words) == true, "\(name): \(error?.message ?? "")")
    // A page that holds the rest of a long value can be read: its row is found, once it is opened.
    #expect(try words != "damaged" || Data(contentsOf: URL(filePath: path)) == bytes, "\(name)")
    guard words != "not a result store" else { return }
    #expect(try !StoreCheck(ofFile: path).isSound)
    let new = scratch.path + "/new.sqlite"
    let check = try StoreRescue.repair(path, to: new)
    #expect(check.tables.contains { $0.rows > 0 }, "\(name): something is sound")
    #expect(throws: Never.self) { try StoreForge.readEverything(new) }
  }

  @Test func theLogOfAnotherStoreBesideItIsFoundAndNotTakenOver() throws {
    let scratch = try ScratchFolder()
    let (path, other) = (scratch.path + "/s.sqlite", scratch.path + "/o.sqlite")
    // Alike in nothing but the layout: pages of the one do not fit into the other.
    _ = try SQLiteStore(path: path).begin(StoreFixture.record(decoders: ["a"], seed: 9))
    try StoreForge.forge(path, "")
    try StoreForge.makeStore(other)
    try StoreForge.forge(other, "")
    let database = try DatabasePool(path: other)
    try database.write {
      try $0.execute(sql: "UPDATE observation SET detail = hex(randomblob(99))")
    }
    try FileManager.default.copyItem(atPath: other + "-wal", toPath: path + "-wal")
    try database.close()
    let before = try Data(contentsOf: URL(filePath: path))
    let error = #expect(throws: StoreError.self) { try StoreForge.readEverything(path) }
    #expect(error?.message.contains("damaged") == true, "\(error?.message ?? "")")
    #expect(try Data(contentsOf: URL(filePath: path)) == before)
  }
}

import Foundation
import GRDB
import ResultStore
import Results
import TestSupport
import Testing

/// Stores to forge, and what commands do with them.
enum StoreForge {
  /// The steps of every command: open, list, find what is there, read.
  static func readEverything(_ path: String) throws {
    let store = try SQLiteStore(path: path, isNew: false)
    for run in try store.runs() {
      _ = try store.observedTrials(ofRun: run.number)
      for decoder in run.record.decoders.indices {
        try store.forEachBlock(
          ofRun: run.number, decoder: decoder, group: nil, detailing: \.isBreakage
        ) { _ in }
      }
      _ = try StoreFixture.all(store, run.number)
    }
  }

  static let tables = ["decoder", "cell", "run", "run_cell", "observation", "reading", "block"]

  /// A store of the fewest trials, made once.
  private static let small = Result {
    let folder = try ScratchFolder()
    defer { withExtendedLifetime(folder) {} }
    let path = folder.path + "/s.sqlite"
    try write(path, trials: 5)
    try forge(path, "")
    return try Data(contentsOf: URL(filePath: path))
  }

  static func makeStore(_ path: String, trials: Int = 5) throws {
    guard trials == 5 else { return try write(path, trials: trials) }
    try FileManager.default.createDirectory(
      at: URL(filePath: path).deletingLastPathComponent(), withIntermediateDirectories: true)
    try small.get().write(to: URL(filePath: path))
  }

  private static func write(_ path: String, trials: Int) throws {
    let store = try SQLiteStore(path: path)
    let run = try store.begin(StoreFixture.record(decoders: ["a", "b"], trials: trials)).number
    try store.append(StoreFixture.observations(decoders: 2, trials: trials), toRun: run)
    try store.finish(run: run, outcome: StoreFixture.outcome)
  }

  /// Executes SQL with all checks off.
  static func forge(_ path: String, _ sql: String) throws {
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
}

/// Other things in a store's place, copies of stores, and stores that are being written.
@Suite struct StoreRescueTests {
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
        try StoreForge.makeStore(scratch.path + "/d\(number)")
        #expect(try refusal(name, isNew: isNew, link).contains("\(ending) is a link to"))
        unlink(scratch.path + "/" + name)
      }
    }
    #expect(
      try refusal("e", isNew: false) { try Data().write(to: URL(filePath: $0)) }.contains("empty"))
    // A link to a store that is there is followed.
    try StoreForge.makeStore(scratch.path + "/f")
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
    #expect(refused?.message.contains("already exists") == true)
    #expect(throws: StoreError.self) {
      try StoreRescue.repair(path, to: scratch.path + "/copy.sqlite")
    }
    let folder = #expect(throws: StoreError.self) {
      try StoreRescue.backUp(path, to: scratch.path + "/new/")
    }
    #expect(folder?.message.contains("is a folder; name the file to make") == true)
    #expect(!scratch.names(in: "").contains("new"))
  }

  /// The log of a store lies beside its file, not beside a link to it.
  @Test func aStoreBehindALinkIsCheckedAndRepairedWithItsLog() throws {
    let scratch = try ScratchFolder()
    let folder = scratch.path + "/real"
    let store = try SQLiteStore(path: folder + "/s.sqlite")
    let run = try store.begin(StoreFixture.record(decoders: ["a"])).number
    try store.append(StoreFixture.observations(decoders: 1), toRun: run)
    for name in ["s.sqlite", "s.sqlite-wal"] {
      try FileManager.default.copyItem(
        atPath: "\(folder)/\(name)", toPath: "\(scratch.path)/\(name)")
    }
    let link = scratch.path + "/links/l.sqlite"
    try FileManager.default.createDirectory(
      atPath: scratch.path + "/links", withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: link, withDestinationPath: scratch.path + "/s.sqlite")
    // What is beside the link is not the store's.
    try FileManager.default.createSymbolicLink(
      atPath: link + "-wal", withDestinationPath: "/no/where")
    let check = try StoreCheck(ofFile: link)
    #expect(check.isSound && check.tables.first { $0.name == "observation" }?.rows == 20)
    let repaired = try StoreRescue.repair(link, to: scratch.path + "/n.sqlite")
    let direct = try StoreRescue.repair(
      scratch.path + "/s.sqlite", to: scratch.path + "/m.sqlite")
    #expect(repaired.runs == direct.runs && repaired.tables == direct.tables)
  }

  @Test func repairKeepsEverySoundRowAndNamesTheOthers() throws {
    let scratch = try ScratchFolder()
    let path = scratch.path + "/s.sqlite"
    try StoreForge.makeStore(path)
    let sound = try StoreFixture.all(SQLiteStore(path: path), 1)
    #expect(try StoreCheck(ofFile: path).isSound)
    try StoreForge.forge(
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

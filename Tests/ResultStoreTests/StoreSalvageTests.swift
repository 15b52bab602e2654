import Base
import Foundation
import GRDB
import ResultStore
import Results
import TestSupport
import Testing

/// Stores of which pages are missing or overwritten: each page that is left gives its rows.
@Suite struct StoreSalvageTests {
  private let scratch: ScratchFolder
  private let whole: Data
  private let trials = 120
  private static let pageSize = 4096

  init() throws {
    scratch = try ScratchFolder()
    try StoreForge.makeStore(scratch.path + "/s.sqlite", trials: trials)
    try StoreForge.forge(scratch.path + "/s.sqlite", "")
    whole = try Data(contentsOf: URL(filePath: scratch.path + "/s.sqlite"))
  }

  private var rows: Int { 2 * 2 * 2 * trials }

  /// Repairs a store of these bytes.
  private func repair(_ bytes: Data, _ name: String) throws -> (StoreCheck, String) {
    let (path, new) = (scratch.path + "/\(name)", scratch.path + "/\(name)-new")
    try bytes.write(to: URL(filePath: path))
    #expect(try !StoreCheck(ofFile: path).isSound, "\(name)")
    let check = try StoreRescue.repair(path, to: new)
    #expect(try StoreCheck(ofFile: new).isSound, "\(name)")
    return (check, new)
  }

  private func count(_ table: String, _ check: StoreCheck) -> Int {
    check.tables.first { $0.name == table }?.rows ?? 0
  }

  /// The observations that a run of the same plan finds in a store, each as it was written.
  private func found(_ path: String) throws -> Int {
    let store = try SQLiteStore(path: path, isNew: false)
    let run = try store.begin(StoreFixture.record(decoders: ["a", "b"], trials: trials)).number
    let places = Dictionary(
      uniqueKeysWithValues: StoreFixture.observations(decoders: 2, trials: trials).map {
        ([$0.decoder, $0.place.group, $0.place.level, $0.place.trial], $0)
      })
    var count = 0
    try store.forEachObservation(ofRun: run) { one in
      let place = [one.decoder, one.place.group, one.place.level, one.place.trial]
      let other = try #require(places[place])
      #expect(one.finding == other.finding && one.wallNanoseconds == other.wallNanoseconds)
      count += 1
    }
    return count
  }

  @Test(arguments: [0.9, 0.75, 0.6, 0.5])
  func aFileCutInTheMiddleGivesWhatLiesBeforeTheCut(share: Double) throws {
    let (check, new) = try repair(whole.prefix(Int(Double(whole.count) * share)), "cut")
    // Oracle: pages hold about equally many rows; a tenth of the file is the run's own, and cells.
    let kept = count("observation", check)
    #expect(Double(kept) >= Double(rows) * (share - 0.25), "\(kept) of \(rows)")
    #expect(try found(new) == kept)
    let pages = whole.count / Self.pageSize
    let missing = pages - Int(Double(whole.count) * share) / Self.pageSize
    #expect(check.faults.first?.problem == "\(missing) of its \(pages) pages are missing")
  }

  @Test func aLostPageCostsItsOwnRowsAlone() throws {
    // Pages of one kind, which the first byte tells, are much alike.
    let kinds = Dictionary(grouping: 1..<whole.count / Self.pageSize) { whole[$0 * Self.pageSize] }
    let step = Proof.isAsked ? 1 : 8
    let pages = kinds.values.flatMap { kind in
      stride(from: 0, to: kind.count, by: step).map { kind[$0] }
    }
    for page in pages {
      var bytes = whole
      let range = page * Self.pageSize..<(page + 1) * Self.pageSize
      bytes.replaceSubrange(range, with: Data(count: Self.pageSize))
      let path = scratch.path + "/hole\(page)"
      try bytes.write(to: URL(filePath: path))
      let check = try StoreRescue.repair(path, to: path + "-new")
      // No row takes less than 32 bytes with its place in the page; a table's other rows stay, and so do those
      // that hang in a lost page, or belong to a cell whose row was there.
      #expect(
        count("observation", check) >= rows - Self.pageSize / 32,
        "page \(page + 1): \(check.faults)")
    }
  }

  @Test func aRowThatWasReplacedDoesNotComeBack() throws {
    let folder = try ScratchFolder()
    let path = folder.path + "/r.sqlite"
    let store = try SQLiteStore(path: path)
    let record = StoreFixture.record(decoders: ["a", "b"], trials: trials)
    let run = try store.begin(record).number
    let observations = StoreFixture.observations(decoders: 2, trials: trials)
    // Of other times, and so long that pages are free after them, which still hold them.
    try store.append(
      observations.map {
        var old = copy $0
        old.wallNanoseconds = 7
        old.finding.detail = String(repeating: "x", count: 400)
        return old
      }, toRun: run)
    try store.append(observations, toRun: run)
    try StoreForge.forge(path, "")
    var bytes = try Data(contentsOf: URL(filePath: path))
    bytes.removeLast(Self.pageSize)
    let (check, new) = try repair(bytes, "replaced")
    #expect(try found(new) == count("observation", check))
  }

  /// Checks a store that is copied to a folder while its rows are in its log.
  private func expectSoundAndUntouched(_ folder: ScratchFolder, _ prepare: () throws -> Void = {})
    throws
  {
    let live = try ScratchFolder()
    let store = try SQLiteStore(path: live.path + "/s.sqlite")
    let run = try store.begin(StoreFixture.record(decoders: ["a", "b"], trials: trials)).number
    try store.append(StoreFixture.observations(decoders: 2, trials: trials), toRun: run)
    let names = ["s.sqlite", "s.sqlite-wal"]
    try withExtendedLifetime(store) {
      for name in names {
        try FileManager.default.copyItem(
          atPath: live.path + "/" + name, toPath: folder.path + "/" + name)
      }
    }
    try prepare()
    let check = try StoreCheck(ofFile: folder.path + "/s.sqlite")
    #expect(check.isSound && count("observation", check) == rows, "\(check)")
    #expect(folder.names() == names)
  }

  @Test func aCheckLeavesNothingBehind() throws { try expectSoundAndUntouched(ScratchFolder()) }

  @Test(
    .enabled(
      if: SmallDisk.canBeMounted, "a disk for readers takes root, and the right to mount"))
  func aStoreOnADiskForReadersIsCheckedAndNotOpened() throws {
    let disk = try ScratchFolder()
    try #require(SmallDisk.mount(on: disk.path, kilobytes: 16 * whole.count / 1024))
    defer { SmallDisk.unmount(disk.path) }
    try expectSoundAndUntouched(disk) { try #require(SmallDisk.makeReadOnly(disk.path)) }
    let unopened = #expect(throws: StoreError.self) {
      try SQLiteStore(path: disk.path + "/s.sqlite", isNew: false)
    }
    #expect(unopened?.message.contains("it or its folder cannot be written") == true)
    let unmade = #expect(throws: FileError.self) {
      try AtomicFile(path: disk.path + "/new", isDurable: false)
    }
    #expect(unmade?.reason.contains("the file system is read-only") == true)
  }

  @Test func aMergeTakesNoStoreThatACheckRejects() throws {
    let path = scratch.path + "/b.sqlite"
    try whole.write(to: URL(filePath: path))
    try StoreForge.forge(
      path, "UPDATE block SET times = zeroblob(length(times)) WHERE cell = 1 AND number = 0")
    let fault = try #require(try StoreCheck(ofFile: path).faults.first)
    let error = #expect(throws: StoreError.self) {
      try StoreMerge(into: SQLiteStore(path: scratch.path + "/all.sqlite")).take([path])
    }
    #expect(error?.message.contains(fault.problem) == true, "\(error?.message ?? "")")
  }
}

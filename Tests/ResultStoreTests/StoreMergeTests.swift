import Foundation
import ResultStore
import Results
import Testing

@Suite struct StoreMergeTests {
  private let folder = FileManager.default.temporaryDirectory
    .appending(path: "merge-\(UUID().uuidString)").path

  /// A store with one finished slice of a run by decoders a and b.
  private func slice(
    _ index: Int, of count: Int, on processor: String? = nil, ending: Ending = .finished,
    alter: (inout Observation) -> Void = { _ in }
  ) throws -> String {
    let path = folder + "/\(index)-\(UUID().uuidString).sqlite"
    let store = try SQLiteStore(path: path)
    let shard = Shard(index: index, count: count)
    var record = StoreFixture.record(decoders: ["a", "b"], shard: shard)
    record.provenance.processor = processor ?? record.provenance.processor
    let run = try store.begin(record).number
    let schedule = record.corpus.numbering
    var observations = StoreFixture.observations(decoders: 2).filter {
      schedule.belongs(schedule.number(of: $0.place), to: shard)
    }
    for place in observations.indices { alter(&observations[place]) }
    try store.append(observations, toRun: run)
    var outcome = StoreFixture.outcome
    outcome.wasStopped = ending == .stopped
    if ending != .killed { try store.finish(run: run, outcome: outcome) }
    return path
  }

  private enum Ending {
    case finished, stopped, killed
  }

  @Test func slicesThatWereCutOffAreNamedUnlessTheyWereRunAgain() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let slices = try [
      slice(1, of: 4), slice(2, of: 4, ending: .killed), slice(3, of: 4, ending: .stopped),
      slice(4, of: 4, ending: .killed), slice(4, of: 4),
    ]
    let store = try SQLiteStore(path: folder + "/all.sqlite")
    let result = try StoreMerge(into: store).take(slices)
    let run = try #require(result.runs.first)
    #expect(result.unfinished == [run: [2, 3].map { Shard(index: $0, count: 4) }])
    #expect(result.missing.isEmpty)
    #expect(try store.record(ofRun: run).1?.wasStopped == true)
    let whole = try SQLiteStore(path: folder + "/whole.sqlite")
    let again = try StoreMerge(into: whole).take(slices + [slice(2, of: 4), slice(3, of: 4)])
    #expect(again.unfinished.isEmpty && again.missing.isEmpty)
    #expect(try whole.record(ofRun: try #require(again.runs.first)).1?.wasStopped == false)
  }

  @Test func slicesAreReadFromPlainFilesAlone() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let real = try slice(1, of: 1)
    func refusal(_ name: String, _ make: (String) throws -> Void) throws -> String {
      let path = "\(folder)/\(name)"
      try make(path)
      let store = path.hasSuffix("-wal") ? String(path.dropLast(4)) : path
      let error = #expect(throws: StoreError.self) { _ = try StoreMerge.sources([store]) }
      return error?.message ?? ""
    }
    let link = { try FileManager.default.createSymbolicLink(atPath: $0, withDestinationPath: real) }
    #expect(try refusal("link.sqlite", link).contains("it is a link, and links made by others"))
    try FileManager.default.copyItem(atPath: real, toPath: folder + "/log.sqlite")
    #expect(try refusal("log.sqlite-wal", link).contains("log.sqlite-wal is a link"))
    #expect(try refusal("pipe.sqlite") { mkfifo($0, 0o600) }.contains("it is a device or a pipe"))
    #expect(
      try refusal("huge.sqlite") {
        try FileManager.default.copyItem(atPath: real, toPath: $0)
        truncate($0, 65 << 30)
      }.contains("it is larger than"))
    #expect(try refusal("absent.sqlite") { _ in }.contains("there is no such file"))
    #expect(try StoreMerge.sources([real]).count == 1)
  }

  @Test func slicesBecomeTheWholeRunInWhateverOrderTheyCome() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let slices = try [3, 1, 2].map { try slice($0, of: 3) }
    let store = try SQLiteStore(path: folder + "/all.sqlite")
    let result = try StoreMerge(into: store).take(slices)
    #expect(result.missing.isEmpty && result.unfinished.isEmpty && result.contradictions == 0)
    let run = try #require(result.runs.first)
    #expect(result.runs.count == 1)
    #expect(try StoreFixture.all(store, run) == StoreFixture.observations(decoders: 2))
    let (record, outcome) = try store.record(ofRun: run)
    #expect(record == StoreFixture.record(decoders: ["a", "b"]))
    #expect(outcome?.wallSeconds == 3 && outcome?.wasStopped == false)
  }

  @Test func theMachinesOfAllSlicesAreNamed() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let slices = try [(1, "x"), (2, "y"), (3, "x"), (4, "z")].map { try slice($0, of: 4, on: $1) }
    let store = try SQLiteStore(path: folder + "/all.sqlite")
    let run = try #require(try StoreMerge(into: store).take(slices).runs.first)
    let provenance = try store.record(ofRun: run).0.provenance
    #expect(provenance.processor == "x")
    let cores = provenance.machine.dropFirst("x".count)
    #expect(provenance.otherMachines == ["y\(cores)", "z\(cores)"])
  }

  @Test func aMissingSliceIsNamedAndTheRunIsNotCalledFinished() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let store = try SQLiteStore(path: folder + "/all.sqlite")
    let result = try StoreMerge(into: store).take([slice(1, of: 3), slice(3, of: 3)])
    let run = try #require(result.runs.first)
    #expect(result.missing == [run: [Shard(index: 2, count: 3)]])
    #expect(try store.record(ofRun: run).1?.wasStopped == true)
  }

  @Test func theSameSliceTwiceIsNoContradictionAndAnotherVerdictIs() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let store = try SQLiteStore(path: folder + "/all.sqlite")
    let first = try slice(1, of: 1)
    #expect(try StoreMerge(into: store).take([first, first]).contradictions == 0)
    let other = try slice(1, of: 1) { observation in
      if observation.decoder == 1, observation.place.trial == 4 {
        observation.finding = Finding(.crash)
      }
    }
    let expected = StoreFixture.observations(decoders: 2)
    let changed = expected.count {
      $0.decoder == 1 && $0.place.trial == 4 && $0.verdict != .crash
    }
    let result = try StoreMerge(into: store).take([other])
    #expect(result.contradictions == changed)
    let run = try #require(result.runs.first)
    #expect(try StoreFixture.all(store, run) == expected, "the first is kept")
  }

  @Test func readingsComeFromWhicheverStoreKeptThem() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let bare = try slice(1, of: 1) { $0.readings = [] }
    let full = try slice(1, of: 1)
    let other = try slice(1, of: 1) { observation in
      // Another answer with the same verdict: its readings belong to another observation.
      observation.readingCount = observation.readingCount.map { $0 + 1 }
      observation.readings = [KeptReading(symbology: .aztec, bytes: [9])]
    }
    let expected = StoreFixture.observations(decoders: 2)
    for (number, sources) in [[bare, full], [full, bare], [full, other], [full]].enumerated() {
      let store = try SQLiteStore(path: folder + "/all-\(number).sqlite")
      let run = try #require(try StoreMerge(into: store).take(sources).runs.first)
      let merged = try StoreFixture.all(store, run)
      // Readings that nobody counted fit any.
      #expect(
        merged.filter { $0.readingCount != nil } == expected.filter { $0.readingCount != nil },
        "\(number)")
    }
  }

  @Test func runsOfOtherPlansStayApart() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let store = try SQLiteStore(path: folder + "/all.sqlite")
    let result = try StoreMerge(into: store).take([
      slice(1, of: 2), slice(1, of: 1), slice(2, of: 2),
    ])
    #expect(result.runs.count == 2 && result.missing.isEmpty)
  }

  @Test func aFileThatIsNotThereIsNamed() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let store = try SQLiteStore(path: folder + "/all.sqlite")
    let error = #expect(throws: StoreError.self) {
      try StoreMerge(into: store).take([folder + "/nothing.sqlite"])
    }
    #expect(error?.message.contains("nothing.sqlite") == true)
    #expect(!FileManager.default.fileExists(atPath: folder + "/nothing.sqlite"))
  }
}

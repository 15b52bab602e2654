import Foundation
import ResultStore
import Results
import Testing

@Suite struct SQLiteStoreTests {
  private let folder = FileManager.default.temporaryDirectory
    .appending(path: "store-\(UUID().uuidString)").path

  @Test func whatIsWrittenIsReadBackToTheBitAfterReopening() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = folder + "/deep/er/observations.sqlite"
    let written = StoreFixture.observations(decoders: 2)
    let run: Int
    do {
      let store = try SQLiteStore(path: path)
      run = try store.begin(StoreFixture.record(decoders: ["a", "b"])).number
      // Appended in pieces and out of order: the store must restore the order.
      try store.append(Array(written[20...]).reversed(), toRun: run)
      try store.append(Array(written[..<20]), toRun: run)
      try store.finish(
        run: run,
        outcome: RunOutcome(
          wallSeconds: 1.5, cost: RunCost(), givenUp: ["x"], wasStopped: true))
    }
    let store = try SQLiteStore(path: path)
    let read = try StoreFixture.all(store, run)
    #expect(read.count == written.count)
    #expect(zip(read, written).first { $0 != $1 }.map { [$0, $1] } == nil)
    let (storedRecord, outcome) = try store.record(ofRun: run)
    #expect(storedRecord == StoreFixture.record(decoders: ["a", "b"]))
    #expect(outcome?.givenUp == ["x"] && outcome?.wasStopped == true)
  }

  @Test func aNewStoreIsOpenedByManyInTheSameMoment() async throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for number in 0..<25 {
      let path = folder + "/\(number).sqlite"
      let runs = await withTaskGroup(of: Result<Int, any Error>.self) { group in
        for name in ["a", "b", "c", "d"] {
          group.addTask {
            Result {
              try SQLiteStore(path: path).begin(StoreFixture.record(decoders: [name])).number
            }
          }
        }
        return await group.reduce(into: []) { $0.append($1) }
      }
      #expect(try runs.map { try $0.get() }.sorted() == [1, 2, 3, 4])
    }
  }

  @Test func aBatchIsWrittenWholeOrNotAtAll() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let store = try SQLiteStore(path: folder + "/s.sqlite")
    let run = try store.begin(StoreFixture.record(decoders: ["a"])).number
    let good = StoreFixture.observations(decoders: 1)
    try store.append([good[1]], toRun: run)
    var bad = good[2]
    bad.wallNanoseconds = -1
    #expect(throws: StoreError.self) { try store.append([good[3], bad], toRun: run) }
    #expect(try StoreFixture.all(store, run) == [good[1]])
  }

  @Test func anObservationMadeAnewTakesThePlaceOfTheOldOne() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let store = try SQLiteStore(path: folder + "/s.sqlite")
    let run = try store.begin(StoreFixture.record(decoders: ["a"])).number
    var observation = StoreFixture.observations(decoders: 1)[0]
    try store.append([observation], toRun: run)
    observation.readings = [KeptReading(symbology: .qrCode, bytes: [1])]
    try store.append([observation], toRun: run)
    observation.finding = Finding(.crash, detail: "SIGABRT")
    (observation.readingCount, observation.readings) = (1, [])
    try store.append([observation], toRun: run)
    #expect(try StoreFixture.all(store, run) == [observation])
  }

  @Test func aRunSeesWhatAnEarlierOneObservedOfTheSameCells() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let store = try SQLiteStore(path: folder + "/s.sqlite")
    let first = try store.begin(StoreFixture.record(decoders: ["a", "b"])).number
    let written = StoreFixture.observations(decoders: 2)
    try store.append(written, toRun: first)
    try store.finish(run: first, outcome: StoreFixture.outcome)

    // b comes first now, c is new, and one more trial is planned.
    let second = try store.begin(StoreFixture.record(decoders: ["b", "c"], trials: 6))
    #expect(!second.isContinued && second.number != first)
    let read = try StoreFixture.all(store, second.number)
    let expected = written.filter { $0.decoder == 1 }.map { old in
      var new = old
      new.decoder = 0
      return new
    }
    #expect(read == expected)

    let fewer = try store.begin(StoreFixture.record(decoders: ["a"], trials: 2)).number
    #expect(try StoreFixture.all(store, fewer).allSatisfy { $0.place.trial < 2 })
  }

  @Test func otherSamplesOrAnotherFingerprintShareNothing() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let store = try SQLiteStore(path: folder + "/s.sqlite")
    let run = try store.begin(StoreFixture.record(decoders: ["a"])).number
    try store.append(StoreFixture.observations(decoders: 1), toRun: run)
    try store.finish(run: run, outcome: StoreFixture.outcome)
    let reseeded = try store.begin(StoreFixture.record(decoders: ["a"], seed: 2)).number
    #expect(try StoreFixture.all(store, reseeded).isEmpty)
    let rebuilt = try store.begin(
      StoreFixture.record(decoders: ["a"], fingerprintSalt: "rebuilt")
    ).number
    #expect(try StoreFixture.all(store, rebuilt).isEmpty)
  }

  @Test func timeoutsAndFailuresAreTriedAgainAndEverythingElseIsNot() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let store = try SQLiteStore(path: folder + "/s.sqlite")
    let record = StoreFixture.record(decoders: ["a"], trials: Verdict.allCases.count)
    let run = try store.begin(record).number
    for (trial, verdict) in Verdict.allCases.enumerated() {
      try store.append(
        [
          Observation(
            decoder: 0, place: .init(group: 1, level: 0, trial: trial), finding: Finding(verdict))
        ], toRun: run)
    }
    let observed = try store.observedTrials(ofRun: run)
    for (trial, verdict) in Verdict.allCases.enumerated() {
      let number = record.corpus.numbering.number(of: .init(group: 1, level: 0, trial: trial))
      #expect(
        observed.contains(decoder: 0, sample: number) == ![.timeout, .failed].contains(verdict))
    }
  }

  @Test func onlyARunThatWasCutShortIsCarriedOnAndOnlyByItsOwnPlan() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let store = try SQLiteStore(path: folder + "/s.sqlite")
    let record = StoreFixture.record(decoders: ["a"])
    let first = try store.begin(record)
    #expect(!first.isContinued)
    // A killed run has no outcome. The next one starts later and uses more cores.
    var later = record
    later.provenance.startedAt = "2026-02-02T00:00:00Z"
    later.settings.jobs = 16
    // The killed run may have been an older harness's, which did not write this down.
    later.corpus.groups[0].turnDegrees = 90
    #expect(try store.begin(later) == OpenedRun(number: first.number, isContinued: true))

    var stopped = StoreFixture.outcome
    stopped.wasStopped = true
    try store.finish(run: first.number, outcome: stopped)
    #expect(try store.begin(record) == OpenedRun(number: first.number, isContinued: true))

    let other = try store.begin(StoreFixture.record(decoders: ["a"], trials: 4))
    #expect(!other.isContinued && other.number != first.number)
    try store.finish(run: other.number, outcome: StoreFixture.outcome)
    let again = try store.begin(StoreFixture.record(decoders: ["a"], trials: 4))
    #expect(!again.isContinued, "a run that is finished is not carried on")
  }

  @Test func aFileThatIsNoStoreIsNamedAndLeftAsItIs() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let path = folder + "/s.sqlite"
    let content = Data(String(repeating: "this is not a database. ", count: 100).utf8)
    try content.write(to: URL(filePath: path))
    let error = #expect(throws: StoreError.self) { try SQLiteStore(path: path) }
    #expect(error?.message.contains(path) == true)
    #expect(error?.message.contains("not a result store") == true)
    #expect(try Data(contentsOf: URL(filePath: path)) == content)
  }

  @Test func somebodyElsesDatabaseIsNotWrittenTo() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = folder + "/s.sqlite"
    try StoreFixture.execute("CREATE TABLE contacts (name TEXT)", inFile: path)
    let error = #expect(throws: StoreError.self) { try SQLiteStore(path: path) }
    #expect(error?.message.contains("another program") == true, "\(error?.message ?? "")")
  }

  /// The states that a kill leaves while the store is made: marked without tables, and the migrations'
  /// table alone, from before the mark came first.
  @Test(arguments: [
    "PRAGMA application_id = 1651663720",
    "CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)",
  ])
  func aStoreThatWasHalfMadeIsCompleted(state: String) throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = folder + "/s.sqlite"
    try StoreFixture.execute(state, inFile: path)
    let store = try SQLiteStore(path: path)
    #expect(try store.begin(StoreFixture.record(decoders: ["a"])).isContinued == false)
  }

  /// The first layout joined a worker's ending and its last words in one column.
  @Test func aStoreOfTheFirstLayoutIsReadWithEndingAndLastWordsApart() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = folder + "/s.sqlite"
    let joined: [(Verdict, String)] = [
      (.crash, "killed by SIGABRT; it printed: a\nb; it printed: c"),
      (.failed, "broke the protocol; it printed: x"), (.crash, "exited with code 3"),
      (.misread, "QR Code: ; it printed: y"),
    ]
    let observations = joined.enumerated().map { trial, one in
      Observation(
        decoder: 0, place: .init(group: 0, level: 0, trial: trial),
        finding: Finding(one.0, detail: one.1))
    }
    do {
      let store = try SQLiteStore(path: path)
      let run = try store.begin(StoreFixture.record(decoders: ["a"])).number
      try store.append(observations, toRun: run)
    }
    try StoreFixture.execute(
      """
      ALTER TABLE observation DROP COLUMN printed;
      DELETE FROM grdb_migrations WHERE identifier LIKE 'printed%';
      """, inFile: path)
    let read = try StoreFixture.all(SQLiteStore(path: path), 1).map(\.finding)
    #expect(
      read.map(\.detail)
        == ["killed by SIGABRT", "broke the protocol", "exited with code 3", joined[3].1])
    #expect(read.map(\.printed) == ["a\nb; it printed: c", "x", nil, nil])
  }

  /// The second layout knew neither outlines nor readings.
  @Test func aStoreOfTheSecondLayoutSaysThatNobodyLookedAtReadings() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = folder + "/s.sqlite"
    let written = StoreFixture.observations(decoders: 1)
    do {
      let store = try SQLiteStore(path: path)
      let run = try store.begin(StoreFixture.record(decoders: ["a"])).number
      try store.append(written, toRun: run)
    }
    try StoreFixture.execute(
      """
      DROP TABLE reading;
      ALTER TABLE observation DROP COLUMN outlines;
      ALTER TABLE observation DROP COLUMN readings;
      DELETE FROM grdb_migrations WHERE identifier LIKE 'outlines%';
      """, inFile: path)
    let store = try SQLiteStore(path: path)
    let expected = written.map { observation in
      var old = observation
      old.finding.outlines = nil
      (old.readingCount, old.readings) = (nil, [])
      return old
    }
    #expect(try StoreFixture.all(store, 1) == expected)
    // What is made anew is written in the new layout.
    try store.append([written[3]], toRun: store.begin(StoreFixture.record(decoders: ["a"])).number)
    #expect(try StoreFixture.all(store, 1)[3] == written[3])
  }

  /// The third layout knew no meanings.
  @Test func aStoreOfTheThirdLayoutSaysThatNobodyAskedForMeanings() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = folder + "/s.sqlite"
    let written = StoreFixture.observations(decoders: 1)
    #expect(written.contains { $0.finding.meanings != nil })
    do {
      let store = try SQLiteStore(path: path)
      let run = try store.begin(StoreFixture.record(decoders: ["a"])).number
      try store.append(written, toRun: run)
      #expect(try StoreFixture.all(store, 1).map(\.finding) == written.map(\.finding))
    }
    try StoreFixture.execute(
      """
      ALTER TABLE observation DROP COLUMN meanings;
      DELETE FROM grdb_migrations WHERE identifier = 'meanings';
      """, inFile: path)
    let read = try StoreFixture.all(SQLiteStore(path: path), 1)
    #expect(read.count == written.count)
    #expect(read.allSatisfy { $0.finding.meanings == nil })
  }

  @Test func readingsAreReadOnlyWhereTheyAreAskedFor() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let store = try SQLiteStore(path: folder + "/s.sqlite")
    let run = try store.begin(StoreFixture.record(decoders: ["a"])).number
    try store.append(StoreFixture.observations(decoders: 1), toRun: run)
    var counts: [Int?] = []
    try store.forEachObservation(ofRun: run) { observation in
      #expect(observation.readings.isEmpty)
      counts.append(observation.readingCount)
    }
    #expect(counts == StoreFixture.observations(decoders: 1).map(\.readingCount))
  }

  @Test func onlyObservationsWithTheirReadingsAreFoundWhereReadingsAreWanted() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let store = try SQLiteStore(path: folder + "/s.sqlite")
    let record = StoreFixture.record(decoders: ["a"], trials: 6)
    let run = try store.begin(record).number
    let reading = KeptReading(symbology: .qrCode, bytes: [1])
    let cases: [(Verdict, count: Int?, readings: [KeptReading], isWhole: Bool)] = [
      (.read, 1, [reading], true), (.read, 1, [], false), (.read, nil, [], false),
      (.noRead, 0, [], true), (.noRead, nil, [], false), (.crash, nil, [], true),
    ]
    for (trial, one) in cases.enumerated() {
      try store.append(
        [
          Observation(
            decoder: 0, place: .init(group: 0, level: 1, trial: trial), finding: Finding(one.0),
            readingCount: one.count, readings: one.readings)
        ], toRun: run)
    }
    let (all, whole) = try (
      store.observedTrials(ofRun: run), store.observedTrials(ofRun: run, withReadings: true)
    )
    for (trial, one) in cases.enumerated() {
      let number = record.corpus.numbering.number(of: .init(group: 0, level: 1, trial: trial))
      #expect(all.contains(decoder: 0, sample: number))
      #expect(whole.contains(decoder: 0, sample: number) == one.isWhole, "\(one)")
    }
    #expect((all.total, whole.total) == (6, 3))
  }

  @Test func damagedOutlinesAreAnErrorAndNotAResult() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = folder + "/s.sqlite"
    let store = try SQLiteStore(path: path)
    let run = try store.begin(StoreFixture.record(decoders: ["a"])).number
    try store.append([StoreFixture.observations(decoders: 1)[2]], toRun: run)
    try StoreFixture.execute("UPDATE observation SET outlines = x'FFFF0000'", inFile: path)
    #expect(throws: StoreError.self) { try StoreFixture.all(store, run) }
  }

  @Test func aStoreOfAnotherLayoutIsNotWrittenTo() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = folder + "/s.sqlite"
    try StoreFixture.execute(
      "CREATE TABLE run (id INTEGER); CREATE TABLE observation (run INTEGER)", inFile: path)
    let error = #expect(throws: StoreError.self) { try SQLiteStore(path: path) }
    #expect(error?.message.contains("another version") == true, "\(error?.message ?? "")")
  }

  @Test func anUnknownRunIsAnErrorAndNotAnEmptyOne() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let store = try SQLiteStore(path: folder + "/s.sqlite")
    #expect(throws: StoreError.self) { try store.record(ofRun: 99) }
  }
}

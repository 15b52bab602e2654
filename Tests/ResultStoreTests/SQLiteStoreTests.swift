import Evaluation
import Foundation
import ResultStore
import Testing

@Suite struct SQLiteStoreTests {
  private let folder = FileManager.default.temporaryDirectory
    .appending(path: "store-\(UUID().uuidString)").path

  private func observation(_ sample: Int, decoder: Int = 0) -> Observation {
    Observation(
      sample: sample, decoder: decoder, sampleHash: String(repeating: "ab", count: 16),
      verdict: Verdict.allCases[sample % Verdict.allCases.count],
      extras: Extras(duplicates: sample % 3, wrong: sample % 2),
      wallNanoseconds: 1000 + sample, cpuNanoseconds: 900 + sample, wasRetried: sample % 5 == 0,
      detail: sample % 4 == 0 ? "it said: \"quoted\"; DROP TABLE ä\u{1}" : nil)
  }

  private func record() throws -> RunRecord {
    let json = """
      {"corpus":{"name":"c","version":1,"title":"t","question":"q","sha256":"00","seed":18446744073709551615,
      "trials":2,"axis":"module-size","unit":"px","harder":"smaller","levels":["1","1.37"],
      "groups":[{"id":"r/c","symbology":"qr-code"}],"usesSymbologyHints":false},
      "contestants":[],"absentees":[],"settings":{"jobs":1,"timeoutSeconds":5,
      "deathsBeforeGivingUp":10},"provenance":{"harnessVersion":"t","startedAt":"t","system":"t",
      "processor":"t","cores":1}}
      """
    return try JSONDecoder().decode(RunRecord.self, from: Data(json.utf8))
  }

  @Test func whatIsWrittenIsReadBackToTheBitAfterReopening() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = folder + "/deep/er/observations.sqlite"
    let written = (0..<50).map { observation($0) } + (0..<50).map { observation($0, decoder: 1) }
    let run: Int
    do {
      let store = try SQLiteStore(path: path)
      run = try store.begin(record())
      // Out of order, in pieces: order is the store's business.
      try store.append(Array(written[50...]).reversed(), toRun: run)
      try store.append(Array(written[..<50]), toRun: run)
      try store.finish(
        run: run,
        outcome: RunOutcome(
          wallSeconds: 1.5, cost: RunCost(), givenUp: ["x"], wasStopped: true))
    }
    let store = try SQLiteStore(path: path)
    var read: [Observation] = []
    try store.forEachObservation(ofRun: run) { read.append(copy $0) }
    #expect(read.count == written.count)
    #expect(zip(read, written).first { $0 != $1 }.map { [$0, $1] } == nil)
    let (storedRecord, outcome) = try store.record(ofRun: run)
    #expect(try storedRecord == record())
    #expect(outcome?.givenUp == ["x"] && outcome?.wasStopped == true)
  }

  @Test func aBatchIsWrittenWholeOrNotAtAll() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let store = try SQLiteStore(path: folder + "/s.sqlite")
    let run = try store.begin(record())
    try store.append([observation(1)], toRun: run)
    #expect(throws: StoreError.self) {
      try store.append([observation(2), observation(1)], toRun: run)
    }
    var samples: [Int] = []
    try store.forEachObservation(ofRun: run) { samples.append($0.sample) }
    #expect(samples == [1])
  }

  @Test func runsDoNotSeeEachOther() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let store = try SQLiteStore(path: folder + "/s.sqlite")
    let first = try store.begin(record())
    let second = try store.begin(record())
    try store.append([observation(1)], toRun: first)
    try store.append([observation(1), observation(2)], toRun: second)
    var count = 0
    try store.forEachObservation(ofRun: first) { _ in count += 1 }
    #expect(count == 1)
    #expect(try store.record(ofRun: first).1 == nil)
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

  @Test func anUnknownRunIsAnErrorAndNotAnEmptyOne() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let store = try SQLiteStore(path: folder + "/s.sqlite")
    #expect(throws: StoreError.self) { try store.record(ofRun: 99) }
  }
}

import Foundation
import GRDB
import Results
import TestSupport
import Testing

@testable import ResultStore

/// Outcomes as columns, beside the observations that they are made of.
@Suite struct BlockTests {
  private static let trials = 2500

  /// All blocks of a run, with the observations that did not answer.
  private func blocks(_ store: SQLiteStore, _ run: Int, group: Int? = nil) throws -> [OutcomeBlock]
  {
    var blocks: [OutcomeBlock] = []
    for decoder in try store.record(ofRun: run).0.decoders.indices {
      try store.forEachBlock(
        ofRun: run, decoder: decoder, group: group, detailing: \.isBreakage
      ) { blocks.append(copy $0) }
    }
    return blocks
  }

  /// The blocks that a run's observations make, one by one.
  private func blocksOfRows(
    _ store: SQLiteStore, _ run: Int, group: Int? = nil
  ) throws -> [OutcomeBlock] {
    var builders: [OutcomeBlock.Builder] = []
    var decoder = -1
    try store.forEachObservation(ofRun: run) { observation in
      let place = observation.place
      guard group == nil || place.group == group else { return }
      if decoder != observation.decoder || builders.last?.holds(place) != true {
        decoder = observation.decoder
        builders.append(OutcomeBlock.Builder(holding: place))
      }
      builders[builders.count - 1].add(
        observation, isDetailed: observation.verdict.isBreakage)
    }
    return builders.compactMap(\.block)
  }

  private func storedBlocks(_ path: String) throws -> Int {
    try DatabaseQueue(path: path).read { try Int.fetchOne($0, sql: "SELECT count(*) FROM block") }
      ?? 0
  }

  @Test func blocksAreWhatTheObservationsSayWhoeverWritesThem() throws {
    let scratch = try ScratchFolder()
    let path = scratch.path + "/s.sqlite"
    var random = SeededGenerator(seed: SeededGenerator.testSeed)
    let store = try SQLiteStore(path: path)
    let run = try store.begin(StoreFixture.record(decoders: ["a"], trials: Self.trials)).number
    let all = StoreFixture.observations(decoders: 1, trials: Self.trials)
      .map { ($0.place.trial + Int.random(in: 0...600, using: &random), $0) }
      .sorted { $0.0 < $1.0 }.map(\.1)
    for start in stride(from: 0, to: all.count, by: 1000) {
      try store.append(Array(all[start..<min(start + 1000, all.count)]), toRun: run)
      guard start % 3000 == 0 else { continue }
      #expect(try blocks(store, run) == blocksOfRows(store, run))
    }
    // Before a run is closed, blocks are there for what was full long ago.
    #expect(try 4...12 ~= storedBlocks(path))
    try store.finish(run: run, outcome: StoreFixture.outcome)
    #expect(try storedBlocks(path) == 12)
    #expect(try blocks(store, run).count == 12)
    #expect(try blocks(store, run) == blocksOfRows(store, run))
    #expect(try blocks(store, run, group: 1) == blocksOfRows(store, run, group: 1))

    // A second process makes some observations anew, while the first one reads.
    let other = try SQLiteStore(path: path)
    let again = try other.begin(
      StoreFixture.record(decoders: ["a"], trials: Self.trials), anew: true
    ).number
    let changed = all.prefix(50).map { old in
      var new = old
      new.finding = Finding(.timeout, detail: "late")
      return new
    }
    try other.append(changed, toRun: again)
    #expect(try storedBlocks(path) < 12)
    #expect(try blocks(store, run) == blocksOfRows(store, run))
    // Closed runs get back what they lack.
    #expect(try blocks(SQLiteStore(path: path), run) == blocksOfRows(store, run))
    #expect(try storedBlocks(path) == 12)
  }

  @Test func aRunOfFewerTrialsSeesNoMoreOfABlock() throws {
    let scratch = try ScratchFolder()
    let store = try SQLiteStore(path: scratch.path + "/s.sqlite")
    let run = try store.begin(StoreFixture.record(decoders: ["a"], trials: Self.trials)).number
    try store.append(StoreFixture.observations(decoders: 1, trials: Self.trials), toRun: run)
    try store.finish(run: run, outcome: StoreFixture.outcome)
    for trials in [1, 63, 64, 65, 1023, 1024, 1025, 1100, 2048, 2499] {
      let part = try store.begin(StoreFixture.record(decoders: ["a"], trials: trials)).number
      #expect(try blocks(store, part) == blocksOfRows(store, part), "\(trials) trials")
      try store.finish(run: part, outcome: StoreFixture.outcome)
      let summary = try store.runs().last
      #expect(summary?.observed == 4 * trials && summary?.planned == 4 * trials)
    }
  }

  /// Also the state after a kill: the migration adds an empty table.
  @Test func aStoreWithoutBlocksIsReadAndGetsThem() throws {
    let scratch = try ScratchFolder()
    let path = scratch.path + "/s.sqlite"
    try StoreForge.makeStore(path, trials: 1100)
    let expected = try blocks(SQLiteStore(path: path), 1)
    try StoreFixture.execute(
      """
      DROP TABLE block;
      DELETE FROM grdb_migrations WHERE identifier = 'outcomes as columns';
      """, inFile: path)
    let store = try SQLiteStore(path: path)
    #expect(try storedBlocks(path) == 0)
    #expect(try blocks(store, 1) == expected)
    #expect(try storedBlocks(path) == 16)
    #expect(try StoreCheck(ofFile: path).isSound)
    // A second look finds some of them gone, as after a kill while they were made.
    try StoreFixture.execute("DELETE FROM block WHERE (cell + number) % 3 = 0", inFile: path)
    #expect(try blocks(SQLiteStore(path: path), 1) == expected)
    #expect(try storedBlocks(path) == 16)
  }

  @Test func theCheckFindsBlocksThatDifferAndRepairMakesThemAnew() throws {
    let scratch = try ScratchFolder()
    let path = scratch.path + "/s.sqlite"
    try StoreForge.makeStore(path)
    let expected = try blocks(SQLiteStore(path: path), 1)
    for (number, sql) in [
      // Plausible times; another cell's outcomes; observations that are gone, and that came.
      "UPDATE block SET times = zeroblob(length(times)) WHERE cell = 2",
      "UPDATE block SET outcomes = (SELECT outcomes FROM block WHERE cell = 7) WHERE cell = 8",
      "DELETE FROM observation WHERE cell = 3 AND trial = 1",
      "UPDATE observation SET is_strict = 1 - is_strict WHERE cell = 4 AND trial = 2",
    ].enumerated() {
      let (forged, new) = (scratch.path + "/f\(number).sqlite", scratch.path + "/n\(number).sqlite")
      try StoreRescue.backUp(path, to: forged)
      try StoreForge.forge(forged, sql)
      let check = try StoreCheck(ofFile: forged)
      #expect(check.faults.contains { $0.table == "block" }, "\(sql)")
      _ = try StoreRescue.repair(forged, to: new)
      #expect(try StoreCheck(ofFile: new).isSound)
      let store = try SQLiteStore(path: new)
      #expect(try blocks(store, 1) == blocksOfRows(store, 1))
      #expect(try number > 1 || blocks(store, 1) == expected)
    }
  }

  @Test func bytesThatNobodyHasWrittenAreRefusedOrMakeABlock() throws {
    var builder = OutcomeBlock.Builder(holding: .init(group: 0, level: 0, trial: 1024))
    for observation in StoreFixture.observations(decoders: 1, trials: 1100)
    where observation.place.group == 0 && observation.place.level == 0 {
      if builder.holds(observation.place) { builder.add(observation) }
    }
    let block = try #require(builder.block)
    let (outcomes, times) = (block.storedOutcomes, block.storedTimes)
    func read(_ outcomes: Data, _ times: Data) -> OutcomeBlock? {
      outcomes.withUnsafeBytes { outcomes in
        times.withUnsafeBytes { OutcomeBlock(first: block.first, outcomes: outcomes, times: $0) }
      }
    }
    #expect(read(outcomes, times) == block)
    #expect(read(outcomes + [0], times) == nil && read(outcomes, times + [0, 0, 0, 0]) == nil)
    for count in 0..<outcomes.count { #expect(read(outcomes.prefix(count), times) == nil) }
    var random = SeededGenerator(seed: SeededGenerator.testSeed)
    var accepted = 0
    for _ in 0..<4000 {
      var (changed, times) = (outcomes, times)
      let place = Int.random(in: 0..<changed.count, using: &random)
      changed[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      if Bool.random(using: &random) {
        times[Int.random(in: 0..<times.count, using: &random)] = 0xFF
      }
      guard let other = read(changed, times) else { continue }
      accepted += 1
      #expect(other != block && other.storedOutcomes == changed && other.storedTimes == times)
    }
    #expect(accepted > 100, "a changed class or letter is as good as the old one")
  }
}

import Results
import Statistics
import Testing

@testable import RunFixtures
@testable import Runs

/// Two runs that need not be alike, compared as far as they compare.
@Suite struct RunDifferenceTests {
  private static let trials = 12

  private func record(
    _ decoders: [String] = ["a"], levels: String = "1, 2, 3, 4"
  ) throws -> RunRecord {
    Fixture.record(
      try Fixture.corpus(levels: levels, trials: Self.trials),
      decoders: decoders.map { Fixture.configured($0, supports: [true]) })
  }

  private func run(
    _ record: RunRecord, _ verdict: (_ decoder: Int, SamplePlace) -> Verdict?
  ) throws -> ComparedRun {
    let store = MemoryStore()
    let number = store.begin(record).number
    for decoder in record.decoders.indices {
      for place in (0..<record.corpus.numbering.count).compactMap(record.corpus.numbering.place) {
        guard let verdict = verdict(decoder, place) else { continue }
        store.append(
          [Observation(decoder: decoder, place: place, finding: Finding(verdict))],
          toRun: number)
      }
    }
    store.finish(run: number, outcome: Fixture.outcome())
    return try ComparedRun(ofRun: number, in: store, path: "s")
  }

  /// Reads from the level of this value on.
  private func step(_ least: Int, _ place: SamplePlace) -> Verdict {
    place.level >= least ? .read : .noRead
  }

  @Test func aDecoderWithANewLabelIsTheSameOne() throws {
    var renamed = try record(["fast", "b"])
    renamed.decoders[0].reference = "a"
    // Its library has another name too, so that nothing but the reference tells.
    let before = try run(try record(["a", "b"])) { _, place in step(1, place) }
    let after = try run(renamed) { _, place in step(1, place) }
    let difference = RunDifference(from: before, to: after)
    #expect(difference.removed.isEmpty && difference.added.isEmpty)
    #expect(difference.decoders.map(\.after.label) == ["fast", "b"])
    #expect(difference.decoders.map(\.before.label) == ["a", "b"])
    #expect(difference.decoders.map(\.after.argument) == ["fast=a", "b"])
  }

  @Test func sharedSamplesArePairedWhateverTheVersionAndTheLevels() throws {
    let then = try record()
    var now = try record(levels: "2, 3, 4, 5")
    now.corpus.version = 2
    let before = try run(then) { _, place in
      place.level == 3 && place.trial < 5 ? .crash : step(1, place)
    }
    // The second run's levels are one further on: 2 px is its first.
    let after = try run(now) { _, place in
      place.level == 0 && place.trial < 3 ? .misread : .read
    }
    let difference = RunDifference(from: before, to: after)
    let cell = try #require(difference.decoders.first?.cells.first)
    #expect(cell.basis == .sameSamples && cell.levels == 3 && cell.pairs == 3 * Self.trials)
    #expect(cell.losses == 3 && cell.gains == 5)
    #expect(
      cell.flips == [
        .init(before: .crash, after: .read, count: 5),
        .init(before: .read, after: .misread, count: 3),
      ])
    #expect(cell.before.crashes == 5 && cell.after.crashes == 0 && cell.after.misreads == 3)
    // By hand: weights 1/2, 1, 1/2; (3 lost · 1/2 − 5 gained · 1/2) / 12.
    let shift = try #require(cell.meanThreshold)
    #expect(abs(shift.value - (3 * 0.5 - 5 * 0.5) / 12) < 1e-12)
    #expect(abs(cell.decodeRate.value - 2.0 / 36) < 1e-12)
    #expect(cell.decodeRate.lower < 2.0 / 36 && cell.decodeRate.upper > 2.0 / 36)
    let changes = Dictionary(
      uniqueKeysWithValues: difference.settings.map { ($0.setting, [$0.before, $0.after]) })
    #expect(changes == [.corpusVersion: ["1", "2"], .levels: ["1", "5"]])
    #expect(cell.samples.allSatisfy { $0.key.hasPrefix("tiny/v1/c0/") } && !cell.samples.isEmpty)
  }

  @Test func whereLargerIsHarderAHigherThresholdIsBetterAndTheDifferenceIsStillAfterMinusBefore()
    throws
  {
    var record = try record()
    record.corpus.harder = .larger
    // Reads up to 2 px, then up to 3 px.
    let before = try run(record) { _, place in place.level <= 1 ? .read : .noRead }
    let after = try run(record) { _, place in place.level <= 2 ? .read : .noRead }
    let cell = try #require(RunDifference(from: before, to: after).decoders[0].cells.first)
    let states = try [cell.before, cell.after].map { try #require($0.meanThreshold).value }
    #expect(abs(try #require(cell.meanThreshold).value - (states[1] - states[0])) < 1e-12)
    #expect(states[1] > states[0] && cell.gains == Self.trials)
  }

  @Test func otherSamplesAreComparedAsIndependentOnes() throws {
    let then = try record()
    var now = then
    now.corpus.seed = 8
    now.corpus.groups[0].cellHashes = now.corpus.groups[0].cellHashes.map { String($0.reversed()) }
    let before = try run(then) { _, place in step(1, place) }
    let after = try run(now) { _, place in step(2, place) }
    let cell = try #require(RunDifference(from: before, to: after).decoders[0].cells.first)
    #expect(cell.basis == .otherSamples && cell.pairs == 0 && cell.flips.isEmpty)
    let (old, new) = (
      try #require(cell.before.meanThreshold), try #require(cell.after.meanThreshold)
    )
    let shift = try #require(cell.meanThreshold)
    #expect(abs(shift.value - (new.value - old.value)) < 1e-12 && shift.value > 0)
    let variances = [old, new].map { ($0.upper - $0.lower) * ($0.upper - $0.lower) }
    #expect(abs(shift.upper - shift.lower - (variances[0] + variances[1]).squareRoot()) < 1e-9)
    #expect(abs(cell.decodeRate.value - (0.5 - 0.75)) < 1e-12)
  }

  @Test func timeoutsAreNoFlipsAndAreCounted() throws {
    let record = try record()
    let before = try run(record) { _, place in step(1, place) }
    let after = try run(record) { _, place in
      place.trial == 0 ? .timeout : step(1, place)
    }
    let cell = try #require(RunDifference(from: before, to: after).decoders[0].cells.first)
    #expect(cell.flips.isEmpty && cell.newlyExcluded == 4 && cell.pairs == 4 * (Self.trials - 1))
  }

  @Test func aRunThatWasCutShortIsComparedAsFarAsItCame() throws {
    let record = try record()
    let before = try run(record) { _, place in place.trial < 3 ? .read : nil }
    let after = try run(record) { _, _ in .read }
    let cell = try #require(RunDifference(from: before, to: after).decoders[0].cells.first)
    #expect(cell.pairs == 4 * 3 && cell.before.tried == cell.after.tried)
  }

  @Test func aDecoderWithOtherOptionsIsTheSameOneIfItIsTheOnlyOneOfItsLibrary() throws {
    var then = try record(["a", "b", "c"])
    var now = try record(["a:x=1", "b:x=1", "b:x=2", "d"])
    for (index, library) in ["liba", "libb", "libb", "libd"].enumerated() {
      now.decoders[index].library = library
    }
    then.decoders[0].options = ["x": "0"]
    let difference = RunDifference(
      from: try run(then) { _, _ in .read }, to: try run(now) { _, _ in .read })
    #expect(difference.decoders.map(\.before.label) == ["a"])
    #expect(difference.decoders.map(\.after.label) == ["a:x=1"])
    #expect(difference.removed.map(\.label) == ["b", "c"])
    #expect(difference.added.map(\.label) == ["b:x=1", "b:x=2", "d"])
  }

  @Test func groupsOfAnotherCorpusAreNotTakenForTheSame() throws {
    let then = try record()
    var now = then
    now.corpus.name = "other"
    now.corpus.groups[0].cellHashes = now.corpus.groups[0].cellHashes.map { String($0.reversed()) }
    let difference = RunDifference(
      from: try run(then) { _, _ in .read }, to: try run(now) { _, _ in .read })
    #expect(!difference.isComparable)
    #expect(difference.decoders[0].uncompared == [.init(group: "v1/c0", reason: .otherCorpus)])
    #expect(difference.settings.map(\.setting) == [.corpus])
  }
}

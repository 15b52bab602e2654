import Analysis
import Results
import Testing

@testable import RunFixtures

@Suite struct ScorerTests {
  @Test func aCleanStepGivesTheIntervalBetweenItsLevels() throws {
    let corpus = try Fixture.corpus(levels: "1, 2, 3, 4", trials: 100)
    let record = Fixture.record(corpus, decoders: [Fixture.configured("a", supports: [true])])
    let table = try Fixture.scores(of: record) { _, place in place.level >= 2 ? .read : .noRead }
    let group = try #require(table.decoder("a")?.groups.first)
    #expect(group.threshold.kind == .interval)
    #expect(group.threshold.lower == 2)
    #expect(group.threshold.upper == 3)
    // T = 4 − Σ w k/n with half-gap weights at the ends: 4 − (1 × 1 + ½ × 1) = 2.5.
    #expect(abs(try #require(group.meanThreshold).value - 2.5) < 1e-12)
    #expect(group.levels.map(\.readRate) == [0, 0, 1, 1])
    #expect(group.total.tried == 400 && group.total.read == 200 && group.total.noRead == 200)
    #expect(group.islands.isEmpty)
  }

  @Test func twentyTrialsCertifyNothingAndTheTableSaysWhy() throws {
    let corpus = try Fixture.corpus(levels: "1, 2", trials: 20)
    let record = Fixture.record(corpus, decoders: [Fixture.configured("a", supports: [true])])
    let table = try Fixture.scores(of: record) { _, _ in .read }
    let threshold = try #require(table.decoder("a")?.groups.first).threshold
    #expect(threshold.kind == .notCertified)
    #expect(threshold.upper == nil)
    #expect(threshold.observed == 1)
    #expect(threshold.reason == .tooFewTrials(needed: 59, given: 20))
  }

  @Test func allReadIsAtMostTheHardestLevelAndNoneReadIsAboveTheEasiest() throws {
    let corpus = try Fixture.corpus(levels: "1, 2", trials: 60)
    let record = Fixture.record(
      corpus,
      decoders: [
        Fixture.configured("good", supports: [true]), Fixture.configured("bad", supports: [true]),
      ])
    let table = try Fixture.scores(of: record) { decoder, _ in decoder == 0 ? .read : .noRead }
    let good = try #require(table.decoder("good")?.groups.first).threshold
    #expect(good.kind == .atMost && good.upper == 1 && good.lower == nil)
    let bad = try #require(table.decoder("bad")?.groups.first).threshold
    #expect(bad.kind == .above && bad.lower == 2 && bad.upper == nil)
  }

  @Test func aDipBetweenGoodLevelsIsAnIsland() throws {
    let corpus = try Fixture.corpus(levels: "1, 2, 3, 4", trials: 100)
    let record = Fixture.record(corpus, decoders: [Fixture.configured("a", supports: [true])])
    let table = try Fixture.scores(of: record) { _, place in
      place.level == 2 ? (place.trial < 50 ? .read : .noRead) : .read
    }
    let group = try #require(table.decoder("a")?.groups.first)
    #expect(group.islands.map { [$0.from, $0.to] } == [[3, 3]])
    #expect(group.threshold.kind == .interval && group.threshold.upper == 4)
  }

  @Test func everyVerdictIsCountedInItsOwnColumn() throws {
    let corpus = try Fixture.corpus(levels: "1, 2", trials: Verdict.allCases.count)
    let record = Fixture.record(corpus, decoders: [Fixture.configured("a", supports: [true])])
    let table = try Fixture.scores(of: record) { _, place in Verdict.allCases[place.trial] }
    let total = try #require(table.decoder("a")).total
    #expect(total.planned == 26 && total.tried == 26)
    #expect([total.read, total.noRead, total.misread] == [2, 2, 2])
    #expect([total.crash, total.timeout, total.failed] == [2, 2, 2])
    #expect([total.clean, total.falsePositive, total.detected, total.undetected] == [2, 2, 2, 2])
    #expect(total.misreadRate == 4.0 / 22, "false positives are false answers too")
  }

  @Test func noMisreadsStillHaveAnUpperBound() throws {
    let corpus = try Fixture.corpus(levels: "1, 2", trials: 150)
    let record = Fixture.record(corpus, decoders: [Fixture.configured("a", supports: [true])])
    let table = try Fixture.scores(of: record) { _, _ in .read }
    let bound = try #require(table.decoder("a")).total.misreadUpperBound
    // The rule of three, exactly: 1 − 0.05^(1/300).
    #expect(abs(bound - 0.00993609) < 1e-7)
  }

  @Test func anUnsupportedDecoderIsListedAndNotRanked() throws {
    let corpus = try Fixture.corpus(levels: "1, 2", trials: 60)
    let record = Fixture.record(
      corpus,
      decoders: [
        Fixture.configured("other", supports: [false]), Fixture.configured("a", supports: [true]),
      ])
    let table = try Fixture.scores(of: record) { decoder, _ in decoder == 1 ? .read : nil }
    #expect(table.decoders.map(\.label) == ["a", "other"])
    let other = try #require(table.decoder("other"))
    #expect(other.standing == .unsupported && other.rank == nil && other.groups.isEmpty)
    #expect(table.comparisons.isEmpty)
  }

  @Test func aGivenUpDecoderKeepsItsCountsAndHasNoRank() throws {
    let corpus = try Fixture.corpus(levels: "1, 2", trials: 60)
    let record = Fixture.record(corpus, decoders: [Fixture.configured("a", supports: [true])])
    let table = try Fixture.scores(of: record, givenUp: ["a"]) { _, place in
      place.trial < 5 ? .crash : nil
    }
    let score = try #require(table.decoder("a"))
    #expect(score.standing == .givenUp && score.rank == nil)
    #expect(score.total.crash == 10 && score.total.tried == 10 && score.total.planned == 120)
  }

  @Test func givenUpAndBrokenAreSaidOfASweepWithoutOrderToo() throws {
    let corpus = try Fixture.corpus(levels: "1, 2", trials: 60)
    var record = Fixture.record(
      corpus,
      decoders: ["gone", "mute", "well"].map { Fixture.configured($0, supports: [true]) })
    record.corpus.harder = .unordered
    let table = try Fixture.scores(of: record, givenUp: ["gone"]) { decoder, place in
      switch decoder {
      case 0: place.trial < 5 ? (place.trial < 2 ? .read : .crash) : nil
      case 1: .failed
      default: .read
      }
    }
    #expect(table.decoder("gone")?.standing == .givenUp)
    #expect(table.decoder("mute")?.standing == .broken)
    #expect(table.decoder("well")?.standing == .ranked)
  }

  @Test func whoeverNeverAnswersHasNoRank() throws {
    let corpus = try Fixture.corpus(levels: "1, 2", trials: 60)
    let record = Fixture.record(
      corpus, decoders: ["a", "b"].map { Fixture.configured($0, supports: [true]) })
    let table = try Fixture.scores(of: record) { decoder, place in
      decoder == 0 ? .read : place.trial % 2 == 0 ? .failed : .timeout
    }
    let broken = try #require(table.decoder("b"))
    #expect(broken.standing == .broken && broken.rank == nil && broken.total.broken == 120)
    #expect(table.comparisons.isEmpty)
  }

  @Test func aRunWithoutAnOutcomeHasNoScores() throws {
    let corpus = try Fixture.corpus(levels: "1, 2", trials: 1)
    let store = MemoryStore()
    let run = store.begin(Fixture.record(corpus, decoders: [])).number
    #expect(throws: ScorerError.runNotFinished(run)) { try Scorer.scores(ofRun: run, in: store) }
  }
}

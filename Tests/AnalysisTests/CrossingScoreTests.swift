import Corpora
import Results
import Statistics
import Testing

@testable import RunFixtures

@Suite struct CrossingScoreTests {
  private func groups(_ corpus: Corpus, reads: @escaping (Int, Int) -> Bool) throws -> GroupScore {
    let record = Fixture.record(corpus, decoders: [Fixture.configured("a", supports: [true])])
    let table = try Fixture.scores(of: record) { _, place in
      reads(place.level, place.trial) ? .read : .noRead
    }
    return try #require(table.decoder("a")?.groups.first)
  }

  @Test func aSeparatedCurveCrossesEveryRateInTheGap() throws {
    let corpus = try Fixture.corpus(levels: "1, 2, 3, 4", trials: 100)
    let group = try groups(corpus) { level, _ in level >= 2 }
    #expect(group.crossings.map(\.rate) == [0.5, 0.9, 0.95])
    for crossing in group.crossings {
      #expect(crossing.hard == 2 && crossing.easy == 3)
      #expect(crossing.model.kind == .at)
      #expect(crossing.model.value == 2.5)
    }
  }

  @Test func aCurveThatIsAboveTheRateEverywhereIsNotExtrapolated() throws {
    let corpus = try Fixture.corpus(levels: "1, 2, 3", trials: 200)
    let group = try groups(corpus) { _, _ in true }
    let crossing = try #require(group.crossings.last)
    #expect(crossing.hard == nil && crossing.easy == 1)
    #expect(crossing.model.kind == .beyondHardest && crossing.model.value == 1)
  }

  @Test func aModelThatDoesNotFitIsHiddenWithTheReason() throws {
    let corpus = try Fixture.corpus(levels: "1, 2, 3, 4, 5", trials: 200)
    // 0, 60, 60, 60 and 100 %: no logistic curve.
    let group = try groups(corpus) { level, trial in
      level == 4 || level > 0 && trial % 5 < 3
    }
    let crossing = try #require(group.crossings.first)
    #expect(crossing.model.kind == .hidden)
    #expect(crossing.model.reason == .misfit)
    #expect(crossing.hard != nil && crossing.easy != nil)
  }

  @Test func decodersThatTakeTwiceAsLongSaySo() throws {
    let corpus = try Fixture.corpus(levels: "1, 2", trials: 30)
    let record = Fixture.record(
      corpus,
      decoders: [
        Fixture.configured("fast", supports: [true]), Fixture.configured("slow", supports: [true]),
      ])
    let table = try Fixture.scores(of: record) { decoder, place in
      place.level == 1 || decoder == 0 ? .read : .noRead
    }
    let pair = try #require(table.comparisons.first)
    #expect(pair.better == "fast")
    #expect(abs(try #require(pair.latencyRatio).value - 2) < 1e-9)
  }
}

@Suite struct PayloadClusterTests {
  @Test func sharedPayloadsWidenTheIntervalAsTheJackknifeSays() throws {
    let corpus = try Fixture.corpus(levels: "1, 2, 3", trials: 60)
    var record = Fixture.record(corpus, decoders: [Fixture.configured("a", supports: [true])])
    record.corpus.groups[0].payloads = 6
    // Half of the payloads are read from 2 on, the others from 3 on.
    func isRead(_ level: Int, _ trial: Int) -> Bool { level + trial % 6 / 3 >= 2 }
    let table = try Fixture.scores(of: record) { _, place in
      isRead(place.level, place.trial) ? .read : .noRead
    }
    let group = try #require(table.decoder("a")?.groups.first)
    #expect(group.payloads == 6)
    #expect(group.crossings.map(\.rate) == [0.5, 0.9, 0.95])
    for crossing in group.crossings {
      #expect(crossing.hard == nil && crossing.easy == nil)
      #expect(crossing.model == ModelCrossing(kind: .hidden, reason: .sharedPayloads))
    }
    let clusters = (0..<6).map { payload in
      (0..<3).map { level in
        LevelCount(x: Double(level + 1), reads: isRead(level, payload) ? 10 : 0, trials: 10)
      }
    }
    let jackknife = try #require(Jackknife.meanThreshold(clusters: clusters))
    let mean = try #require(group.meanThreshold)
    #expect(abs(mean.lower - jackknife.interval.lower) < 1e-12)
    #expect(abs(mean.upper - jackknife.interval.upper) < 1e-12)
    // Textbook: t(5) = 2.5706, and six payloads of which half are one level worse.
    let spread = 2.570582 * (0.25 / 5).squareRoot()
    #expect(abs((mean.upper - mean.lower) / 2 - spread) < 1e-5)
  }

  @Test func aSinglePayloadKeepsItsOwnInterval() throws {
    let corpus = try Fixture.corpus(levels: "1, 2", trials: 60)
    var record = Fixture.record(corpus, decoders: [Fixture.configured("a", supports: [true])])
    let fresh = try Fixture.scores(of: record) { _, place in place.level > 0 ? .read : .noRead }
    record.corpus.groups[0].payloads = 1
    let single = try Fixture.scores(of: record) { _, place in place.level > 0 ? .read : .noRead }
    #expect(
      fresh.decoder("a")?.groups.first?.meanThreshold
        == single.decoder("a")?.groups.first?.meanThreshold)
    #expect(single.decoder("a")?.groups.first?.payloads == 1)
    #expect(single.decoder("a")?.groups.first?.crossings.last?.easy == 2)
  }
}

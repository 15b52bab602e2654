import Results
import Statistics
import Testing

@testable import RunFixtures

@Suite struct RankingTests {
  private func table(
    _ readsUntil: [Int], groups: Int = 1, supports: [[Bool]]? = nil
  ) throws -> ScoreTable {
    let corpus = try Fixture.corpus(levels: "1, 2, 3, 4", trials: 100, groups: groups)
    let names = ["a", "b", "c", "d"]
    let everywhere = Array(repeating: true, count: groups)
    let record = Fixture.record(
      corpus,
      decoders: readsUntil.indices.map {
        Fixture.configured(names[$0], supports: supports?[$0] ?? everywhere)
      })
    // Decoders differ at level 2 (the third): each reads that many of its hundred trials.
    return try Fixture.scores(of: record) { decoder, place in
      if let supports, !supports[decoder][place.group] { return nil }
      switch place.level {
      case 0, 1: return .noRead
      case 2: return place.trial < readsUntil[decoder] ? .read : .noRead
      default: return .read
      }
    }
  }

  @Test func theLowerMeanThresholdComesFirst() throws {
    let table = try table([10, 90, 50])
    #expect(table.decoders.map(\.label) == ["b", "c", "a"])
    #expect(table.decoders.map(\.rank) == [1, 2, 3])
    #expect(table.decoders.map(\.letters) == ["a", "b", "c"])
  }

  @Test func decodersThatCannotBeToldApartShareARankAndALetter() throws {
    let table = try table([50, 52, 90])
    #expect(table.decoders.map(\.label) == ["c", "b", "a"])
    #expect(table.decoders.map(\.rank) == [1, 2, 2])
    #expect(table.decoders.map(\.letters) == ["a", "b", "b"])
  }

  @Test func overlappingGroupsShareARankAndKeepTheirLetters() throws {
    // Five flips are not significant (p = 0.06), ten are.
    let table = try table([60, 65, 70])
    #expect(table.decoders.map(\.label) == ["c", "b", "a"])
    #expect(table.decoders.map(\.rank) == [1, 1, 2])
    #expect(table.decoders.map(\.letters) == ["a", "ab", "b"])
  }

  @Test func pairsCountWhatOnlyOneOfThemRead() throws {
    let table = try table([50, 90])
    let pair = try #require(table.comparisons.first)
    #expect(pair.better == "b" && pair.worse == "a")
    #expect(pair.onlyBetter == 40 && pair.onlyWorse == 0 && pair.pairs == 400)
    // McNemar's exact test with 40 against 0: 2 × 2^−40.
    #expect(abs(pair.p / 1.818989403545856e-12 - 1) < 1e-9)
    // One level of weight 1, 40 of 100 flipped.
    #expect(abs(try #require(pair.meanThresholdDifference).value - 0.4) < 1e-12)
  }

  @Test func theRankIsMadeOfTheGroupsThatAllSupport() throws {
    let table = try table(
      [10, 90], groups: 2, supports: [[true, true], [true, false]])
    #expect(table.rankedGroups == ["v1/c0"])
    #expect(table.decoders.map(\.label) == ["b", "a"])
    #expect(table.comparisons.first?.pairs == 400)
    #expect(table.decoder("a")?.groups.count == 2)
  }

  @Test func samplesThatOnlyOneOfThemTriedAreNoPairs() throws {
    let corpus = try Fixture.corpus(levels: "1, 2", trials: 10)
    let record = Fixture.record(
      corpus,
      decoders: [
        Fixture.configured("a", supports: [true]), Fixture.configured("b", supports: [true]),
      ])
    let table = try Fixture.scores(of: record) { decoder, place in
      decoder == 1 && place.trial >= 4 ? nil : .read
    }
    #expect(table.comparisons.first?.pairs == 8)
    // Tango's interval without flips is ± z²/(n + z²).
    let difference = try #require(table.comparisons.first?.rateDifference)
    #expect(difference.value == 0)
    #expect(abs(difference.upper - 0.32440756488) < 1e-9)
  }

  @Test func theDifferenceOfRatesIsTheBetterOnesLeadWithTangosInterval() throws {
    let corpus = try Fixture.corpus(levels: "1, 2, 3, 4", trials: 100)
    let record = Fixture.record(
      corpus, decoders: ["a", "b"].map { Fixture.configured($0, supports: [true]) })
    // At level 2 (the third), a reads trials 0 to 49 and b reads 30 to 89.
    let table = try Fixture.scores(of: record) { decoder, place in
      switch place.level {
      case 0, 1: .noRead
      case 2: (decoder == 0 ? 0..<50 : 30..<90).contains(place.trial) ? .read : .noRead
      default: .read
      }
    }
    let pair = try #require(table.comparisons.first)
    #expect(pair.better == "b" && pair.pairs == 400)
    #expect(pair.onlyBetter == 40 && pair.onlyWorse == 30)
    let difference = try #require(pair.rateDifference)
    #expect(abs(difference.value - 10.0 / 400) < 1e-15)
    let interval = TangoInterval.difference(losses: 30, gains: 40, pairs: 400)
    #expect(difference.lower == interval.lower && difference.upper == interval.upper)
    // From a likelihood that was maximised by search, outside this project.
    #expect(abs(difference.lower + 0.0163282739) < 1e-7)
    #expect(abs(difference.upper - 0.0669197400) < 1e-7)
  }

  @Test func withoutPairsRatesHaveNoDifference() throws {
    let corpus = try Fixture.corpus(levels: "1, 2", trials: 10)
    let record = Fixture.record(
      corpus, decoders: ["a", "b"].map { Fixture.configured($0, supports: [true]) })
    let table = try Fixture.scores(of: record) { decoder, place in
      (decoder == 0) == (place.trial < 5) ? .read : nil
    }
    let pair = try #require(table.comparisons.first)
    #expect(pair.pairs == 0 && pair.rateDifference == nil)
  }
}

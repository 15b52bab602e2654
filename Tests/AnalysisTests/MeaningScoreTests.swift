import Corpora
import Results
import Statistics
import Testing

@testable import RunFixtures

/// Verdicts on meanings from findings to the score table.
@Suite struct MeaningScoreTests {
  private func table(
    _ corpus: Corpus, supports: [Bool] = [true], meanings: @escaping (SamplePlace) -> String?
  ) throws -> ScoreTable {
    let record = Fixture.record(
      corpus, decoders: [Fixture.configured("a", supports: supports)])
    return try Fixture.scores(ofFindings: record) { _, place in
      Finding(.read, meanings: meanings(place))
    }
  }

  @Test func shareIsOfAllAttemptsWithTheExactInterval() throws {
    let verdicts = Array("ssssssduu-")
    let table = try table(Fixture.corpus(levels: "1, 2", trials: 10)) {
      String(verdicts[$0.trial])
    }
    let score = try #require(table.decoders[0].groups[0].meaning)
    #expect((score.tried, score.same) == (20, 12))
    #expect((score.different, score.unreadable) == (2, 4))
    let exact = Binomial.clopperPearson(reads: 12, trials: 20)
    #expect(abs(score.rate.lower - exact.lower) < 1e-9)
    #expect(abs(score.rate.upper - exact.upper) < 1e-9)
    #expect(table.decoders[0].meaning == score)
  }

  @Test func whereNobodyAsksThereIsNoScore() throws {
    let table = try table(
      Fixture.corpus(levels: "1", trials: 3, groups: 2), supports: [true, true]
    ) { $0.group == 0 ? "s" : nil }
    #expect(table.decoders[0].groups.map { $0.meaning != nil } == [true, false])
    #expect(table.decoders[0].meaning?.tried == 3, "the other group's attempts do not count")
    let silent = try self.table(Fixture.corpus(levels: "1", trials: 3)) { _ in nil }
    #expect(silent.decoders[0].meaning == nil)
  }

  /// Symbols of one image stand or fall together: their interval is wider than that of as many images.
  @Test func symbolsOfOneImageAreAClusterAndUnsupportedOnesNoAttempt() throws {
    let table = try table(Fixture.corpus(levels: "1", trials: 20)) {
      $0.trial % 2 == 0 ? "ss.ss" : "dd.dd"
    }
    let score = try #require(table.decoders[0].meaning)
    #expect((score.tried, score.same, score.different) == (80, 40, 40))
    let independent = Binomial.clopperPearson(reads: 40, trials: 80)
    #expect(score.rate.upper - score.rate.lower > 1.5 * (independent.upper - independent.lower))
  }
}

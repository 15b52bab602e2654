import Results
import Testing

@testable import RunFixtures

@Suite struct SpeedPointTests {
  /// Decoder `i` takes `i + 1` ms and reads the trials below its number at level 2 of 3.
  private func table(_ reads: [Int], harder: String = "1, 2, 3") throws -> ScoreTable {
    let corpus = try Fixture.corpus(levels: harder, trials: 100)
    let record = Fixture.record(
      corpus,
      decoders: reads.indices.map { Fixture.configured("d\($0)", supports: [true]) })
    return try Fixture.scores(of: record) { decoder, place in
      switch place.level {
      case 0: .noRead
      case 1: place.trial < reads[decoder] ? .read : .noRead
      default: .read
      }
    }
  }

  @Test func whoIsSlowerAndWorseIsNotOnTheFront() throws {
    let points = try table([50, 20, 90]).speedPoints
    let front = Set(points.filter(\.isOnFront).map(\.label))
    #expect(front == ["d0", "d2"])
    #expect(points.first { $0.label == "d1" }?.milliseconds == 2)
  }

  @Test func ofThoseThatReadAlikeTheQuickestIsOnTheFront() throws {
    let points = try table([50, 50, 90, 90]).speedPoints
    #expect(Set(points.filter(\.isOnFront).map(\.label)) == ["d0", "d2"])
  }

  @Test func theCostIsTheMeanThreshold() throws {
    let table = try table([50, 20, 90])
    for point in table.speedPoints {
      let decoder = try #require(table.decoder(point.label))
      #expect(point.cost == decoder.meanThreshold?.value)
    }
  }

  @Test func whoReadsNothingHasNoTimeAndNoPoint() throws {
    let corpus = try Fixture.corpus(levels: "1, 2", trials: 10)
    let record = Fixture.record(
      corpus, decoders: ["a", "b"].map { Fixture.configured($0, supports: [true]) })
    let table = try Fixture.scores(of: record) { decoder, _ in decoder == 0 ? .read : .noRead }
    #expect(table.speedPoints.map(\.label) == ["a"])
  }
}

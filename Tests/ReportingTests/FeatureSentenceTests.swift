import Foundation
import Results
import Statistics
import Testing

@testable import Reporting
@testable import RunFixtures

/// Sentences of streams and hints about data that carry little.
@Suite struct FeatureSentenceTests {
  @Test func decodersThatWatchedNoStreamTogetherAreNotCompared() throws {
    var table = try ScoreFixture.table(.realistic)
    var streams = StreamReportTests.streams()
    streams.comparisons[0].streams = 0
    streams.comparisons[0].isSignificant = false
    table.streams = streams
    let sentences = try #require(StreamScoreWording(ScoreWording(table))).sentences
    #expect(sentences.first == "No stream was watched by both zxing and zbar")
  }

  @Test func aHintThatSharesNoImageHasNoEffect() throws {
    var table = try ScoreFixture.table(.realistic)
    func side(_ label: String) -> HintEffect.Side {
      HintEffect.Side(label: label, misreads: 0, errors: 0, wrongExtras: 0)
    }
    table.hintEffects = [
      HintEffect(
        decoder: "zxing", hints: "symbologies", restricted: side("zxing@symbologies"),
        unrestricted: side("zxing"), pairs: 0, onlyRestricted: 0, onlyUnrestricted: 0,
        misreadsAvoided: 0, misreadsAdded: 0, adjustedP: 1)
    ]
    #expect(
      HintWording.sentences(table) == ["zxing@symbologies and zxing tried no image in common"])
  }

  @Test func theRatioOfTwoResolutionsIsNeverZero() {
    #expect(
      KneeWording.times(Estimate(value: 0.003, lower: 0.0028, upper: 0.0031))
        == "0.0030 × [0.0028–0.0031]")
    #expect(KneeWording.times(Estimate(value: 12.34, lower: 12, upper: 13)) == "12.3 × [12.0–13.0]")
  }

  // MARK: Selections

  private func selection(_ targets: [Double]) throws -> [String] {
    var table = try ScoreFixture.table(.realistic)
    table.corpus.selection = SelectionRecord(
      view: nil, margins: [], pointOfInterest: [], shape: nil, edge: "", areaEdge: "")
    table.corpus.axis = "selection-radius"
    for (index, target) in targets.enumerated() {
      func share(_ rate: Double) -> SelectionScore.Share {
        .init(count: Int(rate * 100), rate: Estimate(value: rate, lower: rate, upper: rate))
      }
      let level = SelectionScore.Level(
        level: "9", tried: 100, target: share(target), wrongCode: share(0), several: share(0),
        none: share(1 - target), cannotSelect: share(0), other: share(0))
      table.decoders[index].groups[0].selection = SelectionScore(
        isBlind: false, total: level, levels: [level],
        recommendation: .init(isFound: true, best: "9", from: "9", to: "9"))
    }
    return try #require(SelectionWording(ScoreWording(table))).sentences
  }

  @Test func onlyOneOfSeveralSelectsMostOften() throws {
    let labels = try ScoreFixture.table(.realistic).decoders.map(\.label)
    #expect(try selection([0.9]).contains { $0.contains("\(labels[0]) selects the target: 90.0") })
    #expect(
      try selection([0.8, 0.9]).contains {
        $0.contains("\(labels[1]) selects the target most often: 90.0")
      })
    let tied = try selection([0.9, 0.9])
    #expect(
      tied.contains { $0.contains("selects the target, as often as ") }
        && !tied.contains { $0.contains("most often") }, "\(tied)")
  }
}

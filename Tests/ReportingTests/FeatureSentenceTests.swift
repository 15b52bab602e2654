import Analysis
import DecoderKit
import Foundation
import Results
import Statistics
import Testing

@testable import Reporting

/// Sentences of gates, differences, histories, releases, streams, hints and misreads about data that
/// carry little.
@Suite struct FeatureSentenceTests {
  // MARK: Gates and differences

  /// Reads that were lost by chance got worse all the same.
  @Test func aGateThatLostReadsByChanceDoesNotSayThatNothingGotWorse() throws {
    var report = try GateScenario.same().report()
    #expect(GateWording(report).headline.contains("passed, nothing got worse against"))
    report.cells[0].losses = 1
    #expect(GateWording(report).headline.contains("nothing got significantly worse against"))
  }

  @Test func oneOfAThingIsNotWrittenAsSeveral() {
    let cell = CellName(decoder: "d", group: "g")
    func text(_ reason: GateObstacle.Reason) -> String {
      GateWording.sentence(GateObstacle(reason, cell: cell))
    }
    #expect(
      text(.untried(samples: 1, isNewlyGivenUp: false)).hasSuffix(
        ": 1 sample of the baseline was planned and not tried"))
    #expect(text(.excluded(samples: 1)).contains(": 1 sample that had an answer"))
    #expect(text(.tooFewPairs(flips: 1, pairs: 1, needed: 50)).contains(": 1 of 1 pair flipped"))
  }

  @Test func ofACurveThatWasNotTriedNoRateIsGiven() throws {
    var baseline = try ScoreFixture.realistic.baseline()
    let level = baseline.decoders[0].groups[0].levels
    baseline.decoders[0].groups[0].levels = []
    let text = BaselineText.render(baseline)
    #expect(
      !level.isEmpty
        && text.contains("\(baseline.decoders[0].groups[0].group)  no sample was tried"))
    #expect(!text.contains("of 0 samples"))
  }

  /// Runs that were cut short may have no sample in common.
  @Test func runsWithoutASharedSampleAreNotCalledTheSame() throws {
    let scenario = GateScenario.same()
    var difference = try RunDifference(
      from: ComparedRun(ofRun: 1, in: scenario.then.store(), path: "a"),
      to: ComparedRun(ofRun: 1, in: scenario.now.store(), path: "b"))
    for decoder in difference.decoders.indices {
      for cell in difference.decoders[decoder].cells.indices {
        difference.decoders[decoder].cells[cell].pairs = 0
      }
    }
    let headlines = DifferenceWording(difference).headlines
    #expect(headlines.contains { $0.hasSuffix("no sample was judged in both runs") })
    #expect(!headlines.contains { $0.contains("the same on all of 0") }, "\(headlines)")
  }

  // MARK: Histories and releases

  @Test func aHistoryShowsHowCertainThresholdsAre() throws {
    func point(_ run: Int, _ mean: Double) -> RunHistory.Point {
      RunHistory.Point(
        run: run, startedAt: "2026-01-0\(run)T02:17:00Z", version: "lib \(run)", fingerprint: "f",
        scale: "s", meanThreshold: Estimate(value: mean, lower: mean - 0.02, upper: mean + 0.02),
        tried: 100, successes: 90, falseAnswers: 0, breakages: 0)
    }
    var history = RunHistory(of: try ScoreFixture(actors: [.init(label: "zbar")]).table().corpus)
    history.series = [.init(label: "zbar", points: [point(1, 1.51), point(2, 1.5)])]
    let sentences = HistoryEvents(of: history.series[0], in: history).sentences
    // A hundredth of a pixel is within the uncertainty, which is to be seen.
    #expect(
      sentences.first?.hasSuffix("mean threshold 1.510 ± 0.020 → 1.500 ± 0.020 px") == true,
      "\(sentences)")
  }

  @Test func releasesWithoutASharedSampleAreNotSaidToReadTheSame() throws {
    var corpus = VersionReportTests.history([1.5, 1.5]).corpora[0]
    #expect(VersionWording(corpus).against(corpus.rows[1]) == "reads the same samples")
    for step in corpus.steps.indices { corpus.steps[step].pairs = 0 }
    let wording = VersionWording(corpus)
    #expect(wording.against(corpus.rows[1]) == "no sample in common")
    #expect(wording.noChange.hasPrefix("No release has a sample in common with the one before it"))
    corpus.rows = []
    #expect(VersionWording(corpus).noChange == "No release took part")
  }

  @Test func aRateThatChangedDidNotChangeByZeroPoints() throws {
    var corpus = VersionReportTests.history([9, 8], isOrdered: false).corpora[0]
    corpus.steps[0].rateDifference = Estimate(value: 0.0003, lower: 0.0001, upper: 0.0005)
    let changes = VersionWording(corpus).changes
    #expect(changes.first?.contains("decode rate 0.03 points higher") == true, "\(changes)")
  }

  // MARK: Streams, hints, resolutions

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

  // MARK: Misreads

  /// A bound of a million in a million bounds nothing.
  @Test func aVacuousBoundOfMisreadsIsNotGiven() throws {
    func headline(attempts: Int, misreads: Int, atMost: Double) throws -> String {
      let rate = #"{"estimate":0.5,"atLeast":0,"atMost":\#(atMost)}"#
      let json = #"""
        {"decoder":"d","library":"L","version":"1","coverage":1,"rounds":1,"attempts":\#(attempts),
        "reads":\#(attempts - misreads),"misreads":\#(misreads),"uncounted":0,"perAnswer":\#(rate),
        "perAttempt":\#(rate),"ending":"interrupted","cells":[],"found":[],"foundCount":0}
        """#
      let store = try ScoreFixture(actors: [.init(label: "d")]).store()
      let table = MisreadTable(
        run: store.run, outcome: store.outcome, confidence: 0.95,
        use: MisreadAim(weights: [[1]], periods: [1]),
        decoders: [try JSONDecoder().decode(DecoderMisreads.self, from: Data(json.utf8))],
        unsupported: [])
      return try #require(MisreadWording(table: table).headlines.first)
    }
    #expect(
      try headline(attempts: 1, misreads: 0, atMost: 1)
        == "d misread none of 1 sample, too few to bound how many answers are wrong")
    #expect(
      try headline(attempts: 2, misreads: 1, atMost: 1)
        == "d misread 1 of 2 samples, too few to bound how many answers are wrong")
    #expect(try headline(attempts: 40, misreads: 0, atMost: 0.1).contains("at most 100"))
  }
}

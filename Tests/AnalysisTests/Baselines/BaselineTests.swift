import Analysis
import Results
import Testing

@testable import RunFixtures

@Suite struct BaselineTests {
  @Test func itKeepsEverySamplesOutcomeByLevelAndTrial() throws {
    let baseline = try GateFixture(trials: 5).run { _, place in
      switch (place.level, place.trial) {
      case (0, _): .noRead
      case (1, 0): .misread
      case (1, 1): .crash
      case (1, 2): .timeout
      case (1, 3): nil
      case (1, _): .failed
      default: .read
      }
    }
    let curve = try #require(baseline.entry("a")?.groups.first)
    #expect(curve.levels.map(\.text) == ["1 n5", "2 mcx-x", "3 r5", "4 r5"])
    #expect(baseline.cells.map(\.description) == ["a@v1/c0"])
  }

  @Test func itsThresholdsAreThoseOfTheScoreTable() throws {
    let fixture = GateFixture()
    let verdict = { (decoder: Int, place: SamplePlace) -> Verdict? in
      place.level == 1 && place.trial % 3 == 0 ? .read : place.level >= 2 ? .read : .timeout
    }
    let baseline = try fixture.run(verdict)
    let corpus = try Fixture.corpus(levels: fixture.levels, trials: fixture.trials)
    let table = try Fixture.scores(
      of: Fixture.record(corpus, decoders: [Fixture.configured("a", supports: [true])]),
      verdict: verdict)
    let group = try #require(table.decoder("a")?.groups.first)
    let curve = try #require(baseline.entry("a")?.curve(group.group))
    #expect(curve.meanThreshold == group.meanThreshold)
    #expect(curve.threshold == group.threshold)
  }

  @Test func aRunWithAnAimIsNoBaselineEvenWithoutItsCurves() throws {
    let corpus = try Fixture.corpus(levels: "1, 2", trials: 3)
    let store = MemoryStore()
    var record = Fixture.record(corpus, decoders: [Fixture.configured("a", supports: [true])])
    record.settings.aim = AdaptiveAim(
      precision: 0.05, target: .meanThreshold, budget: nil, seconds: nil)
    let run = store.begin(record).number
    store.finish(run: run, outcome: Fixture.outcome())
    #expect(throws: ScorerError.trialsNotFixed(run)) { try Baseline(ofRun: run, in: store) }
  }

  @Test func aDecoderWithoutAGroupIsKeptWithoutCurves() throws {
    let corpus = try Fixture.corpus(levels: "1, 2", trials: 3)
    let store = MemoryStore()
    let run = store.begin(
      Fixture.record(corpus, decoders: [Fixture.configured("other", supports: [false])])
    ).number
    store.finish(run: run, outcome: Fixture.outcome())
    let baseline = try Baseline(ofRun: run, in: store)
    #expect(baseline.entry("other")?.groups == [])
    try baseline.check()
  }

  @Test func aRunWithoutAnOutcomeIsNoBaseline() throws {
    let corpus = try Fixture.corpus(levels: "1, 2", trials: 1)
    let store = MemoryStore()
    let run = store.begin(Fixture.record(corpus, decoders: [])).number
    #expect(throws: ScorerError.runNotFinished(run)) { try Baseline(ofRun: run, in: store) }
  }

  @Test func whatContradictsItselfIsFound() throws {
    let good = try GateFixture(groups: 2, decoders: ["a", "b"]).step()
    try good.check()
    func refusal(_ change: (inout Baseline) -> Void) -> String {
      var bad = good
      change(&bad)
      do throws(BaselineDamage) {
        try bad.check()
        return "taken"
      } catch {
        return error.description
      }
    }
    #expect(refusal { $0.decoders[1].label = "a" } == "the decoder a is listed twice")
    #expect(refusal { $0.decoders[0].groups[1].group = "v1/c0" }.contains("listed twice"))
    #expect(refusal { $0.decoders[0].groups[1].group = "x" }.contains("no group x"))
    #expect(
      refusal { $0.decoders[1].groups[0].levels[2].trials.removeLast() }
        == "b@v1/c0: 99 outcomes at 3, and the group has 100 trials")
    #expect(refusal { $0.decoders[0].groups[0].levels.swapAt(0, 1) }.contains("its levels"))
    #expect(refusal { $0.corpus.groups[0].cellHashes.removeLast() }.contains("3 hashes"))
  }

  @Test func anAcknowledgementOfTheSameCellAndClassesGivesWayToANewOne() throws {
    var baseline = try GateFixture().step()
    let cell = try #require(baseline.cells.first)
    let day = try #require(CalendarDay(parsing: "2026-07-01"))
    for reason in ["first", "second"] {
      baseline.acknowledge(
        Acknowledgement(cell: cell, classes: [.threshold], reason: reason, expires: day))
    }
    baseline.acknowledge(
      Acknowledgement(cell: cell, classes: [.crashes], reason: "other", expires: day))
    #expect(baseline.acknowledged.map(\.reason) == ["second", "other"])
  }
}

@Suite struct TypicalLatencyTests {
  @Test func theMedianIsTheNearestRankAndTheIntervalHoldsIt() throws {
    let latency = try #require(TypicalLatency(nanoseconds: (1...101).map { Float($0) * 1e6 }))
    #expect(latency.median == 51 && latency.decodes == 101)
    // The largest r with P(Bin(101, 1/2) ≤ r − 1) ≤ 0.005 is 38: summed by hand below.
    #expect(latency.lower == 38 && latency.upper == 64)
    var tail = 0.0
    var term = 1.0
    for k in 0...37 {
      if k > 0 { term *= Double(101 - k + 1) / Double(k) }
      if k < 37 { tail += term }
    }
    let halves = (0..<101).reduce(1.0) { product, _ in product / 2 }
    #expect((tail + term) * halves <= 0.005)
    #expect((tail + term + term * 64 / 38) * halves > 0.005)
  }

  @Test func fewTimesHaveNoCertainty() {
    #expect(TypicalLatency(nanoseconds: []) == nil)
    #expect(TypicalLatency(nanoseconds: Array(repeating: 1, count: 7)) == nil)
    #expect(TypicalLatency(nanoseconds: Array(repeating: 1e6, count: 8))?.median == 1)
  }
}

import Analysis
import Results
import Testing

@testable import Comparison
@testable import RunFixtures

/// Objections that keep a run from being judged, and differences that do not.
@Suite struct GateRefusalTests {
  private let run: Baseline

  init() throws {
    run = try GateFixture(groups: 2, decoders: ["a", "b"]).step()
  }

  /// The codes of the objections to judging the run after a change of the baseline.
  private func codes(
    _ policy: GatePolicy = .test(), _ change: (inout Baseline) -> Void
  ) -> [GateObstacle.Code] {
    var then = run
    change(&then)
    let report = then.judge(run, policy)
    #expect(report.conclusion == (report.obstacles.isEmpty ? .passed : .cannotJudge))
    return report.obstacles.map(\.code)
  }

  @Test func anotherCorpusVersionSeedOrSweepIsRefusedAsAWhole() {
    #expect(codes { $0.corpus.name = "other" } == [.otherCorpus])
    #expect(codes { $0.corpus.version = 2 } == [.otherVersion])
    #expect(codes { $0.corpus.seed = 8 } == [.otherSamples])
    #expect(codes { $0.corpus.harder = .larger } == [.otherSamples])
    #expect(codes { $0.corpus.levels.removeLast() } == [.otherSamples])
    var other = run
    other.corpus.version = 2
    #expect(other.judge(run).cells.isEmpty)
  }

  @Test func otherSamplesOfOneGroupLeaveTheOthersToJudge() throws {
    var then = run
    then.corpus.groups[0].cellHashes[2] = "other"
    then.corpus.sha256 = "other"
    let report = then.judge(run)
    #expect(report.notes.isEmpty, "the file does not draw the same samples")
    #expect(report.conclusion == .cannotJudge)
    #expect(report.obstacles.map(\.code) == [.otherSamples])
    #expect(
      report.obstacles.first?.reason == .otherDrawing(group: "v1/c0", levels: 1, first: "3"))
    #expect(report.cells.map(\.name.group) == ["v1/c1", "v1/c1"])
  }

  @Test func anotherFileThatDrawsTheSameIsNoHindrance() {
    var then = run
    then.corpus.sha256 = "other"
    let report = then.judge(run)
    #expect(report.conclusion == .passed && report.notes.count == 1)
  }

  @Test func decodersAndGroupsThatOneSideLacksAreNamed() {
    #expect(codes { $0.decoders.removeLast() } == [.notInBaseline])
    #expect(codes { $0.decoders[1].groups.removeLast() } == [.notInBaseline])
    #expect(
      codes {
        var third = $0.decoders[0]
        third.label = "c"
        $0.decoders.append(third)
      } == [.missing])
    #expect(
      codes {
        $0.corpus.groups.removeLast()
        for index in $0.decoders.indices { $0.decoders[index].groups.removeLast() }
      } == [.notInBaseline, .notInBaseline])
  }

  @Test func aNewSettingOfADecoderIsJudgedUnderTheOldOnesLabel() {
    var now = run
    (now.decoders[0].label, now.decoders[0].reference) = ("a:x=4", nil)
    #expect(
      run.judge(now, .test(isSelection: true)).obstacles.map(\.reason) == [
        .decoderNotInBaseline("a:x=4", argument: "a:x=4", known: "a")
      ])
    (now.decoders[0].label, now.decoders[0].reference) = ("a", "a:x=4")
    let report = run.judge(now)
    #expect(report.conclusion == .passed && report.references == ["a": "a:x=4"])
  }

  @Test func aGroupThatADecoderNoLongerReadsIsMissed() {
    var now = run
    now.decoders[0].groups.removeLast()
    #expect(run.judge(now).obstacles.map(\.code) == [.missing])
  }

  @Test func whoAskedForSomeDecodersDoesNotMissTheOthers() {
    var now = run
    now.decoders.removeFirst()
    #expect(run.judge(now).obstacles.map(\.code) == [.missing])
    #expect(run.judge(now, .test(isSelection: true)).conclusion == .passed)
  }

  @Test func whoWasAskedForAndReadsNothingAnyMoreIsMissed() {
    var now = run
    now.decoders[0].groups = []
    let report = run.judge(now, .test(isSelection: true))
    #expect(report.conclusion == .cannotJudge && report.obstacles.map(\.code) == [.missing])
  }

  @Test func nothingComparedIsNoPass() {
    var idle = run
    for index in idle.decoders.indices { idle.decoders[index].groups = [] }
    let report = idle.judge(idle, .test(isSelection: true))
    #expect(report.conclusion == .cannotJudge && report.obstacles.map(\.code) == [.tooFewPairs])
  }

  @Test func aRunWithTimesOfOthersHasNoneOfItsOwn() throws {
    let corpus = try Fixture.corpus(levels: "1, 2", trials: 60)
    let record = Fixture.record(corpus, decoders: [Fixture.configured("a", supports: [true])])
    func run(reused: Int = 0, otherMachines: [String]? = nil) throws -> Baseline {
      var record = record
      record.provenance.otherMachines = otherMachines
      let store = MemoryStore()
      let number = store.begin(record).number
      let schedule = record.corpus.numbering
      store.append(
        (0..<schedule.count).compactMap(schedule.place).map {
          Observation(
            decoder: 0, place: $0, finding: Finding(.read), wallNanoseconds: 1_000_000 + $0.trial)
        }, toRun: number)
      var outcome = Fixture.outcome()
      outcome.reused = reused
      store.finish(run: number, outcome: outcome)
      return try Baseline(ofRun: number, in: store)
    }
    let whole = try run()
    #expect(whole.judge(whole, .test(failOn: [.latency])).conclusion == .passed)
    for mixed in try [run(reused: 1), run(otherMachines: ["another with 8 cores"])] {
      for (then, now) in [(whole, mixed), (mixed, whole), (mixed, mixed)] {
        let report = then.judge(now, .test(failOn: [.latency]))
        #expect(report.conclusion == .cannotJudge && report.obstacles.map(\.code) == [.latency])
        #expect(then.judge(now).conclusion == .passed, "nobody asked for times")
      }
    }
  }

  @Test func decodersWithoutAGroupAreNobodysConcern() {
    var then = run
    var idle = run.decoders[0]
    (idle.label, idle.groups) = ("idle", [])
    then.decoders.append(idle)
    #expect(then.judge(run).conclusion == .passed)
    #expect(run.judge(then).conclusion == .passed)
  }

  @Test func somethingWorseIsARegressionWhateverCannotBeJudged() throws {
    let fixture = GateFixture(groups: 2, decoders: ["a", "b"])
    var now = try fixture.step { decoder, place in
      decoder == 0 && place.level == 2 && place.trial < 20 ? .noRead : nil
    }
    now.decoders.removeLast()
    let report = run.judge(now)
    #expect(report.conclusion == .regressed && report.obstacles.map(\.code) == [.missing])
  }

  @Test func anotherVersionOfADecoderIsNotedAndSoIsFicklenessOfTheSame() throws {
    var then = run
    then.decoders[0].version = "0.9"
    then.decoders[0].fingerprint = "other"
    #expect(
      then.judge(run).notes
        == [.otherDecoderVersion(decoder: "a", baseline: "0.9", run: "1")])
    let now = try GateFixture(groups: 2, decoders: ["a", "b"]).step { decoder, place in
      decoder == 1 && place.level == 2 && place.trial < 2 ? .noRead : nil
    }
    #expect(run.judge(now).notes == [.nondeterministic(decoder: "b")])
  }

  // MARK: Acknowledgements

  private func acknowledged(
    _ classes: Set<GateClass>, expires: String = "2026-06-15"
  ) throws -> (Baseline, Baseline) {
    let fixture = GateFixture()
    var then = try fixture.step()
    then.acknowledge(
      Acknowledgement(
        cell: try #require(then.cells.first), classes: classes, reason: "issue 12",
        expires: try #require(CalendarDay(parsing: expires))))
    let now = try fixture.step { _, place in
      place.level == 2 && place.trial < 20 ? .noRead : nil
    }
    return (then, now)
  }

  @Test func aKnownChangePassesUpToItsLastDayAndIsStillTold() throws {
    let (then, now) = try acknowledged([.threshold])
    let report = then.judge(now)
    #expect(report.conclusion == .passed)
    #expect(report.cells.first?.acknowledged == [.threshold])
    #expect(report.notes.contains(.acknowledged(then.acknowledged[0], .inUse)))
    let tomorrow = then.judge(now, .test(today: "2026-06-16"))
    #expect(tomorrow.conclusion == .regressed)
    #expect(tomorrow.notes.contains(.acknowledged(then.acknowledged[0], .expired)))
  }

  @Test func anAcknowledgementCoversItsCellAndClassesAlone() throws {
    let (then, now) = try acknowledged([.crashes, .misreads])
    #expect(then.judge(now).cells.first?.failures == [.threshold])
    var elsewhere = then
    elsewhere.acknowledged[0].classes = [.threshold]
    elsewhere.acknowledged[0].cell.group = "v1/c9"
    #expect(elsewhere.judge(now).conclusion == .regressed)
  }

  @Test func anAcknowledgementThatNothingNeedsIsSaidToBeSo() throws {
    let (then, _) = try acknowledged([.threshold])
    let report = then.judge(then)
    #expect(report.conclusion == .passed)
    #expect(report.notes == [.acknowledged(then.acknowledged[0], .unneeded)])
  }

  // MARK: Latency

  @Test func slowerReadsFailWhereThatIsAskedForAndCertain() throws {
    let then = try GateFixture().step()
    let slower = try GateFixture(milliseconds: 1.5).step()
    let aLittle = try GateFixture(milliseconds: 1.2).step()
    let policy = GatePolicy.test(failOn: [.latency])
    #expect(then.judge(slower, policy).cells.first?.failures == [.latency])
    #expect(then.judge(slower).conclusion == .passed, "it was not asked for")
    let gained = try GateFixture(milliseconds: 1.5).step { _, place in
      place.level == 1 && place.trial < 3 ? .read : nil
    }
    let failed = try #require(then.judge(gained, policy).failedCells.first)
    #expect(failed.failures == [.latency] && failed.samples.isEmpty, "gains are not slower")
    #expect(then.judge(aLittle, policy).conclusion == .passed, "within a quarter")
    #expect(slower.judge(then, policy).conclusion == .passed)
  }

  @Test func latenciesOfAnotherMachineAllowNoJudgement() throws {
    let then = try GateFixture().step()
    var now = then
    now.provenance.processor = "another"
    #expect(then.judge(now).conclusion == .passed)
    let report = then.judge(now, .test(failOn: [.latency]))
    #expect(report.obstacles.map(\.code) == [.latency] && report.conclusion == .cannotJudge)
  }
}

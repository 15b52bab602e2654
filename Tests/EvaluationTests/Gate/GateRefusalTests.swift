import Corpora
import Evaluation
import Testing

/// What keeps a run from being judged, and what does not.
@Suite struct GateRefusalTests {
  private let run: Baseline

  init() throws {
    run = try GateFixture(groups: 2, decoders: ["a", "b"]).step()
  }

  /// The codes of what stands in the way after a change of the baseline.
  private func codes(
    _ policy: GatePolicy = .test(), _ change: (inout Baseline) -> Void
  ) -> [GateObjection.Code] {
    var then = run
    change(&then)
    let report = then.judge(run, policy)
    #expect(report.conclusion == (report.objections.isEmpty ? .passed : .cannotJudge))
    #expect(report.objections.allSatisfy { !$0.message.isEmpty })
    return report.objections.map(\.code)
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
    let report = then.judge(run)
    #expect(report.conclusion == .cannotJudge)
    #expect(report.objections.map(\.code) == [.otherSamples])
    #expect(report.objections.first?.message.contains("v1/c0") == true)
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

  @Test func aGroupThatADecoderNoLongerReadsIsMissed() {
    var now = run
    now.decoders[0].groups.removeLast()
    #expect(run.judge(now).objections.map(\.code) == [.missing])
  }

  @Test func whoAskedForSomeDecodersDoesNotMissTheOthers() {
    var now = run
    now.decoders.removeFirst()
    #expect(run.judge(now).objections.map(\.code) == [.missing])
    #expect(run.judge(now, .test(isSelection: true)).conclusion == .passed)
  }

  @Test func whoWasAskedForAndReadsNothingAnyMoreIsMissed() {
    var now = run
    now.decoders[0].groups = []
    let report = run.judge(now, .test(isSelection: true))
    #expect(report.conclusion == .cannotJudge && report.objections.map(\.code) == [.missing])
  }

  @Test func nothingComparedIsNoPass() {
    var idle = run
    for index in idle.decoders.indices { idle.decoders[index].groups = [] }
    let report = idle.judge(idle, .test(isSelection: true))
    #expect(report.conclusion == .cannotJudge && report.objections.map(\.code) == [.tooFewPairs])
  }

  @Test func timesOfSeveralMachinesCompareWithNoSingleOnes() throws {
    var now = run
    var other = run.provenance
    other.processor = "another"
    now.provenance = run.provenance.joined(with: [run.provenance])
    #expect(now.provenance == run.provenance)
    now.provenance = run.provenance.joined(with: [other, run.provenance])
    #expect(now.provenance.processor.contains("another with 1 cores and test with 1 cores"))
    #expect(run.judge(now).conclusion == .passed)
    let timed = run.judge(now, .test(failOn: [.latency]))
    #expect(timed.conclusion == .cannotJudge && timed.objections.map(\.code) == [.latency])
  }

  @Test func observationsOfAnEarlierRunBringTheirMachineAlong() throws {
    let corpus = try Fixture.corpus(levels: "1, 2", trials: 1)
    var record = Fixture.record(corpus, contestants: [Fixture.contestant("a", supports: [true])])
    let store = MemoryStore()
    record.provenance.processor = "of last night"
    let first = store.begin(record).number
    store.finish(run: first, outcome: Fixture.outcome())
    record.provenance.processor = "of tonight"
    let second = store.begin(record).number
    var outcome = Fixture.outcome()
    store.finish(run: second, outcome: outcome)
    #expect(try Baseline(ofRun: second, in: store).provenance.processor == "of tonight")
    outcome.reused = 1
    store.finish(run: second, outcome: outcome)
    let processor = try Baseline(ofRun: second, in: store).provenance.processor
    #expect(processor.contains("of tonight") && processor.contains("of last night"))
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
    #expect(report.conclusion == .regressed && report.objections.map(\.code) == [.missing])
  }

  @Test func anotherVersionOfADecoderIsNotedAndSoIsFicklenessOfTheSame() throws {
    var then = run
    then.decoders[0].version = "0.9"
    then.decoders[0].fingerprint = "other"
    #expect(then.judge(run).notes == ["a: version 0.9 then, 1 now"])
    let now = try GateFixture(groups: 2, decoders: ["a", "b"]).step { decoder, place in
      decoder == 1 && place.level == 2 && place.trial < 2 ? .noRead : nil
    }
    let notes = run.judge(now).notes
    #expect(notes.count == 1 && notes.first?.hasPrefix("b runs the same code") == true)
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
    #expect(report.notes.contains { $0.contains("issue 12") })
    let tomorrow = then.judge(now, .test(today: "2026-06-16"))
    #expect(tomorrow.conclusion == .regressed)
    #expect(tomorrow.notes.contains { $0.contains("which is over") })
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
    #expect(report.notes.contains { $0.contains("no longer needed") })
  }

  // MARK: Latency

  @Test func slowerReadsFailWhereThatIsAskedForAndCertain() throws {
    let then = try GateFixture().step()
    let slower = try GateFixture(milliseconds: 1.5).step()
    let aLittle = try GateFixture(milliseconds: 1.2).step()
    let policy = GatePolicy.test(failOn: [.latency])
    #expect(then.judge(slower, policy).cells.first?.failures == [.latency])
    #expect(then.judge(slower).conclusion == .passed, "it was not asked for")
    #expect(then.judge(aLittle, policy).conclusion == .passed, "within a quarter")
    #expect(slower.judge(then, policy).conclusion == .passed)
  }

  @Test func latenciesOfAnotherMachineAllowNoJudgement() throws {
    let then = try GateFixture().step()
    var now = then
    now.provenance.processor = "another"
    #expect(then.judge(now).conclusion == .passed)
    let report = then.judge(now, .test(failOn: [.latency]))
    #expect(report.objections.map(\.code) == [.latency] && report.conclusion == .cannotJudge)
  }
}

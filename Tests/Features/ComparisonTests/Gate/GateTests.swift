import Analysis
import Reporting
import Results
import Statistics
import Testing

@testable import Comparison
@testable import RunFixtures

@Suite struct GateTests {
  @Test func aRenamedDecoderIsComparedWithItself() throws {
    let then = try GateFixture(decoders: ["zxing:a=1", "other"]).step()
    var now = try GateFixture(decoders: ["zxing:a=1", "other"]).step(but: { decoder, place in
      decoder == 0 && place.level == 2 ? .noRead : nil
    })
    (now.decoders[0].label, now.decoders[0].reference) = ("fast", "zxing:a=1")
    let report = then.judge(now)
    #expect(report.obstacles.isEmpty, "\(report.obstacles)")
    #expect(report.failedCells.map(\.name.decoder) == ["fast"])
    #expect(report.references == ["fast": "zxing:a=1"])
    // And back again, with what was acknowledged under the other name.
    var old = now
    old.acknowledge(
      Acknowledgement(
        cell: try #require(report.failedCells.first).name, classes: [.threshold], reason: "known",
        expires: try #require(CalendarDay(parsing: "2026-07-01"))))
    let worse = try GateFixture(decoders: ["zxing:a=1", "other"]).step(but: { _, place in
      place.level >= 2 ? .noRead : nil
    })
    let back = old.judge(worse)
    #expect(back.failedCells.map(\.name.decoder) == ["other"])
  }

  private func cell(_ report: GateReport) throws -> GateCell { try #require(report.cells.first) }

  @Test func theSameOutcomesAreUnchangedAndPass() throws {
    let run = try GateFixture(groups: 2, decoders: ["a", "b"]).step()
    let report = run.judge(run)
    #expect(report.conclusion == .passed)
    #expect(report.cells.count == 4 && report.cells.allSatisfy { $0.verdict == .unchanged })
    #expect(report.obstacles.isEmpty && report.notes.isEmpty)
    #expect(Gate(baseline: run, policy: .test()).suspects(in: run).isEmpty)
  }

  @Test func lostReadsThatMoveTheThresholdAreARegression() throws {
    let fixture = GateFixture()
    let report = try fixture.step().judge(
      fixture.step { _, place in place.level == 2 && place.trial < 20 ? .noRead : nil })
    let cell = try cell(report)
    #expect(report.conclusion == .regressed && cell.failures == [.threshold])
    #expect(cell.verdict == .regressed && cell.losses == 20 && cell.gains == 0)
    #expect(cell.pairs == 400)
    // T = 4 − (1 × k/n at 3 + ½ at 4): 2.5 before, and 0.2 more after.
    #expect(abs(try #require(cell.before.meanThreshold).value - 2.5) < 1e-12)
    #expect(abs(try #require(cell.after.meanThreshold).value - 2.7) < 1e-12)
    #expect(abs(cell.shift.value - 0.2) < 1e-12)
    // 2^-20, of one cell.
    #expect(abs(cell.lossP - 1 / 1_048_576) < 1e-12)
    #expect(cell.samples.count == 5)
    let sample = try #require(cell.samples.first)
    #expect(sample.key == "tiny/v1/c0/3/0")
    #expect(sample.before == .read && sample.after == .missed)
  }

  @Test func aLittleLostInEachGroupIsMuchInAllOfThem() throws {
    let fixture = GateFixture(groups: 4, decoders: ["a", "b"])
    let then = try fixture.step()
    let now = try fixture.step { decoder, place in
      decoder == 0 && place.level == 2 && place.trial < 4 ? .noRead : nil
    }
    var report = then.judge(now)
    report.baselineFile = "b.json"
    #expect(report.conclusion == .regressed && report.failedCells.isEmpty)
    #expect(report.cells.filter { $0.name.decoder == "a" }.allSatisfy { $0.verdict == .changed })
    #expect(report.failedDecoders == [report.decoders[0]])
    #expect((report.decoders[0].losses, report.decoders[0].gains) == (16, 0))
    // Of 8 cells and 2 decoders, it has the smallest p-value.
    #expect(abs(try #require(report.decoders[0].lossP) - 10 / 65_536) < 1e-12)
    #expect(report.decoders[1].lossP == 1)
    #expect(Gate(baseline: then, policy: .test()).suspects(in: now).count == 16)
    let wording = GateWording(report)
    #expect(
      wording.headline.hasPrefix("Gate: a lost 16 images and gained none over 4 groups (against"))
    #expect(wording.samples(report.decoders[0]).count == 5)
    #expect(wording.acknowledgeCommands(report.decoders[0]).count == 4)
    #expect(GateJudgement(report).failures.map(\.decoder) == ["a"])
    #expect(
      Annotations.lines(report).count { $0.contains("title=a got worse over all groups::") } == 1)

    #expect(now.judge(then).conclusion == .passed, "gains are no failure")
    let unasked = then.judge(now, .test(failOn: [.crashes]))
    #expect(unasked.conclusion == .passed)
    #expect(GateWording(unasked).headline.hasPrefix("Gate: passed, although a lost 16 images"))
    #expect(GateJudgement(unasked).badge.message == "1 worse, excused")
    // What is acknowledged is not counted: 8 losses are 10 × 2^−8.
    var known = then
    for cell in ["v1/c0", "v1/c1"] {
      known.acknowledge(
        Acknowledgement(
          cell: CellName(decoder: "a", group: cell), classes: [.threshold], reason: "known",
          expires: try #require(CalendarDay(parsing: "2026-12-31"))))
    }
    #expect(known.judge(now).conclusion == .passed)
    #expect(known.judge(now).decoders[0].groups == 2 && known.judge(now).decoders[0].losses == 8)
  }

  @Test func theTestOfOneGroupIsThatOfItsDecoder() throws {
    let run = try GateFixture(decoders: ["a", "b"]).step()
    let report = run.judge(run)
    #expect(report.decoders.allSatisfy { $0.lossP == nil && !$0.isWorse && $0.groups == 1 })
    #expect(GateWording(report).tests == nil)
    // 2 × 2^−8 ≤ 0.01, in 400 images.
    let share = try #require(report.decoders[0].visibleShare)
    #expect(abs(Binomial.probabilityAtLeast(8, trials: 400, rate: share) - 0.9) < 1e-9)
    let few = try GateFixture(levels: "1, 2", trials: 3).step()
    let none = few.judge(few)
    #expect(none.conclusion == .passed && none.decoders[0].visibleShare == nil)
    #expect(
      GateWording(none).visible("gates like this one")
        == "No loss of reads can fail gates like this one: 6 images are too few")
    #expect(GateWording(none).fewPairs?.hasPrefix("A group has 6 images") == true)
    #expect(GateWording(report).fewPairs == nil)
    // A least shift of 0.4 % is asked for, however many images there are.
    let many = try GateFixture(trials: 2_000).step()
    #expect(many.judge(many).decoders[0].visibleShare == 0.004)
  }

  @Test func aSweepThatGetsHarderUpwardsIsJudgedAlike() throws {
    let fixture = GateFixture(harder: .larger)
    let then = try fixture.run { $1.level <= 1 ? .read : .noRead }
    let now = try fixture.run {
      $1.level <= 1 && !($1.level == 1 && $1.trial < 20) ? .read : .noRead
    }
    let worse = try cell(then.judge(now))
    #expect(worse.verdict == .regressed && abs(worse.shift.value - 0.2) < 1e-12)
    #expect(abs(try #require(worse.before.meanThreshold).value - 2.5) < 1e-12)
    #expect(abs(try #require(worse.after.meanThreshold).value - 2.3) < 1e-12)
    let better = now.judge(then)
    #expect(better.conclusion == .passed)
    #expect(try cell(better).verdict == .improved)
  }

  @Test func withoutAnOrderTheShareOfSamplesCounts() throws {
    let fixture = GateFixture(trials: 300, harder: .unordered)
    let all = try fixture.run { _, _ in .read }
    let few = try cell(all.judge(fixture.run { $1.level == 0 && $1.trial < 12 ? .noRead : .read }))
    #expect(few.verdict == .regressed && few.shift.value == 0.01 && few.after.meanThreshold == nil)
    // Significant (p = 0.004 for 8 of 8), but less than 0.4 % of 2400 samples.
    let fewer = GateFixture(trials: 600, harder: .unordered)
    let fewest = try cell(
      fewer.run { _, _ in .read }
        .judge(fewer.run { $1.level == 0 && $1.trial < 8 ? .noRead : .read }))
    #expect(fewest.verdict == .changed && fewest.lossP < 0.01)
  }

  @Test func gainsAreReportedAndPass() throws {
    let fixture = GateFixture()
    let report = try fixture.step { _, place in place.level == 2 && place.trial < 20 ? .noRead : nil
    }
    .judge(fixture.step())
    #expect(report.conclusion == .passed)
    #expect(try cell(report).verdict == .improved)
    #expect(try cell(report).samples.first?.after == .read)
  }

  @Test func flipsOnTooFewPairsCannotBeJudged() throws {
    let fixture = GateFixture(trials: 10)
    let report = try fixture.step().judge(
      fixture.step { _, place in place.level == 2 && place.trial == 0 ? .noRead : nil })
    #expect(report.conclusion == .cannotJudge)
    #expect(report.obstacles.map(\.code) == [.tooFewPairs])
    #expect(report.obstacles.first?.reason == .tooFewPairs(flips: 1, pairs: 40, needed: 100))
    #expect(GateWording(report).headline.hasPrefix("Gate: cannot judge, 1 of 40 images no longer"))
    let shortened = try GateFixture(trials: 20).step().judge(
      fixture.step { _, place in place.level == 2 && place.trial == 0 ? .noRead : nil })
    #expect(
      shortened.obstacles.map(\.reason) == [
        .tooFewPairs(flips: 1, pairs: 40, needed: 100, isShortened: true)
      ])
    // What cannot be chance is worse on however few pairs.
    let lost = try fixture.step().judge(fixture.run { _, _ in .noRead })
    #expect(try lost.conclusion == .regressed && cell(lost).losses == 20)
    // A policy that does not include reads gets no reports of them.
    let crashes = try fixture.step().judge(
      fixture.step { _, place in place.level == 2 && place.trial == 0 ? .noRead : nil },
      .test(failOn: [.crashes]))
    #expect(crashes.conclusion == .passed)
  }

  @Test func fewerTrialsAreComparedAsFarAsTheyGo() throws {
    let then = try GateFixture(trials: 100).step()
    let now = try GateFixture(trials: 40).step()
    for report in [then.judge(now), now.judge(then)] {
      #expect(report.conclusion == .passed)
      #expect(try cell(report).pairs == 160)
      #expect(report.notes.contains { if case .otherTrials = $0 { true } else { false } })
    }
  }

  // MARK: Misreads

  @Test func newMisreadsAreJudgedEvenWhereNoReadIsLost() throws {
    let fixture = GateFixture()
    let then = try fixture.step()
    // Misses become misreads, so that no read is lost.
    let now = try fixture.step { _, place in place.level == 0 && place.trial < 8 ? .misread : nil }
    let report = then.judge(now)
    #expect(try cell(report).failures == [.misreads] && cell(report).verdict == .unchanged)
    let shift = try cell(report).misreads
    #expect(shift.appeared == 8 && shift.vanished == 0 && abs(shift.p - 1.0 / 256) < 1e-15)
    let six = try then.judge(
      fixture.step { _, place in place.level == 0 && place.trial < 6 ? .misread : nil })
    #expect(six.conclusion == .passed, "p = 1/64")
    #expect(then.judge(now, .test(failOn: [.threshold])).conclusion == .passed)
    #expect(now.judge(then).conclusion == .passed, "fewer misreads are no regression")
  }

  @Test func falsePositivesAreMisreadsToo() throws {
    let fixture = GateFixture(harder: .unordered)
    let then = try fixture.run { _, _ in .clean }
    let now = try fixture.run { $1.trial < 3 ? .falsePositive : .clean }
    #expect(try cell(then.judge(now)).failures == [.threshold, .misreads])
  }

  // MARK: Crashes

  @Test func aCrashThatComesAgainIsEnoughAndOneThatNobodyTriedAgainIsNot() throws {
    let fixture = GateFixture()
    let then = try fixture.step()
    let now = try fixture.step { _, place in place.level == 0 && place.trial == 7 ? .crash : nil }
    let suspects = Gate(baseline: then, policy: .test()).suspects(in: now)
    #expect(suspects.count == 1 && suspects.first?.trial == 7)
    let confirmed = then.judge(now, recheck: Recheck(decoded: 1, outcomes: [:]))
    #expect(try confirmed.conclusion == .regressed && cell(confirmed).failures == [.crashes])
    let asBefore = Dictionary(uniqueKeysWithValues: suspects.map { ($0, $0.before) })
    let withdrawn = then.judge(now, recheck: Recheck(decoded: 1, outcomes: asBefore))
    #expect(withdrawn.conclusion == .passed)
    #expect(try cell(withdrawn).crashes.appeared == 0 && cell(withdrawn).withdrawn == 1)
    #expect(then.judge(now).conclusion == .passed, "one crash of 400, untried, may be chance")
    let seven = try fixture.step { _, place in place.level == 0 && place.trial < 7 ? .crash : nil }
    #expect(try cell(then.judge(seven)).failures == [.crashes], "p = 1/128")
  }

  @Test func whatComesOutAThirdWayCountsAsThat() throws {
    let fixture = GateFixture()
    let then = try fixture.step()
    let now = try fixture.step { _, place in place.level == 3 && place.trial < 60 ? .crash : nil }
    let suspects = Gate(baseline: then, policy: .test()).suspects(in: now)
    #expect(suspects.count == 60)
    func report(_ outcome: SampleOutcome) -> GateReport {
      let outcomes = Dictionary(uniqueKeysWithValues: suspects.map { ($0, outcome) })
      return then.judge(now, recheck: Recheck(decoded: suspects.count, outcomes: outcomes))
    }
    let missed = try cell(report(.missed))
    #expect(missed.crashes.appeared == 0 && missed.losses == 60 && missed.withdrawn == 0)
    #expect(missed.failures == [.threshold], "lost both times, if not in the same way")
    let excluded = try cell(report(.excluded))
    #expect(excluded.crashes.appeared == 60, "a deadline missed takes nothing back")
    #expect(report(.read).conclusion == .passed && report(.read).recheck?.withdrawn == 60)
  }

  @Test func aSingleCrashHasToComeTwice() throws {
    let fixture = GateFixture()
    let then = try fixture.step()
    let crashed = try fixture.step { _, place in
      place.level == 3 && place.trial == 7 ? .crash : nil
    }
    let suspect = Gate(baseline: then, policy: .test()).suspects(in: crashed).first
    func report(_ now: Verdict, again: SampleOutcome) throws -> GateReport {
      let run = try fixture.step { _, place in place.level == 3 && place.trial == 7 ? now : nil }
      var flip = try #require(suspect)
      flip.after = SampleOutcome(now)
      return then.judge(run, recheck: Recheck(decoded: 1, outcomes: [flip: again]))
    }
    #expect(try report(.noRead, again: .crash).conclusion == .passed)
    #expect(try report(.crash, again: .excluded).conclusion == .regressed)
    #expect(try report(.crash, again: .missed).conclusion == .passed)
  }

  @Test func whatGotWorseUnaskedIsSaidOfMisreadsAndCrashesToo() throws {
    let fixture = GateFixture()
    let then = try fixture.step()
    for (verdict, kind) in [(Verdict.misread, GateClass.misreads), (.crash, .crashes)] {
      let now = try fixture.step { _, place in
        place.level == 0 && place.trial < 40 ? verdict : nil
      }
      let report = then.judge(now, .test(failOn: [.threshold]))
      #expect(report.conclusion == .passed)
      #expect(try cell(report).unasked == [kind] && report.excusedCells.count == 1)
    }
  }

  @Test func givenUpIsNoPassWhereCrashesAreNotAskedFor() throws {
    let then = try GateFixture().step()
    let now = try GateFixture(givenUp: ["a"]).run { _, place in
      place.trial < 30 ? (place.level >= 2 ? .read : .noRead) : place.trial < 33 ? .crash : nil
    }
    let report = then.judge(now, .test(failOn: [.misreads]))
    #expect(report.conclusion == .cannotJudge)
    #expect(report.obstacles.map(\.code) == [.untried])
    var known = then
    let expires = try #require(CalendarDay(parsing: "2026-12-31"))
    let crashes = Acknowledgement(
      cell: try cell(report).name, classes: [.crashes], reason: "known", expires: expires)
    known.acknowledge(crashes)
    #expect(known.judge(now).conclusion == .cannotJudge, "the rest of the samples is not known")
    known.acknowledge(
      Acknowledgement(
        cell: crashes.cell, classes: GatePolicy.usualClasses, reason: "known", expires: expires))
    #expect(known.judge(now).conclusion == .passed)
  }

  @Test func aDecoderThatIsGivenUpAndWasNotHasGotWorse() throws {
    let then = try GateFixture().step()
    let now = try GateFixture(givenUp: ["a"]).run { _, place in place.trial < 3 ? .crash : nil }
    let report = then.judge(now)
    #expect(report.conclusion == .regressed)
    #expect(try cell(report).isNewlyGivenUp && cell(report).failures.contains(.crashes))
    // Given up in both runs: only the samples that were tried are compared.
    #expect(now.judge(now).conclusion == .passed)
  }

  // MARK: Phantoms

  private func run(phantomsIn trials: Range<Int>) throws -> Baseline {
    try GateFixture(hasPhantom: { $0.level == 3 && trials.contains($0.trial) }).step()
  }

  @Test func newPhantomsFailOnceTheyAreMoreThanChance() throws {
    let then = try run(phantomsIn: 0..<3)
    #expect(then.decoders[0].groups[0].phantoms == ["4": [0, 1, 2]])
    // Of ten that appear and none that vanishes, the one-sided exact test says 2^-10; of six 2^-6.
    let report = try then.judge(run(phantomsIn: 0..<13))
    let cell = try cell(report)
    #expect(cell.failures == [.phantoms] && cell.verdict == .unchanged)
    let phantoms = try #require(cell.phantoms)
    #expect((phantoms.appeared, phantoms.vanished) == (10, 0) && abs(phantoms.p - 1 / 1024) < 1e-12)
    #expect(cell.samples.map(\.key) == (3..<8).map { "tiny/v1/c0/4/\($0)" })
    #expect(cell.samples.allSatisfy { $0.isPhantom })
    #expect(try then.judge(run(phantomsIn: 0..<9)).conclusion == .passed)
    // As many appear as vanish.
    #expect(try then.judge(run(phantomsIn: 3..<6)).conclusion == .passed)
    #expect(try run(phantomsIn: 0..<13).judge(then).conclusion == .passed, "fewer are no failure")
    #expect(
      try then.judge(run(phantomsIn: 0..<13), .test(failOn: [.misreads])).cells[0].unasked
        == [.phantoms])
  }

  @Test func ofABaselineWithoutPhantomsNoneAreCompared() throws {
    var then = try run(phantomsIn: 0..<0)
    then.decoders[0].groups[0].phantoms = nil
    let report = try then.judge(run(phantomsIn: 0..<50))
    #expect(report.conclusion == .passed && report.notes == [.noPhantoms])
    #expect(try cell(report).phantoms == nil)
    // That the run has none makes nothing known of the baseline.
    #expect(try then.judge(run(phantomsIn: 0..<0)).notes == [.noPhantoms])
    #expect(try then.judge(run(phantomsIn: 0..<9), .test(failOn: [.crashes])).notes.isEmpty)
  }

  @Test func phantomsOfTimeoutsAndOfTrialsBeyondTheOthersAreNotCounted() throws {
    let then = try run(phantomsIn: 0..<20)
    let slow = try GateFixture().step { _, place in place.trial < 20 ? .timeout : nil }
    #expect(try cell(then.judge(slow)).phantoms?.vanished == 0)
    let longer = try GateFixture(trials: 200, hasPhantom: { $0.level == 3 && $0.trial >= 100 })
      .step()
    #expect(try cell(then.judge(longer)).phantoms == EventShift(appeared: 0, vanished: 20, p: 1))
  }

  // MARK: What is no flip

  @Test func timeoutsAreNoFlipsAndManyOfThemAllowNoJudgement() throws {
    let fixture = GateFixture()
    let then = try fixture.step()
    func timedOut(_ count: Int) throws -> GateReport {
      try then.judge(
        fixture.step { _, place in place.level == 3 && place.trial < count ? .timeout : nil })
    }
    let few = try timedOut(3)
    #expect(try few.conclusion == .passed && cell(few).pairs == 397)
    #expect(try cell(few).verdict == .unchanged && cell(few).exclusions.appeared == 3)
    let many = try timedOut(60)
    #expect(many.conclusion == .cannotJudge)
    #expect(many.obstacles.map(\.code) == [.excluded])
    #expect(many.cells.allSatisfy { $0.failures.isEmpty })
  }

  @Test func aTimeoutThatComesAgainAloneIsAHangAndFailsAsACrashDoes() throws {
    let fixture = GateFixture()
    let then = try fixture.step()
    let now = try fixture.step { _, place in
      place.level == 3 && place.trial < 3 ? .timeout : nil
    }
    let timeouts = Gate(baseline: then, policy: .test()).newTimeouts(in: now)
    #expect(timeouts.map(\.trial) == [0, 1, 2])
    func report(hanging count: Int, _ policy: GatePolicy = .test()) -> GateReport {
      then.judge(
        now, policy,
        recheck: Recheck(
          decoded: 0, outcomes: [:], hangs: Set(timeouts.prefix(count)),
          answered: Set(timeouts.dropFirst(count))))
    }
    let hung = report(hanging: 2)
    #expect(try hung.conclusion == .regressed && cell(hung).failures == [.crashes])
    #expect(try cell(hung).hangs == 2 && cell(hung).pairs == 397)
    #expect(try cell(hung).samples.map(\.after) == [.excluded, .excluded])
    #expect(
      try GateWording(hung).failures(cell(hung)).first?.hasPrefix("hangs on 2 images") == true)
    #expect(
      try GateWording(hung).failures(cell(hung)).first?.hasSuffix("; 3 timed out in all") == true)
    #expect(try GateWording(hung).remarks(cell(hung)).isEmpty)
    #expect(report(hanging: 2, .test(failOn: [.threshold])).conclusion == .passed)
    let slow = report(hanging: 0)
    #expect(slow.conclusion == .passed)
    #expect(
      GateWording(slow).changes.first?.contains("timed out or failed in this run; left out")
        == true)
  }

  /// Of a group that hangs, each timeout is told, lost reads first, except for those that were decoded again in time.
  @Test func hangsAreListedLostReadsFirst() throws {
    let fixture = GateFixture()
    let then = try fixture.step()
    let now = try fixture.step { _, place in
      place.trial < 4 && place.level == 0 || place.trial < 9 && place.level == 3 ? .timeout : nil
    }
    let timeouts = Gate(baseline: then, policy: .test()).newTimeouts(in: now)
    #expect(timeouts.count == 13)
    func report(answered: Set<Flip>) -> GateReport {
      var report = then.judge(
        now,
        recheck: Recheck(
          decoded: 0, outcomes: [:], hangs: Set(timeouts.suffix(3)), answered: answered))
      report.limitSeconds = 5
      return report
    }
    let hung = try cell(report(answered: []))
    #expect(hung.samples.map(\.before) == Array(repeating: .read, count: 9) + [.missed])
    #expect(try cell(report(answered: Set(timeouts.prefix(5)))).samples.count == 8)
    let told = GateWording(report(answered: [])).sentence(.crashes, hung)
    #expect(told.hasPrefix("hangs on 3 images with an answer in the baseline: timed out after 5 s"))
    #expect(told.hasSuffix("; 13 timed out in all") && !told.contains("crashes"))
    let page = GateMarkdown(report(answered: [])).render(try ScoreFixture.table(.deserted))
    #expect(page.contains("| crashes, new timeouts |") && page.contains("| **0 → 0, 13** |"))
  }

  /// A decoder that hangs on all images is stopped: nothing is said of its reads.
  @Test func aDecoderThatDoesNotAnswerAnyMoreIsSaidToBeStopped() throws {
    let then = try GateFixture(groups: 2).step()
    let now = try GateFixture(groups: 2, givenUp: ["a"]).run { _, place in
      place.level == 3 && place.trial < (place.group == 0 ? 6 : 5) ? .timeout : nil
    }
    var report = then.judge(now, recheck: .unneeded)
    report.limitSeconds = 5
    #expect(report.conclusion == .regressed && report.obstacles.isEmpty, "\(report.obstacles)")
    let wording = GateWording(report)
    #expect(
      wording.headline.hasPrefix(
        "Gate: a did not answer within 5 s on 11 of 11 images and was stopped"))
    #expect(
      try wording.failures(cell(report)) == [
        "did not answer within 5 s on 6 of 6 images and was stopped"
      ])
    #expect(try cell(report).samples.count == 6)
    #expect(wording.tally == "Reads by decoder and group: 2 not judged")
    let page = GateMarkdown(report).render(try ScoreFixture.table(.deserted))
    #expect(page.contains("| **not judged** | **not judged** | **not judged** |"))
    #expect(page.contains("harness reproduce") && !page.contains("unchanged"))
    #expect(!page.contains("– %") && !page.contains("crashes 0"))
    #expect(!GateText(TerminalStyle(width: 200)).render(report).contains("unchanged"))
  }

  /// Where the limit is too near the usual time to tell hangs from waiting, many timeouts are no pass.
  @Test func timeoutsThatCannotBeJudgedAsHangsAreNoPass() throws {
    let fixture = GateFixture()
    let then = try fixture.step()
    func report(
      _ count: Int, _ doubt: HangDoubt?, _ policy: GatePolicy = .test()
    ) throws -> GateReport {
      let now = try fixture.step { _, place in
        place.level == 3 && place.trial < count ? .timeout : nil
      }
      let doubts = doubt.map { ["a": $0] } ?? [:]
      return then.judge(
        now, policy, recheck: Recheck(decoded: 0, outcomes: [:], doubts: doubts))
    }
    let doubt = HangSuspicion(deadlines: ["a": 5_000_000_000], usual: ["a": 151e6])
      .doubt(about: "a")
    #expect(doubt == .shortLimit(5_000_000_000, usual: 151e6))
    #expect(try report(3, doubt).conclusion == .passed)
    let many = try report(5, doubt)
    #expect(many.conclusion == .cannotJudge && many.obstacles.map(\.code) == [.excluded])
    #expect(
      GateWording(many).obstacles == [
        "a: 5 images with an answer in the baseline timed out or failed. Not judged as hangs: the limit of "
          + "5 s is less than 50 × 151 ms, the 99th percentile of its answers. Use --timeout 8s"
      ])
    #expect(try report(5, nil).conclusion == .passed, "decoded alone they were no hangs")
    #expect(try report(5, doubt, .test(failOn: [.threshold])).conclusion == .passed)
    // Of a stored run no decoder can be asked.
    let now = try fixture.step { _, place in
      place.level == 3 && place.trial < 4 ? .timeout : nil
    }
    #expect(
      then.judge(now).obstacles.map(\.reason) == [.hangsUnjudged("a", timeouts: 4, .noDecoder)])
    // Of a decoder that times out by chance as many come as go.
    let other = try fixture.step { _, place in
      place.level == 2 && place.trial < 4 ? .timeout : nil
    }
    #expect(other.judge(now).conclusion == .passed)
    // One percent of few images is less than four.
    let small = GateFixture(trials: 50)
    let two = try small.step { _, place in place.level == 3 && place.trial < 3 ? .timeout : nil }
    #expect(try small.step().judge(two).conclusion == .cannotJudge)
  }

  /// On a busy machine all decodes take longer: a deadline that is near the usual time says nothing.
  @Test func aDeadlineNearTheUsualTimeMakesNoHang() throws {
    let level = try #require(Level(parsing: "1"))
    let timeouts = (0..<40).map { number in
      Flip(
        cell: CellName(decoder: number % 2 == 0 ? "quick" : "slow", group: "g\(number % 20)"),
        level: level, trial: number, before: .read, after: .excluded)
    }
    func chosen(usual: [String: Double]) -> [Flip] {
      HangSuspicion(deadlines: ["quick": 5_000, "slow": 5_000], usual: usual).choice(of: timeouts)
    }
    let some = chosen(usual: ["quick": 100, "slow": 101])
    #expect(Set(some.map(\.cell.decoder)) == ["quick"])
    #expect(some.count == 12, "each takes the whole deadline")
    #expect(chosen(usual: [:]).isEmpty, "a decoder without an answer has no usual time")
    let same = timeouts.map { flip in
      var flip = flip
      flip.cell = CellName(decoder: "quick", group: "g")
      return flip
    }
    #expect(
      HangSuspicion(deadlines: ["quick": 5_000], usual: ["quick": 1]).choice(of: same).count == 3)
  }

  @Test func theUsualTimeIsThatOfAnswers() throws {
    let corpus = try Fixture.corpus(levels: "1", trials: 200)
    let record = Fixture.record(
      corpus, decoders: ["a", "b"].map { Fixture.configured($0, supports: [true]) })
    let store = MemoryStore()
    let run = store.begin(record).number
    for place in (0..<200).compactMap(record.corpus.numbering.place) {
      let verdict: Verdict = place.trial % 10 == 0 ? .timeout : .read
      store.append(
        [
          Observation(
            decoder: 0, place: place, finding: Finding(verdict),
            wallNanoseconds: verdict == .timeout ? 1_000_000 : place.trial),
          Observation(decoder: 1, place: place, finding: Finding(.timeout), wallNanoseconds: 1),
        ], toRun: run)
    }
    store.finish(run: run, outcome: Fixture.outcome())
    // Of 180 answers the 179th: all but the last one, 199.
    #expect(try AnswerTimes.p99(ofRun: run, in: store) == ["a": 198])
  }

  @Test func aPluginThatFailsOnEverythingDoesNotPass() throws {
    let fixture = GateFixture()
    let report = try fixture.step().judge(fixture.run { _, _ in .failed })
    #expect(report.conclusion == .cannotJudge)
    #expect(report.obstacles.map(\.code) == [.tooFewPairs])
  }

  @Test func samplesThatWereNotTriedAllowNoJudgement() throws {
    let fixture = GateFixture()
    let report = try fixture.step().judge(
      fixture.run { _, place in place.trial < 90 ? (place.level >= 2 ? .read : .noRead) : nil })
    #expect(report.conclusion == .cannotJudge)
    #expect(report.obstacles.map(\.code) == [.untried])
  }
}

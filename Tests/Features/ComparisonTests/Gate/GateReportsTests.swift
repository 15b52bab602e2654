import Foundation
import Reporting
import Results
import TestSupport
import Testing

@testable import Comparison
@testable import RunFixtures

@Suite(.waits) struct GateReportsTests {
  private func flat(_ text: String) -> String {
    text.map { $0 == "\u{202F}" || $0 == "\n" ? " " : $0 }
      .split(separator: " ").map { String($0) }.joined(separator: " ")
  }

  @Test func theTerminalSaysWhoWhereFromWhatToWhatAndHowSure() throws {
    let report = try GateScenario.report(.worse)
    #expect(report.conclusion == .regressed)
    let text = flat(GateText(TerminalStyle(width: 100)).render(report))
    let cell = try #require(report.failedCells.first)
    #expect(cell.name.description == "zbar@v2-m/upright")
    let pairs = flat(Numerals.counted(cell.pairs, "image", "images"))
    #expect(
      text.contains(
        "WORSE zbar, group v2-m/upright: \(flat(Numerals.count(cell.losses))) of \(pairs) no longer read, "
          + "\(flat(Numerals.count(cell.gains))) newly read; mean threshold "), "\(text)")
    #expect(
      text.contains(
        /px \(larger is worse\)[^.]*(\.\d[^.]*)*\. worse by [0-9.]+ ± [0-9.]+ px; not chance \(p < 0.0001\)/
      ),
      "the statistics are a sentence of their own: \(text)")
    #expect(text.contains("with Holm's correction over 12 of them"), "8 cells and 4 decoders")
    #expect(text.contains("misreads 0 → "))
    #expect(text.contains("--decoder 'zbar' --timeout '5s'"))
    #expect(text.contains("harness gate acknowledge 'reports/baselines/50%, a:b.json'"))
    #expect(text.ranges(of: "harness reproduce").count == 10, "five for each of two cells")
    #expect(cell.samples.allSatisfy { text.contains("'\($0.key)'") })
  }

  @Test func aPassSaysSoAndNamesGains() throws {
    let same = flat(GateText(TerminalStyle(width: 80)).render(try GateScenario.report(.same)))
    #expect(same.contains("passed, nothing got worse") && same.contains("8 unchanged"))
    #expect(
      same.contains(
        /Nine of ten gates like this one fail on a change that breaks [0-9.]+ % of \w+'s/))
    let better = try GateScenario.report(.better)
    #expect(better.conclusion == .passed)
    let text = flat(GateText(TerminalStyle(width: 80)).render(better))
    #expect(
      text.contains(/improved: \d+ of [\d ]+ images newly read,/) && text.contains("better by"))
    #expect(!text.contains("reliable from"), "a gain says nothing of a lost level: \(text)")
  }

  /// Numbers that differ in the second decimal are shown with three, so that their difference fits them.
  @Test func aSmallShiftIsShownWithThreeDecimals() throws {
    var report = try GateScenario.worse().report()
    let index = try #require(report.cells.firstIndex { $0.verdict == .regressed })
    report.cells = [report.cells[index]]
    report.cells[0].before.meanThreshold = Estimate(value: 1.0012, lower: 0.99, upper: 1.02)
    report.cells[0].after.meanThreshold = Estimate(value: 1.0352, lower: 1.02, upper: 1.05)
    report.cells[0].shift = Estimate(value: 0.034, lower: 0.022, upper: 0.046)
    let wording = GateWording(report)
    #expect(wording.thresholds(report.cells[0]) == "1.001 → 1.035 px")
    #expect(wording.shift(report.cells[0]) == "worse by 0.034 ± 0.012 px")
    report.cells[0].before.meanThreshold?.value = 1.01667
    report.cells[0].after.meanThreshold?.value = 1.04833
    report.cells[0].shift.value = 0.03166
    #expect(GateWording(report).thresholds(report.cells[0]) == "1.017 → 1.048 px")
    #expect(GateWording(report).shift(report.cells[0]) == "worse by 0.031 ± 0.012 px")
  }

  /// Where nothing is read, the mean threshold lies beyond the sweep, and so does the shift.
  @Test func theShiftOfAGroupThatReadsNothingAnyMoreIsABound() throws {
    let fixture = GateFixture()
    let (some, none) = try (fixture.step(), fixture.run { _, _ in .noRead })
    let worse = some.judge(none)
    let cell = try #require(worse.failedCells.first)
    #expect(GateWording(worse).thresholds(cell).contains("> 4"))
    let shift = GateWording(worse).shift(cell)
    #expect(shift.hasPrefix("worse by at least 1.5") && !shift.contains("±"), "\(shift)")
    let better = none.judge(some)
    #expect(GateWording(better).shift(better.cells[0]).hasPrefix("better by at least 1.5"))
  }

  @Test func levelsThatAreNoLongerCertifiedAreSaidAndOnlyThose() throws {
    var report = try GateScenario.worse().report()
    let index = try #require(report.cells.firstIndex { $0.verdict == .regressed })
    func text(_ then: Double, _ now: Double?) -> String {
      func score(_ upper: Double?) -> ThresholdScore {
        ThresholdScore(
          kind: upper == nil ? .notCertified : .atMost, rate: 0.95, alpha: 0.05, upper: upper)
      }
      report.cells[index].before.threshold = score(then)
      report.cells[index].after.threshold = score(now)
      return GateWording(report).sentence(.threshold, report.cells[index])
    }
    #expect(text(1, 1.2).contains("; reliable from ≤ 1 px → ≤ 1.2 px"))
    #expect(text(1, nil).hasSuffix("; reliable from ≤ 1 px → not certified"))
    #expect(!text(1, 1).contains("reliable") && !text(1.2, 1).contains("reliable"))
  }

  @Test func anAlarmStandsBeforeTheScoreTableUnlessTheGatePassed() throws {
    let text = GateText(TerminalStyle(width: 200))
    let alarm = try #require(text.alarm(try GateScenario.worse().report()))
    #expect(
      alarm.hasPrefix("Gate: zbar got worse in 2 of 2 groups: v2-m/upright, v2-m/rotated")
        && alarm.contains("verdict is below"))
    #expect(text.alarm(try GateScenario.same().report()) == nil)
  }

  /// A pass tells slower reads that it does not gate, first and in both places.
  @Test func slowerReadsAreToldWhereLatencyIsNotGated() throws {
    let then = try GateFixture(groups: 2, milliseconds: 0.39).step()
    var now = try GateFixture(groups: 2, milliseconds: 301).step()
    let report = then.judge(now)
    #expect(report.conclusion == .passed)
    let told = try #require(GateWording(report).changes.first)
    #expect(
      told.contains(/^Not gated: reads of a@v1\/c\d take 3\d\d ms, 0\.4\d* ms before/), "\(told)")
    #expect(
      flat(told).hasSuffix("(× 772), and longer in 1 other group, too; add latency to --fail-on"))
    let terminal = flat(GateText(TerminalStyle(width: 200)).render(report))
    #expect(terminal.hasPrefix("Gate: passed, nothing that is gated got worse"))
    #expect(terminal.contains("Not gated: reads of a@v1/c"))
    let page = GateMarkdown(report).render(try ScoreFixture.table(.deserted))
    let changes = try #require(page.split(separator: "## Every cell").first)
    #expect(changes.contains("Not gated: reads of a") && !page.hasSuffix("--fail-on.\n"))
    #expect(now.judge(then).notes.isEmpty, "quicker reads are no news of this kind")
    #expect(then.judge(now, .test(failOn: [.latency])).conclusion == .regressed)
    now.provenance.processor = "another"
    let elsewhere = then.judge(now)
    #expect(
      elsewhere.notes == [
        .otherMachine(baseline: then.provenance.machine, run: now.provenance.machine)
      ])
    #expect(
      GateWording(elsewhere).notes.first?.hasPrefix("times are not compared: the baseline is of ")
        == true)
  }

  /// What the terminal says of cells that changed and do not fail stands on the page, before the part that comments fold.
  @Test func thePageOfAPassTellsWhatChanged() throws {
    let fixture = GateFixture()
    let report = try fixture.step().judge(
      fixture.step { _, place in place.level == 2 && place.trial < 4 ? .noRead : nil })
    #expect(report.conclusion == .passed)
    let change = try #require(GateWording(report).changes.first)
    #expect(change.hasPrefix("a@v1/c0: ") && change.contains("4 of 400 images no longer read"))
    #expect(change.contains("reliable from"))
    #expect(flat(GateText(TerminalStyle(width: 400)).render(report)).contains(flat(change)))
    let page = GateMarkdown(report).render(try ScoreFixture.table(.deserted))
    let shown = try #require(page.components(separatedBy: "## Every cell").first)
    #expect(shown.contains("## Changes that do not fail the gate"))
    #expect(shown.contains("no longer read") && shown.contains("reliable from"))
  }

  @Test func aPassThatExcusesSomethingDoesNotSayThatNothingGotWorse() throws {
    let report = try GateScenario.report(.worse, failOn: [.crashes])
    let text = flat(GateText(TerminalStyle(width: 100)).render(report))
    #expect(text.hasPrefix("Gate: passed, although zbar got worse in 2 of 2 groups: "))
    #expect(!text.contains("nothing got worse"))
  }

  @Test func newPhantomsAreCountedAndTheirSamplesNamed() throws {
    let then = try GateFixture().step()
    let now = try GateFixture(hasPhantom: { $0.level == 3 && $0.trial < 10 }).step()
    let report = then.judge(now)
    let text = flat(GateText(TerminalStyle(width: 100)).render(report))
    #expect(
      text.contains(
        "WORSE a, group v1/c0: images with a phantom, something read that is not there: 10 new, 0 gone"
      ))
    #expect(
      text.contains("read → read with a phantom: harness reproduce 'tiny/v1/c0/4/0'"), "\(text)")
    var older = then
    older.decoders[0].groups[0].phantoms = nil
    #expect(
      flat(GateText(TerminalStyle(width: 200)).render(older.judge(now))).contains(
        "the baseline does not count them; record it again with harness gate accept"))
    let old = flat(GateText(TerminalStyle(width: 100)).render(now.judge(then)))
    #expect(old.contains("0 new, 10 gone") && old.contains("nothing got worse"))
  }

  @Test func whatCannotBeJudgedIsSaidWithItsReason() throws {
    var scenario = GateScenario.same()
    scenario.now.actors[0].label = "stranger"
    let report = try scenario.report()
    #expect(report.conclusion == .cannotJudge)
    let text = flat(GateText(TerminalStyle(width: 80)).render(report))
    #expect(text.hasPrefix("Gate: cannot judge"))
    #expect(text.contains("? decoder stranger is not in the baseline"))
    #expect(text.contains("? decoder zbar is in the baseline but was not tried"))
    scenario.now.actors[1].label = "newcomer"
    let several = flat(GateText(TerminalStyle(width: 80)).render(try scenario.report()))
    #expect(
      several.contains(
        "? decoders stranger and newcomer are not in the baseline: accept one that has them, or name the others "
          + "with --decoder"), "\(several)")
    #expect(!several.contains("decoder stranger is not"))
  }

  @Test(arguments: [40, 80, 140])
  func sentencesKeepToTheWidthAndToASCII(width: Int) throws {
    #expect(GateScenario.reports.count == 7)
    for report in GateScenario.reports {
      let text = GateText(TerminalStyle(width: width, ascii: true)).render(report)
      #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || (0x20...0x7E).contains($0.value) })
      for line in text.split(separator: "\n") where !line.contains("harness ") {
        #expect(line.count <= width, "\(line)")
      }
    }
  }

  @Test func markdownHasARowForEachCellAndNoMarkupOfOthers() throws {
    let table = try ScoreFixture.table(.deserted)
    for report in GateScenario.reports {
      let text = GateMarkdown(report).render(table)
      let rows = text.split(separator: "\n").filter { $0.hasPrefix("| ") }
      #expect(rows.count == report.cells.count + 2)
      #expect(!text.contains("\u{1B}") && !text.contains("\r"))
      // All lines but those of code blocks, in which nothing is markup.
      let prose = text.split(separator: "\n").filter { !$0.hasPrefix("    ") }.joined()
      #expect(!prose.contains("<script>") && !prose.contains("@everyone"))
    }
  }

  @Test func jsonCarriesEveryCellObstacleAndNote() throws {
    let table = try ScoreFixture.table(.deserted)
    for report in GateScenario.reports {
      let data = Data(try GateJSON(report).render(table).utf8)
      let object = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
      #expect(object["conclusion"] as? String == report.conclusion.rawValue)
      let cells = try #require(object["cells"] as? [[String: Any]])
      #expect(cells.map { $0["verdict"] as? String } == report.cells.map(\.verdict.rawValue))
      #expect(cells.map { $0["losses"] as? Int } == report.cells.map(\.losses))
      #expect(cells.map { $0["pairs"] as? Int } == report.cells.map(\.pairs))
      let samples = cells.flatMap { $0["samples"] as? [[String: String]] ?? [] }
      #expect(samples.map { $0["after"] } == report.cells.flatMap(\.samples).map(\.after.name))
      let objections = try #require(object["objections"] as? [[String: Any]])
      #expect(
        objections.map { $0["message"] as? String } == report.obstacles.map(GateWording.sentence))
      #expect(objections.map { $0["code"] as? String } == report.obstacles.map(\.code.rawValue))
      #expect(object["notes"] as? [String] == GateWording(report).notes)
    }
  }

  @Test func annotationsAreOneLineEachAndCannotBeBrokenOutOf() throws {
    let report = try GateScenario.report(.hostile)
    let lines = Annotations.lines(report)
    #expect(
      lines.count { $0.hasPrefix("::error file=reports/baselines/50%25%2C a%3Ab.json,") }
        == report.failedCells.count + report.failedDecoders.count)
    for line in lines {
      #expect(!line.contains("\n") && !line.contains("\r"))
      // Two colons open the command, and two end its properties, which contain no colon pair.
      let parts = line.dropFirst(2).split(separator: "::", maxSplits: 1)
      #expect(parts.count == 2 && !parts[0].contains(":"))
    }
    #expect(Annotations.lines(try GateScenario.report(.same)).isEmpty)
    #expect(
      Annotations.lines(try GateScenario.report(.better)).allSatisfy {
        $0.hasPrefix("::notice ")
      })
    let strange = Annotations.lines(try GateScenario.report(.strange, recheck: nil))
    #expect(strange.contains { $0.hasPrefix("::warning ") && $0.contains("stranger") })
  }

  @Test func everyGateReportKeepsToThePublishedSchema() throws {
    for name in [GateScenario.Name.worse, .same, .better, .strange] {
      let table = try GateScenario.scored(name).now.table
      let text = try GateJSON(GateScenario.report(name)).render(table)
      #expect(try PublishedSchema.objections(text, schema: "gate") == [])
    }
  }
}

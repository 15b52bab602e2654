import Foundation
import Reporting
import Results
import Testing

@testable import Comparison
@testable import RunFixtures

/// A gate's findings in reports that show them beside the scores.
@Suite struct GateJudgementTests {
  @Test func aCellThatGotWorseIsAFailureAndTheOthersPass() throws {
    for name in [GateScenario.Name.hostile, .better, .strange] {
      let report = try GateScenario.report(name)
      let table = try GateScenario.scored(name).now.table
      let found = try JUnitCases(JUnitReport(GateJudgement(report)).render(table))
      let failed = found.cases.filter { $0.children.contains("failure") }
      let worse =
        report.failedCells.map(\.name.group)
        + report.failedDecoders.map { _ in "all groups" }
      #expect(failed.map(\.name) == worse)
      #expect(found.attributes["failures"] == "\(worse.count)")
      #expect(failed.allSatisfy { $0.message?.isEmpty == false })
    }
  }

  @Test func whatCannotBeJudgedIsAnErrorAndNoPass() throws {
    var scenario = GateScenario.same()
    scenario.now.actors[0].label = "stranger"
    let found = try JUnitCases(
      JUnitReport(GateJudgement(scenario.report())).render(scenario.now.table()))
    let gate = try #require(found.cases.first { $0.className == "gate" })
    #expect(gate.children == ["error"] && gate.message?.contains("stranger") == true)
    let short = try JUnitCases(
      JUnitReport(GateJudgement(GateScenario(then: .few, now: .fewOther).report()))
        .render(ScoreFixture.fewOther.table()))
    #expect(short.cases.contains { $0.className == "zbar" && $0.children.contains("error") })
  }

  private func badge(
    _ name: GateScenario.Name, failOn: Set<GateClass> = GatePolicy.usualClasses
  ) throws -> [String: Any] {
    try badge(GateScenario.report(name, failOn: failOn), GateScenario.scored(name).now.table)
  }

  private func badge(_ report: GateReport, _ table: ScoreTable) throws -> [String: Any] {
    let text = try BadgeReport(GateJudgement(report)).render(table)
    return try #require(
      JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  @Test func theBadgeSaysWhatTheGateSays() throws {
    let worse = try badge(.worse)
    #expect(worse["message"] as? String == "2 worse" && worse["color"] as? String == "red")
    #expect(worse["isError"] as? Bool == true)
    #expect(try badge(.same)["message"] as? String == "none worse")
    #expect(try badge(.better)["message"] as? String == "2 improved, none worse")
    let excused = try badge(.worse, failOn: [.crashes])
    #expect(excused["message"] as? String == "2 worse, excused")
    #expect(excused["color"] as? String == "yellowgreen")
    var stranger = GateScenario.same()
    stranger.now.actors[0].label = "stranger"
    let unknown = try badge(stranger.report(), stranger.now.table())
    #expect(unknown["message"] as? String == "cannot judge")
  }
}

extension ScoreFixture {
  /// A run with too few samples to judge a flip.
  fileprivate static var few: ScoreFixture {
    var fixture = ScoreFixture.realistic
    fixture.levels = ["1", "2"]
    fixture.trials = 10
    fixture.actors = [fixture.actors[0]]
    fixture.actors[0].chance = { _, _ in 1 }
    return fixture
  }

  fileprivate static var fewOther: ScoreFixture {
    var fixture = Self.few
    fixture.actors[0].chance = { _, _ in 0.7 }
    return fixture
  }
}

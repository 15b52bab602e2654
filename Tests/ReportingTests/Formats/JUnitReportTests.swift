import Foundation
import Reporting
import TestSupport
import Testing

@testable import RunFixtures

@Suite struct JUnitReportTests {
  /// The test suite and test cases that an independent XML parser (Python's expat) finds.
  private struct Found: Decodable {
    struct Case: Decodable {
      var className: String
      var name: String
      var children: [String]
      var message: String?
    }

    var attributes: [String: String]
    var cases: [Case]
  }

  private func parse(_ document: String) throws -> Found {
    let program = """
      import json, sys, xml.etree.ElementTree as tree
      suite = tree.fromstring(sys.stdin.buffer.read()).find("testsuite")
      cases = [{"className": c.get("classname"), "name": c.get("name"),
                "children": [k.tag for k in c],
                "message": next((k.get("message") for k in c if k.get("message")), None)}
               for c in suite.findall("testcase")]
      print(json.dumps({"attributes": suite.attrib, "cases": cases}))
      """
    let output = try Python.run(program, input: document)
    return try JSONDecoder().decode(Found.self, from: Data(output.utf8))
  }

  @Test func withoutAGateEveryCellIsACaseThatPasses() throws {
    for name in ScoreFixture.Name.allCases {
      let table = try ScoreFixture.table(name)
      let found = try parse(JUnitReport().render(table))
      let cells = table.decoders.reduce(0) { $0 + max($1.groups.count, 1) }
      #expect(found.cases.count == cells + table.unavailable.count)
      #expect(found.attributes["tests"] == "\(found.cases.count)")
      #expect(found.attributes["failures"] == "0")
      #expect(found.attributes["errors"] == "\(table.unavailable.count)")
      #expect(found.cases.allSatisfy { !$0.children.contains("failure") })
    }
  }

  @Test func aCellThatGotWorseIsAFailureAndTheOthersPass() throws {
    for scenario in [GateScenario.worse(.hostile), .better(), .strange()] {
      let report = try scenario.report()
      let table = try scenario.now.table()
      let found = try parse(JUnitReport(GateJudgement(report)).render(table))
      let failed = found.cases.filter { $0.children.contains("failure") }
      #expect(failed.map(\.name) == report.failedCells.map(\.name.group))
      #expect(found.attributes["failures"] == "\(report.failedCells.count)")
      #expect(failed.allSatisfy { $0.message?.isEmpty == false })
    }
  }

  @Test func whatCannotBeJudgedIsAnErrorAndNoPass() throws {
    var scenario = GateScenario.same()
    scenario.now.actors[0].label = "stranger"
    let found = try parse(JUnitReport(GateJudgement(try scenario.report())).render(scenario.now.table()))
    let gate = try #require(found.cases.first { $0.className == "gate" })
    #expect(gate.children == ["error"] && gate.message?.contains("stranger") == true)
    let short = try parse(
      JUnitReport(GateJudgement(GateScenario(then: .few, now: .fewOther).report()))
        .render(ScoreFixture.fewOther.table()))
    #expect(short.cases.contains { $0.className == "zbar" && $0.children.contains("error") })
  }

  @Test func controlCharactersAndMarkupAreText() throws {
    let text = JUnitReport().render(try ScoreFixture.table(.hostile))
    #expect(!text.contains("<script>") && !text.contains("\u{1B}") && !text.contains("\u{202E}"))
    let label = try #require(parse(text).cases.first { $0.className.contains("<script>") })
    #expect(label.className.contains("\"quoted\""))
  }
}

@Suite struct BadgeReportTests {
  private func badge(_ scenario: GateScenario) throws -> [String: Any] {
    let text = try BadgeReport(GateJudgement(scenario.report())).render(scenario.now.table())
    return try #require(
      JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  @Test func theBadgeHasTheFieldsThatShieldsReads() throws {
    for name in ScoreFixture.Name.allCases {
      let text = try BadgeReport().render(ScoreFixture.table(name))
      let badge = try #require(
        JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
      #expect(badge["schemaVersion"] as? Int == 1)
      #expect((badge["label"] as? String)?.isEmpty == false)
      #expect((badge["message"] as? String)?.isEmpty == false)
      #expect(badge["color"] as? String != nil)
    }
  }

  @Test func itSaysWhatTheGateSays() throws {
    let worse = try badge(.worse())
    #expect(worse["message"] as? String == "2 worse" && worse["color"] as? String == "red")
    #expect(worse["isError"] as? Bool == true)
    #expect(try badge(.same())["message"] as? String == "none worse")
    #expect(try badge(.better())["message"] as? String == "2 improved, none worse")
    var excused = GateScenario.worse()
    excused.failOn = [.crashes]
    #expect(try badge(excused)["message"] as? String == "2 worse, excused")
    #expect(try badge(excused)["color"] as? String == "yellowgreen")
    var stranger = GateScenario.same()
    stranger.now.actors[0].label = "stranger"
    #expect(try badge(stranger)["message"] as? String == "cannot judge")
  }

  @Test func withoutAGateItNamesTheFirst() throws {
    let table = try ScoreFixture.table(.realistic)
    let text = try BadgeReport().render(table)
    #expect(text.contains("\"zxing "))
    #expect(try BadgeReport().render(ScoreFixture.table(.partial)).contains("\"stopped\""))
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

import Foundation
import Reporting
import TestSupport
import Testing

@testable import RunFixtures

@Suite struct JUnitReportTests {
  @Test func withoutAGateEveryCellIsACaseThatPasses() throws {
    for name in ScoreFixture.Name.allCases {
      let table = try ScoreFixture.table(name)
      let found = try JUnitCases(JUnitReport().render(table))
      let cells = table.decoders.reduce(0) { $0 + max($1.groups.count, 1) }
      #expect(found.cases.count == cells + table.unavailable.count)
      #expect(found.attributes["tests"] == "\(found.cases.count)")
      #expect(found.attributes["failures"] == "0")
      #expect(found.attributes["errors"] == "\(table.unavailable.count)")
      #expect(found.cases.allSatisfy { !$0.children.contains("failure") })
    }
  }

  @Test func controlCharactersAndMarkupAreText() throws {
    let text = JUnitReport().render(try ScoreFixture.table(.hostile))
    #expect(!text.contains("<script>") && !text.contains("\u{1B}") && !text.contains("\u{202E}"))
    let label = try #require(JUnitCases(text).cases.first { $0.className.contains("<script>") })
    #expect(label.className.contains("\"quoted\""))
  }
}

@Suite struct BadgeReportTests {
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

  @Test func withoutAGateItNamesTheFirst() throws {
    let table = try ScoreFixture.table(.realistic)
    let text = try BadgeReport().render(table)
    #expect(text.contains("\"zxing "))
    #expect(try BadgeReport().render(ScoreFixture.table(.partial)).contains("\"stopped\""))
  }
}

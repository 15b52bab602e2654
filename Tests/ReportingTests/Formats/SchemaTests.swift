import DecoderKit
import Foundation
import Measuring
import Reporting
import ResultStore
import Results
import Scanning
import Statistics
import TestSupport
import Testing

@testable import RunFixtures

/// Real reports checked against the published schemas by an independent validator.
@Suite(.waits) struct SchemaTests {
  private static func schema(_ name: String) throws -> String { try PublishedSchema.text(name) }

  func objections(_ document: String, schema name: String) throws -> [String] {
    try PublishedSchema.objections(document, schema: name)
  }

  @Test func everyScoreTableKeepsToThePublishedSchema() throws {
    for name in ScoreFixture.Name.allCases {
      #expect(
        try objections(JSONReport().render(ScoreFixture.table(name)), schema: "scores") == [])
    }
    var table = try ScoreFixture.table(.realistic)
    table.streams = StreamReportTests.streams()
    table.settings.stream = StreamRules()
    var passage = StreamPassage(decoder: 0, group: 0, trial: 0)
    passage.firstReadNanoseconds = 7
    table.outcome.streams = [passage]
    table.settings.informed = true
    (table.outcome.informed, table.informed) = InformedReportTests.informed(table)
    #expect(try objections(JSONReport().render(table), schema: "scores") == [])
  }

  @Test func everyBaselineKeepsToThePublishedSchema() throws {
    for name in ScoreFixture.Name.allCases {
      var baseline = try ScoreFixture.baseline(name)
      if let cell = baseline.cells.first, let day = CalendarDay(parsing: "2027-01-01") {
        baseline.acknowledge(
          Acknowledgement(cell: cell, classes: Set(GateClass.allCases), reason: "x", expires: day))
      }
      #expect(try objections(BaselineFile.text(baseline), schema: "baseline") == [])
    }
  }

  @Test(arguments: [
    ("scan", 80), ("explain", 40), ("recommendation", 50), ("grade", 25), ("iso-15423", 35),
    ("fuzz", 40), ("hunt", 60), ("soak", 30),
  ])
  func theSchemaSaysWhatEveryFieldMeans(name: String, least: Int) throws {
    let schema = try JSONSerialization.jsonObject(with: Data(Self.schema(name).utf8))
    var fields = 0
    func visit(_ node: Any, _ path: String) {
      guard let node = node as? [String: Any] else { return }
      for (name, field) in node["properties"] as? [String: Any] ?? [:] {
        fields += 1
        let field = field as? [String: Any] ?? [:]
        let meaning = field["description"] as? String ?? ""
        #expect(!meaning.isEmpty, "\(path).\(name) has no meaning")
        // A number has its unit in its name, or in words.
        if field["type"] as? String == "number" {
          let units = [
            "pixels", "Milliseconds", "Pixels", "Degrees", "Modules", "modules", "levels", "share",
            "0 to 1", "0 to 4", "interval", "estimate", "seconds",
          ]
          #expect(units.contains { (name + " " + meaning).contains($0) }, "\(path).\(name)")
        }
        visit(field, path + "." + name)
        visit(field["items"] ?? [:], path + "." + name)
      }
      for (name, definition) in node["$defs"] as? [String: Any] ?? [:] { visit(definition, name) }
    }
    visit(schema, "")
    #expect(fields >= least)
  }

  @Test func aFieldThatNobodyDescribedAndAWrongKindAreFound() throws {
    let text = try JSONReport().render(ScoreFixture.table(.deserted))
    let added = text.replacing("\"rankedGroups\" :", with: "\"new\" : 1, \"rankedGroups\" :")
    #expect(try objections(added, schema: "scores").count == 1)
    let turned = text.replacing("\"harder\" : \"smaller\"", with: "\"harder\" : \"none\"")
    #expect(try objections(turned, schema: "scores").count == 1)
    let lacking = text.replacing("\"seed\" :", with: "\"sed\" :")
    #expect(try objections(lacking, schema: "scores").count == 2)
  }

  @Test func theSchemasNameEveryValueThatFieldsCanTake() throws {
    let scores = try Self.schema("scores")
    let values =
      CurveEnding.allCases.map(\.rawValue) + MisreadClass.allCases.map(\.rawValue)
      + SweepDirection.allCases.map(\.rawValue) + GroupContent.allCases.map(\.rawValue)
      + AdaptiveAim.Target.allCases.map(\.rawValue)
    for value in values { #expect(scores.contains("\"\(value)\""), "\(value)") }
    let baseline = try Self.schema("baseline")
    for value in GateClass.allCases { #expect(baseline.contains("\"\(value.rawValue)\"")) }
    let scan = try Self.schema("scan")
    for value in Symbology.allCases.map(\.rawValue) + GaugeFailure.allCases.map(\.rawValue)
      + ModuleSizeBand.allCases.map(\.rawValue) + MissingMargin.allCases.map(\.rawValue)
      + ScanAttempt.Outcome.allCases.map(\.rawValue)
    {
      #expect(scan.contains("\"\(value)\""), "\(value)")
    }
    for value in ImageFault.allCases.map(\.code) { #expect(scan.contains("\"\(value)\"")) }
    let gate = try Self.schema("gate")
    for value in GateClass.allCases { #expect(gate.contains("\"\(value.rawValue)\"")) }
    for value in RegressionGate.Change.allCases {
      #expect(gate.contains("\"\(value.rawValue)\""), "\(value)")
    }
    for value in SampleOutcome.allCases {
      #expect(baseline.contains("\(value.rawValue) ") || value == .untried, "\(value)")
    }
  }
}

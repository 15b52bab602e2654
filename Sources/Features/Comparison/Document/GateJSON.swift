import Base
import Reporting
import Results

/// `gate.json`: a gate's findings field by field, for programs.
struct GateJSON: ReportWriter {
  private let report: GateReport

  /// Makes the writer for a gate's findings.
  init(_ report: GateReport) {
    self.report = report
  }

  /// `gate.json`.
  var fileName: String { "gate.json" }

  /// Renders the report as JSON, including its conclusion and the version of its layout.
  ///
  /// - Throws: `EncodingError` for a number that is not finite, which JSON cannot express.
  func render(_ table: ScoreTable) throws -> String {
    try VersionedJSON.text(
      Content(report: report), version: report.schemaVersion)
  }

  /// The report with its conclusion, and with obstacles and notes as sentences.
  private struct Content: Encodable {
    let report: GateReport

    private enum CodingKeys: String, CodingKey {
      case conclusion, objections, notes
    }

    private struct Objection: Encodable {
      let code: GateObstacle.Code
      let cell: CellName?
      let message: String
    }

    func encode(to encoder: any Encoder) throws {
      try report.encode(to: encoder)
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(report.conclusion, forKey: .conclusion)
      try container.encode(
        report.obstacles.map {
          Objection(code: $0.code, cell: $0.cell, message: GateWording.sentence($0))
        }, forKey: .objections)
      try container.encode(GateWording(report).notes, forKey: .notes)
    }
  }
}

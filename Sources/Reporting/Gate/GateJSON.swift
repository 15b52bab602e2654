import Evaluation

/// `gate.json`: a gate's findings field by field, for programs.
public struct GateJSON: ReportWriter {
  private let report: GateReport

  /// Makes the writer for a gate's findings.
  public init(_ report: GateReport) {
    self.report = report
  }

  /// `gate.json`.
  public var fileName: String { "gate.json" }

  /// Renders the report as JSON, including its conclusion and the version of its layout.
  ///
  /// - Throws: `EncodingError` for a number that is not finite, which JSON cannot express.
  public func render(_ table: ScoreTable) throws -> String {
    try VersionedJSON.text(
      Content(conclusion: report.conclusion, report: report), version: report.schemaVersion)
  }

  /// The report with its conclusion.
  private struct Content: Encodable {
    let conclusion: GateReport.Conclusion
    let report: GateReport

    private enum CodingKeys: String, CodingKey {
      case conclusion
    }

    func encode(to encoder: any Encoder) throws {
      try report.encode(to: encoder)
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(conclusion, forKey: .conclusion)
    }
  }
}

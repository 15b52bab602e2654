import Evaluation

/// `gate.json`: what a gate found, field by field, for programs.
public struct GateJSON: ReportWriter {
  private let report: GateReport

  /// Makes the writer for what a gate found.
  public init(_ report: GateReport) {
    self.report = report
  }

  /// `gate.json`.
  public var fileName: String { "gate.json" }

  /// The report as JSON, its conclusion and the version of its layout included.
  ///
  /// - Throws: `EncodingError` for a number that is not finite, which JSON cannot say.
  public func render(_ table: ScoreTable) throws -> String {
    try VersionedJSON.text(
      Content(conclusion: report.conclusion, report: report), version: report.schemaVersion)
  }

  /// The report with what follows from it.
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

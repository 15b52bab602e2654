import Base
import Foundation
import Results

/// `scores.json`: the score table, field by field, with the version of its layout first.
///
/// The same table gives the same bytes: keys are sorted, except for `schemaVersion`.
public struct JSONReport: ReportWriter {
  public init() {}

  /// `scores.json`.
  public var fileName: String { "scores.json" }

  /// The most decoders of a table that is indented; beyond it each has a line, and counts of 0 are left
  /// out.
  static let mostIndented = 20

  /// Renders the table as JSON that ``read(_:)`` turns into an equal table.
  ///
  /// - Throws: `EncodingError` for a number that is not finite, which JSON cannot express.
  public func render(_ table: ScoreTable) throws -> String {
    table.decoders.count <= Self.mostIndented
      ? try VersionedJSON.text(table, version: table.schemaVersion)
      : try VersionedJSON.lines(
        table, version: table.schemaVersion, userInfo: [Counts.leavesOutZeros: true])
  }

  /// Reads a table back.
  ///
  /// - Throws: ``JSONReportError/otherVersion(_:)``, which is checked first, and `DecodingError`
  ///   for anything else that is not a score table.
  public static func read(_ text: String) throws -> ScoreTable {
    let data = Data(text.utf8)
    let version = try VersionedJSON.version(of: data)
    guard version == ScoreTable.currentSchemaVersion else {
      throw JSONReportError.otherVersion(version)
    }
    return try BoundedJSON.decode(ScoreTable.self, from: data)
  }
}

/// The reason a `scores.json` cannot be read.
public enum JSONReportError: Error, Equatable, CustomStringConvertible {
  /// It has another version of the layout.
  case otherVersion(Int)

  public var description: String {
    switch self {
    case .otherVersion(let version):
      "the scores have schema version \(version), and this harness reads version "
        + "\(ScoreTable.currentSchemaVersion): use the harness that wrote them"
    }
  }
}

/// `gate.json`: a gate's findings field by field, for programs.
public struct GateJSON: ReportWriter {
  private let report: GateReport

  /// Makes the writer for a gate's findings.
  package init(_ report: GateReport) {
    self.report = report
  }

  /// `gate.json`.
  public var fileName: String { "gate.json" }

  /// Renders the report as JSON, including its conclusion and the version of its layout.
  ///
  /// - Throws: `EncodingError` for a number that is not finite, which JSON cannot express.
  public func render(_ table: ScoreTable) throws -> String {
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

import Base
import Foundation
import Results

/// `scores.json`: the score table, field by field, with the version of its layout first.
///
/// The same table gives the same bytes: keys are sorted, except for `schemaVersion`.
package struct JSONReport: ReportWriter {
  package init() {}

  /// `scores.json`.
  package var fileName: String { "scores.json" }

  /// The most decoders of a table that is indented; beyond it each has a line, and counts of 0 are left
  /// out.
  static let mostIndented = 20

  /// Renders the table as JSON that ``read(_:)`` turns into an equal table.
  ///
  /// - Throws: `EncodingError` for a number that is not finite, which JSON cannot express.
  package func render(_ table: ScoreTable) throws -> String {
    table.decoders.count <= Self.mostIndented
      ? try VersionedJSON.text(table, version: table.schemaVersion)
      : try VersionedJSON.lines(
        table, version: table.schemaVersion, userInfo: [Counts.leavesOutZeros: true])
  }

  /// Reads a table back.
  ///
  /// - Throws: ``JSONReportError/otherVersion(_:)``, which is checked first, and `DecodingError`
  ///   for anything else that is not a score table.
  package static func read(_ text: String) throws -> ScoreTable {
    let data = Data(text.utf8)
    let version = try VersionedJSON.version(of: data)
    guard version == ScoreTable.currentSchemaVersion else {
      throw JSONReportError.otherVersion(version)
    }
    return try BoundedJSON.decode(ScoreTable.self, from: data)
  }
}

/// The reason a `scores.json` cannot be read.
package enum JSONReportError: Error, Equatable, CustomStringConvertible {
  /// It has another version of the layout.
  case otherVersion(Int)

  package var description: String {
    switch self {
    case .otherVersion(let version):
      "the scores have schema version \(version), and this harness reads version "
        + "\(ScoreTable.currentSchemaVersion): use the harness that wrote them"
    }
  }
}

import Evaluation

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// `scores.json`: the score table, field by field, with the version of its layout first.
///
/// The same table gives the same bytes: keys are sorted, except for `schemaVersion`.
public struct JSONReport: ReportWriter {
  /// Makes the writer.
  public init() {}

  /// `scores.json`.
  public var fileName: String { "scores.json" }

  /// Renders the table as JSON that ``read(_:)`` turns into an equal table.
  ///
  /// - Throws: `EncodingError` for a number that is not finite, which JSON cannot express.
  public func render(_ table: ScoreTable) throws -> String {
    try VersionedJSON.text(table, version: table.schemaVersion)
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
    return try JSONDecoder().decode(ScoreTable.self, from: data)
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

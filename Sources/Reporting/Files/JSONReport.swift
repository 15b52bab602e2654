import Evaluation

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// `scores.json`: the score table, field by field, with the version of its layout first.
///
/// The same table gives the same bytes: keys are sorted, but for `schemaVersion`.
public struct JSONReport: ReportWriter {
  private static let versionKey = "schemaVersion"

  /// Makes the writer.
  public init() {}

  /// `scores.json`.
  public var fileName: String { "scores.json" }

  /// The table as JSON that ``read(_:)`` turns into an equal table.
  ///
  /// - Throws: `EncodingError` for a number that is not finite, which JSON cannot say.
  public func render(_ table: ScoreTable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let text = String(decoding: try encoder.encode(table), as: UTF8.self)
    return Self.withVersionFirst(text, version: table.schemaVersion) + "\n"
  }

  /// Reads a table back.
  ///
  /// - Throws: ``JSONReportError/otherVersion(_:)`` before anything else is looked at, and
  ///   `DecodingError` for what is not a score table.
  public static func read(_ text: String) throws -> ScoreTable {
    let data = Data(text.utf8)
    let version = try JSONDecoder().decode(Version.self, from: data).schemaVersion
    guard version == ScoreTable.currentSchemaVersion else {
      throw JSONReportError.otherVersion(version)
    }
    return try JSONDecoder().decode(ScoreTable.self, from: data)
  }

  private struct Version: Decodable {
    let schemaVersion: Int
  }

  /// Moves the version's line to the top.
  ///
  /// Pretty-printed JSON has each key of the outermost object on a line of its own, indented by two
  /// spaces, and no other line can look like it: strings hold no line breaks.
  private static func withVersionFirst(_ text: String, version: Int) -> String {
    let isVersion = { (line: Substring) in line.hasPrefix("  \"\(versionKey)\"") }
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    lines.removeAll(where: isVersion)
    lines.insert("  \"\(versionKey)\" : \(version),", at: 1)
    return lines.joined(separator: "\n")
  }
}

/// Why a `scores.json` cannot be read.
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

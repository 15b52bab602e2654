#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// JSON files whose first field is the version of their layout.
enum VersionedJSON {
  private static let versionKey = "schemaVersion"

  private struct Version: Decodable {
    let schemaVersion: Int
  }

  /// Renders a value as indented JSON with sorted keys, except for `schemaVersion`, and a final
  /// line feed.
  ///
  /// The same value gives the same bytes.
  ///
  /// - Throws: `EncodingError` for a number that is not finite, which JSON cannot express.
  static func text(_ value: some Encodable, version: Int) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let text = String(decoding: try encoder.encode(value), as: UTF8.self)
    return withVersionFirst(text, version: version) + "\n"
  }

  /// Reads the version that a file declares.
  ///
  /// - Throws: `DecodingError` for anything that is not a JSON object with a version.
  static func version(of data: Data) throws -> Int {
    try JSONDecoder().decode(Version.self, from: data).schemaVersion
  }

  /// Moves the version's line to the top.
  ///
  /// Pretty-printed JSON has each key of the outermost object on its own line, indented by two
  /// spaces. No other line can look like it, because strings hold no line breaks.
  private static func withVersionFirst(_ text: String, version: Int) -> String {
    let isVersion = { (line: Substring) in line.hasPrefix("  \"\(versionKey)\"") }
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    lines.removeAll(where: isVersion)
    // The last entry before the brace has no comma of its own when the version was the last.
    if lines.count > 2, lines[lines.count - 2].hasSuffix(",") {
      lines[lines.count - 2].removeLast()
    }
    lines.insert("  \"\(versionKey)\" : \(version),", at: 1)
    return lines.joined(separator: "\n")
  }
}

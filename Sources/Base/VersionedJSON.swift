import Foundation

/// JSON files whose first field is the version of their layout.
package enum VersionedJSON {
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
  package static func text(_ value: some Encodable, version: Int) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let text = String(decoding: try encoder.encode(value), as: UTF8.self)
    return withVersionFirst(text, version: version) + "\n"
  }

  /// Reads the version that a file declares.
  ///
  /// - Throws: `DecodingError` for anything that is not a JSON object with a version.
  package static func version(of data: Data) throws -> Int {
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

/// An error in a JSON file as a sentence for the person who edited it.
package enum DecodingErrorText {
  package static func sentence(_ error: DecodingError) -> String {
    switch error {
    case .keyNotFound(let key, let context):
      "\(place(context.codingPath)) lacks \"\(key.stringValue)\""
    case .typeMismatch(_, let context), .valueNotFound(_, let context):
      "\(place(context.codingPath)) is of the wrong kind: \(context.debugDescription)"
    case .dataCorrupted(let context):
      "\(place(context.codingPath)) cannot be read: \(reason(context))"
    @unknown default: "it cannot be read: \(error)"
    }
  }

  /// The path in the usual notation: `decoders[0].groups[1]`.
  private static func place(_ path: [any CodingKey]) -> String {
    guard !path.isEmpty else { return "the file" }
    return path.reduce("") { text, key in
      if let index = key.intValue { return "\(text)[\(index)]" }
      return text.isEmpty ? key.stringValue : "\(text).\(key.stringValue)"
    }
  }

  /// The reason with the underlying error, in which Foundation says where the JSON syntax is wrong.
  private static func reason(_ context: DecodingError.Context) -> String {
    guard let inner = context.underlyingError else { return context.debugDescription }
    return "\(context.debugDescription) (\(inner))"
  }
}

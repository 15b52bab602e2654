import Foundation

/// JSON with sorted keys: the same value gives the same bytes.
package enum SortedJSON {
  /// Renders a value.
  ///
  /// - Parameters:
  ///   - isPretty: True for a line each key, indented.
  ///   - takesAnyNumber: True to write a number that JSON cannot express as a text, so that one strange
  ///     measurement does not lose the rest.
  /// - Throws: `EncodingError` for a number that is not finite, otherwise.
  package static func data(
    _ value: some Encodable, isPretty: Bool = false, takesAnyNumber: Bool = false
  ) throws -> Data {
    try encoder(isPretty: isPretty, takesAnyNumber: takesAnyNumber).encode(value)
  }

  /// Renders a value as text.
  package static func text(
    _ value: some Encodable, isPretty: Bool = false, takesAnyNumber: Bool = false
  ) throws -> String {
    let data = try data(value, isPretty: isPretty, takesAnyNumber: takesAnyNumber)
    return String(decoding: data, as: UTF8.self)
  }

  fileprivate static func encoder(isPretty: Bool, takesAnyNumber: Bool) -> JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    if isPretty { encoder.outputFormatting.insert(.prettyPrinted) }
    if takesAnyNumber {
      encoder.nonConformingFloatEncodingStrategy = .convertToString(
        positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    }
    return encoder
  }
}

/// JSON files whose first field is the version of their layout.
package enum VersionedJSON {
  private static let versionKey = "schemaVersion"

  private struct Version: Decodable {
    let schemaVersion: Int
  }

  /// Renders a value as indented JSON with sorted keys, except for `schemaVersion`, and a final
  /// line feed.
  ///
  /// - Parameter takesAnyNumber: True to write a number that JSON cannot express as a text.
  /// - Throws: `EncodingError` for a number that is not finite, otherwise.
  package static func text(
    _ value: some Encodable, version: Int, takesAnyNumber: Bool = false
  ) throws -> String {
    let text = try SortedJSON.text(value, isPretty: true, takesAnyNumber: takesAnyNumber)
    return withVersionFirst(text, version: version) + "\n"
  }

  /// Renders a value as JSON on one line, without a line feed. A number that JSON cannot express becomes a text.
  package static func line(_ value: some Encodable, version: Int) throws -> String {
    let text = try SortedJSON.text(value, takesAnyNumber: true)
    return "{\"\(versionKey)\":\(version)," + text.dropFirst()
  }

  /// Renders a value as JSON with sorted keys, except for `schemaVersion`, and a line for each entry of
  /// the outermost object and of what is in it: long lists stay small, and can still be read by line.
  ///
  /// - Parameter userInfo: The encoder's.
  /// - Throws: `EncodingError` for a number that is not finite, which JSON cannot express.
  package static func lines(
    _ value: some Encodable, version: Int, userInfo: [CodingUserInfoKey: any Sendable] = [:]
  ) throws -> String {
    let encoder = SortedJSON.encoder(isPretty: false, takesAnyNumber: false)
    encoder.userInfo = userInfo
    let data = try encoder.encode(value)
    var text: [UInt8] = []
    text.reserveCapacity(data.count + data.count / 64)
    var (depth, isInString, isEscaped) = (0, false, false)
    for byte in data {
      if !isInString, byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") {
        depth -= 1
        if depth < 2 { text.append(UInt8(ascii: "\n")) }
      }
      text.append(byte)
      switch byte {
      case _ where isEscaped: isEscaped = false
      case UInt8(ascii: "\\"): isEscaped = true
      case UInt8(ascii: "\""): isInString.toggle()
      case _ where isInString: break
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
        if depth <= 2 { text.append(UInt8(ascii: "\n")) }
      case UInt8(ascii: ","): if depth <= 2 { text.append(UInt8(ascii: "\n")) }
      default: break
      }
    }
    var lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: true)
    let key = Array("\"\(versionKey)\":".utf8)
    lines.removeAll { $0.starts(with: key) }
    lines.insert(Array("\"\(versionKey)\":\(version),".utf8)[...], at: 1)
    return String(
      decoding: Array(lines.joined(separator: CollectionOfOne(UInt8(ascii: "\n")))), as: UTF8.self)
      + "\n"
  }

  /// Reads the version that a file declares.
  ///
  /// - Throws: `DecodingError` for anything that is not a JSON object with a version.
  package static func version(of data: Data) throws -> Int {
    try BoundedJSON.decode(Version.self, from: data).schemaVersion
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

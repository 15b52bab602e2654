/// A valid name of a plugin: as typed after `--decoder`, in file names and in programs.
public struct PluginName: Hashable, Sendable {
  /// The name as typed: `my-reader`.
  public let text: String

  /// Checks a name.
  ///
  /// - Throws: ``ScaffoldError`` that says what a name may be.
  public init(_ text: String) throws(ScaffoldError) {
    let isPlain = text.allSatisfy {
      $0.isASCII && ($0.isLowercase || $0.isNumber || $0 == "-")
    }
    let startsWell = text.first?.isLetter == true
    guard isPlain, startsWell, text.count <= 64, text.last != "-", !text.contains("--") else {
      throw ScaffoldError(
        .badName,
        "\"\(text.prefix(80))\" is no name for a plugin: lower-case letters, digits and single "
          + "hyphens, a letter first, 64 at most" + Self.suggestion(for: text))
    }
    self.text = text
  }

  /// The name as a type: `MyReader`.
  public var typeName: String {
    text.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }

  /// The nearest valid name.
  private static func suggestion(for text: String) -> String {
    let words = text.lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
      .drop { $0.first?.isLetter != true }
    var name = words.joined(separator: "-")
    if name.hasPrefix("harness-decoder-") { name = String(name.dropFirst(16)) }
    return name.isEmpty || name == text || name.count > 64 ? "" : "; how about \(name)?"
  }
}

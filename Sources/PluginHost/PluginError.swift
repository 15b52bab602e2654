import DecoderKit

/// Why a plugin cannot be used, in a sentence for the person who asked for it.
public struct PluginError: Error, Hashable, CustomStringConvertible {
  /// The kinds of trouble, for the exit code.
  public enum Code: Hashable, Sendable {
    /// What was typed is not a decoder reference.
    case badReference
    /// No plugin of that name was found.
    case unknownDecoder
    /// The decoder does not know the option, or not that value.
    case badOption
    /// The plugin was found and cannot be used: it breaks the protocol or says so.
    case unavailable
    /// The plugin was found where every user of the system could have put it, and is not run.
    case refused
    /// The plugin's manifest does not say what it should.
    case badManifest
    /// The system would not start a process: the file is no program, or something has run out.
    case notStarted
  }

  /// The kind of trouble.
  public let code: Code
  /// What is wrong and what would be right.
  public let message: String

  /// Makes an error.
  public init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  /// No plugin of that name was found among those that are known.
  public static func unknownDecoder(_ name: String, known: [String]) -> PluginError {
    PluginError(
      .unknownDecoder,
      "unknown decoder \"\(name)\"." + SpellingSuggestion.sentence(for: name, among: known)
        + " Known: \(known.joined(separator: ", ")). Others can be named with --plugin PATH.")
  }

  public var description: String { message }

  /// Whether the person who typed can mend it by typing something else.
  public var isUsageError: Bool { [.badReference, .unknownDecoder, .badOption].contains(code) }
}

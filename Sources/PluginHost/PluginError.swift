import DecoderKit

/// The reason a plugin cannot be used, in a sentence for the person who asked for it.
public struct PluginError: Error, Hashable, CustomStringConvertible {
  /// The kinds of problem, which decide the exit code.
  public enum Code: Hashable, Sendable {
    /// The text typed is not a decoder reference.
    case badReference
    /// No plugin of that name was found.
    case unknownDecoder
    /// The decoder does not know the option, or does not take that value.
    case badOption
    /// The plugin was found and cannot be used: it breaks the protocol or says so.
    case unavailable
    /// The plugin is in a place that every user of the system can write to, and is not run.
    case refused
    /// The plugin's manifest is not valid.
    case badManifest
    /// The system did not start a process: the file is no program, or a resource has run out.
    case notStarted
  }

  /// The kind of problem.
  public let code: Code
  /// A sentence that says what is wrong and what would be right.
  public let message: String

  /// Makes an error.
  public init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  /// Makes the error for a name that no plugin has, with the names that are known.
  public static func unknownDecoder(_ name: String, known: [String]) -> PluginError {
    PluginError(
      .unknownDecoder,
      "unknown decoder \"\(name)\"." + SpellingSuggestion.sentence(for: name, among: known)
        + " Known: \(known.joined(separator: ", ")). Others can be named with --plugin PATH.")
  }

  public var description: String { message }

  /// True if the user can correct the error by typing something else.
  public var isUsageError: Bool { [.badReference, .unknownDecoder, .badOption].contains(code) }
}

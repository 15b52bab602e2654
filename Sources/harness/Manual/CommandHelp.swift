import ArgumentParser
import Foundation

/// The help of a command as the argument parser dumps it in JSON, as far as the manual needs it.
struct CommandHelp: Decodable {
  /// One argument, option or flag.
  struct Argument: Decodable {
    /// One spelling of an option.
    struct Name: Decodable {
      var kind: String
      var name: String

      var typed: String { kind == "long" ? "--\(name)" : "-\(name)" }
    }

    var kind: String
    var shouldDisplay: Bool
    var isOptional: Bool
    var isRepeating: Bool
    var names: [Name]?
    var valueName: String?
    var defaultValue: String?
    var abstract: String?
    var discussion: String?

    private var value: String { "<\(valueName ?? "value")>" }

    /// The argument in a synopsis: `[--jobs <jobs>]`.
    var synopsis: String {
      let option = (names ?? []).first { $0.kind == "long" } ?? names?.first
      let text = [option?.typed, kind == "flag" ? nil : value].compactMap(\.self)
        .joined(separator: " ")
      return (isOptional ? "[\(text)]" : text) + (isRepeating ? " ..." : "")
    }

    /// The argument as the head of its entry: `-j, --jobs <jobs>`.
    var heading: String {
      let spellings = (names ?? []).sorted { $0.name.count < $1.name.count }.map(\.typed)
      let text = spellings.joined(separator: ", ")
      return kind == "flag" ? text : text.isEmpty ? value : "\(text) \(value)"
    }

    /// The argument's meaning, with its default.
    var explanation: String {
      [abstract, discussion, defaultValue.map { "Default: \($0)." }].compactMap(\.self)
        .joined(separator: " ")
    }
  }

  /// The whole dump.
  private struct Dump: Decodable {
    var command: CommandHelp
  }

  var commandName: String
  var shouldDisplay: Bool
  var abstract: String?
  var discussion: String?
  var subcommands: [CommandHelp]?
  var arguments: [Argument]?

  /// The subcommands that help shows.
  var shownSubcommands: [CommandHelp] {
    (subcommands ?? []).filter { $0.shouldDisplay && $0.commandName != "help" }
  }

  /// The arguments that help shows, without `--help` and `--version`.
  var shownArguments: [Argument] {
    (arguments ?? []).filter { argument in
      let names = (argument.names ?? []).map(\.name)
      return argument.shouldDisplay && !names.contains("help") && !names.contains("version")
    }
  }

  /// Reads the help of a command and of all its subcommands.
  static func of(_ command: any ParsableCommand.Type) throws -> CommandHelp {
    try JSONDecoder().decode(Dump.self, from: Data(command._dumpHelp().utf8)).command
  }
}

import Console

/// The manual page of the harness, `harness(1)`, made from the help of its commands.
///
/// It is written in the macros of man(7), which every formatter knows.
struct ManualPage {
  private let root: CommandHelp
  private let version: String

  init(_ root: CommandHelp, version: String) {
    self.root = root
    self.version = version
  }

  /// The page's source, in ASCII, with a line feed at the end.
  var text: String {
    let name = root.commandName
    var lines = [
      ".TH \(name.uppercased()) 1 \"\" \"\(name) \(version)\" \"User Commands\"",
      ".SH NAME", Self.escaped("\(name) - \(Self.phrase(root.abstract))"),
      ".SH SYNOPSIS", ".B \(name)", ".I command", "[options]",
      ".SH DESCRIPTION",
    ]
    lines += Self.paragraphs(root.discussion)
    lines.append(".SH COMMANDS")
    for command in root.shownSubcommands { lines += section(of: command, after: [name]) }
    return lines.joined(separator: "\n") + "\n" + Self.closing
  }

  private func section(of command: CommandHelp, after path: [String]) -> [String] {
    let path = path + [command.commandName]
    let subcommands = command.shownSubcommands
    guard subcommands.isEmpty else {
      return subcommands.flatMap { section(of: $0, after: path) }
    }
    let arguments = command.shownArguments
    let synopsis = arguments.map(\.synopsis).joined(separator: " ")
    var lines = [
      ".SS \"\(Self.escaped(path.dropFirst().joined(separator: " ")))\"",
      ".B \(Self.escaped(path.joined(separator: " ")))", Self.escaped(synopsis), ".PP",
      Self.escaped(command.abstract ?? ""),
    ]
    lines += Self.paragraphs(command.discussion)
    for argument in arguments {
      lines += [".TP", ".B \(Self.escaped(argument.heading))", Self.escaped(argument.explanation)]
    }
    return lines.filter { !$0.isEmpty }
  }

  private static let closing = """
    .SH ENVIRONMENT
    .TP
    .B HARNESS_PLUGIN_PATH
    Folders in which decoder plugins are looked for, before those of PATH.
    .TP
    .B HARNESS_PLUGIN_ENVIRONMENT
    Variables that the manifests of plugins may ask for, with commas between them; others are not passed.
    .TP
    .B HARNESS_PROGRESS_SECONDS
    The seconds between two lines of progress where standard error is no terminal, instead of 30.
    .TP
    .B NO_COLOR
    Any value turns colours off.
    .TP
    .B LC_ALL, LC_CTYPE, LANG
    A locale without UTF-8 makes all output for people plain ASCII.
    .SH SEE ALSO
    The documentation in the folder docs of the sources: commands.md, method.md, glossary.md.

    """

  private static func paragraphs(_ text: String?) -> [String] {
    (text ?? "").split(separator: "\n\n").flatMap { [".PP", escaped(String($0))] }
  }

  /// An abstract as man pages have it after the dash: without a full stop.
  private static func phrase(_ text: String?) -> String {
    let text = text ?? ""
    return text.hasSuffix(".") ? String(text.dropLast()) : text
  }

  /// Escapes what roff would take for itself: backslashes, hyphens to be copied, leading dots.
  private static func escaped(_ text: String) -> String {
    let plain = Terminal.ascii(text).replacing("\\", with: "\\e").replacing("-", with: "\\-")
      .replacing("\n", with: " ").replacing("\"", with: "\\(dq")
    return plain.hasPrefix(".") || plain.hasPrefix("'") ? "\\&" + plain : plain
  }
}

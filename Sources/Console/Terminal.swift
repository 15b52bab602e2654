import Foundation
import Reporting

/// The properties of the terminal, as its environment describes them.
package enum Terminal {
  private static let environment = ProcessInfo.processInfo.environment

  /// The style for a descriptor: as wide as its terminal, and in colour only on a terminal.
  package static func style(
    of descriptor: Int32 = STDOUT_FILENO, allowsColor: Bool = true
  ) -> TerminalStyle {
    TerminalStyle(
      width: width(of: descriptor) ?? 100,
      color: allowsColor && wantsColor && isatty(descriptor) == 1, ascii: !showsUnicode)
  }

  /// Returns a text in the characters that the terminal has, for everything that people are shown.
  package static func fitting(_ text: String) -> String {
    showsUnicode ? text : ascii(text)
  }

  /// Returns a message for standard error with lines that fit the terminal and break between words.
  ///
  /// Lines of their own form, such as those of a usage, keep it; what is no terminal gets the text as it is.
  package static func filling(_ text: String) -> String {
    guard let width = width(of: STDERR_FILENO), width >= 20 else { return text }
    return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      guard DisplayText.width(String(line)) > width, !line.hasPrefix(" ") else {
        return String(line)
      }
      return DisplayText.wrapped(line.split(separator: " ").map(String.init), to: width)
        .joined(separator: "\n")
    }.joined(separator: "\n")
  }

  /// Returns a text of several lines without characters that a terminal obeys, but for the line breaks.
  package static func harmless(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { withoutCommand(DisplayText.printable(String($0))) }.joined(separator: "\n")
  }

  /// Returns a line that is no command to a CI service, whatever file names it holds.
  ///
  /// GitHub's runner obeys lines that begin with `::`, blanks of any kind aside.
  private static func withoutCommand(_ line: String) -> String {
    let start = line.firstIndex { !$0.isWhitespace } ?? line.endIndex
    let line = line[start...].hasPrefix("::") ? line[..<start] + "\\" + line[start...] : line[...]
    return withoutOldCommands(String(line))
  }

  /// Returns a text of which no line is such a command: a name that is wrapped may begin any of them.
  package static func withoutCommands(_ text: String) -> String {
    guard text.contains("::") else { return withoutOldCommands(text) }
    return text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { withoutCommand(String($0)) }.joined(separator: "\n")
  }

  /// Returns a text without the older form of commands, which GitHub's runner obeys anywhere in a line.
  private static func withoutOldCommands(_ text: String) -> String {
    text.replacing("##[", with: "##\\[")
  }

  /// Returns a text in ASCII, with the usual substitutes.
  package static func ascii(_ text: String) -> String { DisplayText.ascii(text) }

  /// The width in columns; `nil` when the descriptor is no terminal.
  private static func width(of descriptor: Int32) -> Int? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// True unless `NO_COLOR` has a value (no-color.org) or the terminal is dumb.
  private static var wantsColor: Bool {
    (environment["NO_COLOR"] ?? "").isEmpty && isCapable
  }

  package static var isCapable: Bool { environment["TERM"] != "dumb" }

  /// The seconds between two lines in a log: often enough to see that it goes on.
  package static var secondsBetweenLines: Double {
    let wanted = environment["HARNESS_PROGRESS_SECONDS"].flatMap(Double.init)
    return wanted.map { min(max($0, 0.1), 86_400) } ?? 30
  }

  private static var showsUnicode: Bool {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy
      .compactMap { environment[$0] }.first { !$0.isEmpty }
    // No locale is set, as in a pipe or a CI job. Both keep UTF-8 as it is.
    guard let locale else { return true }
    let name = locale.uppercased()
    return name.contains("UTF-8") || name.contains("UTF8")
  }
}

import ArgumentParser
import Reporting

/// The option of colour, the same for every command that shows something on a terminal.
package struct ColorOptionGroup: ParsableArguments {
  @Flag(
    name: .customLong("no-color"),
    help: "No colour; NO_COLOR in the environment has the same effect.")
  package var noColor = false

  package init() {}

  package var style: TerminalStyle { Terminal.style(allowsColor: !noColor) }
}

/// The options of terminal output, the same for every command that shows a table.
package struct TerminalOptionGroup: ParsableArguments {
  @Flag(help: "Prints no progress and no closing note, only the score table.")
  package var quiet = false

  @OptionGroup package var color: ColorOptionGroup

  package init() {}

  /// Documents for standard output.
  package var text: DocumentText { DocumentText(style) }

  package var style: TerminalStyle { color.style }

  /// Writes a remark on standard error, unless `--quiet` is given.
  package func say(_ message: String) {
    if !quiet { printMessage(message) }
  }
}

/// The options of commands that end in a score table.
package struct ScoreTableOptionGroup: ParsableArguments {
  @Flag(help: "Shows every group and every finding, not only the answer and one row per decoder.")
  package var full = false

  @Flag(
    help: "Shows what --full shows, what each column means and where the numbers come from.")
  package var explain = false

  package init() {}

  /// The table for standard output.
  package func report(_ terminal: TerminalOptionGroup) -> TerminalReport {
    TerminalReport(terminal.style, explain ? .explained : full ? .full : .brief)
  }
}

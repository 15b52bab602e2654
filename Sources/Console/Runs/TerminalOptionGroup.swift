import ArgumentParser
import Console
import Evaluation
import Foundation
import PluginHost
import Reporting
import Results
import Sessions

/// The options of terminal output, the same for every command that shows a table.
struct TerminalOptionGroup: ParsableArguments {
  @Flag(help: "Prints no progress and no closing note, only the score table.")
  var quiet = false

  @Flag(
    name: .customLong("no-color"),
    help: "No colour; NO_COLOR in the environment has the same effect.")
  var noColor = false

  /// The cost of a comparison for standard output.
  func plan(_ cost: ComparisonCost) -> PlanText { PlanText(cost, style: style) }

  /// A decoder's settings for standard output.
  var tuning: TuningReport { TuningReport(style) }

  /// A gate's findings for standard output.
  var gateText: GateText { GateText(style) }

  /// An audit of a bundle for standard output.
  var audit: AuditText { AuditText(style) }

  /// Documents for standard output.
  var text: DocumentText { DocumentText(style) }

  var style: TerminalStyle { Terminal.style(allowsColor: !noColor) }

  /// Writes a remark on standard error, unless `--quiet` is given.
  func say(_ message: String) {
    if !quiet { printMessage(message) }
  }
}

/// The options of commands that end in a score table.
struct ScoreTableOptionGroup: ParsableArguments {
  @Flag(help: "Shows every group and every finding, not only the answer and one row per decoder.")
  var full = false

  @Flag(
    help: "Shows what --full shows, what each column means and where the numbers come from.")
  var explain = false

  /// The table for standard output.
  func report(_ terminal: TerminalOptionGroup) -> TerminalReport {
    TerminalReport(terminal.style, explain ? .explained : full ? .full : .brief)
  }
}

import ArgumentParser
import Evaluation
import Foundation
import Reporting

/// The options of terminal output, the same for every command that shows a table.
struct TerminalOptionGroup: ParsableArguments {
  @Flag(help: "No progress and no closing remark; the score table is still printed.")
  var quiet = false

  @Flag(
    name: .customLong("no-color"), help: "No colour; NO_COLOR in the environment says the same.")
  var noColor = false

  @Flag(help: "Says below the table what each column means and where the numbers come from.")
  var explain = false

  /// The table for standard output.
  var report: TerminalReport { TerminalReport(style, isExplained: explain) }

  /// Histories for standard output.
  var history: HistoryReport { HistoryReport(style) }

  /// A decoder's settings for standard output.
  var tuning: TuningReport { TuningReport(style) }

  /// A gate's findings for standard output.
  var gateText: GateText { GateText(style) }

  private var style: TerminalStyle { Terminal.style(allowsColor: !noColor) }

  /// A live display on standard error; `nil` in pipes and with `--quiet`.
  func progressDisplay(for plan: ComparisonPlan) -> ProgressDisplay? {
    guard !quiet, isatty(STDERR_FILENO) == 1, Terminal.isCapable else { return nil }
    return ProgressDisplay(plan: plan, allowsColor: !noColor)
  }

  /// Writes a remark on standard error, unless `--quiet` is given.
  func say(_ message: String) {
    if !quiet { complain(message) }
  }
}

/// The properties of the terminal, as its environment describes them.
enum Terminal {
  private static let environment = ProcessInfo.processInfo.environment

  /// The style for a descriptor: as wide as its terminal, and in colour only on a terminal.
  static func style(
    of descriptor: Int32 = STDOUT_FILENO, allowsColor: Bool = true
  ) -> TerminalStyle {
    TerminalStyle(
      width: width(of: descriptor) ?? 100,
      color: allowsColor && wantsColor && isatty(descriptor) == 1, ascii: !showsUnicode)
  }

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

  static var isCapable: Bool { environment["TERM"] != "dumb" }

  private static var showsUnicode: Bool {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy
      .compactMap { environment[$0] }.first { !$0.isEmpty }
    // No locale is set, as in a pipe or a CI job. Both keep UTF-8 as it is.
    guard let locale else { return true }
    let name = locale.uppercased()
    return name.contains("UTF-8") || name.contains("UTF8")
  }
}

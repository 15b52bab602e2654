import ArgumentParser
import Evaluation
import Foundation
import Reporting

/// What is shown, and how: the same for every command that shows a table.
struct TerminalOptionGroup: ParsableArguments {
  @Flag(help: "No progress and no closing remark; the score table is still printed.")
  var quiet = false

  @Flag(
    name: .customLong("no-color"), help: "No colour; NO_COLOR in the environment says the same.")
  var noColor = false

  @Flag(help: "Says below the table what each column means and where the numbers come from.")
  var explain = false

  /// The table for standard output, as wide as the terminal, in colour only on one.
  var report: TerminalReport {
    let isTerminal = isatty(STDOUT_FILENO) == 1
    return TerminalReport(
      width: Terminal.width(of: STDOUT_FILENO) ?? 100,
      color: isTerminal && !noColor && Terminal.allowsColor, ascii: !Terminal.showsUnicode,
      isExplained: explain)
  }

  /// Histories for standard output, laid out likewise.
  var history: HistoryReport {
    HistoryReport(
      width: Terminal.width(of: STDOUT_FILENO) ?? 100,
      color: isatty(STDOUT_FILENO) == 1 && !noColor && Terminal.allowsColor,
      ascii: !Terminal.showsUnicode)
  }

  /// A gate's findings for standard output, as wide as the terminal.
  var gateText: GateText {
    GateText(width: Terminal.width(of: STDOUT_FILENO) ?? 100, ascii: !Terminal.showsUnicode)
  }

  /// A live display on standard error; `nil` in pipes and when quiet is wanted.
  func progressDisplay(for plan: ComparisonPlan) -> ProgressDisplay? {
    guard !quiet, isatty(STDERR_FILENO) == 1, Terminal.isCapable else { return nil }
    return ProgressDisplay(
      plan: plan, color: !noColor && Terminal.allowsColor, ascii: !Terminal.showsUnicode)
  }

  /// A remark on standard error.
  func say(_ message: String) {
    if !quiet { complain(message) }
  }
}

/// What is known of the terminal from its environment.
enum Terminal {
  private static let environment = ProcessInfo.processInfo.environment

  /// Columns; `nil` when the descriptor is no terminal.
  static func width(of descriptor: Int32) -> Int? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// Colour is wanted unless `NO_COLOR` has a value (no-color.org) or the terminal is dumb.
  static var allowsColor: Bool {
    (environment["NO_COLOR"] ?? "").isEmpty && isCapable
  }

  static var isCapable: Bool { environment["TERM"] != "dumb" }

  static var showsUnicode: Bool {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy
      .compactMap { environment[$0] }.first { !$0.isEmpty }
    // Without a locale: a pipe, a CI job. Both keep UTF-8 as it is.
    guard let locale else { return true }
    let name = locale.uppercased()
    return name.contains("UTF-8") || name.contains("UTF8")
  }
}

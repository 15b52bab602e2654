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

  /// The table for standard output.
  var report: TerminalReport { TerminalReport(style, isExplained: explain) }

  /// Histories for standard output.
  var history: HistoryReport { HistoryReport(style) }

  /// A decoder's settings for standard output.
  var tuning: TuningReport { TuningReport(style) }

  /// A gate's findings for standard output.
  var gateText: GateText { GateText(style) }

  private var style: TerminalStyle { Terminal.style(allowsColor: !noColor) }

  /// A live display on standard error; `nil` in pipes and when quiet is wanted.
  func progressDisplay(for plan: ComparisonPlan) -> ProgressDisplay? {
    guard !quiet, isatty(STDERR_FILENO) == 1, Terminal.isCapable else { return nil }
    return ProgressDisplay(plan: plan, allowsColor: !noColor)
  }

  /// A remark on standard error.
  func say(_ message: String) {
    if !quiet { complain(message) }
  }
}

/// What is known of the terminal from its environment.
enum Terminal {
  private static let environment = ProcessInfo.processInfo.environment

  /// What is behind a descriptor: as wide as the terminal, in colour only on one.
  static func style(
    of descriptor: Int32 = STDOUT_FILENO, allowsColor: Bool = true
  ) -> TerminalStyle {
    TerminalStyle(
      width: width(of: descriptor) ?? 100,
      color: allowsColor && wantsColor && isatty(descriptor) == 1, ascii: !showsUnicode)
  }

  /// Columns; `nil` when the descriptor is no terminal.
  private static func width(of descriptor: Int32) -> Int? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// Colour is wanted unless `NO_COLOR` has a value (no-color.org) or the terminal is dumb.
  private static var wantsColor: Bool {
    (environment["NO_COLOR"] ?? "").isEmpty && isCapable
  }

  static var isCapable: Bool { environment["TERM"] != "dumb" }

  private static var showsUnicode: Bool {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy
      .compactMap { environment[$0] }.first { !$0.isEmpty }
    // Without a locale: a pipe, a CI job. Both keep UTF-8 as it is.
    guard let locale else { return true }
    let name = locale.uppercased()
    return name.contains("UTF-8") || name.contains("UTF8")
  }
}

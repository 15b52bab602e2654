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
    TerminalReport(width: width, color: hasColor, ascii: isASCII, isExplained: explain)
  }

  /// Histories for standard output, laid out likewise.
  var history: HistoryReport { HistoryReport(width: width, color: hasColor, ascii: isASCII) }

  /// A decoder's settings for standard output, laid out likewise.
  var tuning: TuningReport { TuningReport(width: width, color: hasColor, ascii: isASCII) }

  /// A gate's findings for standard output, as wide as the terminal.
  var gateText: GateText { GateText(width: width, ascii: isASCII) }

  private var width: Int { Terminal.width(of: STDOUT_FILENO) ?? 100 }

  private var hasColor: Bool {
    isatty(STDOUT_FILENO) == 1 && !noColor && Terminal.allowsColor
  }

  private var isASCII: Bool { !Terminal.showsUnicode }

  /// A live display on standard error; `nil` in pipes and when quiet is wanted.
  func progressDisplay(for plan: ComparisonPlan) -> ProgressDisplay? {
    guard !quiet, isatty(STDERR_FILENO) == 1, Terminal.isCapable else { return nil }
    return ProgressDisplay(
      plan: plan, color: !noColor && Terminal.allowsColor, ascii: isASCII)
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

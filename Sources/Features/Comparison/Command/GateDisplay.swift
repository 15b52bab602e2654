import Base
import Console
import Foundation
import Reporting
import Results

extension TerminalOptionGroup {
  /// A gate's findings for standard output.
  var gateText: GateText { GateText(style) }
}

extension GateReport {
  /// Shows the report on standard output, with annotations where a CI service looks for them.
  func show(_ options: GateOptionGroup, _ terminal: TerminalOptionGroup) throws {
    try printResult(terminal.gateText.render(self))
    let environment = ProcessInfo.processInfo.environment
    if options.annotations || environment["GITHUB_ACTIONS"] == "true" {
      for line in Annotations.lines(self) { try printData(line) }
    }
  }

  /// Ends the command with the exit code of the conclusion; returns if the gate passed.
  func throwExitStatus() throws {
    switch conclusion {
    case .passed: return
    case .regressed: throw ExitStatus.regression
    case .cannotJudge: throw ExitStatus.cannotJudge
    }
  }
}

/// The summary page that GitHub shows for a job.
enum JobSummary {
  /// Appends Markdown to the page, if there is one. An error is reported and does not fail the run.
  static func append(_ table: ScoreTable, _ gate: GateReport?) {
    guard let path = ProcessInfo.processInfo.environment["GITHUB_STEP_SUMMARY"], !path.isEmpty
    else { return }
    let verdict = gate.map { GateMarkdown($0).render(table) + "\n" } ?? ""
    var scores = MarkdownReport()
    scores.explainsColumns = false
    let text = verdict + scores.render(table) + "\n"
    let file = fopen(path, "a")
    let isWritten = file.map { fputs(text, $0) >= 0 } ?? false
    let isClosed = file.map { fclose($0) == 0 } ?? false
    if !isWritten || !isClosed {
      printMessage(
        "the job summary \(path) cannot be written: \(FileError.words(for: errno))")
    }
  }
}

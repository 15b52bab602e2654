import ArgumentParser
import Evaluation
import Reporting

/// `harness gate`: a stored run against a baseline, without decoding anything.
struct GateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "gate", abstract: "Judges a stored run against a baseline.",
    discussion: """
      harness compare --baseline does the same at the end of a run, and decodes flipped samples once \
      more before it fails. This command judges what is there, such as slices that were merged; \
      it needs --baseline.
      """)

  @OptionGroup var stored: StoredRunOptionGroup

  @OptionGroup var gate: GateOptionGroup

  @Option(
    help: ArgumentHelp(
      "Writes the score table's and the gate's reports there.", valueName: "folder"))
  var output: String?

  @OptionGroup var terminal: TerminalOptionGroup

  func run() throws {
    try reportingFailures {
      guard let session = try GateSession(gate, isSelection: false) else {
        throw UsageError("name what to judge against with --baseline")
      }
      let run = try stored.open()
      let table = try run.table()
      let report = try session.judge(run.baseline(), corpus: table.corpus, recheck: nil)
      guard let report else { throw ExitStatus.interrupted }
      if let output {
        try ReportFolder.write(table, judgedBy: report, to: output)
      }
      try session.publish(report, terminal: terminal)
      JobSummary.append(table, report)
      try report.throwExitStatus()
    }
  }
}

extension GateReport {
  /// Ends the command with the exit code of the findings; returns when all is well.
  func throwExitStatus() throws {
    switch conclusion {
    case .passed: return
    case .regressed: throw ExitStatus.regression
    case .cannotJudge: throw ExitStatus.cannotJudge
    }
  }
}

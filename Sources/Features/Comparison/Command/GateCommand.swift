import ArgumentParser
import Console
import Reporting
import Results
import Sessions

/// `harness gate`: baselines, and runs that are judged against them.
package struct GateCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "gate", abstract: "Judges a stored run against a baseline; keeps baselines.",
    subcommands: [
      GateCheck.self, BaselineAccept.self, BaselineShow.self, BaselineAcknowledge.self,
    ],
    defaultSubcommand: GateCheck.self)

  package init() {}
}

/// `harness gate check`: a stored run against a baseline, without decoding anything.
struct GateCheck: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Judges a stored run against a baseline.",
    discussion: """
      harness compare --baseline does the same at the end of a run, and decodes flipped samples once \
      more before it fails. This command judges stored results, such as merged slices; it needs \
      --baseline.
      """)

  @OptionGroup var stored: StoredRunOptionGroup

  @OptionGroup var gate: GateOptionGroup

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The folder for the reports of the scores and of the gate.", valueName: "folder"))
  var output: String?

  @OptionGroup var terminal: TerminalOptionGroup

  func run() throws {
    try reportingFailures {
      let run = try stored.open()
      let session = try gate.session(
        ofCorpus: run.record.corpus.name, runIn: run.name.store, number: stored.number,
        isSelection: false)
      guard let session else {
        throw RequestError("name the baseline to judge against with --baseline")
      }
      let table = try run.table()
      let report = try session.judge(
        run.baseline(), corpus: table.corpus, reproduceOptions: ReproduceOptions(of: run.record),
        recheck: nil)
      guard let report else { throw ExitStatus.interrupted }
      if let output {
        try ReportFolder.write(table, judgedBy: report.writers, to: output)
      }
      try report.show(gate, terminal)
      JobSummary.append(table, report)
      try report.throwExitStatus()
    }
  }
}

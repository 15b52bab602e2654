import ArgumentParser
import Evaluation
import Reporting
import ResultStore

/// `harness gate`: a stored run against a baseline, without decoding anything.
struct GateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "gate", abstract: "Judges a stored run against a baseline.",
    discussion: """
      harness compare --baseline does the same at the end of a run, and decodes flipped samples once \
      more before it fails. This command judges what is there, such as slices that were merged.
      """)

  @Argument(help: ArgumentHelp("A report folder or a store file.", valueName: "folder"))
  var store: String

  @Option(
    name: .customLong("run"),
    help: ArgumentHelp("The run's number, instead of the latest.", valueName: "number"))
  var number: Int?

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
      let run = try StoredComparison(store, run: number)
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

/// One run of a store that is already there.
struct StoredComparison {
  private let store: SQLiteStore
  /// The run's number in its store.
  let number: Int

  /// Opens a report folder's or a file's store.
  ///
  /// - Throws: ``UsageError`` when the run is not there.
  init(_ path: String, run number: Int?) throws {
    store = try SQLiteStore(path: StoreLocation.file(in: path), isNew: false)
    guard let number = try number ?? store.runs().last?.number else {
      throw UsageError("the store holds no runs")
    }
    self.number = number
  }

  func table() throws -> ScoreTable { try Scorer.scores(ofRun: number, in: store) }

  func baseline() throws -> Baseline { try Baseline(ofRun: number, in: store) }
}

extension GateReport {
  /// Ends the command with the exit code of what was found; returns when all is well.
  func throwExitStatus() throws {
    switch conclusion {
    case .passed: return
    case .regressed: throw ExitStatus.regression
    case .cannotJudge: throw ExitStatus.cannotJudge
    }
  }
}

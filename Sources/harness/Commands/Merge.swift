import ArgumentParser
import Evaluation
import Reporting
import ResultStore

/// `harness merge`: slices of a run, made on several machines, become the whole run.
struct Merge: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Joins result stores, such as the slices of a run, into one score table.")

  @Argument(help: ArgumentHelp("Report folders or store files.", valueName: "folder"))
  var stores: [String]

  @Option(help: ArgumentHelp("Where the joined store and the reports go.", valueName: "folder"))
  var output: String

  @OptionGroup var terminal: TerminalOptionGroup

  func run() throws {
    try reportingFailures {
      let sources = try StoreLocation.files(stores)
      try ReportFolder.prepare(output)
      let store = try SQLiteStore(path: output + "/" + StoreLocation.fileName)
      let result = try StoreMerge(into: store).take(sources)
      guard let last = result.runs.last else { throw UsageError("the stores hold no runs") }
      for (run, slices) in result.missing {
        complain(
          "run \(run) lacks \(slices.count == 1 ? "slice" : "slices") "
            + slices.map(\.description).joined(separator: ", "))
      }
      if result.contradictions > 0 {
        complain(
          "\(result.contradictions) observations differ from store to store; "
            + "those of the store named first are kept")
      }
      for number in result.runs.dropLast() {
        let record = try store.record(ofRun: number).0
        complain("run \(number) is of \(record.corpus.name): its scores are in the store alone")
      }
      let table = try Scorer.scores(ofRun: last, in: store)
      try ReportFolder.write(table, to: output)
      try show(terminal.report.render(table))
      if !result.missing.isEmpty || result.contradictions > 0 { throw ExitStatus.cannotDoItsJob }
    }
  }
}

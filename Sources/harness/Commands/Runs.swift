import ArgumentParser
import Evaluation
import Reporting
import ResultStore

/// `harness runs`: the stored runs, and how much of each was done.
struct Runs: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "runs", abstract: "Lists the runs in result stores.")

  @Argument(
    help: ArgumentHelp(
      "Report folders or store files; without any, those below reports/.", valueName: "folder"))
  var stores: [String] = []

  func run() throws {
    try reportingFailures {
      for file in try StoreLocation.files(stores) {
        try show(file)
        for run in try SQLiteStore(path: file, isNew: false).runs() {
          try show("  " + RunLine.text(run.number, run.record, run.outcome, run.observed))
        }
      }
    }
  }
}

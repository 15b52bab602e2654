import ArgumentParser
import Evaluation
import Reporting
import ResultStore

/// `harness export`: the observations themselves, for people who compute on their own.
struct Export: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Prints a run's observations, one line each.")

  @Argument(help: ArgumentHelp("A report folder or a store file.", valueName: "folder"))
  var store: String

  @Option(
    name: .customLong("run"),
    help: ArgumentHelp("The run's number, instead of the latest.", valueName: "number"))
  var number: Int?

  @Option(help: "csv, or jsonl for one JSON object a line.")
  var format: ObservationExport.Format = .csv

  func run() throws {
    try reportingFailures {
      let store = try SQLiteStore(path: StoreLocation.file(in: store), isNew: false)
      guard let number = try number ?? store.runs().last?.number else {
        throw UsageError("the store holds no runs")
      }
      try ObservationExport(format: format).write(run: number, of: store) { try show($0) }
    }
  }
}

extension ObservationExport.Format: ExpressibleByArgument {}

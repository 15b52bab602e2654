import ArgumentParser
import Evaluation
import Reporting

/// `harness export`: the observations themselves, for people who compute on their own.
struct Export: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Prints a run's observations, one line each.")

  @OptionGroup var stored: StoredRunOptionGroup

  @Option(help: "csv, or jsonl for one JSON object a line.")
  var format: ObservationExport.Format = .csv

  func run() throws {
    try reportingFailures {
      let run = try stored.open()
      try ObservationExport(format: format).write(run: run.number, of: run.store) { try show($0) }
    }
  }
}

extension ObservationExport.Format: ExpressibleByArgument {}

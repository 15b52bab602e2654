import ArgumentParser
import Evaluation
import Reporting
import ResultStore

/// `harness wins`: the samples that one decoder reads and another does not.
struct Wins: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "wins",
    abstract: "Lists the samples that one decoder reads and another does not.",
    discussion:
      "One key a line, as harness reproduce takes it; --over the other way round lists losses.")

  @Argument(help: ArgumentHelp("A report folder or a store file.", valueName: "folder"))
  var store: String

  @Argument(help: ArgumentHelp("The decoder that reads them, as the table names it."))
  var decoder: String

  @Option(help: ArgumentHelp("The decoder that does not.", valueName: "decoder"))
  var over: String

  @Option(
    name: .customLong("run"),
    help: ArgumentHelp("The run's number, instead of the latest.", valueName: "number"))
  var number: Int?

  func run() throws {
    try reportingFailures {
      let store = try SQLiteStore(path: StoreLocation.file(in: store), isNew: false)
      guard let number = try number ?? store.runs().last?.number else {
        throw UsageError("the store holds no runs")
      }
      let keys = try SampleWins.keys(of: decoder, over: over, inRun: number, of: store)
      for key in keys { try show(key) }
      complain(
        "\(Quantities.counted(keys.count, "sample", "samples")) read by \(decoder) and not by \(over)"
      )
    }
  }
}

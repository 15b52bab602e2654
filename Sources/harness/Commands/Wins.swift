import ArgumentParser
import Evaluation
import Reporting

/// `harness wins`: the samples that one decoder reads and another does not.
struct Wins: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "wins",
    abstract: "Lists the samples that one decoder reads and another does not.",
    discussion:
      "One key a line, as harness reproduce takes it; --over the other way round lists losses.")

  @OptionGroup var stored: StoredRunOptionGroup

  @Argument(help: ArgumentHelp("The decoder that reads them, as the table names it."))
  var decoder: String

  @Option(help: ArgumentHelp("The decoder that does not.", valueName: "decoder"))
  var over: String

  func run() throws {
    try reportingFailures {
      let run = try stored.open()
      let keys = try SampleWins.keys(of: decoder, over: over, inRun: run.number, of: run.store)
      for key in keys { try show(key) }
      complain(
        "\(Quantities.counted(keys.count, "sample", "samples")) read by \(decoder) and not by \(over)"
      )
    }
  }
}

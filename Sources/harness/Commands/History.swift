import ArgumentParser
import Evaluation
import Foundation
import Reporting
import ResultStore

/// `harness history`: decoders' results over all runs that were kept.
struct History: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "history", abstract: "Shows each decoder's mean threshold over past runs.")

  @Argument(
    help: ArgumentHelp(
      "Report folders or store files; without any, those below reports/.", valueName: "folder"))
  var stores: [String] = []

  @Flag(help: "One JSON object for each corpus, instead of tables.")
  var json = false

  @OptionGroup var terminal: TerminalOptionGroup

  func run() throws {
    try reportingFailures {
      var isFirst = true
      for file in try StoreLocation.files(stores) {
        for stored in try StoredHistory.read(from: SQLiteStore(path: file, isNew: false)) {
          let history = stored.history
          if json {
            try show(HistoryJSON.line(history))
          } else {
            try show((isFirst ? "" : "\n") + terminal.history.render(history).dropLast())
          }
          isFirst = false
        }
      }
    }
  }
}

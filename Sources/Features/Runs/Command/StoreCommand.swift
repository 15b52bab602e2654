import ArgumentParser
import Base
import Console
import Reporting
import ResultStore
import Results
import Sessions

/// `harness runs store`: result stores as files: whether they are sound, and copies of them.
struct StoreCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "store", abstract: "Checks, repairs and backs up result stores.",
    subcommands: [Check.self, Repair.self, BackUp.self])

  /// The store that a command is about.
  struct Source: ParsableArguments {
    @Argument(
      help: ArgumentHelp("A report folder or a store file.", valueName: "folder"),
      completion: Completions.stores)
    var store: String

    var file: String { StoreLocation.file(in: store) }
  }

  /// `harness runs store check`
  struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Reads every page and every row of a store, and reports damage.",
      discussion: "The store is not changed. Exit code 0: no damage, 2: damage found.")

    @OptionGroup var source: Source

    @Flag(help: "Prints one JSON object instead of text.")
    var json = false

    func run() throws {
      try reportingFailures {
        let check = try StoreCheck(ofFile: source.file)
        if json {
          try printData(StoreText.json(check))
        } else {
          try printResult(StoreText.text(check))
        }
        if !check.isSound { throw ExitStatus.cannotDoItsJob }
      }
    }
  }

  /// `harness runs store repair`
  struct Repair: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract:
        "Copies all intact rows of a store to a new file, and says which rows are left out.",
      discussion: "The store itself stays as it is. Exit code 0: a new store was made.")

    @OptionGroup var source: Source

    @Option(
      name: .shortAndLong,
      help: ArgumentHelp(
        "The new file, which must not exist yet. Default: repaired.sqlite beside the store.",
        valueName: "file"))
    var output: String?

    func run() throws {
      try reportingFailures {
        let new = output ?? Folder.parent(of: source.file) + "/repaired.sqlite"
        let check = try StoreRescue.repair(source.file, to: new)
        try printResult(StoreText.repaired(check, new: new))
      }
    }
  }

  /// `harness runs store backup`
  struct BackUp: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "backup",
      abstract: "Makes a consistent copy of a store, even while a run writes to it.")

    @OptionGroup var source: Source

    @Option(
      name: .shortAndLong,
      help: ArgumentHelp(
        "The new file, which must not exist yet; or a folder for it.", valueName: "file"))
    var output: String

    func run() throws {
      try reportingFailures {
        if output.hasSuffix("/") { try ReportFolder.prepare(output) }
        let new = StoreLocation.file(in: output)
        try StoreRescue.backUp(source.file, to: new)
        try printResult("\(new): a copy of \(source.file)")
      }
    }
  }
}

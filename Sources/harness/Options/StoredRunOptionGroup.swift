import ArgumentParser

/// The options that choose a stored run, the same for every command that looks at one.
struct StoredRunOptionGroup: ParsableArguments {
  @Argument(help: ArgumentHelp("A report folder or a store file.", valueName: "folder"))
  var store: String

  @Option(
    name: .customLong("run"),
    help: ArgumentHelp("The run's number, instead of the latest.", valueName: "number"))
  var number: Int?

  func open() throws -> StoredComparison { try StoredComparison(store, run: number) }
}

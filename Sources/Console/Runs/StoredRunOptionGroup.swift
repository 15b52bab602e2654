import ArgumentParser
import Sessions

/// The options that choose a stored run, the same for every command that looks at one.
package struct StoredRunOptionGroup: ParsableArguments {
  @Argument(
    help: ArgumentHelp("A report folder or a store file.", valueName: "folder"),
    completion: Completions.stores)
  package var store: String

  @Option(
    name: .customLong("run"),
    help: ArgumentHelp("The run's number. Default: the latest.", valueName: "number"))
  package var number: Int?

  package init() {}

  package func open() throws -> StoredComparison { try StoredComparison(store, run: number) }
}

import ArgumentParser
import Base
import Sessions

/// The options of reading images, the same for every command that shows margins.
package struct ReadingOptionGroup: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The run whose thresholds the margins refer to: a report folder, folder:number, or a number.",
      discussion:
        "Default: for each symbology, the finished run below reports/ with the most trials of it.",
      valueName: "run"), completion: Completions.stores)
  package var against: String?

  @Option(help: "Stops using a decoder after this many consecutive crashes or timeouts.")
  package var giveUpAfter: Int = 10

  package init() {}

  package func validate() throws {
    try NumberBounds.deaths.check(giveUpAfter, "--give-up-after")
  }

  /// Looks up the thresholds that margins refer to.
  package func thresholds() throws -> ThresholdSource {
    try ThresholdSource(against, catalog: Installation.corpora)
  }
}

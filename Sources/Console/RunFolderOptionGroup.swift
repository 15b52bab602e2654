import ArgumentParser
import Base

/// The option that says how much of the machine a run takes.
package struct JobsOptionGroup: ParsableArguments {
  package init() {}

  @Option(
    name: [.customShort("j"), .customLong("jobs")],
    help: ArgumentHelp(
      "Samples processed at the same time; each keeps about one core busy.",
      discussion: "Default: the number of cores.", valueName: "number"),
    transform: CountOption.jobs)
  package var wantedJobs: Int?

  /// The number of samples processed at the same time.
  package var jobs: Int { wantedJobs ?? Processors.usable }
}

/// The option that says how much of the machine work on images takes.
package struct ImageJobsOptionGroup: ParsableArguments {
  package init() {}

  @Option(
    name: [.customShort("j"), .customLong("jobs")],
    help: ArgumentHelp(
      "Images processed at the same time.", discussion: "Default: the number of cores.",
      valueName: "number"), transform: CountOption.jobs)
  package var wantedJobs: Int?

  /// The number of images in work at the same time.
  package var jobs: Int { wantedJobs ?? Processors.usable }
}

/// The options that say where a run's results go and which earlier ones are used again.
package struct RunFolderOptionGroup: ParsableArguments {
  package init() {}

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The folder for the reports. Default: one in reports/.", valueName: "folder"),
    completion: .directory)
  package var output: String?

  @Flag(help: "Decodes everything again and ignores cached results.")
  package var fresh = false

  package func validate() throws {
    try requireFolderName(output)
  }
}

/// Refuses an `--output` without a name; one that is not given is no fault.
///
/// - Throws: `ValidationError`.
package func requireFolderName(_ output: String?) throws {
  if output == "" { throw ValidationError("--output names a folder") }
}

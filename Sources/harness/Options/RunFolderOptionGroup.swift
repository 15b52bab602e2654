import ArgumentParser
import Base

/// The option that says how much of the machine a run takes.
struct JobsOptionGroup: ParsableArguments {
  @Option(
    name: [.customShort("j"), .customLong("jobs")],
    help: ArgumentHelp(
      "Samples processed at the same time; each keeps about one core busy.",
      discussion: "Default: the number of cores.", valueName: "number"),
    transform: CountOption.jobs)
  var wantedJobs: Int?

  /// The number of samples processed at the same time.
  var jobs: Int { wantedJobs ?? Processors.usable }
}

/// The option that says how much of the machine work on images takes.
struct ImageJobsOptionGroup: ParsableArguments {
  @Option(
    name: [.customShort("j"), .customLong("jobs")],
    help: ArgumentHelp(
      "Images processed at the same time.", discussion: "Default: the number of cores.",
      valueName: "number"), transform: CountOption.jobs)
  var wantedJobs: Int?

  /// The number of images in work at the same time.
  var jobs: Int { wantedJobs ?? Processors.usable }
}

/// The options that say where a run's results go and which earlier ones are used again.
struct RunFolderOptionGroup: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The folder for the reports. Default: one in reports/.", valueName: "folder"),
    completion: .directory)
  var output: String?

  @Flag(help: "Decodes everything again and ignores cached results.")
  var fresh = false

  func validate() throws {
    if output == "" { throw ValidationError("--output names a folder") }
  }
}

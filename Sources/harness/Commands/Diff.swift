import ArgumentParser
import Console
import Reporting
import Sessions

/// `harness runs diff`: what changed between two runs, which need not be alike.
struct Diff: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Shows what changed between two runs: decoders, settings, verdicts, thresholds.",
    discussion: """
      Compares sample by sample where both runs judged the same samples, and says where they did not. \
      It shows and does not judge; harness gate judges. Exit code 3 if nothing can be compared.
      """)

  @Argument(
    help: ArgumentHelp(
      "Two runs: a number in the store, a report folder for its latest run, or folder:number. One "
        + "folder alone stands for its last two runs.", valueName: "run"))
  var runs: [String]

  @Option(
    help: ArgumentHelp(
      "The store of runs named by a bare number, instead of the one below reports/ that was written last.",
      valueName: "file"))
  var store: String?

  @Flag(help: "Prints Markdown, with every cell.")
  var markdown = false

  @Flag(help: "Prints JSON; its layout is in docs/diff.schema.json.")
  var json = false

  @OptionGroup var terminal: TerminalOptionGroup

  func validate() throws {
    guard runs.count <= 2 else {
      throw ValidationError("two runs are compared, and \(runs.count) are named")
    }
    if markdown, json { throw ValidationError("--markdown or --json, not both") }
  }

  func run() throws {
    try reportingFailures {
      let difference = try DifferenceSession(runs, store: store).difference()
      if json {
        try printData(DifferenceJSON.render(difference))
      } else if markdown {
        try printData(DifferenceMarkdown.render(difference))
      } else {
        try printResult(terminal.text.render(difference))
      }
      guard difference.isComparable else {
        printMessage("nothing can be compared: the runs share no decoder with comparable samples")
        throw ExitStatus.cannotJudge
      }
    }
  }
}

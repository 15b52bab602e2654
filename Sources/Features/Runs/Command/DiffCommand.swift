import ArgumentParser
import Console
import Reporting

/// `harness runs diff`: what changed between two runs, which need not be alike.
struct Diff: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Shows what changed between two runs: decoders, settings, verdicts, thresholds.",
    discussion: """
      Compares sample by sample where both runs judged the same samples, and says where they did not. \
      It does not judge the changes; harness gate does. Exit code 3 if nothing can be compared.
      """)

  @Argument(
    help: ArgumentHelp(
      "Two runs: a number in the store, a report folder for its latest run, or folder:number. A "
        + "single folder means its last two runs.", valueName: "run"))
  var runs: [String]

  @Option(
    help: ArgumentHelp(
      "The store in which runs named by a bare number are. Default: the newest store below reports/.",
      valueName: "file"))
  var store: String?

  @Flag(help: "Prints Markdown, with every cell.")
  var markdown = false

  @Flag(help: "Prints JSON; its layout is in docs/diff.schema.json.")
  var json = false

  @OptionGroup var terminal: TerminalOptionGroup

  func validate() throws {
    guard runs.count <= 2 else {
      throw ValidationError("name two runs to compare, not \(runs.count)")
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

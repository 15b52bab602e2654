import Analysis
import ArgumentParser
import Base
import Console
import Optics
import Reporting
import ResultStore
import Results
import Serving
import Sessions

/// `harness screen`: a corpus on the screen, for a scanner that types what it reads.
package struct ScreenCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "screen",
    abstract:
      "Compares a hardware scanner or an app: it reads a corpus's samples from your screen.",
    discussion: """
      Serves a page on this machine alone (127.0.0.1) that shows the samples one by one. The scanner types what it \
      read into the page, or it is pasted there, or a program sends it. No answer in time is a miss. The run is \
      stored as any other: harness report shows it.

      Exit codes: 0 every sample has its answer, 2 the page cannot be served, 64 wrong usage, 130 ended before; \
      the answers are kept, and the same command goes on with them.
      """)

  @Option(help: ArgumentHelp("The scanner's name in reports.", valueName: "name"))
  var name: String

  @Option(
    name: .customLong("corpus"),
    help: ArgumentHelp(
      "A corpus by name or file, with one symbol in each image.", valueName: "name or file"),
    completion: Completions.corpora)
  var corpusName: String

  @Option(
    help: ArgumentHelp(
      "The scanner's firmware or the app's version, which reports state.", valueName: "version"))
  var firmware = "not stated"

  @Option(name: .shortAndLong, help: "Trials at each level.")
  var trials = 5

  @Option(
    help: ArgumentHelp(
      "Pixels of the screen along each side of a sample's pixel.", valueName: "number"))
  var scale = 4

  @Option(
    help: ArgumentHelp(
      "The size of a pixel of the screen: 0.2714mm.",
      discussion: "Default: as measured with the ruler in the page.", valueName: "length"),
    transform: Self.pixel)
  var pixelSize: Double?

  @Option(help: "The time for an answer. Without one it is a miss.")
  var timeout = DurationOption(nanoseconds: 3_000_000_000)

  @Option(help: "The time between two samples, in which late and doubled answers are caught.")
  var pause = DurationOption(nanoseconds: 500_000_000)

  @Option(
    help: ArgumentHelp(
      "The text that the scanner sends where it reads nothing: NOREAD.",
      discussion: "An empty answer means the same.", valueName: "text"))
  var noRead = ""

  @Flag(help: "Opens the page in the browser.")
  var open = false

  @Option(help: "The port of the page; 0 for one that is free.")
  var port: UInt16 = 0

  @OptionGroup var place: RunFolderOptionGroup

  @OptionGroup var scores: ScoreTableOptionGroup

  @OptionGroup var terminal: TerminalOptionGroup

  package init() {}

  private static func pixel(_ text: String) throws -> Double {
    guard let size = Quantity.length.value(parsing: text) else {
      throw OptionValueError(description: "write a number with a unit: 0.2714mm")
    }
    guard ScreenPlan.pixelSizes.contains(size) else {
      throw OptionValueError(
        description: "a screen's pixel is \(ScreenPlan.pixelRule); check the unit")
    }
    return size
  }

  package func validate() throws {
    let isPlain = { (character: Character) in
      character.isLetter || character.isNumber || " ._-+()".contains(character)
    }
    guard (1...60).contains(name.count), name.allSatisfy(isPlain), name.first != "-",
      name.contains(where: { $0 != " " })
    else {
      throw ValidationError("--name has 1 to 60 letters, digits, spaces and . _ - + ( )")
    }
    if !(1...60).contains(firmware.count) {
      throw ValidationError("--firmware has 1 to 60 characters")
    }
    try NumberBounds.trials.check(trials, "--trials")
    if !(1...64).contains(scale) { throw ValidationError("--scale is a whole number from 1 to 64") }
  }

  package func run() throws {
    try interruptibly { stop in
      let plan = try plan()
      try ReportFolder.prepare(plan.folder)
      let session = try ScreenSession(plan: plan)
      let site = plan.site(of: session)
      try PageServer(site: site, at: PagePlace(port: port), stop: stop).run { page in
        try? printResult(
          "The page is \(page.address)\nCtrl-C ends it; answers until then are kept.")
        if open { Browser.open(page.address) }
      }
      try show(session, plan)
    }
  }

  private func plan() throws -> ScreenPlan {
    let corpus = try Installation.corpora.load(nameOrPath: corpusName)
      .overriding(trials: trials, seed: nil)
    return try ScreenPlan(
      corpus: corpus, name: name, version: firmware, scale: scale, pixelMillimetres: pixelSize,
      timeout: .nanoseconds(timeout.nanoseconds), pause: .nanoseconds(pause.nanoseconds),
      noRead: noRead, folder: place.output ?? "reports/screen-\(corpus.name)",
      isFresh: place.fresh)
  }

  /// Shows the scores of what was answered.
  private func show(_ session: ScreenSession, _ plan: ScreenPlan) throws {
    guard let run = AsyncWork({ await session.run }).value() else {
      throw ExitStatus.interrupted
    }
    let store = try SQLiteStore(
      path: plan.folder + "/" + StoreLocation.fileName, isNew: false)
    let table = try Scorer.scores(ofRun: run, in: store)
    try ReportFolder.write(table, to: plan.folder)
    try printResult(scores.report(terminal).render(table.seen(fromOutside: plan.folder)))
    terminal.say("reports are in \(plan.folder)/: harness report writes the page")
    if table.outcome.wasStopped { throw ExitStatus.interrupted }
  }
}

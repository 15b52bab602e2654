import ArgumentParser
import Base
import Console
import Evaluation
import Foundation
import Reporting
import Results
import Sessions

/// `harness demo`: a label is scanned, then its codes are shrunk until each decoder fails.
package struct DemoCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "demo",
    abstract: "Scans a label, then shrinks its codes until each decoder fails. Takes seconds.",
    discussion: """
      The label comes with the harness. Its codes are drawn again at smaller and smaller module sizes, as \
      harness compare --corpus demo does; report.html in the output folder shows curves and failures.
      """)

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The folder for the page and the results.", valueName: "folder"),
    completion: .directory)
  var output = "reports/demo"

  @Flag(help: "Opens the page in the browser.")
  var open = false

  @OptionGroup var decoders: DecoderOptionGroup

  @OptionGroup var processors: JobsOptionGroup

  @OptionGroup var terminal: TerminalOptionGroup

  package init() {}

  private static let corpusName = "demo"

  package func validate() throws {
    try requireFolderName(output)
  }

  package func run() throws {
    try interruptibly { stop in
      let corpus = try Installation.corpora.load(nameOrPath: Self.corpusName)
      let label = try Installation.corpusFile("Images/label.png")
      try ReportFolder.prepare(output)
      let choice = try decoders.choice()
      try choice.requireDecoders()
      try scan(label, choice, stop)
      try printResult("")
      let request = RunRequest(jobs: processors.jobs, isFresh: false, seed: nil)
      let plan = try request.plan(
        corpus, named: Self.corpusName, choice, decoders.workers, folder: output)
      let session = try request.session(plan, decoders.workers, folder: output)
      let table = try terminal.run(session, of: plan, stop: stop).table
      try ReportFolder.write(table, to: output)
      try printResult(terminal.text.render(demonstration: table))
      if table.outcome.wasStopped { throw ExitStatus.interrupted }
      try show(corpus: Self.corpusName, table)
    }
  }

  /// Shows what is on the label as it is.
  private func scan(_ label: String, _ choice: DecoderChoice, _ stop: StopSignal) throws {
    let plan = ScanPlan(
      inputs: ScanInputs([label]).inputs, decoders: choice.decoders, jobs: 1,
      deathsBeforeGivingUp: 1, viewing: nil, findsPotential: false, thresholds: nil)
    let text = ScanText(terminal.style, isVerbose: false)
    try ScanSession(plan: plan, stop: stop).run { image in
      try printResult(text.render(image))
      return isOutputRead
    }
  }

  /// Writes the page, and opens it if that is asked for.
  private func show(corpus: String, _ table: ScoreTable) throws {
    let source = try ReportSource(
      number: nil, corpus: corpus, store: output, catalog: Installation.corpora)
    let evidence = try ReportEvidence(
      source: source, search: decoders.workers.plugins.search,
      plugins: decoders.workers.plugins.absolutePaths, startsDecoders: true
    ).gather(table)
    for file in try ReportFolder.write(table, to: output, writers: [PageReport(evidence: evidence)])
    {
      terminal.say("wrote \(file)")
      if open { Browser.open(file) }
    }
  }
}

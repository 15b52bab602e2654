import ArgumentParser
import Base
import Console
import Foundation
import PluginHost
import Results

/// `harness plan`: what a comparison costs, and slices of it for many machines.
package struct PlanCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "plan",
    abstract: "Says what a large comparison costs, and cuts it into slices of about equal time.",
    discussion: """
      Runs three small slices of every corpus with the installed decoders, a few seconds each, and \
      estimates decodes, core hours and gigabytes for the whole. With --slices or --hours-per-slice it \
      names the slices; with --engine it prints the job script that runs them, and nothing else on \
      standard output.
      """)

  @Option(
    name: [.customLong("corpora"), .customLong("corpus")], parsing: .upToNextOption,
    help: ArgumentHelp(
      "Corpora by name or file: qr-small,linear-small; all: every shipped one.",
      valueName: "name or file,…"),
    completion: Completions.corpora)
  var names: [String]

  @Option(
    name: .customLong("decoders"),
    help: ArgumentHelp(
      "The number of decoders, each as costly as the average installed or named one.",
      discussion: "Default: the installed or named ones, each with its own time.",
      valueName: "number"))
  var number: Int?

  @OptionGroup var decoders: DecoderOptionGroup

  @OptionGroup var overrides: CorpusOverrides

  @Option(
    help: ArgumentHelp("The number of slices to cut the comparison into.", valueName: "number"))
  var slices: Int?

  @Option(
    help: ArgumentHelp(
      "Cuts the comparison into slices of about this many hours.", valueName: "hours"))
  var hoursPerSlice: Double?

  @Option(
    name: [.customShort("j"), .customLong("jobs")],
    help: ArgumentHelp(
      "The cores of a slice.", discussion: "Default: the number of cores here.", valueName: "number"
    ), transform: CountOption.jobs)
  var wantedJobs: Int?

  @Option(
    help: ArgumentHelp(
      "Prints the job script for \(PlanScript.Engine.allCases.map(\.rawValue).joined(separator: ", ")).",
      valueName: "engine"))
  var engine: PlanScript.Engine?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The folder for results in the printed commands; every machine must reach it.",
      valueName: "folder"),
    completion: .directory)
  var output: String = "reports"

  @Option(help: .hidden)
  var precision: Double?

  @OptionGroup var terminal: TerminalOptionGroup

  package init() {}

  /// The corpora of lists; a comma in the path of a file separates nothing.
  static func names(in lists: [String]) -> [String] {
    lists.flatMap { list in
      FileManager.default.fileExists(atPath: list)
        ? [list] : list.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
  }

  private var jobs: Int { wantedJobs ?? Processors.usable }

  package func validate() throws {
    if precision != nil {
      throw ValidationError(
        "a run with --precision chooses its trials as it goes, so that its cost is not known and it has no "
          + "slices: give --trials")
    }
    if let number, !(1...100_000).contains(number) {
      throw ValidationError("--decoders is a number from 1 to 100000; --decoder names one")
    }
    if slices != nil, hoursPerSlice != nil {
      throw ValidationError("--slices and --hours-per-slice both say how to cut: leave one out")
    }
    if let slices, !(1...10_000).contains(slices) {
      throw ValidationError("--slices is a number from 1 to 10000")
    }
    try NumberBounds.positive.check(hoursPerSlice, "--hours-per-slice")
    if engine != nil, slices == nil, hoursPerSlice == nil {
      throw ValidationError("--engine needs slices: give --slices or --hours-per-slice")
    }
    try requireFolderName(output)
  }

  package func run() throws {
    try interruptibly { stop in
      let listed = Self.names(in: self.names)
      let names = listed.contains("all") ? Installation.corpora.names : listed
      let corpora = try names.map { (name: $0, corpus: try overrides.load($0)) }
      let choice = try decoders.choice()
      guard !choice.decoders.isEmpty else {
        printMessages(about: choice.unavailable)
        throw PluginError(.unavailable, "no decoder can take part, so the cost cannot be measured")
      }
      var settings = RunSettings(
        jobs: Processors.usable, timeoutSeconds: decoders.workers.timeout.seconds,
        memoryLimitBytes: decoders.workers.memoryLimit.bytes, deathsBeforeGivingUp: 10)
      settings.sandbox = decoders.workers.rights.sandbox.record
      let probe = CostProbe(choice, settings: settings, provenance: .current())
      var costs: [CorpusCost] = []
      for (place, (name, corpus)) in corpora.enumerated() {
        terminal.say("\(place + 1) of \(corpora.count): \(name)")
        do {
          costs.append(try probe.cost(of: corpus, named: name, stop: stop))
        } catch is CancellationError {
          throw ExitStatus.interrupted
        }
      }
      let cost = ComparisonCost(
        corpora: costs, decoders: number ?? choice.decoders.count)
      try show(cost)
      printMessages(about: choice.unavailable)
    }
  }

  private func show(_ cost: ComparisonCost) throws {
    let count =
      slices
      ?? hoursPerSlice.map {
        Int(min(max((cost.coreSeconds.value / Double(jobs) / 3600 / $0).rounded(.up), 1), 10_000))
      }
    let pieces = count.map(cost.slices)
    let text = PlanText(cost, style: terminal.style).render(slices: pieces, jobs: jobs)
    guard let pieces else { return try printResult(text) }
    let script = PlanScript(
      pieces, jobs: jobs, folder: output, options: options, version: Version.current)
    if let engine {
      printMessage(text)
      try printData(script.text(engine))
    } else {
      try printResult(
        text + "\n" + script.text(.parallel) + "\n" + script.merges.joined(separator: "\n"))
    }
  }

  /// The options that every slice takes as they were given here.
  private var options: [String] {
    var words = decoders.decoders.flatMap { ["--decoder", $0] }
    words += decoders.workers.plugins.absolutePaths.flatMap { ["--plugin", $0] }
    if let trials = overrides.trials { words += ["--trials", "\(trials)"] }
    if let seed = overrides.seed { words += ["--seed", "\(seed)"] }
    if let rotations = overrides.rotations { words += ["--rotations", rotations] }
    return words
  }
}

extension PlanScript.Engine: ExpressibleByArgument {}

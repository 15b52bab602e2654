import ArgumentParser
import Corpora
import Evaluation
import Foundation
import PluginHost
import Reporting
import ResultStore

/// `harness compare`: every decoder over every sample of a corpus, ending in a score table.
struct Compare: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Compares decoders on a corpus and finds each one's failure threshold.")

  @Option(help: ArgumentHelp("A corpus by name or file.", valueName: "name or file"))
  var corpus: String

  @OptionGroup var decoders: DecoderOptionGroup

  @Option(help: "Samples in work at the same time; each keeps about one core busy.")
  var jobs: Int = ProcessInfo.processInfo.activeProcessorCount

  @OptionGroup var overrides: CorpusOverrides

  @OptionGroup var sampling: SamplingOptionGroup

  @Option(help: "Fatal images in a row after which a decoder is given up.")
  var giveUpAfter: Int = 10

  @Option(
    help: ArgumentHelp(
      "Where the reports go, instead of reports/<corpus>.", valueName: "folder"))
  var output: String?

  @Option(
    help: ArgumentHelp(
      "The slice of the samples to take, for several machines: 2/4, auto, auto/4.",
      discussion: "auto asks the environment (Slurm, Kubernetes, CI services, GNU parallel).",
      valueName: "i/n"))
  var shard: String?

  @Flag(help: "Decodes everything anew, whatever earlier runs have observed.")
  var fresh = false

  @OptionGroup var gate: GateOptionGroup

  @OptionGroup var terminal: TerminalOptionGroup

  func validate() throws {
    if shard != nil, gate.baseline != nil {
      throw ValidationError("a slice cannot be judged: harness merge, then harness gate")
    }
    if sampling.aim != nil, gate.baseline != nil {
      throw ValidationError("a gate compares sample by sample: it needs fixed trials")
    }
    if output == "" { throw ValidationError("--output names a folder") }
    for (name, value) in [("--jobs", jobs), ("--give-up-after", giveUpAfter)]
    where !(1...1024).contains(value) {
      throw ValidationError("\(name) is a number from 1 to 1024")
    }
  }

  func run() throws {
    try reportingFailures {
      // From here on there are plugins to end, be it only to learn who they are.
      let stop = StopSignal()
      let interrupts = Interrupts(stopping: stop)
      defer { interrupts.end() }
      let slice = try slice()
      let corpus = try sampling.prepared(
        overrides.load(corpus), trials: overrides.trials, shard: slice)
      for warning in corpus.warnings { terminal.say(warning) }
      let judge = try GateSession(gate, isSelection: decoders.isSelection)
      if let warning = judge?.warning { terminal.say(warning) }
      let folder = output ?? "reports/\(corpus.name)"
      try ReportFolder.prepare(folder)
      let plan = try plan(corpus, slice, folder: folder)
      let session = try ComparisonSession(
        plan: plan, folder: folder, settings: settings, isFresh: fresh)
      let (number, table) = try session.run(
        display: terminal.progressDisplay(for: plan), stop: stop, say: terminal.say)
      let verdict = try judge?.verdict(
        onRun: number, of: session, table, rechecker: Rechecker(plan: plan, stop: stop))
      try ReportFolder.write(table, judgedBy: verdict, to: folder)
      try show(terminal.report.render(table))
      if let judge, let verdict { try judge.publish(verdict, terminal: terminal) }
      JobSummary.append(table, verdict)
      terminal.say("reports are in \(folder)/; --explain says what each column means")
      // Stopped in the run, or while flipped samples were decoded once more.
      if judge != nil, verdict == nil { throw ExitStatus.interrupted }
      try throwExitStatus(plan, table, verdict)
    }
  }

  private func slice() throws -> Shard {
    guard let shard else { return .whole }
    do {
      return try Shard(parsing: shard, environment: ProcessInfo.processInfo.environment)
    } catch {
      throw UsageError("\(error)")
    }
  }

  private func plan(_ corpus: Corpus, _ slice: Shard, folder: String) throws -> ComparisonPlan {
    let lineup = try decoders.lineup()
    for one in lineup.passedOver { terminal.say("left out \(one.label): \(one.reason)") }
    guard !lineup.contestants.isEmpty else {
      for absentee in lineup.absentees { complain("\(absentee.label): \(absentee.reason)") }
      throw PluginError(.unavailable, "no decoder can take part")
    }
    try DescriptorBudget.reserve(
      workers: jobs * lineup.contestants.reduce(0) { $0 + $1.members.count })
    return ComparisonPlan(
      corpus: corpus, contestants: lineup.contestants, absentees: lineup.absentees, jobs: jobs,
      deathsBeforeGivingUp: giveUpAfter, aim: sampling.aim, shard: slice,
      reproducerFolder: folder + "/reproducers",
      reproduceOptions: reproduceOptions(corpus))
  }

  /// What was typed here and must be typed again to get the same sample and decoder.
  private func reproduceOptions(_ plannedCorpus: Corpus) -> String {
    ReproduceOptions(
      corpusFile: corpus == plannedCorpus.name ? nil : corpus, seed: overrides.seed,
      plugins: decoders.plugins.paths, timeout: decoders.timeout,
      memoryLimit: decoders.memoryLimit
    ).text
  }

  private var settings: RunSettings {
    RunSettings(
      jobs: jobs, timeoutSeconds: Double(decoders.timeout.nanoseconds) / 1e9,
      memoryLimitBytes: decoders.memoryLimit.bytes, deathsBeforeGivingUp: giveUpAfter,
      aim: sampling.aim)
  }

  /// A decoder asked for by name or path that could not take part is a job not done; that something
  /// got worse is certain in spite of it.
  private func throwExitStatus(
    _ plan: ComparisonPlan, _ table: ScoreTable, _ verdict: GateReport?
  ) throws {
    if table.outcome.wasStopped { throw ExitStatus.interrupted }
    for absentee in plan.absentees { complain("\(absentee.label): \(absentee.reason)") }
    if verdict?.conclusion == .regressed { throw ExitStatus.regression }
    if !plan.absentees.isEmpty { throw ExitStatus.cannotDoItsJob }
    try verdict?.throwExitStatus()
  }
}

import ArgumentParser
import Console
import Evaluation
import Foundation
import PluginHost
import Reporting
import Results
import Sessions

/// `harness compare`: every decoder over every sample of a corpus, ending in a score table.
package struct CompareCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Compares decoders on a corpus: where each one stops reading, and which reads more.")

  @OptionGroup var decoders: DecoderOptionGroup

  @OptionGroup var options: RunOptionGroup<SamplingOptionGroup>

  @Option(
    help: ArgumentHelp(
      "Compares each decoder with itself under several hints: none,symbologies.",
      discussion:
        "none: no hint; symbologies: those in the image; formats:qr-code+ean-13: these. A hint other "
        + "than the corpus's own makes a decoder of its own, such as zxing@symbologies, which "
        + "--decoder takes too.",
      valueName: "hint,…"))
  var hints: String?

  @Option(
    help: ArgumentHelp(
      "Compares ways to select one symbol, over a corpus that aims at one: crop,filter,filter+gauge.",
      discussion:
        "none: all that is read counts; crop: decodes the selection's bounds alone; filter: decodes all "
        + "and keeps readings by their outlines; crop+filter: decodes the scan area and filters; +gauge: "
        + "by outlines that the harness measures. Each makes a decoder of its own, such as zxing@filter, "
        + "which --decoder takes too. Default: crop, filter, crop+filter and filter+gauge.",
      valueName: "way,…"))
  var selection: String?

  @Option(
    help: ArgumentHelp(
      "Decodes only this slice of the samples, for runs on several machines: 2/4 or auto/4.",
      discussion:
        "auto/4 takes the index from the environment (Slurm, Kubernetes, CI services).",
      valueName: "i/n"))
  var shard: String?

  @Flag(
    help: ArgumentHelp(
      "Adds the informed reader: what these pixels allow, and each decoder's headroom.",
      discussion:
        "It knows everything about a drawn sample except its data, and is not ranked. It is tried beyond the "
        + "sweep's hardest level, until it fails."))
  var informed = false

  @OptionGroup var streams: StreamRunOptionGroup

  @OptionGroup var release: ReleaseOptionGroup

  @OptionGroup var gate: GateOptionGroup

  @OptionGroup var scores: ScoreTableOptionGroup

  @OptionGroup var terminal: TerminalOptionGroup

  package init() {}

  package func validate() throws {
    if shard != nil, gate.baseline != nil {
      throw ValidationError(
        "a slice cannot be judged: join the slices with harness runs merge, then run harness gate")
    }
    if shard != nil, streams.clock == .real {
      throw ValidationError(
        "--clock real needs whole streams, and a slice has none: leave out --clock real or --shard")
    }
    if informed, shard != nil || options.sampling.isAdaptive {
      throw ValidationError(
        "--informed reads every sample of the corpus: leave out --shard, --precision, --budget, --time"
      )
    }
    if release.isGiven, options.sampling.isAdaptive || !options.overrides.isEmpty {
      throw ValidationError(
        "--release fixes the samples: leave out --trials, --seed, --rotations, --precision, --budget, --time, "
          + "--trace-boundary")
    }
    if options.sampling.isAdaptive, gate.baseline != nil {
      throw ValidationError("a gate compares sample by sample: it needs fixed trials")
    }
  }

  package func run() throws {
    // From here on plugins may run, if only to learn their identity, and must be ended.
    try interruptibly { stop in
      let (slice, settings) = try (slice(), hints.map(HintSetting.list))
      let strategies = try selection.map(SelectionStrategy.list)
      let corpus = try options.corpus(shard: slice)
      let rules = try streams.rules(for: corpus)
      for warning in corpus.warnings { terminal.say(warning) }
      let folder = options.output ?? "reports/\(release.folder)\(corpus.name)"
      let judge = try gate.session(
        ofCorpus: corpus.name, runIn: folder, isSelection: decoders.isSelection)
      if let error = judge?.error {
        terminal.say("\(error); the run goes on and ends with exit code 3")
      }
      let release = try release.held(
        corpus, folder: folder, jobs: options.jobs, stop: stop, say: terminal.say)
      try ReportFolder.prepare(folder)
      var choice = try decoders.choice()
      if let settings { try choice.vary(hints: settings) { $0 == corpus.hints } }
      try choice.vary(strategies: strategies, over: corpus)
      for one in choice.leftOut { terminal.say(one) }
      let plan = try options.plan(
        corpus, choice, decoders.workers, shard: slice, folder: folder)
      if informed { terminal.say("the informed reader runs after the decoders") }
      let session = try options.session(
        plan, decoders.workers, folder: folder, streamRules: rules, isInformed: informed,
        release: release)
      let (number, table) = try terminal.run(session, of: plan, stop: stop)
      let verdict = try judge?.verdict(
        onRun: number, of: session, table, rechecker: Rechecker(plan: plan, stop: stop))
      try ReportFolder.write(table, judgedBy: verdict?.writers, to: folder)
      if let alarm = verdict.flatMap(terminal.gateText.alarm) { try printResult(alarm + "\n") }
      try printResult(scores.report(terminal).render(table.seen(fromOutside: folder)))
      if let verdict {
        try printResult("")
        try verdict.show(gate, terminal)
      }
      JobSummary.append(table, verdict)
      terminal.say(
        "reports are in \(folder)/. The page: harness report \(folder). Every group here: harness compare … --full"
      )
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
      throw RequestError("\(error)")
    }
  }

  /// Ends the command with the exit code of the comparison; returns when all is well.
  ///
  /// If a decoder asked for by name or path could not take part, the job is not done. A regression
  /// is certain in spite of that, and goes first.
  private func throwExitStatus(
    _ plan: ComparisonPlan, _ table: ScoreTable, _ verdict: GateReport?
  ) throws {
    if table.outcome.wasStopped { throw ExitStatus.interrupted }
    let absent = plan.unavailable + (table.outcome.lost ?? [])
    printMessages(about: absent)
    if verdict?.conclusion == .regressed { throw ExitStatus.regression }
    if !absent.isEmpty { throw ExitStatus.cannotDoItsJob }
    try verdict?.throwExitStatus()
  }
}

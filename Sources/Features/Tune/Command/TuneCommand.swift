import ArgumentParser
import Console
import Foundation
import PluginHost
import Reporting

/// `harness tune`: the settings of a decoder that are worth having.
package struct TuneCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "tune",
    abstract:
      "Tries combinations of a decoder's options: which one reads best, and which are quicker.",
    discussion: """
      Every combination is compared as a separate decoder on the same samples, together with the \
      unchanged decoder. A setting is on the front if no other one is both quicker and better.
      """)

  @Argument(
    help: ArgumentHelp(
      "The decoder; options given here stay as they are.", valueName: "name[:option=value,…]"),
    completion: Completions.decoders)
  var decoder: String

  @Option(
    name: .customLong("option"),
    help: ArgumentHelp(
      "An option or profile with the values to try; without values, all of them. May be repeated.",
      valueName: "name[=value,…]"))
  var axes: [String]

  @OptionGroup var workers: WorkerOptionGroup

  @OptionGroup var options: RunOptionGroup<SamplingOptionGroup>

  @OptionGroup var terminal: TerminalOptionGroup

  package init() {}

  package func run() throws {
    try interruptibly { stop in
      let corpus = try options.corpus(shard: .whole)
      for warning in corpus.warnings { terminal.say(warning) }
      let sweep = try sweep()
      let folder =
        options.output ?? "reports/\(corpus.name)-tune-\(sweep.references[0].name)"
      try ReportFolder.prepare(folder)
      let plan = try options.plan(
        corpus, workers.choice(sweep.references), workers, shard: .whole, folder: folder)
      let (_, table) = try terminal.run(
        options.session(plan, workers, folder: folder), of: plan, stop: stop)
      try ReportFolder.write(table, judgedBy: nil, to: folder)
      try printResult(TuningReport(terminal.style).render(table, of: sweep.tuned))
      terminal.say("reports are in \(folder)/; harness report \(folder) draws the front")
      if table.outcome.wasStopped { throw ExitStatus.interrupted }
      printMessages(about: plan.unavailable)
      if !plan.unavailable.isEmpty { throw ExitStatus.cannotDoItsJob }
    }
  }

  /// Makes the sweep over options, which are known only once the decoder was started.
  private func sweep() throws -> OptionSweep {
    let base = try DecoderReference(parsing: decoder)
    if let label = base.label {
      throw PluginError(
        .badReference,
        "the label \"\(label)\" cannot name every setting of a tuning; leave it out")
    }
    if base.hints != nil || base.selection != nil {
      throw PluginError(
        .badReference,
        "a tuning has no hints and no way to select of its own; harness compare --hints and --selection "
          + "compare them")
    }
    let axes = try axes.map { try OptionSweep.Axis(parsing: $0) }
    let choice = try workers.choice([base])
    if let missing = choice.unavailable.first {
      throw PluginError(.unavailable, "\(missing.label): \(missing.reason)")
    }
    guard let configured = choice.decoders.first, choice.decoders.count == 1 else {
      throw PluginError(
        .badReference, "\"\(decoder)\" is more than one decoder; tune them one by one")
    }
    return try OptionSweep(of: base, axes: axes, identity: configured.identity)
  }
}

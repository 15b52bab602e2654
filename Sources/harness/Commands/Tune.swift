import ArgumentParser
import Evaluation
import Foundation
import PluginHost
import Reporting

/// `harness tune`: the settings of a decoder that are worth having.
struct Tune: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tune",
    abstract:
      "Tries combinations of a decoder's options and shows the front of threshold and time.",
    discussion: """
      Every combination is a decoder of its own on the same samples, beside the decoder as it comes. \
      A setting is on the front when no other one is both quicker and better.
      """)

  @Argument(
    help: ArgumentHelp(
      "The decoder; options given here stay as they are.", valueName: "name[:option=value,…]"))
  var decoder: String

  @Option(
    name: .customLong("option"),
    help: ArgumentHelp(
      "An option, or profile, and its values; NAME alone: all it has. May be repeated.",
      valueName: "name[=value,…]"))
  var axes: [String]

  @OptionGroup var workers: WorkerOptionGroup

  @OptionGroup var options: RunOptionGroup

  @OptionGroup var terminal: TerminalOptionGroup

  func run() throws {
    try reportingFailures {
      let stop = StopSignal()
      let interrupts = Interrupts(stopping: stop)
      defer { interrupts.end() }
      let corpus = try options.corpus(shard: .whole)
      for warning in corpus.warnings { terminal.say(warning) }
      let sweep = try sweep()
      let folder =
        options.output ?? "reports/\(corpus.name)-tune-\(sweep.references[0].name)"
      try ReportFolder.prepare(folder)
      let plan = try options.plan(
        corpus, workers.lineup(sweep.references), workers, shard: .whole, folder: folder)
      let (_, table) = try options.session(plan, workers, folder: folder).run(
        display: terminal.progressDisplay(for: plan), stop: stop, say: terminal.say)
      try ReportFolder.write(table, judgedBy: nil, to: folder)
      try show(terminal.tuning.render(table, of: sweep))
      terminal.say("reports are in \(folder)/; harness report \(folder) draws the front")
      if table.outcome.wasStopped { throw ExitStatus.interrupted }
      complain(of: plan.absentees)
      if !plan.absentees.isEmpty { throw ExitStatus.cannotDoItsJob }
    }
  }

  /// Makes the sweep over options, which are known only once the decoder was started.
  private func sweep() throws -> OptionSweep {
    let base = try DecoderReference(parsing: decoder)
    let axes = try axes.map { try OptionSweep.Axis(parsing: $0) }
    let lineup = try workers.lineup([base])
    if let absentee = lineup.absentees.first {
      throw PluginError(.unavailable, "\(absentee.label): \(absentee.reason)")
    }
    guard let contestant = lineup.contestants.first, lineup.contestants.count == 1 else {
      throw PluginError(.badReference, "\"\(decoder)\" is not one decoder; tune them one by one")
    }
    return try OptionSweep(of: base, axes: axes, identity: contestant.identity)
  }
}

import ArgumentParser
import Console
import Evaluation
import Reporting
import Results
import Sessions

/// `harness misreads`: how often a decoder's answer is wrong, with a bound that can be relied on.
package struct MisreadsCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "misreads",
    abstract: "Finds misreads and bounds their number per million answers.",
    discussion: """
      Draws most samples where it finds misreads, round by round, then weights the result for the \
      use that --weights describes. The bounds hold whenever you stop, so you can end a run and continue \
      it later with a larger budget.
      """)

  @OptionGroup var decoders: DecoderOptionGroup

  @OptionGroup var options: RunOptionGroup<MisreadOptionGroup>

  @Flag(help: "Prints misreads.json instead of tables.")
  var json = false

  @OptionGroup var terminal: TerminalOptionGroup

  package init() {}

  package func run() throws {
    try interruptibly { stop in
      let corpus = try options.corpus(shard: .whole)
      let folder = options.output ?? "reports/\(corpus.name)-misreads"
      try ReportFolder.prepare(folder)
      let choice = try decoders.choice()
      var plan = try options.plan(
        corpus, choice, decoders.workers, shard: .whole, folder: folder)
      plan.rounds = { MisreadSchedule($0, aim: $1) }
      try plan.requireRoomForRounds()
      let session = try options.session(plan, decoders.workers, folder: folder)
      let number = try terminal.decode(session, of: plan, stop: stop)
      let table = try MisreadScorer.table(
        ofRun: number, in: session.store, reproduceOptions: plan.reproduceOptions.text
      ).withTruths(of: corpus)
      try ReportFolder.write(MisreadFiles.texts(table), to: folder)
      if json {
        try printData(MisreadFiles.jsonText(table))
      } else {
        try printResult(terminal.text.render(table))
      }
      terminal.say("all misreads are in \(folder)/\(MisreadFiles.csv)")
      try throwExitStatus(table)
    }
  }

  /// Ends the command with its exit code; returns when all is well.
  private func throwExitStatus(_ table: MisreadTable) throws {
    if table.outcome.wasStopped { throw ExitStatus.interrupted }
    printMessages(about: table.unavailable)
    guard table.unavailable.isEmpty else { throw ExitStatus.cannotDoItsJob }
    guard let below = table.below else { return }
    let answers = table.decoders.map { $0.isAtMost(below) }
    if answers.contains(false) { throw ExitStatus.regression }
    if answers.contains(nil) { throw ExitStatus.cannotJudge }
  }
}

extension ComparisonPlan {
  /// Refuses a budget that does not suffice for rounds enough to say anything.
  fileprivate func requireRoomForRounds() throws {
    guard let aim, let shortage = shortage(for: aim) else { return }
    guard shortage.needed > 0 else {
      throw RequestError("no decoder reads a group that has a weight")
    }
    throw RequestError(
      "--budget \(shortage.budget) is too small: a round takes a sample of each cell for each decoder, "
        + "and \(MisreadAim.fewestRounds) rounds take \(shortage.needed)")
  }
}

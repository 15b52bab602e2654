import Results

/// A run in a line or two, for a list of runs.
package enum RunLine {
  /// The lines: `3  qr-small version 1, 52 800 of 52 800 decodes, finished; 2026-11-21T07:12:00Z; zbar, zxing`.
  package static func lines(
    _ number: Int, _ record: RunRecord, _ outcome: RunOutcome?, _ observed: Int, state: String,
    _ style: TerminalStyle
  ) -> [String] {
    let slice = record.shard.isPart ? ", slice \(record.shard)" : ""
    let corpus = "\(record.corpus.name) version \(record.corpus.version)\(slice)"
    let facts = [
      "\(corpus), \(decodes(record, made(outcome, of: observed))), \(state)",
      record.provenance.startedAt, decoders(record.decoders.map(\.label)),
    ]
    return style.paragraph(facts.joined(separator: "; "), label: "  \(number)  ")
  }

  /// The decoders by name; of very many the first ones.
  private static func decoders(_ labels: [String]) -> String {
    guard labels.count > ScoreTable.mostShown else { return labels.joined(separator: ", ") }
    let rest = Numerals.count(labels.count - mostNames)
    return labels.prefix(mostNames).joined(separator: ", ") + " and \(rest) more"
  }

  private static let mostNames = 8

  /// The results that the run made or took over; of one that decodes all anew and was stopped, the store has
  /// more, from earlier runs.
  private static func made(_ outcome: RunOutcome?, of observed: Int) -> Int {
    guard let outcome, outcome.wasStopped else { return observed }
    return min(observed, outcome.reused + outcome.cost.decodes)
  }

  /// The number of decodes, with the planned number unless the run chooses its own trials.
  private static func decodes(_ record: RunRecord, _ observed: Int) -> String {
    record.settings.aim == nil
      ? "\(Numerals.count(observed)) of \(Numerals.count(record.planned)) decodes"
      : Numerals.counted(observed, "decode", "decodes") + " (chosen during the run)"
  }

  /// The state of a run, in a word or two.
  ///
  /// - Parameter isBeingWritten: True for a run that is, should it have no outcome; `nil` where that is not known.
  package static func state(_ outcome: RunOutcome?, isBeingWritten: Bool?) -> String {
    if let outcome { return outcome.wasStopped ? "stopped" : "finished" }
    guard let isBeingWritten else { return "interrupted or being written" }
    return isBeingWritten ? "being written" : "interrupted"
  }

  /// The sentence about decodes that a run finds in its store; `nil` if there are none.
  package static func text(_ resumption: Resumption) -> String? {
    guard resumption.observed + resumption.withoutReadings > 0 else { return nil }
    let run = resumption.run
    let beginning = run.isContinued ? "carrying on run \(run.number)" : "run \(run.number)"
    let again =
      resumption.withoutReadings > 0
      ? "; \(resumption.withoutReadings) more are repeated, because their readings were not kept"
      : ""
    let advice = again + (run.isContinued ? "" : " (--fresh decodes everything again)")
    guard let planned = resumption.planned else {
      return "\(beginning): \(resumption.observed) decodes of these samples are cached "
        + "and are not repeated" + advice
    }
    return "\(beginning): \(resumption.observed) of \(planned) decodes are cached" + advice
  }
}

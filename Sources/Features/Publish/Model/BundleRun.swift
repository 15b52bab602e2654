import Analysis
import Base
import Results

/// The run of a bundle: its outcomes, held against the corpus that is here, sample by sample.
///
/// Scores and verdicts are computed from it as from a store; what a bundle says of them is only compared.
package struct BundleRun: ObservationSource {
  /// The run, with the corpus that is here.
  package let run: RunRecord
  package let outcome: RunOutcome
  /// By decoder: group by group, level by level, by trial.
  private let observations: [[Observation]]

  private struct Cell: Hashable {
    let decoder: String
    let group: String
    let level: String
  }

  /// Reads outcomes and log.
  ///
  /// - Throws: `BundleFault` unless there is an outcome for each sample that the corpus gives to each decoder.
  package init(
    _ submission: Submission, corpus: CorpusRecord, ownSeed: UInt64, lines: [OutcomeLine],
    log: [SubmissionLogLine]
  ) throws(BundleFault) {
    guard let (run, outcome) = submission.record(of: corpus, ownSeed: ownSeed) else {
      throw .unfit(.olderHarness)
    }
    if let reason = Submission.unfitness(run.settings, outcome) { throw .unfit(reason) }
    var cells: [Cell: OutcomeLine] = [:]
    for line in lines {
      let cell = Cell(decoder: line.decoder, group: line.group, level: line.level.text)
      guard cells.updateValue(line, forKey: cell) == nil else {
        throw .samples(
          decoder: line.decoder, group: line.group, level: line.level.text, isTwice: true)
      }
    }
    var observations: [[Observation]] = []
    for index in run.decoders.indices {
      observations.append(try Self.take(index, of: run, from: &cells))
      try Self.checkTried(observations[index], index, run, outcome)
    }
    if let extra = cells.keys.min(by: { ($0.decoder, $0.group) < ($1.decoder, $1.group) }) {
      throw .outcomes(decoder: extra.decoder, group: extra.group, level: extra.level)
    }
    try Self.add(log, to: &observations, of: run)
    (self.run, self.outcome, self.observations) = (run, outcome, observations)
  }

  /// Takes the observations that the corpus asks a decoder for.
  private static func take(
    _ decoder: Int, of run: RunRecord, from cells: inout [Cell: OutcomeLine]
  ) throws(BundleFault) -> [Observation] {
    let record = run.decoders[decoder]
    // Each member of a chain has the deadline, and clocks differ; a stream has many images.
    let members = 1 + record.argument.count { $0 == "+" }
    let mostSeconds = run.settings.timeoutSeconds * Double(2 * members) + 1
    let most = run.corpus.isOfStreams ? Int.max : Int(mostSeconds * 1e9)
    var all: [Observation] = []
    for (group, asked) in run.corpus.groups.enumerated() where record.supportedGroups[group] {
      for (level, value) in run.corpus.levels.enumerated() {
        let cell = Cell(decoder: record.label, group: asked.id, level: value.text)
        guard let line = cells.removeValue(forKey: cell) else {
          throw .samples(
            decoder: record.label, group: asked.id, level: value.text, isTwice: false)
        }
        let found = line.observations(
          decoder: decoder, group: group, level: level, trials: asked.trials)
        guard let found, (line.cpuNanoseconds != nil) == run.corpus.isOfStreams,
          found.allSatisfy({
            asked.allows($0.finding, run.corpus) && $0.wallNanoseconds <= most
          })
        else {
          throw .outcomes(decoder: record.label, group: asked.id, level: value.text)
        }
        all += found
      }
    }
    return all
  }

  /// Checks that all samples were tried, but for those of a decoder that died often enough to be given up.
  private static func checkTried(
    _ observations: [Observation], _ decoder: Int, _ run: RunRecord, _ outcome: RunOutcome
  ) throws(BundleFault) {
    let record = run.decoders[decoder]
    let planned = zip(run.corpus.groups, record.supportedGroups).reduce(0) {
      $0 + ($1.1 ? $1.0.trials * run.corpus.levels.count : 0)
    }
    guard outcome.givenUp.contains(record.label) else {
      guard observations.count == planned else {
        throw .untried(decoder: record.label, samples: planned - observations.count)
      }
      return
    }
    let (fatal, needed) = (
      observations.count { $0.verdict.isBreakage }, run.settings.deathsBeforeGivingUp
    )
    guard fatal >= needed else {
      throw .deaths(decoder: record.label, fatal: fatal, needed: needed)
    }
  }

  /// Adds the log's texts to the observations that they are about.
  private static func add(
    _ log: [SubmissionLogLine], to observations: inout [[Observation]], of run: RunRecord
  ) throws(BundleFault) {
    var lines: [[String]: SubmissionLogLine] = [:]
    for line in log {
      guard lines.updateValue(line, forKey: [line.decoder, line.sample]) == nil else {
        throw .log(decoder: line.decoder, sample: line.sample)
      }
    }
    for decoder in observations.indices {
      let label = run.decoders[decoder].label
      for index in observations[decoder].indices {
        let observation = observations[decoder][index]
        let isNeeded = SubmissionLogLine.isNeeded(by: observation.verdict)
        guard isNeeded || !lines.isEmpty else { continue }
        let key = run.corpus.key(of: observation.place)
        guard let line = lines.removeValue(forKey: [label, key]) else {
          guard !isNeeded else { throw .log(decoder: label, sample: key) }
          continue
        }
        guard line.verdict == observation.verdict,
          (line.retried ?? false) == observation.wasRetried
        else { throw .log(decoder: label, sample: key) }
        observations[decoder][index].finding.detail = line.detail
        observations[decoder][index].finding.printed = line.printed
      }
    }
    if let extra = lines.values.min(by: { ($0.decoder, $0.sample) < ($1.decoder, $1.sample) }) {
      throw .log(decoder: extra.decoder, sample: extra.sample)
    }
  }

  package func record(ofRun run: Int) -> (RunRecord, RunOutcome?) { (self.run, outcome) }

  package func forEachObservation(
    ofRun run: Int, decoder: Int, withReadings: Bool,
    _ body: (borrowing Observation) throws -> Void
  ) rethrows {
    for observation in observations[decoder] { try body(observation) }
  }

  /// The observation of a sample by its group and level as they are written; `nil` if it was not tried.
  package func observation(of flip: Flip) -> Observation? {
    guard let decoder = run.decoders.firstIndex(where: { $0.label == flip.cell.decoder }),
      let group = run.corpus.groups.firstIndex(where: { $0.id == flip.cell.group }),
      let level = run.corpus.levels.firstIndex(of: flip.level)
    else { return nil }
    let wanted = [group, level, flip.trial]
    var (low, high) = (0, observations[decoder].count)
    while low < high {
      let middle = (low + high) / 2
      let place = observations[decoder][middle].place
      if [place.group, place.level, place.trial].lexicographicallyPrecedes(wanted) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    guard low < observations[decoder].count else { return nil }
    let found = observations[decoder][low]
    return found.place == SamplePlace(group: group, level: level, trial: flip.trial) ? found : nil
  }

  /// The fatal images of a decoder in the order of a run, the latest first.
  package func deaths(of decoder: Int) -> [SamplePlace] {
    let numbering = run.corpus.numbering
    return observations[decoder].filter { $0.verdict.isBreakage }.map(\.place)
      .sorted { numbering.number(of: $0) > numbering.number(of: $1) }
  }

  /// The first figure of a bundle's table or verdicts that does not follow from its outcomes.
  ///
  /// - Parameter harness: This harness's version: another one may compute scores otherwise.
  /// - Throws: Errors of scoring, and `EncodingError`.
  package func fault(
    in table: ScoreTable, _ verdicts: Baseline, harness: String
  ) throws -> BundleFault? {
    let other = run.provenance.harnessVersion
    func fault(_ part: Submission.Part, _ found: JSONDifference?) -> BundleFault? {
      found.map {
        .figure(
          file: part.rawValue, place: $0.place, stated: $0.first ?? "absent",
          computed: $0.second ?? "absent", harness: other == harness ? nil : other)
      }
    }
    return try fault(.verdicts, .first(of: verdicts, and: Baseline(ofRun: 1, in: self)))
      ?? fault(.scores, .first(of: table, and: Scorer.scores(ofRun: 1, in: self)))
  }
}

extension CorpusRecord.Group {
  /// True if a finding can be one about the group's images.
  fileprivate func allows(_ finding: Finding, _ corpus: CorpusRecord) -> Bool {
    if let symbols = finding.symbols,
      symbols.contains(where: { SymbolOutcome(rawValue: $0) == nil })
    {
      return false
    }
    guard photoPayloads == nil, !finding.verdict.isBreakage else { return true }
    return switch finding.verdict {
    case .clean, .falsePositive: content == .nothing
    case .detected, .undetected: content == .unknown
    case .wrongCode, .several, .cannotSelect: corpus.selection != nil
    default: content == .symbols
    }
  }
}

import Corpora

extension Baseline {
  /// Makes a baseline from a finished run.
  ///
  /// Reads the run's observations once more; they are the same as those of its score table.
  ///
  /// - Throws: Errors from the store, or ``ScorerError`` for a run without an outcome.
  public init(ofRun number: Int, in store: some ObservationStore) throws {
    let (run, outcome) = try store.record(ofRun: number)
    guard let outcome else { throw ScorerError.runNotFinished(number) }
    var ledger = OutcomeLedger(run.corpus.schedule, decoders: run.contestants.count)
    try store.forEachObservation(ofRun: number) { ledger.add($0) }
    // Times of an earlier run may be from another machine, or from a day with another load.
    let isTimedWhole = outcome.reused == 0 && run.provenance.otherMachines == nil
    self.init(of: run, givenUp: outcome.givenUp, isTimed: isTimedWhole, ledger)
  }

  private init(
    of run: RunRecord, givenUp: [String], isTimed: Bool, _ ledger: OutcomeLedger
  ) {
    schemaVersion = Self.currentSchemaVersion
    corpus = DrawnCorpus(run.corpus)
    acknowledged = []
    provenance = run.provenance
    let axis = EasinessAxis(run.corpus)
    decoders = run.contestants.enumerated().map { index, contestant in
      let supported = run.corpus.groups.indices.filter { contestant.supportedGroups[$0] }
      return Entry(
        label: contestant.label, name: contestant.name, library: contestant.library,
        version: contestant.version, options: contestant.options,
        fingerprint: contestant.fingerprint.sha256,
        isGivenUp: givenUp.contains(contestant.label),
        groups: supported.map { group in
          let levels = run.corpus.levels.indices.map { level in
            LevelOutcomes(
              level: run.corpus.levels[level],
              trials: ledger.trials(decoder: index, group: group, level: level))
          }
          // As in the score table, where a timeout is a sample not read.
          let state = CurveState(
            levels.map { $0.trials.map { $0 == .excluded ? .missed : $0 } }, on: axis)
          return Curve(
            group: run.corpus.groups[group].id, meanThreshold: state.meanThreshold,
            threshold: state.threshold,
            readLatency: isTimed
              ? TypicalLatency(nanoseconds: ledger.readTimes(decoder: index, group: group)) : nil,
            levels: levels)
        })
    }
  }
}

extension Baseline.DrawnCorpus {
  init(_ corpus: CorpusRecord) {
    self.init(
      name: corpus.name, version: corpus.version, sha256: corpus.sha256, seed: corpus.seed,
      axis: corpus.axis, unit: corpus.unit, harder: corpus.harder, levels: corpus.levels,
      groups: corpus.groups.map {
        Group(id: $0.id, trials: $0.trials, cellHashes: $0.cellHashes)
      })
  }
}

/// The outcomes of a run by decoder, group, level and trial, one byte each.
private struct OutcomeLedger {
  private let schedule: SampleSchedule
  private var outcomes: [[SampleOutcome]]
  private var times: [[[Float]]]

  init(_ schedule: SampleSchedule, decoders: Int) {
    self.schedule = schedule
    outcomes = Array(
      repeating: Array(repeating: .untried, count: schedule.count), count: decoders)
    times = Array(
      repeating: Array(repeating: [], count: schedule.groupCount), count: decoders)
  }

  mutating func add(_ observation: borrowing Observation) {
    let place = observation.place
    let outcome = SampleOutcome(observation.verdict)
    outcomes[observation.decoder][schedule.number(of: place)] = outcome
    guard outcome == .read, observation.wallNanoseconds > 0 else { return }
    times[observation.decoder][place.group].append(Float(observation.wallNanoseconds))
  }

  func trials(decoder: Int, group: Int, level: Int) -> [SampleOutcome] {
    (0..<schedule.trialCounts[group]).map { trial in
      outcomes[decoder][
        schedule.number(of: .init(group: group, level: level, trial: trial))]
    }
  }

  func readTimes(decoder: Int, group: Int) -> [Float] { times[decoder][group] }
}

import Analysis
import Results
import Statistics

/// The rates of misreads of a run that looked for them, computed from the store's observations.
enum MisreadScorer {
  /// Computes the rates of all decoders; truths are left out.
  ///
  /// The rounds are found again: each follows from the outcomes of those before it. A round with
  /// outcomes that are missing, and all after it, do not count.
  ///
  /// - Parameter reproduceOptions: See ``ReproduceOptions/text``.
  /// - Throws: Errors from the store, or ``ScorerError`` for a run that is not finished or looked
  ///   for something else.
  static func table(
    ofRun number: Int, in store: some ObservationSource, reproduceOptions: String
  ) throws -> MisreadTable {
    let (run, outcome) = try store.record(ofRun: number)
    guard let outcome else { throw ScorerError.runNotFinished(number) }
    guard let aim = run.settings.aim, let use = aim.misreads else {
      throw ScorerError.notOfMisreads(number)
    }
    let supported = run.decoders.map(\.supportedGroups)
    var decoders: [DecoderMisreads] = []
    var confidence = 0.95
    for (index, decoder) in run.decoders.enumerated() {
      guard let start = MisreadSampling(aim, decoder: index, supportedGroups: supported) else {
        continue
      }
      var answers = AnswersByCell(levels: run.corpus.levels.count)
      try store.forEachObservation(ofRun: number, decoder: index) { answers.add($0) }
      let (sampling, uncounted) = answers.replay(start)
      confidence = sampling.sampler.confidence
      let found = answers.found.map { finding in
        let key = run.corpus.key(of: finding.place)
        return FoundMisread(
          sample: key, misreadClass: finding.misreadClass, read: finding.detail ?? "",
          command: ReproduceCommand.line(
            key: key, decoder: decoder.argument, options: reproduceOptions),
          isUncounted: !sampling.counts(finding.place))
      }
      decoders.append(
        DecoderMisreads(
          decoder, sampling, in: run, coverage: coverage(of: use, supported[index]),
          uncounted: uncounted,
          ending: outcome.curves?.first { $0.decoder == index }?.ending ?? .interrupted,
          found: found, foundCount: answers.foundCount))
    }
    return MisreadTable(
      run: run, outcome: outcome, confidence: confidence, use: use, decoders: decoders,
      unsupported: run.decoders.filter { !use.concerns($0.supportedGroups) }.map(\.label))
  }

  /// The part of the use's weight in groups that a decoder reads.
  private static func coverage(of use: MisreadAim, _ supported: [Bool]) -> Double {
    let weights = use.weights.map { $0.reduce(0, +) }
    let covered = zip(weights, supported).reduce(0) { $0 + ($1.1 ? $1.0 : 0) }
    return covered / weights.reduce(0, +)
  }
}

/// One decoder's outcomes by cell and trial, and the misreads among them.
private struct AnswersByCell {
  /// A misread or a false positive.
  struct Finding {
    let place: SamplePlace
    let misreadClass: MisreadClass?
    let detail: String?
  }

  private let levels: Int
  /// By cell: the outcome of each trial; `nil` where there is none.
  private var outcomes: [Int: [AttemptOutcome?]] = [:]
  private(set) var found: [Finding] = []
  private(set) var foundCount = 0

  init(levels: Int) {
    self.levels = levels
  }

  mutating func add(_ observation: borrowing Observation) {
    let place = observation.place
    let outcome = AttemptOutcome(observation.verdict)
    var trials = outcomes.removeValue(forKey: key(place.group, place.level)) ?? []
    while trials.count <= place.trial { trials.append(nil) }
    trials[place.trial] = outcome
    outcomes[key(place.group, place.level)] = trials
    guard outcome == .falseAnswer else { return }
    foundCount += 1
    guard found.count < DecoderMisreads.mostListed else { return }
    found.append(
      Finding(
        place: place, misreadClass: observation.finding.misreadClass,
        detail: observation.finding.detail))
  }

  private func key(_ group: Int, _ level: Int) -> Int { group * levels + level }

  /// Plays all rounds whose outcomes are complete.
  ///
  /// - Returns: The sampling after them, and the number of outcomes that no round counts.
  func replay(_ start: MisreadSampling) -> (MisreadSampling, uncounted: Int) {
    var sampling = start
    while sampling.ending == nil, let round = round(of: sampling) { sampling.record(round) }
    let known = outcomes.values.reduce(0) { $0 + $1.count { $0 != nil } }
    return (sampling, known - sampling.sampler.trials)
  }

  private func round(of sampling: MisreadSampling) -> [OutcomeCount]? {
    var round: [OutcomeCount] = []
    for (index, cell) in sampling.cells.enumerated() {
      let trials = sampling.trials(ofCell: index)
      let known = outcomes[key(cell.group, cell.level)] ?? []
      guard trials.upperBound <= known.count else { return nil }
      var count = OutcomeCount()
      for trial in trials {
        guard let outcome = known[trial] else { return nil }
        count.add(outcome)
      }
      round.append(count)
    }
    return round
  }
}

extension MisreadSampling {
  /// Returns true if a sample belongs to a complete round.
  fileprivate func counts(_ place: SamplePlace) -> Bool {
    let cell = Cell(group: place.group, level: place.level)
    guard let index = cells.firstIndex(of: cell) else { return false }
    return place.trial < sampler.totals[index].trials
  }
}

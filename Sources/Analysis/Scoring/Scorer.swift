import Base
import Results
import Statistics

/// Turns a run's observations into a score table. It has no side effects; it only reads the store.
package struct Scorer: Sendable {
  private let run: RunRecord
  private let outcome: RunOutcome
  private let tally: Tally
  private let hasCrossings: Bool
  /// By decoder and group: what a run that chose its trials wrote down of the curve.
  private let curves: [[Int]: CurveRecord]

  /// Computes the score table of a run.
  ///
  /// - Parameters:
  ///   - hasCrossings: False to leave out where curves cross, which takes longer than all the rest.
  ///   - streamRules: Rules by which streams are watched, in place of those of the run.
  /// - Throws: Errors from the store, or ``ScorerError`` for a run without an outcome.
  package static func scores(
    ofRun number: Int, in store: some ObservationSource, hasCrossings: Bool = true,
    streamRules: StreamRules? = nil
  ) throws -> ScoreTable {
    let (run, outcome) = try store.record(ofRun: number)
    guard let outcome else { throw ScorerError.runNotFinished(number) }
    let sampled = sampled(run, outcome)
    let tally = try Tally(of: sampled, number: number, in: store)
    let curves = Dictionary(
      (outcome.curves ?? []).map { ([$0.decoder, $0.group], $0) }, uniquingKeysWith: { a, _ in a })
    var table = Scorer(
      run: sampled, outcome: outcome, tally: tally, hasCrossings: hasCrossings, curves: curves
    ).scoreTable()
    table.streams = try StreamScorer.table(
      of: sampled, outcome, number: number, in: store, rules: streamRules,
      order: table.decoders.map(\.label))
    table.informed = outcome.informed.map {
      InformedScorer(run: sampled, tally: tally, informed: $0).table(table.decoders)
    }
    table.unread = try UnreadScorer.photos(of: sampled, tally, number: number, in: store)
    try tally.times.throwFailure()
    return table
  }

  /// Sets the trials of a run that chose its own: in each group, the most that any curve asked for
  /// at a level.
  package static func sampled(_ run: RunRecord, _ outcome: RunOutcome) -> RunRecord {
    guard let curves = outcome.curves else { return run }
    var run = run
    for group in run.corpus.groups.indices {
      run.corpus.groups[group].trials =
        curves.filter { $0.group == group }.flatMap(\.trials).max() ?? 0
    }
    return run
  }

  /// Returns the sampling record of a curve; `nil` where trials were fixed.
  private func curve(_ decoder: Int, group: Int) -> CurveRecord? {
    curves[[decoder, group]]
  }

  /// Returns the number of samples planned for a decoder at a level of a group.
  private func planned(_ decoder: Int, group: Int, level: Int) -> Int {
    guard outcome.curves == nil else { return curve(decoder, group: group)?.trials[level] ?? 0 }
    let trials = run.corpus.groups[group].trials
    guard run.shard.isPart else { return trials }
    let numbering = run.corpus.numbering
    return (0..<trials).count { trial in
      let place = SamplePlace(group: group, level: level, trial: trial)
      return numbering.belongs(numbering.number(of: place), to: run.shard)
    }
  }

  private func planned(_ decoder: Int, group: Int) -> Int {
    run.corpus.levels.indices.reduce(0) { $0 + planned(decoder, group: group, level: $1) }
  }

  private func scoreTable() -> ScoreTable {
    let unranked = run.decoders.indices.concurrentMap { decoderScore($0) }
    let ranking = Ranking(run: run, scores: unranked, tally: tally)
    return ScoreTable(
      schemaVersion: ScoreTable.currentSchemaVersion, corpus: run.corpus,
      decoders: fitted(ranking.decoders), comparisons: ranking.comparisons,
      significance: ranking.significance,
      partialComparisons: ranking.partialComparisons.isEmpty ? nil : ranking.partialComparisons,
      basis: ranking.basis, hintEffects: HintComparer(run: run, tally: tally).effects,
      claims: ClaimScorer(run: run, tally: tally).table(ranking.decoders),
      unavailable: run.unavailable,
      rankedGroups: ranking.groups.map { run.corpus.groups[$0].id },
      unequalGroups: unequalGroups(ranking.decoders),
      maps: hasCrossings
        ? MapScorer(run: run, outcome: outcome, tally: tally)
          .maps(orderedBy: ranking.decoders.map(\.label)) : nil,
      settings: run.settings, provenance: run.provenance, outcome: outcome,
      slice: run.shard.isPart ? run.shard : nil)
  }

  /// The groups whose codes nobody named, if the decoders that are compared differ in what they read.
  private func unequalGroups(_ scores: [DecoderScore]) -> [String]? {
    let compared = Set(scores.filter { [.ranked, .apart].contains($0.standing) }.map(\.label))
    guard RunRecord.areUnequal(run.decoders.filter { compared.contains($0.label) }) else {
      return nil
    }
    let groups = run.corpus.groups.filter(\.hasNamelessSymbols).map(\.id)
    return groups.isEmpty ? nil : groups
  }

  private func decoderScore(_ decoder: Int) -> DecoderScore {
    let configured = run.decoders[decoder]
    let supported = run.corpus.groups.indices.filter { configured.supportedGroups[$0] }
    let units = DecoderUnits(run: run, tally: tally, decoder: decoder)
    let groups = supported.map { groupScore(decoder, group: $0, units) }
    let total = Counts(
      supported.flatMap { tally.decoders[decoder].cells[$0] },
      planned: supported.reduce(0) { $0 + planned(decoder, group: $1) })
    let standing: DecoderScore.Standing =
      if supported.isEmpty {
        .unsupported
      } else if outcome.givenUp.contains(configured.label) {
        .givenUp
      } else if outcome.isOutOf(configured.label) {
        .lost
      } else if total.tried > 0, total.broken == total.tried {
        .broken
      } else if run.corpus.groups.allSatisfy({ $0.content == .unknown }) {
        .unjudged
      } else if groups.contains(where: isInsufficient) {
        .insufficient
      } else {
        .ranked
      }
    return DecoderScore(
      label: configured.label, reference: configured.reference, hints: configured.hints,
      selection: configured.selection, name: configured.name,
      library: configured.library, version: configured.version, options: configured.options,
      standing: standing, coverage: units.coverage, symbologies: units.symbologies,
      outlines: tally.decoders[decoder].outlines.scores,
      meaning: MeaningTally.joined(tally.decoders[decoder].meanings).score, total: total,
      causes: causes(decoder),
      groups: groups)
  }

  /// True if too little of a group was tried to compare it with other decoders': a mean threshold over
  /// other levels is another number.
  private func isInsufficient(_ group: GroupScore) -> Bool {
    guard run.corpus.harder != .unordered else { return group.total.tried == 0 }
    return group.meanThreshold == nil || group.levels.contains { $0.counts.tried == 0 }
  }

  /// Returns a decoder's errors by cause, the most frequent first; `nil` if there are none.
  private func causes(_ decoder: Int) -> [ErrorCause]? {
    let causes = tally.decoders[decoder].causes.sorted {
      ($0.value.count, $1.value.first, $1.key.text) > ($1.value.count, $0.value.first, $0.key.text)
    }
    guard !causes.isEmpty else { return nil }
    let options = ReproduceOptions(of: run).text
    return causes.map { signature, cause in
      let key = run.corpus.key(of: cause.place)
      return ErrorCause(
        verdict: signature.verdict, signature: signature.text, count: cause.count,
        firstSample: key,
        command: ReproduceCommand.line(
          key: key, decoder: run.decoders[decoder].argument, options: options))
    }
  }

  private func groupScore(_ decoder: Int, group: Int, _ units: DecoderUnits) -> GroupScore {
    let cells = tally.decoders[decoder].cells[group]
    let axis = EasinessAxis(run.corpus)
    let counts = axis.counts(cells)
    let isOrdered = run.corpus.harder != .unordered
    let curve = curve(decoder, group: group)
    let islands = isOrdered ? Islands.find(counts).map(axis.range) : []
    let levels = levels(cells, decoder, group: group)
    return GroupScore(
      group: run.corpus.groups[group].id,
      scene: units.scene(group),
      threshold: isOrdered ? threshold(counts) : .none,
      meanThreshold: isOrdered ? meanThreshold(decoder, group: group, counts) : nil,
      payloads: run.corpus.groups[group].payloads,
      crossings: crossings(decoder, group: group, isFitted: run.decoders.count <= Self.mostFitted),
      sampling: curve.map {
        SamplingScore(ending: $0.ending, phase: $0.phase, trials: $0.trials.reduce(0, +))
      },
      islands: islands,
      total: Counts(cells, planned: planned(decoder, group: group)),
      latency: tally.decoders[decoder].latencies[group],
      outline: tally.decoders[decoder].outlines.score(ofGroup: group),
      meaning: tally.decoders[decoder].meanings[group].score,
      knee: KneeFinder(run: run, tally: tally).knee(decoder, group: group),
      selection: SelectionScorer(run: run, tally: tally).score(decoder, group: group),
      bands: ClaimScorer(run: run, tally: tally).bands(decoder, group: group, levels, islands),
      levels: levels)
  }

  /// The most decoders whose curves are fitted by a model; of more, the best ones' are.
  private static let mostFitted = 50

  /// Returns the crossings of a curve; none where the sweep has no order.
  private func crossings(_ decoder: Int, group: Int, isFitted: Bool) -> [CrossingScore] {
    guard run.corpus.harder != .unordered, hasCrossings else { return [] }
    let axis = EasinessAxis(run.corpus)
    return axis.crossings(
      axis.counts(tally.decoders[decoder].cells[group]),
      models: curve(decoder, group: group).map(Self.models),
      sharesPayloads: run.corpus.groups[group].payloads.map { $0 > 1 } ?? false,
      isFitted: isFitted)
  }

  /// Fits the model to the curves of the best decoders, where there are too many for all.
  private func fitted(_ scores: [DecoderScore]) -> [DecoderScore] {
    guard scores.count > Self.mostFitted, run.corpus.harder != .unordered, hasCrossings else {
      return scores
    }
    let decoders = Dictionary(
      run.decoders.enumerated().map { ($1.label, $0) }, uniquingKeysWith: { first, _ in first })
    let groups = Dictionary(
      run.corpus.groups.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    let best = (0..<Self.mostFitted).concurrentMap { place in
      var score = scores[place]
      for row in score.groups.indices {
        guard let decoder = decoders[score.label], let group = groups[score.groups[row].group]
        else { continue }
        score.groups[row].crossings = crossings(decoder, group: group, isFitted: true)
      }
      return score
    }
    return best + scores.dropFirst(Self.mostFitted)
  }

  private func levels(
    _ cells: [DecoderTally.Cell], _ decoder: Int, group: Int
  ) -> [LevelScore] {
    cells.indices.map { level in
      let cell = cells[level]
      let interval = Binomial.clopperPearson(reads: cell.successes, trials: cell.tried)
      return LevelScore(
        level: run.corpus.levels[level].text,
        counts: Counts([cell], planned: planned(decoder, group: group, level: level)),
        readRate: cell.tried > 0 ? Double(cell.successes) / Double(cell.tried) : nil,
        readRateInterval: Bounds(lower: interval.lower, upper: interval.upper))
    }
  }

  private func threshold(_ counts: [LevelCount]) -> ThresholdScore {
    let axis = EasinessAxis(run.corpus)
    return run.settings.aim == nil ? axis.threshold(counts) : axis.sequentialThreshold(counts)
  }

  /// Computes the mean threshold. Where trials share payloads, its interval treats payloads as
  /// clusters.
  private func meanThreshold(
    _ decoder: Int, group: Int, _ counts: [LevelCount]
  ) -> Estimate? {
    let axis = EasinessAxis(run.corpus)
    guard let mean = MeanThreshold.estimate(counts) else { return nil }
    let payloads = tally.decoders[decoder].payloads[group]
    let clusters = (0..<(run.corpus.groups[group].payloads ?? 0)).map { payload in
      axis.counts(payloads.map { $0[payload] })
    }
    guard let jackknife = Jackknife.meanThreshold(clusters: clusters), !jackknife.isConditional
    else { return axis.estimate(mean) }
    var score = axis.estimate(jackknife.estimate, jackknife.interval)
    score.isBeyond = axis.estimate(mean).isBeyond
    return score
  }

  private static func models(_ curve: CurveRecord) -> [Double: ModelCrossing] {
    curve.crossing.map { [0.95: $0] } ?? [:]
  }
}

/// The reason a run has no scores, or is no baseline.
package enum ScorerError: Error, Equatable, CustomStringConvertible {
  /// The run was cut off before it was closed.
  case runNotFinished(Int)
  /// The run chose its own trials, so that another night's samples are not the same.
  case trialsNotFixed(Int)
  /// The run looked for thresholds, not for misreads.
  case notOfMisreads(Int)

  package var description: String {
    switch self {
    case .runNotFinished(let run):
      "run \(run) was cut off and has no outcome: harness compare continues it"
    case .trialsNotFixed(let run):
      "run \(run) chose its own trials (--precision, --budget or --time): a baseline takes a run "
        + "with fixed trials, which harness compare makes without these options"
    case .notOfMisreads(let run): "run \(run) did not look for misreads"
    }
  }
}

extension Counts {
  init(_ cells: [DecoderTally.Cell], planned: Int) {
    var total = DecoderTally.Cell()
    for cell in cells { total += cell }
    let wrong = total.count(where: \.isFalse)
    let judged = total.judged
    self.init(
      planned: planned, tried: total.tried, read: total.count(.read),
      strictRead: total.strictReads, noRead: total.count(.noRead),
      misread: total.count(.misread), crash: total.count(.crash),
      timeout: total.count(.timeout), failed: total.count(.failed), clean: total.count(.clean),
      falsePositive: total.count(.falsePositive), detected: total.count(.detected),
      undetected: total.count(.undetected), retried: total.retried,
      duplicates: total.extras.duplicates, wrongExtras: total.extras.wrong,
      unjudgedExtras: total.extras.unjudged,
      misreadClasses: total.misreadClasses.isEmpty
        ? nil
        : Dictionary(
          uniqueKeysWithValues: total.misreadClasses.map { ($0.key.rawValue, $0.value) }),
      symbols: total.symbols.isEmpty ? nil : SymbolCounts(total.symbols),
      misreadRate: judged > 0 ? Double(wrong) / Double(judged) : nil,
      misreadUpperBound: Binomial.upperBound(events: wrong, trials: judged))
  }
}

extension SymbolCounts {
  fileprivate init(_ counts: [SymbolOutcome: Int]) {
    self.init(
      read: counts[.read] ?? 0, missed: counts[.missed] ?? 0, misread: counts[.misread] ?? 0,
      unsupported: counts[.unsupported] ?? 0)
  }
}

extension LatencyScore {
  /// Makes the score of times in nanoseconds, in any order.
  ///
  /// - Parameter answers: Returns the times of reads or of misses. Only one of the two is in memory.
  init(_ answers: (_ areReads: Bool) -> [Float]) {
    func milliseconds(_ values: inout [Float], _ share: Double) -> Double? {
      NearestRank.quantile(share, of: &values).map { Double($0) / 1e6 }
    }
    self.init()
    do {
      var reads = answers(true)
      (readMedian, readP95) = (milliseconds(&reads, 0.5), milliseconds(&reads, 0.95))
    }
    var misses = answers(false)
    (missMedian, missP95) = (milliseconds(&misses, 0.5), milliseconds(&misses, 0.95))
  }
}

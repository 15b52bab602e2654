import Corpora
import Statistics

/// Turns a run's observations into a score table. Pure but for reading the store.
public struct Scorer {
  private let run: RunRecord
  private let outcome: RunOutcome
  private var tally: Tally

  /// Computes the score table of a run.
  ///
  /// - Throws: What the store throws, or ``ScorerError`` for a run without an outcome.
  public static func scores(
    ofRun number: Int, in store: some ObservationStore
  ) throws -> ScoreTable {
    let (run, outcome) = try store.record(ofRun: number)
    guard let outcome else { throw ScorerError.runNotFinished(number) }
    var scorer = Scorer(run: run, outcome: outcome)
    try store.forEachObservation(ofRun: number) { scorer.tally.add($0) }
    return scorer.scoreTable()
  }

  private init(run: RunRecord, outcome: RunOutcome) {
    self.run = run
    self.outcome = outcome
    tally = Tally(schedule: run.corpus.schedule, decoders: run.contestants.count)
  }

  private func scoreTable() -> ScoreTable {
    let unranked = run.contestants.indices.map(decoderScore)
    let ranking = Ranking(run: run, scores: unranked, tally: tally)
    return ScoreTable(
      schemaVersion: ScoreTable.currentSchemaVersion, corpus: run.corpus,
      decoders: ranking.decoders, comparisons: ranking.comparisons,
      unavailable: run.absentees, rankedGroups: ranking.groups.map { run.corpus.groups[$0].id },
      settings: run.settings, provenance: run.provenance, outcome: outcome)
  }

  private func decoderScore(_ decoder: Int) -> DecoderScore {
    let contestant = run.contestants[decoder]
    let supported = run.corpus.groups.indices.filter { contestant.supportedGroups[$0] }
    let groups = supported.map { groupScore(decoder, group: $0) }
    let standing: DecoderScore.Standing =
      if supported.isEmpty {
        .unsupported
      } else if run.corpus.harder == .unordered {
        .unordered
      } else if outcome.givenUp.contains(contestant.label) {
        .givenUp
      } else if groups.contains(where: { group in
        // A mean threshold over other levels than the others' does not compare with theirs.
        group.meanThreshold == nil || group.levels.contains { $0.counts.tried == 0 }
      }) {
        .insufficient
      } else {
        .ranked
      }
    return DecoderScore(
      label: contestant.label, name: contestant.name, library: contestant.library,
      version: contestant.version, options: contestant.options, standing: standing,
      total: Counts(
        supported.flatMap { tally.cells[decoder][$0] },
        planned: supported.reduce(0) { $0 + run.corpus.groups[$1].trials }
          * run.corpus.levels.count),
      groups: groups)
  }

  private func groupScore(_ decoder: Int, group: Int) -> GroupScore {
    let cells = tally.cells[decoder][group]
    let axis = EasinessAxis(run.corpus)
    let counts = axis.counts(cells)
    let isOrdered = run.corpus.harder != .unordered
    return GroupScore(
      group: run.corpus.groups[group].id,
      threshold: isOrdered ? axis.threshold(counts) : .none,
      meanThreshold: isOrdered ? MeanThreshold.estimate(counts).map(axis.estimate) : nil,
      islands: isOrdered ? Islands.find(counts).map(axis.range) : [],
      total: Counts(cells, planned: run.corpus.levels.count * run.corpus.groups[group].trials),
      latency: LatencyScore(tally.latencies[decoder][group]),
      levels: zip(run.corpus.levels, cells).map { level, cell in
        let interval = Binomial.clopperPearson(reads: cell.successes, trials: cell.tried)
        return LevelScore(
          level: level.text, counts: Counts([cell], planned: run.corpus.groups[group].trials),
          readRate: cell.tried > 0 ? Double(cell.successes) / Double(cell.tried) : nil,
          readRateInterval: Bounds(lower: interval.lower, upper: interval.upper))
      })
  }
}

/// Why a run has no scores.
public enum ScorerError: Error, Equatable, CustomStringConvertible {
  /// The run was cut off before it was closed.
  case runNotFinished(Int)

  public var description: String {
    switch self {
    case .runNotFinished(let run): "run \(run) was cut off and has no outcome"
    }
  }
}

extension Counts {
  init(_ cells: [Tally.Cell], planned: Int) {
    var total = Tally.Cell()
    for cell in cells { total += cell }
    let wrong = total.count(where: \.isFalse)
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
      misreadRate: total.tried > 0 ? Double(wrong) / Double(total.tried) : nil,
      misreadUpperBound: Binomial.upperBound(events: wrong, trials: total.tried))
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
  init(_ latencies: Tally.Latencies) {
    func milliseconds(_ sorted: [Float], _ share: Double) -> Double? {
      guard !sorted.isEmpty else { return nil }
      let index = Int((Double(sorted.count) * share).rounded(.up)) - 1
      return Double(sorted[index]) / 1e6
    }
    let reads = latencies.successes.sorted()
    let misses = latencies.misses.sorted()
    self.init(
      readMedian: milliseconds(reads, 0.5), readP95: milliseconds(reads, 0.95),
      missMedian: milliseconds(misses, 0.5), missP95: milliseconds(misses, 0.95))
  }
}

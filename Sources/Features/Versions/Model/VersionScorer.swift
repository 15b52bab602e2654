import Analysis
import Results
import Statistics

/// Scores the releases of one decoder in a run, each against the one before.
///
/// The exact paired tests are those of a score table, with Holm's correction (1979) over all steps of the
/// run: overall and in each group. Neighbours alone are tested, since the question is which release
/// changed something. Phantoms are tested with them, where they are not too few to be significant whichever way
/// they go.
struct VersionScorer {
  private let pairs: ChosenPairs
  private var run: RunRecord { pairs.run }
  private let table: ScoreTable
  private let matrix: VerdictMatrix
  private let places: [SamplePlace]
  /// The decoders of the run that are releases, the earliest first, with their numbers.
  private let releases: [(decoder: Int, number: String)]

  private static let significance = 0.05

  /// Reads a run's outcomes.
  ///
  /// - Parameters:
  ///   - number: The run's number in the store.
  ///   - table: The run's scores.
  ///   - releases: The names of releases in tables with their numbers, the earliest first. Those that
  ///     are not in the run are left out.
  /// - Throws: Errors from the store.
  init(
    ofRun number: Int, in store: some ObservationSource, table: ScoreTable,
    releases: [(label: String, number: String)]
  ) throws {
    let pairs = try ChosenPairs(ofRun: number, in: store)
    (self.pairs, self.table) = (pairs, table)
    matrix = try VerdictMatrix(ofRun: number, in: store)
    let run = pairs.run
    places = SampleLayout(matrix.run.corpus).places
    self.releases = releases.compactMap { release in
      run.decoders.firstIndex { $0.label == release.label }.map { ($0, release.number) }
    }
  }

  /// Scores the releases.
  func scores() -> CorpusReleases {
    let corpus = run.corpus
    return CorpusReleases(
      corpus: corpus.name, version: corpus.version,
      title: corpus.question.isEmpty ? corpus.title : corpus.question, sha256: corpus.sha256,
      seed: corpus.seed, unit: corpus.unit, isLargerHarder: corpus.harder == .larger,
      measure: isOrdered ? .meanThreshold : .decodeRate,
      trials: corpus.groups.map(\.trials).max() ?? 0, images: corpus.numbering.sampleCount,
      startedAt: run.provenance.startedAt, wasStopped: table.outcome.wasStopped,
      rows: releases.compactMap(row), steps: steps())
  }

  /// True if there are thresholds to compare; a single level has none.
  private var isOrdered: Bool { run.corpus.harder != .unordered && run.corpus.levels.count > 1 }

  /// A decode rate with its exact interval; `nil` if nothing was tried.
  private static func rate(_ counts: Counts) -> Estimate? {
    guard counts.tried > 0 else { return nil }
    let interval = Binomial.clopperPearson(reads: counts.successes, trials: counts.tried)
    return Estimate(
      value: Double(counts.successes) / Double(counts.tried), lower: interval.lower,
      upper: interval.upper)
  }

  private func row(_ release: (decoder: Int, number: String)) -> CorpusReleases.Row? {
    let label = run.decoders[release.decoder].label
    guard let score = table.decoder(label) else { return nil }
    return CorpusReleases.Row(
      label: label, release: release.number, standing: score.standing,
      meanThreshold: score.meanThreshold,
      rate: score.sharedRate ?? (isOrdered ? nil : Self.rate(score.total)),
      tried: score.total.tried,
      successes: score.total.successes, falseAnswers: score.total.falseAnswers,
      phantoms: phantoms(release.decoder, in: nil).count, errors: Self.errors(score.total),
      readMilliseconds: table.milliseconds(of: score, \.readMedian),
      groups: score.groups.map { group in
        CorpusReleases.Group(
          group: group.group, meanThreshold: group.scene?.meanThreshold ?? group.meanThreshold,
          threshold: group.scene?.threshold ?? group.threshold, tried: group.total.tried,
          successes: group.total.successes, falseAnswers: group.total.falseAnswers,
          phantoms: phantoms(
            release.decoder, in: run.corpus.groups.firstIndex { $0.id == group.group }
          ).count,
          errors: Self.errors(group.total))
      })
  }

  /// The samples in which a release reads a phantom, in a group or in all.
  private func phantoms(_ decoder: Int, in group: Int?) -> [SamplePlace] {
    places.filter { (group ?? $0.group) == $0.group && matrix.hasPhantom(decoder, $0) }
  }

  private static func errors(_ counts: Counts) -> Int {
    counts.crash + counts.timeout + counts.failed
  }

  // MARK: Steps

  /// Two neighbours, and the group on which they are compared; `nil` for all shared work.
  private typealias Neighbours = (
    from: (decoder: Int, number: String), to: (decoder: Int, number: String), group: Int?
  )

  private func steps() -> [VersionStep] {
    let neighbours = zip(releases, releases.dropFirst()).flatMap { from, to -> [Neighbours] in
      let groups =
        run.corpus.groups.count > 1 ? pairs.groups(sharedBy: from.decoder, to.decoder) : []
      return ([nil] + groups).map { (from, to, $0) }
    }
    let scores = pairs.scores(neighbours.map { ($0.from.decoder, $0.to.decoder, $0.group) })
    let phantoms = neighbours.map(phantoms)
    let tested = phantoms.indices.filter { phantoms[$0].canBeSignificant }
    let adjusted = Holm.adjust(scores.map(\.p) + tested.map { phantoms[$0].p })
    var steps = neighbours.indices.map {
      step(neighbours[$0], scores[$0], adjustedP: adjusted[$0])
    }
    for (number, change) in phantoms.enumerated() {
      (steps[number].newPhantoms, steps[number].gonePhantoms) = (change.new, change.gone)
    }
    for (number, p) in zip(tested, adjusted.dropFirst(scores.count)) {
      steps[number].adjustedPhantomP = p
      steps[number].changesPhantoms =
        p <= Self.significance && phantoms[number].new != phantoms[number].gone
    }
    return steps
  }

  /// Samples in which only one of two releases has a phantom.
  private struct PhantomChange {
    let new: Int
    let gone: Int
    /// The two-sided p-value of the exact paired test.
    let p: Double
    /// True if so many differences, all in one direction, are significant.
    let canBeSignificant: Bool
  }

  /// Compares the phantoms of two neighbours in the samples that both were judged on.
  private func phantoms(_ pair: Neighbours) -> PhantomChange {
    func isJudged(_ place: SamplePlace) -> Bool {
      [pair.from.decoder, pair.to.decoder].allSatisfy {
        matrix.verdict($0, place).map { SampleOutcome($0).isJudged } ?? false
      }
    }
    let earlier = Set(phantoms(pair.from.decoder, in: pair.group).filter(isJudged))
    let later = Set(phantoms(pair.to.decoder, in: pair.group).filter(isJudged))
    let (new, gone) = (later.subtracting(earlier), earlier.subtracting(later))
    let test = ChosenPairs.test(worse: Array(new), better: Array(gone), of: run)
    return PhantomChange(
      new: new.count, gone: gone.count, p: test.p,
      canBeSignificant: McNemar.exact(losses: test.clusters, gains: 0) <= Self.significance)
  }

  private func step(
    _ pair: Neighbours, _ score: PairScore, adjustedP: Double
  ) -> VersionStep {
    let (lost, gained) = (score.onlyBetter, score.onlyWorse)
    // A difference of thresholds in the direction of improvement is positive here.
    let sign = run.corpus.harder == .larger ? 1.0 : -1.0
    let improvement =
      !isOrdered
      ? Double(gained - lost) : score.meanThresholdDifference.map { sign * $0.value } ?? 0
    return VersionStep(
      from: pair.from.number, to: pair.to.number,
      group: pair.group.map { run.corpus.groups[$0].id }, pairs: score.pairs,
      gained: gained, lost: lost, p: score.p, adjustedP: adjustedP,
      isSignificant: adjustedP <= Self.significance && Double(gained - lost) * improvement > 0,
      meanThresholdDifference: score.meanThresholdDifference,
      rateDifference: score.rateDifference.map {
        Estimate(value: -$0.value, lower: -$0.upper, upper: -$0.lower)
      })
  }
}

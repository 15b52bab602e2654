import Results
import Statistics

/// Pairs of a run's decoders that are compared by themselves, apart from the ranks of its score table.
package struct ChosenPairs {
  /// Two decoders by index, and the group on which they are compared; `nil` for all shared work.
  package typealias Pair = (first: Int, second: Int, group: Int?)

  /// The run, with the trials that were made.
  package let run: RunRecord
  private let tally: Tally

  /// Reads a run's outcomes.
  ///
  /// - Throws: Errors from the store, or ``ScorerError`` for a run that is not finished.
  package init(ofRun number: Int, in store: some ObservationSource) throws {
    let (record, outcome) = try store.record(ofRun: number)
    guard let outcome else { throw ScorerError.runNotFinished(number) }
    run = Scorer.sampled(record, outcome)
    tally = try Tally(of: run, number: number, in: store)
  }

  /// The groups with work that two decoders share.
  package func groups(sharedBy first: Int, _ second: Int) -> [Int] {
    SharedWork(of: [first, second], in: run).groups
  }

  /// Scores pairs, without a correction for their number.
  package func scores(_ pairs: [Pair]) -> [PairScore] {
    PairComparer(run: run, tally: tally).uncorrected(
      pairs.map { pair in
        let work = SharedWork(of: [pair.first, pair.second], in: run)
        return .init(
          better: pair.first, worse: pair.second, work: pair.group.map(work.limited) ?? work)
      })
  }

  /// The exact paired test of changes to images; see ``test(worse:better:of:)``.
  package func test(worse: [Flip], better: [Flip]) -> (p: Double, clusters: Int) {
    func places(_ flips: [Flip]) -> [SamplePlace] {
      flips.compactMap { flip in
        guard let group = run.corpus.groups.firstIndex(where: { $0.id == flip.cell.group }),
          let level = run.corpus.levels.firstIndex(of: flip.level)
        else { return nil }
        return SamplePlace(group: group, level: level, trial: flip.trial)
      }
    }
    return Self.test(worse: places(worse), better: places(better), of: run)
  }

  /// The exact paired test of changes to images: of images that depend on each other, such as photos of one
  /// payload, the one over clusters.
  ///
  /// - Returns: The two-sided p-value, and the number of clusters with a change.
  package static func test(
    worse: [SamplePlace], better: [SamplePlace], of run: RunRecord
  ) -> (p: Double, clusters: Int) {
    let work = SharedWork(of: [], in: run)
    var sums: [SharedWork.Cluster: Int] = [:]
    for (number, place) in (worse + better).enumerated() {
      sums[work.cluster(place, sample: number), default: 0] += number < worse.count ? 1 : -1
    }
    let differences = sums.values.reduce(into: [Int: Int]()) { $0[$1, default: 0] += 1 }
    return (SignFlipTest.exact(differences), sums.count)
  }

  /// The number of images of a part of two decoders' work that do not depend on each other: one for all photos
  /// of a payload, and for all images of a scene.
  package func independentImages(sharedBy first: Int, _ second: Int, in group: Int?) -> Int {
    let all = SharedWork(of: [first, second], in: run)
    let work = group.map(all.limited) ?? all
    var clusters: Set<SharedWork.Cluster> = []
    var number = 0
    for group in work.groups {
      for level in run.corpus.levels.indices {
        for trial in 0..<run.corpus.groups[group].trials {
          number += 1
          clusters.insert(
            work.cluster(.init(group: group, level: level, trial: trial), sample: number))
        }
      }
    }
    return clusters.count
  }
}

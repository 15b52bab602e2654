import Analysis
import Results
import Statistics

/// The outcomes of two builds on one corpus, image by image.
struct CorpusEvidence: Hashable, Sendable {
  /// A corpus or a group of it.
  struct Part: Hashable, Sendable {
    /// `recipe/condition`; `nil` for all groups.
    var group: String?
    var pairs: Int
    /// The images of them that do not depend on each other.
    var independent: Int
    var counts: [KindCount]
    var timeRatio: Estimate?
  }

  var name: String
  var version: Int
  var title: String
  /// What is compared: symbols where images hold several.
  var unit = JudgedCorpus.Unit.images
  var parts: [Part]
  var flips: [FlippedSample]
  /// The flips with their places in the corpus, in the order of ``flips``.
  var places: [Flip]

  /// The places of the two builds among the decoders of a run.
  static let (before, after) = (0, 1)
}

extension CorpusEvidence {
  /// Reads a run of two builds.
  ///
  /// - Returns: `nil` if they share no group.
  /// - Throws: Errors from the store.
  init?(ofRun number: Int, in store: some ObservationSource) throws {
    let pairs = try ChosenPairs(ofRun: number, in: store)
    let baseline = try Baseline(ofRun: number, in: store)
    let corpus = pairs.run.corpus
    let groups = pairs.groups(sharedBy: Self.before, Self.after)
    guard !groups.isEmpty else { return nil }
    (name, version) = (corpus.name, corpus.version)
    title = corpus.question.isEmpty ? corpus.title : corpus.question
    let axis = EasinessAxis(corpus.levels, harder: corpus.harder)
    let cells = groups.compactMap { group -> CellPairs? in
      let id = corpus.groups[group].id
      guard let then = baseline.decoders[Self.before].curve(id),
        let now = baseline.decoders[Self.after].curve(id)
      else { return nil }
      return CellPairs(
        CellName(decoder: baseline.decoders[Self.after].label, group: id), then: then, now: now,
        axis: axis, correcting: [:])
    }
    let wanted: [Int?] = [nil] + (groups.count > 1 ? groups : [])
    let scores = pairs.scores(wanted.map { (Self.before, Self.after, $0) })
    parts = zip(wanted, scores).map { group, score in
      let id = group.map { corpus.groups[$0].id }
      let independent = pairs.independentImages(sharedBy: Self.before, Self.after, in: group)
      return Part(
        group: id, pairs: score.pairs, independent: min(independent, score.pairs),
        counts: Self.counts(score, cells.filter { id == nil || $0.name.group == id }, pairs),
        timeRatio: score.latencyRatio)
    }
    let scenes = groups.flatMap { corpus.groups[$0].scenes ?? [] }
    if scenes.contains(where: { $0.count > 1 }) { unit = .symbols }
    let phantoms = cells.flatMap(\.newPhantoms)
    let flips = cells.flatMap { $0.flips + $0.newExclusions + $0.endedExclusions }
    places = flips + phantoms
    self.flips =
      flips.map { $0.named(in: corpus) }
      + phantoms.map {
        var sample = $0.named(in: corpus)
        sample.isPhantom = true
        return sample
      }
  }

  private static func counts(
    _ score: PairScore, _ cells: [CellPairs], _ pairs: ChosenPairs
  ) -> [KindCount] {
    func count(_ kind: JudgedKind, _ worse: [Flip], _ better: [Flip]) -> KindCount {
      let test = pairs.test(worse: worse, better: better)
      return KindCount(
        kind: kind, worse: worse.count, better: better.count, pairs: score.pairs,
        clusters: test.clusters, p: test.p)
    }
    let flips = cells.flatMap(\.flips)
    var reads = count(.reads, flips.filter(\.isLoss), flips.filter(\.isGain))
    // Where images hold several symbols, it is the symbols that count.
    if reads.worse + reads.better != score.onlyBetter + score.onlyWorse {
      reads.clusters = score.onlyBetter + score.onlyWorse
    }
    (reads.worse, reads.better, reads.p) = (score.onlyBetter, score.onlyWorse, score.p)
    return [
      reads,
      count(
        .misreads, flips.filter(\.isNewMisread),
        flips.filter { $0.before.isFalse && !$0.after.isFalse }),
      count(.phantoms, cells.flatMap(\.newPhantoms), cells.flatMap(\.vanishedPhantoms)),
      count(
        .crashes, flips.filter(\.isNewCrash),
        flips.filter { $0.before == .crash && $0.after != .crash }),
      count(.timeouts, cells.flatMap(\.newExclusions), cells.flatMap(\.endedExclusions)),
    ]
  }
}

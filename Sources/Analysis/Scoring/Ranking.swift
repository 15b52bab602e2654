import Base
import DecoderKit
import Results
import Statistics

/// The order of the decoders, and the significance of their differences, on shared work.
///
/// Decoders are ordered by mean threshold, and by decode rate where the sweep has no order. Two are
/// significantly different by an exact paired test on the work that all ranked decoders share, with
/// Holm's correction over all pairs, provided that the samples favour the same decoder as the
/// measure does. The mean threshold weights levels by their distance and the test does not; where
/// the two disagree, neither decoder is called better.
///
/// Decoders that share too little with the others stand apart; they are compared pair by pair.
///
/// Of more than ``PairSurvey/mostInFull`` decoders the same tests are made, and few pairs scored in full.
struct Ranking {
  /// Decoders in order: ranked ones first.
  private(set) var decoders: [DecoderScore]
  /// Every pair of ranked decoders; of many, pairs along the ranking.
  private(set) var comparisons: [PairScore] = []
  /// The result of every pair of many ranked decoders; `nil` for few.
  private(set) var significance: SignificanceTable?
  /// Every pair with a decoder that stands apart; of many, some.
  private(set) var partialComparisons: [PairScore] = []
  /// The basis of the ranks; `nil` where nobody has one.
  private(set) var basis: RankingBasis?
  /// Indices of the groups with work that all ranked decoders share.
  let groups: [Int]

  private static let significance = 0.05

  private let run: RunRecord
  private let tally: Tally
  private let work: SharedWork
  private var family: PairFamily?

  init(run: RunRecord, scores: [DecoderScore], tally: Tally) {
    self.run = run
    self.tally = tally
    let candidates = scores.indices.filter { scores[$0].standing == .ranked }
    let widths = Dictionary(
      uniqueKeysWithValues: candidates.map { ($0, SharedWork(of: [$0], in: run).unitsPerLevel) })
    let (ranked, apart) = Self.divided(candidates, widths: widths, run: run)
    work = SharedWork(of: ranked, in: run)
    groups = ranked.isEmpty ? [] : work.groups
    var scores = scores
    for index in apart { scores[index].standing = .apart }
    decoders = scores
    order(ranked, apart: apart, widths: widths)
  }

  /// Divides decoders into those that are ranked and those that stand apart.
  ///
  /// Ranked are the broadest ones, as many as make the number of pairs times the work that they share
  /// largest: a decoder of one symbology does not shrink the comparison of ten others to it.
  ///
  /// - Parameter widths: By decoder, the units of its own work at one level.
  private static func divided(
    _ all: [Int], widths: [Int: Int], run: RunRecord
  ) -> (ranked: [Int], apart: [Int]) {
    guard all.count > 1 else { return (all, []) }
    var best: (ranked: [Int], worth: Int) = ([], 0)
    // Decoders that support the same share the same work: one of them stands for all.
    let distinct = Set(all.uniqued { DecoderSupport(run.decoders[$0]) })
    // Decoders of the same breadth are ranked together or not at all.
    for narrowest in Set(widths.values) {
      let ranked = all.filter { widths[$0] ?? 0 >= narrowest }
      guard ranked.count > 1 else { continue }
      let worth =
        ranked.count * (ranked.count - 1) / 2
        * SharedWork(of: ranked.filter(distinct.contains), in: run).unitsPerLevel
      if (worth, ranked.count) > (best.worth, best.ranked.count), worth > 0 {
        best = (ranked, worth)
      }
    }
    let ranked = Set(best.ranked)
    return (best.ranked, all.filter { !ranked.contains($0) })
  }

  /// All that decides about the work that decoders share.
  private struct DecoderSupport: Hashable {
    let groups: [Bool]
    let symbologies: [Symbology]?

    init(_ record: DecoderRecord) {
      (groups, symbologies) = (record.supportedGroups, record.symbologies)
    }
  }

  private mutating func order(_ ranked: [Int], apart: [Int], widths: [Int: Int]) {
    let rates = sharedRates(of: ranked)
    for (index, rate) in zip(ranked, rates) {
      decoders[index].sharedRate = rate
      decoders[index].meanThreshold = meanThreshold(index)
    }
    let sign: Double = run.corpus.harder == .larger ? -1 : 1
    let keys = Dictionary(
      uniqueKeysWithValues: ranked.map { index in
        let score = decoders[index]
        return (
          index,
          isOrdered
            ? score.meanThreshold.map { sign * $0.value } : score.sharedRate.map { -$0.value }
        )
      })
    let bestFirst = ranked.sorted { a, b in
      ((keys[a] ?? nil) ?? .infinity, a) < ((keys[b] ?? nil) ?? .infinity, b)
    }
    compare(bestFirst, apart: apart)
    setRanks(bestFirst)
    let rest = decoders.indices.filter { !ranked.contains($0) }
    let broadestFirst = apart.sorted { (widths[$1] ?? 0, $0) < (widths[$0] ?? 0, $1) }
    decoders =
      (bestFirst + broadestFirst + rest.filter { !apart.contains($0) }).map { decoders[$0] }
  }

  private var isOrdered: Bool { run.corpus.harder != .unordered }

  private mutating func setRanks(_ bestFirst: [Int]) {
    guard !groups.isEmpty, !bestFirst.isEmpty else { return }
    let (letters, ranks) = standings(bestFirst)
    for (place, index) in bestFirst.enumerated() {
      decoders[index].rank = ranks[place]
      decoders[index].letters = letters[place]
      if !isOrdered {
        decoders[index].weakPart = WeakPart.find(
          in: decoders[index], groups: groups.map { run.corpus.groups[$0].id },
          levels: run.corpus.levels)
      }
    }
    let isClustered = groups.contains { !work.isPlain($0) }
    let shared = run.corpus.symbologies.filter { symbology in
      bestFirst.allSatisfy { run.decoders[$0].supports(symbology) }
        && groups.contains { run.corpus.groups[$0].symbologies.contains(symbology) }
    }
    basis = RankingBasis(
      measure: isOrdered ? .meanThreshold : .decodeRate,
      unit: work.countsSymbols ? .symbol : .image,
      units: work.unitsPerLevel * run.corpus.levels.count, symbologies: shared,
      isClustered: isClustered)
  }

  /// The letters and ranks of decoders, from best to worst.
  private func standings(_ bestFirst: [Int]) -> (letters: [String], ranks: [Int]) {
    let count = bestFirst.count
    if let family { return (family.letters, family.ranks) }
    let places = Dictionary(
      uniqueKeysWithValues: bestFirst.enumerated().map { (run.decoders[$1].label, $0) })
    var different = Set<[Int]>()
    for pair in comparisons where pair.isSignificant {
      if let better = places[pair.better], let worse = places[pair.worse] {
        different.insert([better, worse])
      }
    }
    let letters = CompactLetters.assign(count: count) { different.contains([$0, $1]) }
    return (letters, CompactLetters.ranks(letters) { different.contains([$0, $1]) })
  }

  // MARK: Pairs

  private mutating func compare(_ bestFirst: [Int], apart: [Int]) {
    let comparer = PairComparer(run: run, tally: tally)
    if bestFirst.count > PairSurvey.mostInFull {
      compareAlong(bestFirst, comparer)
    } else {
      var pairs: [PairComparer.Pair] = []
      for (place, better) in bestFirst.enumerated() {
        for worse in bestFirst[(place + 1)...] {
          pairs.append(.init(better: better, worse: worse, work: work))
        }
      }
      comparisons = comparer.scores(pairs, significance: Self.significance)
    }
    // Two families: pairs with decoders that stand apart take no power from the ranks.
    let isLarge = bestFirst.count + apart.count > PairSurvey.mostInFull
    var partial: [PairComparer.Pair] = []
    for (place, one) in apart.enumerated() {
      let others = apart[(place + 1)...]
      for other in isLarge ? bestFirst.prefix(3) + others.prefix(1) : bestFirst + others {
        if let pair = partialPair(one, other) { partial.append(pair) }
      }
    }
    // Which decoders are best is known from the samples: the correction is for all that could be.
    let family = apart.count * bestFirst.count + apart.count * (apart.count - 1) / 2
    partialComparisons = comparer.scores(
      partial, significance: Self.significance, family: isLarge ? family : 0)
  }

  /// Tests every pair, and scores those along the ranking.
  private mutating func compareAlong(_ bestFirst: [Int], _ comparer: PairComparer) {
    let survey = PairSurvey(
      bestFirst, work: work, run: run, tally: tally, significance: Self.significance)
    let records = bestFirst.map { run.decoders[$0] }
    let plain = Dictionary(
      records.enumerated().filter { $1.label == $1.name }.map { ($1.name, $0) },
      uniquingKeysWith: { first, _ in first })
    let told = survey.told(usual: records.map { plain[$0.name] })
    let scores = comparer.uncorrected(
      told.map { .init(better: bestFirst[$0], worse: bestFirst[$1], work: work) })
    comparisons = zip(told, scores).map { pair, score in
      var score = score
      score.adjustedP = survey.family.adjustedP(pair.0, pair.1)
      score.isSignificant = survey.family.isSignificant(pair.0, pair.1)
      return score
    }
    significance = survey.table
    family = survey.family
  }

  /// Returns a pair on its own shared work, the better one first; `nil` if it shares nothing.
  private func partialPair(_ a: Int, _ b: Int) -> PairComparer.Pair? {
    let work = SharedWork(of: [a, b], in: run)
    guard !work.groups.isEmpty else { return nil }
    let counts = [a, b].map { reads(of: $0, triedBy: [a, b], work: work) }
    return counts[1] > counts[0]
      ? .init(better: b, worse: a, work: work, namesGroups: true)
      : .init(better: a, worse: b, work: work, namesGroups: true)
  }

  private func reads(of decoder: Int, triedBy decoders: [Int], work: SharedWork) -> Int {
    var reads = 0
    for group in work.groups {
      for level in run.corpus.levels.indices {
        tally.forEachImage(ofGroup: group, level: level, triedBy: decoders) { place, sample in
          reads += work.reads(tally.decoders[decoder], place, sample: sample)
        }
      }
    }
    return reads
  }

  // MARK: Measures

  /// Computes the decode rates of decoders over the shared images that all of them tried.
  private func sharedRates(of decoders: [Int]) -> [Estimate?] {
    var clusters = decoders.map { _ in RateClusters() }
    for group in groups {
      for level in run.corpus.levels.indices {
        if work.isPlain(group), tally.isComplete(decoders, group: group, level: level) {
          for (position, decoder) in decoders.enumerated() {
            let cell = tally.decoders[decoder].cells[group][level]
            // In a folder of which some photos have a truth, the others tell nothing.
            let hasTruth = cell.judged > 0
            clusters[position].add(
              reads: hasTruth ? cell.successes - cell.count(.detected) : cell.successes,
              units: hasTruth ? cell.judged : cell.tried, cluster: nil)
          }
          continue
        }
        tally.forEachImage(ofGroup: group, level: level, triedBy: decoders) { place, sample in
          let units = work.units(place)
          guard units > 0 else { return }
          let cluster = work.isPlain(group) ? nil : work.cluster(place, sample: sample)
          for (position, decoder) in decoders.enumerated() {
            clusters[position].add(
              reads: work.reads(tally.decoders[decoder], place, sample: sample), units: units,
              cluster: cluster)
          }
        }
      }
    }
    return clusters.map(\.estimate)
  }

  /// Computes the equal-weight mean of a decoder's mean thresholds over the shared work of each
  /// group; groups are independent samples.
  private func meanThreshold(_ decoder: Int) -> Estimate? {
    guard isOrdered else { return nil }
    let axis = EasinessAxis(run.corpus)
    let score = decoders[decoder]
    let parts = groups.compactMap { group -> Estimate? in
      guard work.hasScenes(group) else {
        return score.groups.first { $0.group == run.corpus.groups[group].id }?.meanThreshold
      }
      let levels = run.corpus.levels.indices.map { level in
        var share = ShareLevel(x: axis.position(of: level))
        tally.forEachImage(
          ofGroup: group, level: level, triedBy: [decoder], withLaterTrials: true
        ) { place, sample in
          share.add(
            reads: work.reads(tally.decoders[decoder], place, sample: sample),
            symbols: work.units(place))
        }
        return share
      }
      return MeanThreshold.estimate(shares: levels).map(axis.estimate)
    }
    return parts.isEmpty || parts.count < groups.count ? nil : Estimate.mean(of: parts)
  }
}

import Results
import Statistics

/// The order of the decoders, and the significance of their differences.
///
/// Decoders are ordered by mean threshold. Two are significantly different by McNemar's exact test
/// on the samples of the groups that all ranked decoders support, with Holm's correction over all
/// pairs, provided that the samples favour the same decoder as the mean threshold does. The mean
/// threshold weights levels by their distance and the test does not; where the two disagree,
/// neither decoder is called better.
struct Ranking {
  /// Decoders in order: ranked ones first.
  private(set) var decoders: [DecoderScore]
  /// Every pair of ranked decoders.
  private(set) var comparisons: [PairScore]
  /// Indices of the groups that all ranked decoders support.
  let groups: [Int]

  private static let significance = 0.05

  init(run: RunRecord, scores: [DecoderScore], tally: Tally) {
    let ranked = scores.indices.filter { scores[$0].standing == .ranked }
    groups = run.corpus.groups.indices.filter { group in
      ranked.allSatisfy { run.decoders[$0].supportedGroups[group] }
    }
    let groupNames = groups.map { run.corpus.groups[$0].id }
    let means = ranked.map { Self.overallMean(scores[$0], groups: groupNames) }
    let sign: Double = run.corpus.harder == .larger ? -1 : 1
    let bestFirst = ranked.indices.sorted { a, b in
      func key(_ index: Int) -> Double { means[index].map { sign * $0.value } ?? .infinity }
      return (key(a), a) < (key(b), b)
    }

    let comparer = PairComparer(run: run, tally: tally, groups: groups)
    var pairs: [(first: Int, second: Int)] = []
    for i in bestFirst.indices {
      for j in bestFirst.indices where j > i { pairs.append((i, j)) }
    }
    comparisons = comparer.scores(
      pairs.map { (ranked[bestFirst[$0.first]], ranked[bestFirst[$0.second]]) },
      significance: Self.significance)

    var different = Set<[Int]>()
    for (pair, score) in zip(pairs, comparisons) where score.isSignificant {
      different.insert([pair.first, pair.second])
    }
    let letters = CompactLetters.assign(count: bestFirst.count) { different.contains([$0, $1]) }
    let ranks = CompactLetters.ranks(letters) { different.contains([$0, $1]) }
    decoders = bestFirst.indices.map { place in
      var score = scores[ranked[bestFirst[place]]]
      score.meanThreshold = means[bestFirst[place]]
      // Without a group in common there is nothing to rank by.
      guard !groupNames.isEmpty else { return score }
      score.rank = ranks[place]
      score.letters = letters[place]
      return score
    }
    decoders += scores.filter { $0.standing != .ranked }
  }

  /// Returns the equal-weight mean of a decoder's mean thresholds; groups are independent samples.
  private static func overallMean(_ score: DecoderScore, groups: [String]) -> Estimate? {
    let parts = score.groups.filter { groups.contains($0.group) }.compactMap(\.meanThreshold)
    guard !parts.isEmpty, parts.count == groups.count else { return nil }
    return Estimate.mean(of: parts)
  }
}

/// Compares decoders pair by pair on the samples that both tried.
private struct PairComparer {
  let run: RunRecord
  let tally: Tally
  let groups: [Int]

  func scores(_ pairs: [(Int, Int)], significance: Double) -> [PairScore] {
    var scores = pairs.map(score)
    let adjusted = Holm.adjust(scores.map(\.p))
    for i in scores.indices {
      scores[i].adjustedP = adjusted[i]
      scores[i].isSignificant =
        adjusted[i] <= significance && scores[i].onlyBetter > scores[i].onlyWorse
    }
    return scores
  }

  private func score(_ better: Int, _ worse: Int) -> PairScore {
    let axis = EasinessAxis(run.corpus)
    var total = PairTally()
    var differences: [PairedDifference] = []
    for group in groups {
      var levels: [PairedCount] = []
      for level in run.corpus.levels.indices {
        let pairs = tally.pairs(better, worse, group: group, level: level)
        total += pairs
        levels.append(
          PairedCount(
            x: axis.position(of: level), losses: pairs.onlyFirst, gains: pairs.onlySecond,
            pairs: pairs.tried))
      }
      if let difference = PairedDifference.estimate(levels) { differences.append(difference) }
    }
    return PairScore(
      better: run.decoders[better].label, worse: run.decoders[worse].label,
      pairs: total.tried, onlyBetter: total.onlyFirst, onlyWorse: total.onlySecond,
      p: McNemar.exact(losses: total.onlyFirst, gains: total.onlySecond), adjustedP: 1,
      isSignificant: false,
      meanThresholdDifference: differences.count == groups.count
        ? mean(of: differences, on: axis) : nil,
      rateDifference: Self.rateDifference(total), latencyRatio: latencyRatio(better, worse))
  }

  /// The first one's decode rate minus the second one's, with Tango's interval.
  private static func rateDifference(_ pairs: PairTally) -> Estimate? {
    guard pairs.tried > 0 else { return nil }
    // The interval is of the second one's rate minus the first one's, so that the two change
    // places here.
    let interval = TangoInterval.difference(
      losses: pairs.onlySecond, gains: pairs.onlyFirst, pairs: pairs.tried)
    return Estimate(
      value: Double(pairs.onlyFirst - pairs.onlySecond) / Double(pairs.tried),
      lower: interval.lower, upper: interval.upper)
  }

  private func latencyRatio(_ better: Int, _ worse: Int) -> Estimate? {
    let times = tally.pairedLatencies(better, worse, groups: groups, limit: Self.mostLatencies)
    guard let ratio = PairedLatency.compare(baseline: times.a, candidate: times.b),
      ratio.medianRatioInterval.upper.isFinite
    else { return nil }
    return Estimate(
      value: ratio.medianRatio, lower: ratio.medianRatioInterval.lower,
      upper: ratio.medianRatioInterval.upper)
  }

  /// The most pairs of times used for a ratio; more would not add precision that matters.
  private static let mostLatencies = 10_000

  private func mean(of differences: [PairedDifference], on axis: EasinessAxis) -> Estimate? {
    guard !differences.isEmpty else { return nil }
    return Estimate.mean(of: differences.map { axis.estimate($0.estimate, $0.interval) })
  }
}

import Base
import Results
import Statistics

/// Compares decoders pair by pair on shared work, image by image.
struct PairComparer {
  let run: RunRecord
  let tally: Tally
  /// The pairs whose times are in memory at once: all pairs of twenty decoders.
  var batch = 190

  /// A pair of decoders, the better one first, with the work on which they are compared.
  struct Pair {
    let better: Int
    let worse: Int
    let work: SharedWork
    /// True to name the work's groups in the score, because they are not the table's ranked ones.
    var namesGroups = false
  }

  /// Scores pairs, with Holm's correction over all of them.
  ///
  /// - Parameter family: The number of pairs that could have been chosen, if it is more.
  func scores(_ pairs: [Pair], significance: Double, family: Int = 0) -> [PairScore] {
    var scores = uncorrected(pairs)
    let adjusted = Holm.adjust(scores.map(\.p), family: family)
    for i in scores.indices {
      scores[i].adjustedP = adjusted[i]
      scores[i].isSignificant =
        adjusted[i] <= significance && scores[i].onlyBetter > scores[i].onlyWorse
    }
    return scores
  }

  /// Scores pairs, each by itself, without a correction.
  func uncorrected(_ pairs: [Pair]) -> [PairScore] {
    stride(from: 0, to: pairs.count, by: batch).flatMap { start in
      let batch = pairs[start..<min(start + batch, pairs.count)]
      let times = tally.pairedLatencies(
        batch.map { .init(first: $0.better, second: $0.worse, groups: $0.work.groups) },
        limit: Self.mostLatencies)
      return batch.indices.concurrentMap {
        var score = counted(pairs[$0])
        score.latencyRatio = Estimate(
          timesOf: times[$0 - start].second, beside: times[$0 - start].first)
        return score
      }
    }
  }

  /// The score of a pair but for its times.
  private func counted(_ pair: Pair) -> PairScore {
    let axis = EasinessAxis(run.corpus)
    var outcomes = PairOutcomes()
    var shifts: [PairedDifference] = []
    for group in pair.work.groups {
      let levels = run.corpus.levels.indices.map { level in
        let x = axis.position(of: level)
        return pair.work.isPlain(group)
          ? plainLevel(pair, group: group, level: level, x: x, &outcomes)
          : clusteredLevel(pair, group: group, level: level, x: x, &outcomes)
      }
      if axis.isOrdered, let shift = PairedDifference.estimate(shares: levels) {
        shifts.append(shift)
      }
    }
    let statistics = outcomes.statistics
    return PairScore(
      better: run.decoders[pair.better].label, worse: run.decoders[pair.worse].label,
      pairs: outcomes.total.tried, onlyBetter: outcomes.total.onlyFirst,
      onlyWorse: outcomes.total.onlySecond,
      p: statistics.p, adjustedP: 1, isSignificant: false,
      meanThresholdDifference: shifts.count == pair.work.groups.count && !shifts.isEmpty
        ? Estimate.mean(of: shifts.map { axis.estimate($0.estimate, $0.interval) }) : nil,
      rateDifference: statistics.difference().map {
        Estimate(value: $0.value, lower: $0.interval.lower, upper: $0.interval.upper)
      },
      groups: pair.namesGroups ? pair.work.groups.map { run.corpus.groups[$0].id } : nil)
  }

  /// A level of a group whose images are independent and count as wholes: counting is enough.
  private func plainLevel(
    _ pair: Pair, group: Int, level: Int, x: Double, _ outcomes: inout PairOutcomes
  ) -> SharePair {
    let counts = tally.pairs(pair.better, pair.worse, group: group, level: level)
    outcomes.add(counts)
    return SharePair(
      x: x, pairs: counts.tried, sum: Double(counts.onlyFirst - counts.onlySecond),
      squares: Double(counts.onlyFirst + counts.onlySecond))
  }

  private func clusteredLevel(
    _ pair: Pair, group: Int, level: Int, x: Double, _ outcomes: inout PairOutcomes
  ) -> SharePair {
    var share = SharePair(x: x)
    let (better, worse) = (tally.decoders[pair.better], tally.decoders[pair.worse])
    let work = pair.work
    tally.forEachImage(ofGroup: group, level: level, triedBy: [pair.better, pair.worse]) {
      place, sample in
      let units = work.units(place)
      guard units > 0 else { return }
      let both = work.readByBoth(better, worse, place, sample: sample)
      let first = work.reads(better, place, sample: sample)
      let second = work.reads(worse, place, sample: sample)
      outcomes.add(
        PairTally(tried: units, onlyFirst: first - both, onlySecond: second - both),
        cluster: work.cluster(place, sample: sample))
      share.add(first: first, second: second, symbols: units)
    }
    return share
  }

  /// The most pairs of times used for a ratio; more would not add precision that matters.
  private static let mostLatencies = 10_000
}

extension Estimate {
  /// Estimates the median ratio of times to those of a baseline on the same images; `nil` where too few
  /// bound it.
  init?(timesOf candidate: [Double], beside baseline: [Double]) {
    guard let ratio = PairedLatency.compare(baseline: baseline, candidate: candidate),
      ratio.medianRatioInterval.upper.isFinite
    else { return nil }
    self.init(
      value: ratio.medianRatio, lower: ratio.medianRatioInterval.lower,
      upper: ratio.medianRatioInterval.upper)
  }
}

/// The units of a pair of decoders, and what only one of them read, with the clusters they come in.
private struct PairOutcomes {
  private(set) var total = PairTally()
  /// The units outside clusters.
  private var single = PairTally()
  private var clusters: [SharedWork.Cluster: (difference: Int, units: Int)] = [:]

  /// Adds independent images.
  mutating func add(_ part: PairTally) {
    total += part
    single += part
  }

  /// Adds an image that belongs to a cluster.
  mutating func add(_ part: PairTally, cluster: SharedWork.Cluster) {
    total += part
    var known = clusters[cluster] ?? (0, 0)
    known.difference += part.onlyFirst - part.onlySecond
    known.units += part.tried
    clusters[cluster] = known
  }

  var statistics: PairedClusters {
    var statistics = PairedClusters(
      losses: single.onlyFirst, gains: single.onlySecond, pairs: single.tried)
    // In an order of their own: sums of squares would depend on the dictionary's, in the last digit.
    let ordered = clusters.values.sorted { ($0.units, $0.difference) < ($1.units, $1.difference) }
    for cluster in ordered {
      statistics.add(difference: cluster.difference, pairs: cluster.units)
    }
    return statistics
  }
}

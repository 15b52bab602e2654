import Base
import Results
import Statistics

/// The tests of all pairs of many ranked decoders, corrected together.
///
/// Every pair is counted: a bit for each sample and decoder makes that cheap. The exact paired test is
/// made where it can matter; see ``PairScreen``.
struct PairSurvey: Sendable {
  /// The number of ranked decoders up to which every pair is scored in full.
  static let mostInFull = 20

  /// The pairs by place.
  let family: PairFamily

  /// Tests all pairs of decoders.
  ///
  /// - Parameters:
  ///   - order: The decoders, the best first.
  ///   - work: The work that all of them share.
  init(_ order: [Int], work: SharedWork, run: RunRecord, tally: Tally, significance: Double) {
    let outcomes = SharedOutcomes(order, work: work, run: run, tally: tally)
    let balances = order.indices.concurrentMap { first in
      (first..<order.count).dropFirst().map { outcomes.balance(first, $0) }
    }
    let all = balances.flatMap(\.self)
    let screen = PairScreen(all, significance: significance)
    let p = order.indices.concurrentMap { first in
      balances[first].enumerated().map { index, balance in
        screen.bound(balance)
          ?? SignFlipTest.exact(outcomes.differences(first, first + 1 + index))
      }
    }
    family = PairFamily(
      count: order.count, p: p.flatMap(\.self), balances: all, significance: significance)
  }

  /// The pairs that are told in full, by place: each decoder with the best one, with the next one, with
  /// the first one after it that is significantly worse, and with itself as it comes.
  ///
  /// - Parameter usual: By place, the place of the same decoder without options; `nil` for none.
  func told(usual: [Int?]) -> [(first: Int, second: Int)] {
    var seconds = (0..<family.count).map { first -> Set<Int> in
      first == 0
        ? Set(1..<family.count) : [first + 1, family.worse(than: first).first ?? first + 1]
    }
    for (place, usual) in usual.enumerated() {
      guard let usual, usual != place else { continue }
      seconds[min(place, usual)].insert(max(place, usual))
    }
    return seconds.enumerated().flatMap { first, seconds in
      seconds.sorted().filter { $0 < family.count }.map { (first, $0) }
    }
  }

  /// All significant differences.
  var table: SignificanceTable {
    let worse = (0..<family.count).map { family.worse(than: $0).map { $0 + 1 } }
    return SignificanceTable(
      pairs: family.pairs, significant: worse.reduce(0) { $0 + $1.count },
      worse: worse.map(SignificanceTable.ranges))
  }
}

/// The outcomes of several decoders on the work that they share, packed for counting pairs.
private struct SharedOutcomes: Sendable {
  private let wordCount: Int
  /// By place and word, images that count alone: read, and tried and not read.
  private var reads: [UInt64]
  private var misses: [UInt64]
  /// By place and image of a cluster: its units that were read; −1 if it was not tried.
  private var clustered: [[Int16]]
  /// The ends of the clusters in these images.
  private let clusterEnds: [Int]

  init(_ order: [Int], work: SharedWork, run: RunRecord, tally: Tally) {
    wordCount = (tally.layout.sampleCount + 63) / 64
    reads = Array(repeating: 0, count: order.count * wordCount)
    misses = reads
    let levels = run.corpus.levels.indices
    var images: [(place: SamplePlace, sample: Int, cluster: Int)] = []
    var clusters: [SharedWork.Cluster: Int] = [:]
    for group in work.groups where !work.isPlain(group) {
      for level in levels {
        tally.forEachImage(ofGroup: group, level: level, triedBy: []) { place, sample in
          guard work.units(place) > 0 else { return }
          let cluster = work.cluster(place, sample: sample)
          images.append((place, sample, clusters[cluster] ?? clusters.count))
          clusters[cluster] = images[images.count - 1].cluster
        }
      }
    }
    images.sort { ($0.cluster, $0.sample) < ($1.cluster, $1.sample) }
    clusterEnds = images.indices.filter {
      $0 + 1 == images.count || images[$0 + 1].cluster != images[$0].cluster
    }.map { $0 + 1 }
    clustered = order.map { decoder in
      let own = tally.decoders[decoder]
      return images.map { image in
        own.tried.contains(image.sample)
          ? Int16(clamping: work.reads(own, image.place, sample: image.sample)) : -1
      }
    }
    for (place, decoder) in order.enumerated() {
      let succeeded = tally.decoders[decoder].succeeded
      for group in work.groups where work.isPlain(group) {
        for level in levels {
          tally.forEachImage(ofGroup: group, level: level, triedBy: [decoder]) { _, sample in
            let word = place * wordCount + sample >> 6
            let bit: UInt64 = 1 << UInt64(sample & 63)
            if succeeded.contains(sample) { reads[word] |= bit } else { misses[word] |= bit }
          }
        }
      }
    }
  }

  /// Counts the images outside clusters that only the first, and only the second decoder read.
  private func singles(_ first: Int, _ second: Int) -> (onlyFirst: Int, onlySecond: Int) {
    let (a, b) = (first * wordCount, second * wordCount)
    var (onlyFirst, onlySecond) = (0, 0)
    for word in 0..<wordCount {
      onlyFirst &+= (reads[a &+ word] & misses[b &+ word]).nonzeroBitCount
      onlySecond &+= (reads[b &+ word] & misses[a &+ word]).nonzeroBitCount
    }
    return (onlyFirst, onlySecond)
  }

  /// Calls a closure with the difference of each cluster.
  private func forEachCluster(_ first: Int, _ second: Int, _ body: (Int) -> Void) {
    let (a, b) = (clustered[first], clustered[second])
    var image = 0
    for end in clusterEnds {
      var difference = 0
      while image < end {
        if a[image] >= 0, b[image] >= 0 { difference &+= Int(a[image]) &- Int(b[image]) }
        image &+= 1
      }
      if difference != 0 { body(difference) }
    }
  }

  func balance(_ first: Int, _ second: Int) -> PairBalance {
    let (onlyFirst, onlySecond) = singles(first, second)
    var (lead, squares) = (onlyFirst - onlySecond, onlyFirst + onlySecond)
    forEachCluster(first, second) { difference in
      lead += difference
      squares += difference * difference
    }
    return PairBalance(lead: lead, squares: squares)
  }

  /// The number of clusters by their difference, as ``SignFlipTest`` takes it.
  func differences(_ first: Int, _ second: Int) -> [Int: Int] {
    let (onlyFirst, onlySecond) = singles(first, second)
    var differences = [1: onlyFirst, -1: onlySecond]
    forEachCluster(first, second) { differences[$0, default: 0] += 1 }
    return differences
  }
}

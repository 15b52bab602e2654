import Results
import Statistics

/// The reads of one decoder, in clusters where images depend on each other.
struct RateClusters {
  private var single = ClusteredRate.Cluster(reads: 0, trials: 0)
  private var clusters: [SharedWork.Cluster: ClusteredRate.Cluster] = [:]

  /// Joins several, whose clusters may be parts of the same ones.
  init(_ parts: [RateClusters] = []) {
    for part in parts {
      single.reads += part.single.reads
      single.trials += part.single.trials
      for (cluster, counts) in part.clusters {
        add(reads: counts.reads, units: counts.trials, cluster: cluster)
      }
    }
  }

  /// Adds an image, or without a cluster some images that depend on nothing.
  mutating func add(reads: Int, units: Int, cluster: SharedWork.Cluster?) {
    guard let cluster else {
      single.reads += reads
      single.trials += units
      return
    }
    var known = clusters[cluster] ?? .init(reads: 0, trials: 0)
    known.reads += reads
    known.trials += units
    clusters[cluster] = known
  }

  var counts: (reads: Int, trials: Int) {
    clusters.values.reduce((single.reads, single.trials)) { ($0.0 + $1.reads, $0.1 + $1.trials) }
  }

  var estimate: Estimate? {
    // In an order of their own: sums of squares would depend on the dictionary's, in the last digit.
    let ordered = clusters.values.sorted { ($0.trials, $0.reads) < ($1.trials, $1.reads) }
    return ClusteredRate.estimate(ordered, independent: single).map {
      Estimate(value: $0.rate, lower: $0.interval.lower, upper: $0.interval.upper)
    }
  }
}

import Results

/// The verdicts on the meanings of one decoder's readings, counted.
struct MeaningTally: Sendable {
  private var clusters = RateClusters()
  private var sameMisread = 0
  private var different = 0
  private var unreadable = 0

  /// Adds the symbols of an image.
  ///
  /// - Parameters:
  ///   - meanings: The verdicts on what their readings mean.
  ///   - symbols: Their outcomes; `nil` for an image with one symbol or none.
  ///   - verdict: The verdict on the image.
  ///   - cluster: The images that this one depends on; `nil` if there are none.
  mutating func add(
    _ meanings: String, symbols: String?, verdict: Verdict, cluster: SharedWork.Cluster?
  ) {
    let outcomes = symbols.map { Array($0) }
    var (tried, same) = (0, 0)
    for (index, character) in meanings.enumerated() where character != MeaningVerdict.unsupported {
      tried += 1
      switch MeaningVerdict(rawValue: character) {
      case .same:
        same += 1
        let isMisread =
          outcomes.map { index < $0.count && $0[index] == SymbolOutcome.misread.rawValue }
          ?? (verdict == .misread)
        if isMisread { sameMisread += 1 }
      case .different: different += 1
      case .unreadable: unreadable += 1
      case nil: break
      }
    }
    clusters.add(reads: same, units: tried, cluster: cluster)
  }

  /// Joins the tallies of several groups.
  static func joined(_ parts: [MeaningTally]) -> MeaningTally {
    var total = MeaningTally()
    total.clusters = RateClusters(parts.map(\.clusters))
    total.sameMisread = parts.reduce(0) { $0 + $1.sameMisread }
    total.different = parts.reduce(0) { $0 + $1.different }
    total.unreadable = parts.reduce(0) { $0 + $1.unreadable }
    return total
  }

  /// The score; `nil` if no meaning was judged.
  var score: MeaningScore? {
    clusters.estimate.map { rate in
      let counts = clusters.counts
      return MeaningScore(
        tried: counts.trials, same: counts.reads, sameMisread: sameMisread, different: different,
        unreadable: unreadable, rate: rate)
    }
  }
}

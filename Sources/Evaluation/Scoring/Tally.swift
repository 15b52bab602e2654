/// Every decoder's tally, and comparisons of two decoders on the samples that both tried.
struct Tally: Sendable {
  /// The tallies of all decoders, in the run's order.
  let decoders: [DecoderTally]

  private let layout: SampleLayout
  private let firstPassTrials: Int?

  /// Counts all observations of a run, several decoders in parallel.
  ///
  /// - Throws: Errors from the store.
  init(of run: RunRecord, number: Int, in store: some ObservationStore) throws {
    let firstPassTrials = run.settings.aim == nil ? nil : AdaptiveAim.sweepTrials
    decoders = try run.contestants.indices.concurrentMap { decoder in
      var tally = DecoderTally(of: run, firstPassTrials: firstPassTrials)
      try store.forEachObservation(ofRun: number, decoder: decoder) { tally.add($0) }
      return tally
    }
    layout = SampleLayout(run.corpus)
    self.firstPassTrials = firstPassTrials
  }

  /// Returns the times, in nanoseconds, of two decoders on samples of some groups that both read.
  /// At most `limit` pairs are taken, at regular steps.
  func pairedLatencies(
    _ a: Int, _ b: Int, groups: [Int], limit: Int
  ) -> (a: [Double], b: [Double]) {
    let (a, b) = (decoders[a], decoders[b])
    var samples: [Int] = []
    for group in groups {
      for sample in layout.samples(ofGroup: group)
      where a.succeeded.contains(sample) && b.succeeded.contains(sample)
        && a.wallNanoseconds[sample] > 0 && b.wallNanoseconds[sample] > 0
      {
        samples.append(sample)
      }
    }
    let step = max((samples.count + limit - 1) / limit, 1)
    let chosen = stride(from: 0, to: samples.count, by: step).map { samples[$0] }
    return (
      chosen.map { Double(a.wallNanoseconds[$0]) }, chosen.map { Double(b.wallNanoseconds[$0]) }
    )
  }

  /// Counts the results of two decoders on the samples of one group and level that both tried.
  ///
  /// If the run chose its own trials, only the first pass counts, because later trials depend on
  /// the outcomes.
  func pairs(_ a: Int, _ b: Int, group: Int, level: Int) -> PairTally {
    let (a, b) = (decoders[a], decoders[b])
    var pairs = PairTally()
    let samples = layout.samples(
      ofGroup: group, level: level, trialsBelow: firstPassTrials ?? .max)
    for sample in samples where a.tried.contains(sample) && b.tried.contains(sample) {
      pairs.tried += 1
      switch (a.succeeded.contains(sample), b.succeeded.contains(sample)) {
      case (true, false): pairs.onlyFirst += 1
      case (false, true): pairs.onlySecond += 1
      default: break
      }
    }
    return pairs
  }
}

/// Numbers of samples that two decoders both tried, and of those on which only one of them
/// succeeded.
struct PairTally: Hashable, Sendable {
  var tried = 0
  var onlyFirst = 0
  var onlySecond = 0

  static func += (total: inout PairTally, part: PairTally) {
    total.tried += part.tried
    total.onlyFirst += part.onlyFirst
    total.onlySecond += part.onlySecond
  }
}

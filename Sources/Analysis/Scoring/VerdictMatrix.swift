import Results

/// Every verdict of a run with its decode time, by decoder and sample, read in one pass over the
/// store.
///
/// A verdict takes one byte and a time four, so ten million observations fit into 50 MB.
package struct VerdictMatrix: Sendable {
  /// The run; a run that chose its own trials has those that its curves asked for.
  package let run: RunRecord
  /// `nil` for a run that was cut off.
  package let outcome: RunOutcome?

  private let layout: SampleLayout
  private var verdicts: [Verdict?]
  private var wallNanoseconds: [Float]
  private var phantoms: Set<Int> = []

  /// Reads all observations of a run.
  ///
  /// - Parameters:
  ///   - isNoted: True for verdicts whose observations the closure is called with.
  ///   - body: Called with these observations, for what a verdict does not hold.
  /// - Throws: Errors from the store.
  package init(
    ofRun number: Int, in store: some ObservationSource,
    noting isNoted: (Verdict) -> Bool = { _ in false }, _ body: (Observation) -> Void = { _ in }
  ) throws {
    let (record, outcome) = try store.record(ofRun: number)
    run = outcome.map { Scorer.sampled(record, $0) } ?? record
    self.outcome = outcome
    layout = SampleLayout(run.corpus)
    verdicts = Array(repeating: nil, count: layout.sampleCount * run.decoders.count)
    wallNanoseconds = Array(repeating: 0, count: verdicts.count)
    for decoder in run.decoders.indices {
      try store.forEachBlock(
        ofRun: number, decoder: decoder, group: nil, detailing: isNoted
      ) { whole in
        let (group, level) = (whole.first.group, whole.first.level)
        let limit = layout.samples(ofGroup: group, level: level, trialsBelow: .max).count
        guard let block = whole.limited(toTrialsBelow: limit) else { return }
        let first = index(decoder, block.first)
        var rank = 0
        OutcomeBlock.forEach(block.tried) { offset in
          wallNanoseconds[first + offset] = block.wallNanoseconds[rank]
          verdicts[first + offset] = block.verdict(offset)
          rank += 1
        }
        for entry in block.extras where entry.value.wrong > 0 {
          phantoms.insert(first + entry.offset)
        }
        for observation in block.details { body(observation) }
      }
    }
  }

  private func index(_ decoder: Int, _ place: SamplePlace) -> Int {
    decoder * layout.sampleCount + layout.index(place)
  }

  /// The verdict of a decoder, given by its index in the run; `nil` if the sample was not tried.
  package func verdict(_ decoder: Int, _ place: SamplePlace) -> Verdict? {
    verdicts[index(decoder, place)]
  }

  /// True if a decoder read something that is not in the image, beside what its verdict is about.
  package func hasPhantom(_ decoder: Int, _ place: SamplePlace) -> Bool {
    phantoms.contains(index(decoder, place))
  }

  /// Wall-clock times inside a decoder's decode calls, in nanoseconds, where its verdict passes.
  ///
  /// - Parameter group: `nil` for all groups.
  package func times(
    _ decoder: Int, group: Int? = nil, where isWanted: (Verdict) -> Bool
  ) -> [Float] {
    let samples = group.map(layout.samples(ofGroup:)) ?? 0..<layout.sampleCount
    return samples.compactMap { sample in
      let index = decoder * layout.sampleCount + sample
      guard let verdict = verdicts[index], isWanted(verdict) else { return nil }
      return wallNanoseconds[index]
    }
  }
}

/// The numbering of a run's samples in the order in which observations come: neighbours are
/// neighbours in memory.
package struct SampleLayout: Hashable, Sendable {
  private let levelCount: Int
  private let trialCounts: [Int]
  /// By group: the index of its first sample.
  private let firstSamples: [Int]
  package let sampleCount: Int

  package init(_ corpus: CorpusRecord) {
    levelCount = corpus.levels.count
    trialCounts = corpus.groups.map(\.trials)
    var firstSamples: [Int] = []
    var next = 0
    for trials in trialCounts {
      firstSamples.append(next)
      next += trials * levelCount
    }
    self.firstSamples = firstSamples
    sampleCount = next
  }

  func index(_ group: Int, _ level: Int, _ trial: Int) -> Int {
    firstSamples[group] + level * trialCounts[group] + trial
  }

  /// The places of all samples, in the order of their numbers.
  package var places: [SamplePlace] {
    trialCounts.enumerated().flatMap { group, trials in
      (0..<levelCount).flatMap { level in
        (0..<trials).map { SamplePlace(group: group, level: level, trial: $0) }
      }
    }
  }

  package func index(_ place: SamplePlace) -> Int { index(place.group, place.level, place.trial) }

  func samples(ofGroup group: Int) -> Range<Int> {
    firstSamples[group]..<firstSamples[group] + levelCount * trialCounts[group]
  }

  /// Returns the first trials of a level, at most `limit` of them.
  func samples(ofGroup group: Int, level: Int, trialsBelow limit: Int) -> Range<Int> {
    let first = index(group, level, 0)
    return first..<first + min(trialCounts[group], limit)
  }
}

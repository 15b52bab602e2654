import Corpora

/// Facts about a run's observations beyond its scores, gathered in one pass over the store.
///
/// A verdict takes one byte and a time four, so ten million observations fit into 50 MB.
package struct RunInspection: Sendable {
  /// The run.
  package let run: RunRecord
  let schedule: SampleSchedule
  /// Verdicts by decoder, then by number of the sample; `nil` where it was not tried.
  private var verdicts: [Verdict?]
  private var reads: [[Float]]
  private var misses: [[Float]]
  private(set) var incidents: [IncidentTally]

  /// Reads all observations of a run.
  ///
  /// - Throws: Errors from the store.
  package init(ofRun number: Int, in store: some ObservationStore) throws {
    let (record, outcome) = try store.record(ofRun: number)
    run = outcome.map { Scorer.sampled(record, $0) } ?? record
    schedule = run.corpus.schedule
    let decoders = run.contestants.count
    verdicts = Array(repeating: nil, count: schedule.count * decoders)
    reads = Array(repeating: [], count: decoders)
    misses = reads
    incidents = Array(repeating: IncidentTally(), count: decoders)
    try store.forEachObservation(ofRun: number) { add($0) }
  }

  private mutating func add(_ observation: borrowing Observation) {
    let decoder = observation.decoder
    let verdict = observation.verdict
    verdicts[decoder * schedule.count + schedule.number(of: observation.place)] = verdict
    if verdict.isFalse || verdict.isBreakage { incidents[decoder].add(observation) }
    guard !verdict.isBreakage else { return }
    if verdict.isSuccess {
      reads[decoder].append(Float(observation.wallNanoseconds))
    } else {
      misses[decoder].append(Float(observation.wallNanoseconds))
    }
  }

  /// The verdict of a decoder, given by its index in the run, on a sample; `nil` if it was not
  /// tried.
  func verdict(_ decoder: Int, _ place: SampleSchedule.Place) -> Verdict? {
    verdicts[decoder * schedule.count + schedule.number(of: place)]
  }

  /// The number of trials used to compare pairs of decoders; if the run chose its own trials, only
  /// the first pass, as in the scores.
  func pairedTrials(group: Int) -> Int {
    min(schedule.trialCounts[group], run.settings.aim == nil ? .max : AdaptiveAim.sweepTrials)
  }

  /// Times of every decoder that was tried, in the run's order, with the bins that they share.
  package var latencies: (scale: LatencyScale, decoders: [LatencyDistribution]) {
    let scale = LatencyScale(holding: reads + misses)
    let decoders = run.contestants.indices.compactMap { decoder -> LatencyDistribution? in
      let distribution = LatencyDistribution(
        decoder: run.contestants[decoder].label,
        reads: .init(nanoseconds: reads[decoder], scale: scale),
        misses: .init(nanoseconds: misses[decoder], scale: scale))
      return distribution.reads == nil && distribution.misses == nil ? nil : distribution
    }
    return (scale, decoders)
  }
}

import Results

/// One finished run, kept in memory.
struct FinishedStore: ObservationStore {
  /// The error of every write: a fixture is complete from the start.
  struct ReadOnly: Error {}

  let run: RunRecord
  let outcome: RunOutcome
  let observations: [Observation]
  /// The columns, decoder by decoder, with all observations as details: reports ask for them group by group.
  private let blocks: [[OutcomeBlock]]

  init(run: RunRecord, outcome: RunOutcome, observations: [Observation]) {
    (self.run, self.outcome, self.observations) = (run, outcome, observations)
    let own = Dictionary(grouping: observations, by: \.decoder)
    blocks = run.decoders.indices.map { decoder in
      var builders: [OutcomeBlock.Builder] = []
      for observation in own[decoder] ?? [] {
        if builders.last?.holds(observation.place) != true {
          builders.append(OutcomeBlock.Builder(holding: observation.place))
        }
        builders[builders.count - 1].add(observation, isDetailed: true)
      }
      return builders.compactMap(\.block)
    }
  }

  func begin(_ run: RunRecord, anew: Bool) throws -> OpenedRun { throw ReadOnly() }
  func observedTrials(ofRun run: Int, withReadings: Bool) throws -> ObservedTrials {
    throw ReadOnly()
  }
  func append(_ observations: [Observation], toRun run: Int) throws { throw ReadOnly() }
  func finish(run: Int, outcome: RunOutcome) throws { throw ReadOnly() }
  func record(ofRun run: Int) -> (RunRecord, RunOutcome?) { (self.run, outcome) }

  func forEachObservation(
    ofRun run: Int, decoder: Int, withReadings: Bool,
    _ body: (borrowing Observation) throws -> Void
  ) throws {
    for observation in observations where observation.decoder == decoder { try body(observation) }
  }

  func forEachBlock(
    ofRun run: Int, decoder: Int, group: Int?, detailing isDetailed: (Verdict) -> Bool,
    _ body: (borrowing OutcomeBlock) throws -> Void
  ) throws {
    for block in blocks[decoder] where group == nil || block.first.group == group {
      var detailed = block
      detailed.setDetails(block.details.filter { isDetailed($0.verdict) })
      try body(detailed)
    }
  }
}

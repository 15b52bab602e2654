import Results

/// One finished run, kept in memory.
struct MemoryStore: ObservationStore {
  /// The error of every write: a fixture is complete from the start.
  struct ReadOnly: Error {}

  let run: RunRecord
  let outcome: RunOutcome
  let observations: [Observation]

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
}

/// Where observations are written as they are made, and read from when scores are computed.
///
/// Safe to use from several threads. A run that is cut short keeps all batches appended before.
public protocol ObservationStore: Sendable {
  /// Opens a run and gives its number.
  func begin(_ run: RunRecord) throws -> Int

  /// Appends observations to an open run; all of them or none.
  func append(_ observations: [Observation], toRun run: Int) throws

  /// Closes a run with what is known only at its end.
  func finish(run: Int, outcome: RunOutcome) throws

  /// A run's description and, once it is closed, its outcome.
  func record(ofRun run: Int) throws -> (RunRecord, RunOutcome?)

  /// Calls a closure with every observation of a run, one decoder after the other, by sample.
  func forEachObservation(
    ofRun run: Int, _ body: (borrowing Observation) throws -> Void
  ) throws
}

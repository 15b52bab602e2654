import Evaluation
import Synchronization

/// An observation store that forgets: for tests that need no file.
final class MemoryStore: ObservationStore {
  struct Run {
    var record: RunRecord
    var outcome: RunOutcome?
    var observations: [Observation] = []
  }

  private let runs = Mutex<[Run]>([])

  func begin(_ run: RunRecord) -> Int {
    runs.withLock { runs in
      runs.append(Run(record: run))
      return runs.count - 1
    }
  }

  func append(_ observations: [Observation], toRun run: Int) {
    runs.withLock { $0[run].observations += observations }
  }

  func finish(run: Int, outcome: RunOutcome) {
    runs.withLock { $0[run].outcome = outcome }
  }

  func record(ofRun run: Int) -> (RunRecord, RunOutcome?) {
    runs.withLock { ($0[run].record, $0[run].outcome) }
  }

  func forEachObservation(
    ofRun run: Int, _ body: (borrowing Observation) throws -> Void
  ) throws {
    let sorted = runs.withLock { runs in
      runs[run].observations.sorted { ($0.decoder, $0.sample) < ($1.decoder, $1.sample) }
    }
    for observation in sorted { try body(observation) }
  }
}

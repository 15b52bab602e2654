import Results
import Synchronization

/// An observation store in memory, for tests that need no file.
final class MemoryStore: ObservationStore {
  struct Run {
    var record: RunRecord
    var outcome: RunOutcome?
    var observations: [Observation] = []
  }

  private let runs = Mutex<[Run]>([])

  func begin(_ run: RunRecord) -> OpenedRun { begin(run, anew: false) }

  func begin(_ run: RunRecord, anew: Bool) -> OpenedRun {
    runs.withLock { runs in
      runs.append(Run(record: run))
      return OpenedRun(number: runs.count - 1, isContinued: false)
    }
  }

  func observedTrials(ofRun run: Int, withReadings: Bool) -> ObservedTrials {
    runs.withLock { runs in
      var observed = ObservedTrials(
        runs[run].record.corpus.numbering, decoders: runs[run].record.decoders.count)
      for observation in runs[run].observations {
        observed.insert(
          decoder: observation.decoder, observation.place,
          AttemptOutcome(observation.verdict))
      }
      return observed
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
    ofRun run: Int, decoder: Int, withReadings: Bool,
    _ body: (borrowing Observation) throws -> Void
  ) throws {
    let sorted = runs.withLock { runs in
      runs[run].observations.filter { $0.decoder == decoder }.sorted { a, b in
        (a.place.group, a.place.level, a.place.trial)
          < (b.place.group, b.place.level, b.place.trial)
      }
    }
    for observation in sorted { try body(observation) }
  }
}

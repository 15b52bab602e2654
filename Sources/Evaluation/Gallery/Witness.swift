import Corpora
import DecoderKit
import PluginHost

/// A decoder that is asked once more what it saw, since a run records no corners.
struct Witness {
  /// The decoder's index in the run.
  let index: Int
  /// Its name in tables.
  let label: String
  private let identity: DecoderIdentity?
  private let worker: DecoderTeam?

  /// A witness without a contestant saw nothing that it could tell.
  init(index: Int, label: String, contestant: Contestant?) {
    self.index = index
    self.label = label
    identity = contestant?.identity
    worker = contestant.map {
      DecoderTeam(
        members: $0.members, health: DecoderHealth(givingUpAfter: 3), stop: StopSignal())
    }
  }

  /// Where the decoder found symbols, provided that it now says what it said then; most decodes that
  /// found nothing, or broke, need no asking.
  func outlines(of sample: Sample, recorded verdict: Verdict, corpus: Corpus?) -> [Corners] {
    guard verdict.mayHaveReadings(of: sample), let worker, let identity, let corpus else {
      return []
    }
    let attempt = worker.decode(sample.image, hints: corpus.hints(for: sample))
    guard case .readings(let readings) = attempt.outcome,
      Finding(attempt, of: sample, by: identity)?.verdict == verdict
    else { return [] }
    return readings.compactMap(\.corners)
  }

  /// Ends the decoder's process.
  func close() {
    worker?.close()
  }
}

extension Verdict {
  /// Whether something was read, right or wrong. A miss comes with readings only where an image has
  /// several symbols.
  fileprivate func mayHaveReadings(of sample: Sample) -> Bool {
    switch self {
    case .read, .misread, .falsePositive, .detected: true
    case .noRead: sample.truth.expected.count > 1 || !sample.truth.isComplete
    case .clean, .undetected, .crash, .timeout, .failed: false
    }
  }
}

import Corpora
import DecoderKit
import PluginHost

/// A decoder that decodes samples once more to get corners, because a run records none.
struct Witness {
  /// The decoder's index in the run.
  let index: Int
  /// Its name in tables.
  let label: String
  private let identity: DecoderIdentity?
  private let worker: DecoderTeam?

  /// Makes a witness; without a contestant it reports no outlines.
  init(index: Int, label: String, contestant: Contestant?) {
    self.index = index
    self.label = label
    identity = contestant?.identity
    worker = contestant.map {
      DecoderTeam(
        members: $0.members, health: DecoderHealth(givingUpAfter: 3), stop: StopSignal())
    }
  }

  /// Corners of the symbols found, provided that the decoder gives the recorded verdict again. Most
  /// samples with nothing read, or with an error, are not decoded again.
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
  /// True if the decoder may have returned readings, right or wrong. A miss comes with readings
  /// only where an image has several symbols.
  fileprivate func mayHaveReadings(of sample: Sample) -> Bool {
    switch self {
    case .read, .misread, .falsePositive, .detected: true
    case .noRead: sample.truth.expected.count > 1 || !sample.truth.isComplete
    case .clean, .undetected, .crash, .timeout, .failed: false
    }
  }
}

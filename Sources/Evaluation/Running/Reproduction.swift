import Base
import Corpora
import DecoderKit
import PluginHost
import Results

/// One sample given to one decoder, outside any run.
package struct Reproduction: Sendable {
  /// The decoder's name in tables.
  package let label: String
  /// The verdict and its details; `nil` when the decoder does not read the symbology.
  package let finding: Finding?
  /// Wall-clock time inside the decode call, in nanoseconds; 0 without an answer.
  package let wallNanoseconds: Int
  /// The decoder's readings.
  package let readings: [Reading]
  /// The limit of a decode, in nanoseconds.
  package let limitNanoseconds: Int

  /// Gives a sample to a decoder in the same way as a run would.
  package static func run(
    _ sample: Sample, of corpus: Corpus, by configured: ConfiguredDecoder
  ) -> Reproduction {
    let limit = configured.members.map(\.decodeDeadlineNanoseconds).min() ?? 0
    let expected = sample.truth.expected.map(\.symbology)
    let isSupported =
      expected.isEmpty || expected.contains { $0.map(configured.identity.supports) ?? true }
    guard isSupported else {
      return Reproduction(
        label: configured.label, finding: nil, wallNanoseconds: 0, readings: [],
        limitNanoseconds: limit)
    }
    let worker = DecoderChain(
      members: configured.members, health: DecoderHealth(givingUpAfter: 1), stop: StopSignal())
    defer { worker.close() }
    let selected = worker.decode(sample, of: corpus, by: configured)
    return Reproduction(
      label: configured.label,
      finding: Finding(selected, of: sample, by: configured.identity)
        ?? Finding(.failed, detail: selected.attempt.reason),
      wallNanoseconds: selected.attempt.wallNanoseconds, readings: selected.readings,
      limitNanoseconds: limit)
  }
}

extension DecodeAttempt {
  /// The reason there was no attempt; `nil` if there was one.
  fileprivate var reason: String? {
    switch outcome {
    case .notStarted(let error): error.message
    case .lost(let reason): reason
    default: nil
    }
  }
}

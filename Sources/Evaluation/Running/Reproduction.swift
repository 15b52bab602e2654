import Corpora
import DecoderKit
import PluginHost

/// One sample given to one decoder, outside any run.
public struct Reproduction: Sendable {
  /// The decoder's name in tables.
  public let label: String
  /// The verdict with its cost; `nil` when the decoder does not read the symbology.
  public let observation: Observation?
  /// What was read.
  public let readings: [Reading]

  /// Gives a sample to a decoder as a run would.
  public static func run(
    _ sample: Sample, of corpus: Corpus, by contestant: Contestant
  ) -> Reproduction {
    guard let expected = sample.expected.first, contestant.identity.supports(expected.symbology)
    else { return Reproduction(label: contestant.label, observation: nil, readings: []) }
    let worker = DecoderWorker(
      settings: contestant.settings, health: DecoderHealth(givingUpAfter: 1), stop: StopSignal())
    defer { worker.close() }
    let attempt = worker.decode(sample.image, hints: corpus.hints(for: sample))
    var readings: [Reading] = []
    if case .readings(let found) = attempt.outcome { readings = found }
    return Reproduction(
      label: contestant.label,
      observation: Observation(
        attempt, of: sample.hash, number: 0, decoder: 0, expected: expected),
      readings: readings)
  }
}

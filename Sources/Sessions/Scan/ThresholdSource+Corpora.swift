import Corpora
import DecoderKit

extension ThresholdSource {
  /// The fewest trials, all of them read, that certify 95 % with 95 % confidence: 0.95 to this power is below 0.05.
  private static let certifyingTrials = 59

  /// The corpora that would measure a symbology along the parameter: at most two, those with the fewest
  /// other symbologies first, then those with the most trials.
  ///
  /// - Parameter isSuited: False for a corpus that would not do.
  package func corpora(
    with symbology: Symbology, where isSuited: (Corpus) -> Bool = { _ in true }
  ) -> [String] {
    let suited = catalog.names.compactMap { name -> (name: String, others: Int, trials: Int)? in
      guard let corpus = try? catalog.load(nameOrPath: name), corpus.sweep.axis == axis,
        corpus.sweep.levels.count > 1, corpus.trials >= Self.certifyingTrials,
        corpus.groups.contains(where: { $0.symbologies.map(\.carrier) == [symbology.carrier] }),
        isSuited(corpus)
      else { return nil }
      return (name, Set(corpus.groups.flatMap(\.symbologies)).count, -corpus.trials)
    }
    let sorted = suited.sorted { ($0.others, $0.trials, $0.name) < ($1.others, $1.trials, $1.name) }
    return sorted.prefix(2).map(\.name)
  }
}

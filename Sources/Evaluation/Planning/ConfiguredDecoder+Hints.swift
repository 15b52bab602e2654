import Corpora
import DecoderKit
import PluginHost

extension ConfiguredDecoder {
  /// Returns the hints that it is given about a sample: its own, or those of the corpus.
  package func hints(for sample: Sample, of corpus: Corpus) -> DecodeHints {
    switch hints ?? corpus.hints {
    case .none: return .none
    case .formats(let symbologies): return DecodeHints(symbologies: symbologies)
    case .symbologies:
      let expected = sample.truth.expected.map(\.symbology)
      // An empty set of symbologies would find nothing; so where a symbology is unknown, there is no
      // hint.
      guard !expected.isEmpty, !expected.contains(nil) else { return .none }
      return DecodeHints(symbologies: Set(expected.compactMap(\.self)))
    }
  }
}

extension Corpus {
  /// The hint that decoders are given without one of their own.
  package var hints: HintSetting { usesSymbologyHints ? .symbologies : .none }
}

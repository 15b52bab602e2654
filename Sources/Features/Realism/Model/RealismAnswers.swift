import DecoderKit
import Evaluation
import ResultStore
import Results

/// Results of decoders over the samples of a run: findings to learn from, and readings to measure from.
struct RealismAnswers {
  /// Each decoder's readings of a sample.
  private(set) var readings: [SamplePlace: [[Reading]]] = [:]
  private var findings: [SamplePlace: [Finding?]] = [:]

  /// Reads the answers of a run whose readings are all kept.
  init(ofRun number: Int, in store: SQLiteStore, by decoders: [ConfiguredDecoder]) throws {
    for decoder in decoders.indices {
      try store.forEachObservation(ofRun: number, decoder: decoder, withReadings: true) {
        observation in
        let place = observation.place
        findings[place, default: Array(repeating: nil, count: decoders.count)][decoder] =
          observation.finding
        // Data of which only a beginning is kept is not the symbol's.
        let whole = observation.readings.filter { $0.cut == nil }
        guard !whole.isEmpty else { return }
        readings[place, default: Array(repeating: [], count: decoders.count)][decoder] = whole.map {
          Reading(symbology: $0.symbology, bytes: $0.bytes, corners: $0.corners)
        }
      }
    }
  }

  /// The outcomes of a sample's symbols, decoder by decoder: true if a symbol was read, `nil` if the
  /// decoder does not support it or did not try.
  func outcomes(
    at place: SamplePlace, of symbologies: [Symbology?], by decoders: [ConfiguredDecoder]
  ) -> [[Bool?]] {
    decoders.enumerated().map { index, decoder in
      guard let finding = findings[place]?[index] else { return symbologies.map { _ in nil } }
      return finding.outcomes(
        of: symbologies.map { $0.map(decoder.identity.supports) ?? true })
    }
  }
}

extension Finding {
  /// By symbol of the truth: true if it was read, `nil` if the decoder does not support it.
  fileprivate func outcomes(of supported: [Bool]) -> [Bool?] {
    guard let symbols, symbols.count == supported.count else {
      return supported.map { $0 ? verdict.isSuccess : nil }
    }
    return zip(supported, symbols).map { isSupported, letter in
      isSupported ? SymbolOutcome(rawValue: letter) == .read : nil
    }
  }
}

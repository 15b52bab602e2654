import DecoderKit

/// The way in which one symbol is chosen among those of an image.
package enum SelectionStrategy: String, CaseIterable, Hashable, Sendable {
  /// All that is read is kept.
  case none
  /// The selection's bounds alone are decoded, and all that is read in them is kept.
  case crop
  /// The whole image is decoded, and readings are kept by the decoder's outlines.
  case filter
  /// The scan area alone is decoded, and readings are kept by the decoder's outlines.
  case cropFilter = "crop+filter"
  /// As ``filter``, by outlines that the gauge measures.
  case filterGauge = "filter+gauge"
  /// As ``cropFilter``, by outlines that the gauge measures.
  case cropFilterGauge = "crop+filter+gauge"

  /// True if readings are kept by their outlines.
  package var filters: Bool {
    switch self {
    case .none, .crop: false
    case .filter, .cropFilter, .filterGauge, .cropFilterGauge: true
    }
  }

  /// True if the gauge measures the outlines.
  package var gauges: Bool { self == .filterGauge || self == .cropFilterGauge }

  /// The strategies of a corpus with a selection, unless others are asked for.
  package static let usual: [SelectionStrategy] = [.crop, .filter, .cropFilter, .filterGauge]

  /// The names behind a decoder's `@`.
  static let names = allCases.filter { $0 != .none }.map(\.rawValue)

  /// Parses a list of strategies, with commas between them: `none,crop,filter+gauge`.
  ///
  /// - Throws: ``PluginError`` for an unknown one, and for one that is there twice.
  package static func list(parsing text: String) throws(PluginError) -> [SelectionStrategy] {
    var strategies: [SelectionStrategy] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let strategy = SelectionStrategy(rawValue: String(part)) else {
        throw PluginError(
          .badReference,
          "\"\(part)\" is not a way to select."
            + SpellingSuggestion.sentence(
              for: String(part), among: allCases.map(\.rawValue))
            + " Write \(allCases.map(\.rawValue).joined(separator: ", "))")
      }
      guard !strategies.contains(strategy) else {
        throw PluginError(.badReference, "\"\(part)\" is given twice; name it once")
      }
      strategies.append(strategy)
    }
    return strategies
  }
}

import DecoderKit

/// The hint about symbologies that a decoder is given with each image.
package enum HintSetting: Hashable, Sendable {
  /// No hint: a general reader, which looks for all it knows.
  case none
  /// The symbologies that are in the image.
  case symbologies
  /// These symbologies, whatever is in the image.
  case formats(Set<Symbology>)

  /// The word that stands before a list of symbologies.
  private static let listWord = "formats"

  /// True if a text begins as a hint does, so that a mistake in it is a mistake in a hint.
  static func opens(_ text: String) -> Bool {
    ["none", "symbologies"].contains(text) || text.hasPrefix(listWord + ":")
  }

  /// Parses `none`, `symbologies` or `formats:SYMBOLOGY+SYMBOLOGY`.
  ///
  /// - Throws: ``PluginError`` that says what is wrong and what would be right.
  package init(parsing text: String) throws(PluginError) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    switch (String(parts[0]), parts.count) {
    case ("none", 1): self = .none
    case ("symbologies", 1): self = .symbologies
    case (Self.listWord, 2):
      var symbologies: Set<Symbology> = []
      for name in parts[1].split(separator: "+", omittingEmptySubsequences: false) {
        symbologies.insert(try Self.symbology(String(name), in: text))
      }
      self = .formats(symbologies)
    default:
      throw PluginError(
        .badReference,
        "\"\(text)\" is no hint."
          + SpellingSuggestion.sentence(
            for: String(parts[0]), among: ["none", "symbologies", Self.listWord])
          + " Write none, symbologies (those in the image) or formats:qr-code+ean-13")
    }
  }

  private static func symbology(
    _ name: String, in text: String
  ) throws(PluginError) -> Symbology {
    if let symbology = Symbology(parsing: name) { return symbology }
    throw PluginError(
      .badReference,
      name.isEmpty
        ? "\"\(text)\" lacks a symbology; write formats:qr-code+ean-13"
        : "unknown symbology \"\(name)\" in \"\(text)\"."
          + SpellingSuggestion.sentence(for: name, among: Symbology.allCases.map(\.rawValue)))
  }

  /// Parses a list of settings, with commas between them: `none,symbologies`.
  ///
  /// - Throws: ``PluginError`` for an unknown one, and for one that is there twice.
  package static func list(parsing text: String) throws(PluginError) -> [HintSetting] {
    var settings: [HintSetting] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let setting = try HintSetting(parsing: String(part))
      guard !settings.contains(setting) else {
        throw PluginError(.badReference, "the hint \"\(setting)\" is given twice; name it once")
      }
      settings.append(setting)
    }
    return settings
  }
}

extension HintSetting: CustomStringConvertible {
  /// The canonical spelling: symbologies in the order of their names.
  package var description: String {
    switch self {
    case .none: "none"
    case .symbologies: "symbologies"
    case .formats(let symbologies):
      "\(Self.listWord):" + symbologies.map(\.rawValue).sorted().joined(separator: "+")
    }
  }
}

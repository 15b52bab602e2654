import DecoderKit

/// Why a sample cannot be named or drawn.
public enum SampleError: Error, Equatable, CustomStringConvertible {
  /// The text is not a sample's key.
  case badKey(String, reason: String)
  /// The key is another corpus's.
  case otherCorpus(SampleKey, corpus: String)
  /// The corpus has no such group.
  case unknownGroup(String, corpus: String, known: [String])
  /// The level is not one at which anything can be drawn.
  case badLevel(Level, reason: String)
  /// The symbol could not be encoded as the recipe asks.
  case encoding(recipe: String, SymbolError)

  public var description: String {
    switch self {
    case .badKey(let text, let reason):
      "\"\(text)\" is not a sample's key: \(reason). "
        + "A key is corpus/recipe/condition/level/trial, such as qr-small/v2-m/rotated/1.37/17."
    case .otherCorpus(let key, let corpus):
      "the sample \"\(key)\" is of the corpus \"\(key.corpus)\", not of \"\(corpus)\""
    case .unknownGroup(let group, let corpus, let known):
      "corpus \"\(corpus)\" has no group \"\(group)\"."
        + SpellingSuggestion.sentence(for: group, among: known)
        + " Its groups: \(known.joined(separator: ", "))."
    case .badLevel(let level, let reason):
      "nothing can be drawn at level \(level.text): \(reason)"
    case .encoding(let recipe, let error):
      "symbol \"\(recipe)\": \(error)"
    }
  }
}

import DecoderKit

/// An error that prevents a sample from being named or drawn.
public enum SampleError: Error, Equatable, CustomStringConvertible {
  /// The text is not a sample's key.
  case badKey(String, reason: String)
  /// The key belongs to another corpus.
  case otherCorpus(SampleKey, corpus: String)
  /// The corpus has no such group.
  case unknownGroup(String, corpus: String, known: [String])
  /// The group has no such trial.
  case noSuchTrial(SampleKey, count: Int)
  /// Nothing can be drawn at this level.
  case badLevel(Level, reason: String)
  /// The symbol could not be encoded as the recipe asks.
  case encoding(recipe: String, SymbolError)
  /// The scene that the parameters ask for cannot be seen whole, or is too large.
  case scene(SampleKey, reason: String)

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
    case .noSuchTrial(let key, let count):
      "there is no photo \(key.trial) in \"\(key.recipe)\": it has \(count), counted from 0"
    case .badLevel(let level, let reason):
      "nothing can be drawn at level \(level.text): \(reason)"
    case .encoding(let recipe, let error):
      "symbol \"\(recipe)\": \(error)"
    case .scene(let key, let reason):
      "sample \"\(key)\": \(reason)"
    }
  }
}

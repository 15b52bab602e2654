import DecoderKit
import Statistics
import Symbols

/// The readable name of one sample, sufficient to draw it again.
package struct SampleKey: Hashable, Sendable {
  /// The corpus's name.
  package let corpus: String
  /// The recipe's name.
  package let recipe: String
  /// The condition's name.
  package let condition: String
  /// The sweep's value.
  package let level: Level
  /// The number of the random draw at the level; the first is 0.
  package let trial: Int

  /// Makes a key.
  ///
  /// - Precondition: `trial` is 0 or more.
  package init(corpus: String, recipe: String, condition: String, level: Level, trial: Int) {
    precondition(trial >= 0, "trials are counted from 0")
    self.corpus = corpus
    self.recipe = recipe
    self.condition = condition
    self.level = level
    self.trial = trial
  }

  /// Reads a key as ``description`` prints it.
  ///
  /// - Throws: ``SampleError/badKey(_:reason:)``.
  package init(parsing text: String) throws(SampleError) {
    try self.init(parsing: text) { (_, _) throws(SampleError) in nil }
  }

  /// Reads a key that may end in the file name of a photo, as ``Sample/name`` prints it.
  ///
  /// - Parameter number: Returns the number of a photo by its group and file name.
  package init(
    parsing text: String,
    photo number: (_ group: String, _ name: String) throws(SampleError) -> Int?
  ) throws(SampleError) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 5 else {
      throw .badKey(text, reason: "it has \(parts.count) parts where a key has 5")
    }
    for name in [parts[0], parts[1], CorpusName.withoutPoints(parts[2])]
    where !CorpusName.isValid(name) {
      throw .badKey(text, reason: "\"\(name)\" is not a name")
    }
    guard let level = Level(parsing: parts[3]) else {
      throw .badKey(text, reason: "\"\(parts[3])\" is not a level such as 1.37")
    }
    var found = Int(parts[4]).flatMap { $0 >= 0 && String($0) == parts[4] ? $0 : nil }
    if found == nil { found = try number(parts[1], parts[4]) }
    guard let trial = found else {
      throw .badKey(text, reason: "\"\(parts[4])\" is not the number of a trial")
    }
    self.init(
      corpus: parts[0], recipe: parts[1], condition: parts[2], level: level, trial: trial)
  }

  /// The group of the sample, as ``CorpusGroup/id`` prints it.
  package var group: String { "\(recipe)/\(condition)" }
}

extension SampleKey: CustomStringConvertible {
  /// `corpus/recipe/condition/level/trial`, such as `qr-small/v2-m/rotated/1.37/17`.
  package var description: String { "\(corpus)/\(recipe)/\(condition)/\(level.text)/\(trial)" }
}

/// The names of corpora, symbols and conditions; keys and paths are made of them.
enum CorpusName {
  /// The rule, as messages state it.
  static let rule = "lower-case letters, digits and hyphens"

  /// Returns a condition's name without the decimal points that a second axis puts into it.
  static func withoutPoints(_ name: String) -> String {
    name.replacing(/([0-9])\.([0-9])/) { "\($0.1)\($0.2)" }
  }

  /// Returns true if a name follows the rule.
  static func isValid(_ name: String) -> Bool {
    !name.isEmpty
      && name.utf8.allSatisfy {
        ($0 >= UInt8(ascii: "a") && $0 <= UInt8(ascii: "z"))
          || ($0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9")) || $0 == UInt8(ascii: "-")
      }
  }
}

/// An error that prevents a sample from being named or drawn.
package enum SampleError: Error, Equatable, CustomStringConvertible {
  /// The text is not a sample's key.
  case badKey(String, reason: String)
  /// The key belongs to another corpus.
  case otherCorpus(SampleKey, corpus: String)
  /// The corpus has no such group.
  case unknownGroup(String, corpus: String, known: [String])
  /// The group has no such trial.
  case noSuchTrial(SampleKey, count: Int)
  /// The folder has no photo of that name.
  case noSuchPhoto(String, group: String, known: [String])
  /// Nothing can be drawn at this level.
  case badLevel(Level, reason: String)
  /// The symbol could not be encoded as the recipe asks.
  case encoding(recipe: String, SymbolError)
  /// The scene that the parameters ask for cannot be seen whole, or is too large.
  case scene(SampleKey, reason: String)

  package var description: String {
    switch self {
    case .badKey(let text, let reason):
      "\"\(text)\" is not a sample's key: \(reason). "
        + "A key is corpus/recipe/condition/level/trial, such as qr-small/v2-m/rotated/1.37/17; a photo's "
        + "ends in its file name."
    case .otherCorpus(let key, let corpus):
      "the sample \"\(key)\" is of the corpus \"\(key.corpus)\", not of \"\(corpus)\""
    case .unknownGroup(let group, let corpus, let known):
      "corpus \"\(corpus)\" has no group \"\(group)\"."
        + SpellingSuggestion.sentence(for: group, among: known)
        + " Its groups: \(known.joined(separator: ", "))."
    case .noSuchTrial(let key, let count):
      "there is no photo \(key.trial) in \"\(key.recipe)\": it has \(count), counted from 0"
    case .noSuchPhoto(let name, let group, let known):
      "there is no photo \"\(name)\" in \"\(group)\"."
        + SpellingSuggestion.sentence(for: name, among: known)
    case .badLevel(let level, let reason):
      "nothing can be drawn at level \(level.text): \(reason)"
    case .encoding(let recipe, let error):
      "symbol \"\(recipe)\": \(error)"
    case .scene(let key, let reason):
      "sample \"\(key)\": \(reason)"
    }
  }
}

/// The readable name of one sample, sufficient to draw it again.
public struct SampleKey: Hashable, Sendable {
  /// The corpus's name.
  public let corpus: String
  /// The recipe's name.
  public let recipe: String
  /// The condition's name.
  public let condition: String
  /// The sweep's value.
  public let level: Level
  /// The number of the random draw at the level; the first is 0.
  public let trial: Int

  /// Makes a key.
  ///
  /// - Precondition: `trial` is 0 or more.
  public init(corpus: String, recipe: String, condition: String, level: Level, trial: Int) {
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
  public init(parsing text: String) throws(SampleError) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 5 else {
      throw .badKey(text, reason: "it has \(parts.count) parts where a key has 5")
    }
    for name in parts[..<3] where !CorpusName.isValid(name) {
      throw .badKey(text, reason: "\"\(name)\" is not a name")
    }
    guard let level = Level(parsing: parts[3]) else {
      throw .badKey(text, reason: "\"\(parts[3])\" is not a level such as 1.37")
    }
    guard let trial = Int(parts[4]), trial >= 0, String(trial) == parts[4] else {
      throw .badKey(text, reason: "\"\(parts[4])\" is not the number of a trial")
    }
    self.init(
      corpus: parts[0], recipe: parts[1], condition: parts[2], level: level, trial: trial)
  }

  /// The group of the sample, as ``CorpusGroup/id`` prints it.
  public var group: String { "\(recipe)/\(condition)" }
}

extension SampleKey: CustomStringConvertible {
  /// `corpus/recipe/condition/level/trial`, such as `qr-small/v2-m/rotated/1.37/17`.
  public var description: String { "\(corpus)/\(recipe)/\(condition)/\(level.text)/\(trial)" }
}

import Corpora

/// What became of all trials of one decoder in one group at one level.
public struct LevelOutcomes: Hashable, Sendable {
  /// The level.
  public var level: Level
  /// One outcome per trial, in order.
  public var trials: [SampleOutcome]

  /// Makes a level's outcomes.
  public init(level: Level, trials: [SampleOutcome]) {
    self.level = level
    self.trials = trials
  }

  /// How many trials came out so.
  public func count(_ outcome: SampleOutcome) -> Int { trials.count { $0 == outcome } }

  /// The level, a space, and the outcomes' letters, each followed by how often it comes in a row
  /// unless that is once: `1.37 r38nr361`.
  ///
  /// Far above and below its threshold a decoder does always the same: 400 trials are four letters.
  public var text: String {
    var text = level.text + " "
    var rest = trials[...]
    while let outcome = rest.first {
      let run = rest.prefix { $0 == outcome }.count
      text.append(outcome.rawValue)
      if run > 1 { text += String(run) }
      rest = rest.dropFirst(run)
    }
    return text
  }

  /// More trials than any corpus may have, so that a damaged number cannot fill the memory.
  private static let mostTrials = 1_000_000

  /// Reads what ``text`` writes.
  ///
  /// - Throws: ``LevelOutcomesError``.
  public init(parsing text: String) throws(LevelOutcomesError) {
    let parts = text.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let level = Level(parsing: String(parts[0])) else {
      throw LevelOutcomesError(text, "it begins with a level and a space, such as \"1.37 r400\"")
    }
    self.level = level
    trials = []
    var rest = parts[1][...]
    while let letter = rest.popFirst() {
      guard let outcome = SampleOutcome(rawValue: letter) else {
        let known = SampleOutcome.allCases.map { String($0.rawValue) }.joined(separator: ", ")
        throw LevelOutcomesError(text, "\"\(letter)\" is no outcome; they are \(known)")
      }
      let digits = rest.prefix { $0.isASCII && $0.isNumber }
      rest = rest.dropFirst(digits.count)
      guard let count = digits.isEmpty ? 1 : Int(digits), count >= 1,
        count <= Self.mostTrials - trials.count
      else { throw LevelOutcomesError(text, "\"\(digits)\" is no number of trials") }
      trials += repeatElement(outcome, count: count)
    }
  }
}

/// Why a text does not say a level's outcomes.
public struct LevelOutcomesError: Error, Hashable, CustomStringConvertible {
  /// What is wrong, with the beginning of the text.
  public let description: String

  init(_ text: String, _ reason: String) {
    description = "\"\(text.prefix(40))\(text.count > 40 ? "…" : "")\": \(reason)"
  }
}

/// Stored as its ``text``: a line of its own in a file, so that two baselines differ line by line.
extension LevelOutcomes: Codable {
  public init(from decoder: any Swift.Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    do throws(LevelOutcomesError) {
      try self.init(parsing: text)
    } catch {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: error.description))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}

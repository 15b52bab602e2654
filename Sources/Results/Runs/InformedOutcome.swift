/// The reads of the informed reader over a run's samples, and over harder ones beyond its sweep.
public struct InformedOutcome: Hashable, Sendable, Codable {
  /// One level of one group.
  public struct Cell: Hashable, Sendable, Codable {
    /// The index of the group in the corpus.
    public var group: Int
    /// The level as it is written in samples' keys; it may lie beyond the corpus's.
    public var level: String
    /// The number of trials, from trial 0 on.
    public var trials: Int
    /// The trials that were not read, in ascending order.
    public var missed: [Int]
    /// CPU time of the reader, in nanoseconds, over all trials.
    public var nanoseconds: Int

    /// Reads a cell, which may come from a store that somebody changed.
    ///
    /// - Throws: `DecodingError` for numbers that no run writes.
    public init(from decoder: any Swift.Decoder) throws {
      let fields = try decoder.container(keyedBy: CodingKeys.self)
      group = try fields.decode(Int.self, forKey: .group)
      level = try fields.decode(String.self, forKey: .level)
      trials = try fields.decode(Int.self, forKey: .trials)
      missed = try fields.decode([Int].self, forKey: .missed)
      nanoseconds = try fields.decode(Int.self, forKey: .nanoseconds)
      let isPossible =
        group >= 0 && (0...1 << 32).contains(trials) && (0...1 << 53).contains(nanoseconds)
        && zip(missed, missed.dropFirst()).allSatisfy(<)
        && (missed.first ?? 0) >= 0 && (missed.last ?? -1) < trials
      guard isPossible else {
        throw DecodingError.dataCorruptedError(
          forKey: .missed, in: fields, debugDescription: "no run reads so many images")
      }
    }

    package init(group: Int, level: String, trials: Int, missed: [Int], nanoseconds: Int) {
      (self.group, self.level, self.trials) = (group, level, trials)
      (self.missed, self.nanoseconds) = (missed, nanoseconds)
    }
  }

  /// A group that the reader has no model of.
  public struct Uncovered: Hashable, Sendable, Codable {
    /// The index of the group in the corpus.
    public var group: Int
    /// The reason, as a code: `photo`, `several-symbols`, `print` …
    public var reason: String

    package init(group: Int, reason: String) { (self.group, self.reason) = (group, reason) }
  }

  /// The decode rate up to which a level counts as failed: harder ones are not tried then.
  public static let leastRate = 0.05

  /// The cells, group by group.
  public var cells: [Cell]
  /// The groups that are not covered.
  public var uncovered: [Uncovered]

  package init(cells: [Cell] = [], uncovered: [Uncovered] = []) {
    (self.cells, self.uncovered) = (cells, uncovered)
  }
}

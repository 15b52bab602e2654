import Analysis
import Results

/// The commits of a decoder on the samples of a cell, and the one that changed the rate.
///
/// `harness bisect --json` prints exactly these fields.
struct CellBisection: Hashable, Sendable, Codable {
  /// The version of this layout. A published version keeps its meaning; fields may be added.
  static let currentSchemaVersion = 1
  /// The largest chance of a difference between builds that answer alike.
  static let alpha = 0.05

  /// The version of the layout.
  var schemaVersion = currentSchemaVersion
  /// The cell: a group of a corpus, one level of it, or the whole corpus.
  var cell: String
  /// The decoder's name, with its options.
  var decoder: String
  /// The repository whose commits were tried.
  var repository: String
  /// The number of commits in the range that could take part, tried or not.
  var candidates: Int
  /// The difference of the two ends.
  var ends: Difference
  /// The commits that were tried, the earliest first.
  var answers: [Answer]
  /// The change between two commits, decoded again; `nil` where the ends do not differ.
  var change: Difference?
  /// The commits that could not take part, with the reasons.
  var unavailable: [UnavailableDecoder]

  /// What a commit did with the samples, beside both ends.
  struct Answer: Hashable, Sendable, Codable {
    var commit: String
    /// Samples tried.
    var tried: Int
    /// Samples read.
    var read: Int
    /// The samples on which the ends differ and the commit does as the good one.
    var asGood: Int
    /// The samples on which the ends differ and the commit does as the bad one.
    var asBad: Int
    /// The two-sided p-value of the exact test that each of these samples is as likely to go either way.
    var p: Double

    /// True if it is taken as good: most of what differs has not changed yet.
    var isGood: Bool { asGood > asBad }
  }

  /// Two commits on the samples that both tried.
  struct Difference: Hashable, Sendable, Codable {
    /// The earlier commit.
    var from: String
    /// The later commit.
    var to: String
    /// The samples that both tried.
    var pairs: Int
    /// Those that the earlier one alone read.
    var lost: Int
    /// Those that the later one alone read.
    var gained: Int
    /// The two-sided p-value of the exact paired test.
    var p: Double
    /// The keys of the first samples that one alone read.
    var samples: [String]
    /// The samples that the earlier one answered otherwise when it decoded them before.
    var fromVaried: Int?
    /// The samples that the later one answered otherwise when it decoded them before.
    var toVaried: Int?
    /// The commits between the two that could not be tried; `nil` for none.
    var skipped: [String]?
    /// The commits that the later one merges, which were not tried; `nil` for none.
    var merged: MergedCommits?

    private static let mostSamples = 10

    init(from: String, _ earlier: CellOutcomes, to: String, _ later: CellOutcomes) {
      let run = earlier.run
      let found = earlier.compared(with: later)
      (self.from, self.to, pairs) = (from, to, found.pairs)
      (lost, gained) = (found.lost.count, found.gained.count)
      p = ChosenPairs.test(worse: found.lost, better: found.gained, of: run).p
      samples = (found.lost + found.gained).prefix(Self.mostSamples).map(run.corpus.key)
    }

    /// True if the two read differently by more than chance.
    var isShown: Bool { p <= CellBisection.alpha }
  }
}

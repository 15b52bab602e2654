import Results
import Statistics

/// The releases of a decoder on one sample, and those that changed the answer.
///
/// `harness bisect --json` prints exactly these fields.
struct SampleBisection: Hashable, Sendable, Codable {
  /// The version of this layout. A published version keeps its meaning; fields may be added.
  static let currentSchemaVersion = 1

  /// The version of the layout.
  var schemaVersion = currentSchemaVersion
  /// The sample's key.
  var sample: String
  /// The decoder's name, with its options.
  var decoder: String
  /// The way in which releases were tried.
  var way: ChangeSearch.Way
  /// The number of releases in the range that could take part, tried or not.
  var candidates: Int
  /// The releases that were tried, the earliest first.
  var answers: [Answer]
  /// The releases that changed the answer, the earliest first.
  var changes: [Change]
  /// The releases that could not take part, with the reasons.
  var unavailable: [UnavailableDecoder]
  /// The repository whose commits were tried; `nil` for releases.
  var repository: String?

  /// The answer of one release to the sample.
  struct Answer: Hashable, Sendable, Codable {
    /// The release's number.
    var release: String
    /// The verdict; `nil` where the release does not read the symbology.
    var verdict: Verdict?
    /// The data that was read, shown as text, where it is not what was expected, or more than that.
    var readings: [String]

    /// The part of an answer that another release may share.
    struct Content: Hashable {
      let verdict: Verdict?
      let readings: [String]
    }

    /// The answer whatever the release.
    var content: Content { Content(verdict: verdict, readings: readings) }
  }

  /// A release whose answer is not that of the one before it.
  struct Change: Hashable, Sendable, Codable {
    /// The last release with the earlier answer.
    var from: String
    /// The first release with the later answer.
    var to: String
    /// The number of fresh processes in which each of the two was tried.
    var tries: Int
    /// The number of them in which the earlier release gave its answer.
    var fromSame: Int
    /// The number of them in which the later release gave its answer.
    var toSame: Int
    /// The two-sided p-value of Fisher's exact test: the chance of a split like this if both releases gave
    /// the two answers equally often.
    var p: Double
    /// The builds between the two that could not be tried, one of which may be the one that changed the answer;
    /// `nil` for none.
    var skipped: [String]?
    /// The commits that the later build merges, which were not tried; `nil` for none.
    var merged: MergedCommits?

    /// Makes a change from repeated tries.
    ///
    /// - Parameters:
    ///   - earlier: The tries in which each release gave the earlier answer.
    ///   - same: The tries in which each gave its own answer.
    init(
      from: String, to: String, tries: Int, earlier: (from: Int, to: Int),
      same: (from: Int, to: Int)
    ) {
      (self.from, self.to, self.tries) = (from, to, tries)
      (fromSame, toSame) = same
      let oneSided = FisherExact.oneSided(
        firstReads: earlier.from, firstTrials: tries, secondReads: earlier.to, secondTrials: tries)
      p = min(1, 2 * oneSided)
    }

    /// True if both releases gave the same answer every time.
    var isRepeatable: Bool { fromSame == tries && toSame == tries }
  }
}

/// The commits of a branch that a merge brought in, and the ends of a search among them.
struct MergedCommits: Hashable, Sendable, Codable {
  /// Their number.
  var commits: Int
  /// The commit from which the branch left, as `--good` takes it.
  var good: String
  /// The last commit of the branch, as `--bad` takes it.
  var bad: String
}

import Results

/// The results of a decoder's releases on some corpora: what each reads, and which release changed that.
///
/// `releases.json` has exactly these fields.
struct VersionHistory: Hashable, Sendable, Codable {
  /// The version of this layout. A published version keeps its meaning; fields may be added.
  static let currentSchemaVersion = 1

  /// The version of the layout.
  var schemaVersion = currentSchemaVersion
  /// The decoder's name.
  var decoder: String
  /// The releases that took part, the earliest first.
  var releases: [Release]
  /// The releases that could not take part, with the reasons.
  var unavailable: [UnavailableDecoder]
  /// The results, a part for each corpus.
  var corpora: [CorpusReleases]
  /// The command that makes all this again.
  var command: String

  /// One release.
  struct Release: Hashable, Sendable, Codable {
    /// The name in tables, such as `toy@2.1.0`.
    var label: String
    /// The release's number as its publisher writes it.
    var number: String
    /// The library, and the version that the release itself reports.
    var version: String
  }
}

/// The results of a decoder's releases on one corpus.
struct CorpusReleases: Hashable, Sendable, Codable {
  /// The corpus's name.
  var corpus: String
  var version: Int
  /// Its question, or its title where it has none.
  var title: String
  /// The SHA-256 of its description.
  var sha256: String
  /// The seed of all random numbers.
  var seed: UInt64
  /// The unit of its levels; empty for none.
  var unit: String
  /// True if larger values are harder, so that a higher threshold is better.
  var isLargerHarder: Bool
  /// The number that tells how well a release reads.
  var measure: RankingBasis.Measure
  /// The most trials at a level of a group; the number of photos for a folder.
  var trials: Int
  /// The number of images.
  var images: Int
  /// Start of the run, ISO 8601 in UTC.
  var startedAt: String
  /// True if the run was stopped before all was decoded.
  var wasStopped: Bool
  /// A row for each release, the earliest first.
  var rows: [Row]
  /// The tests of each release against the one before, overall and group by group.
  var steps: [VersionStep]

  /// One release on the corpus.
  struct Row: Hashable, Sendable, Codable {
    /// The name in tables.
    var label: String
    /// The release's number.
    var release: String
    /// The reason it is compared with the others or not.
    var standing: DecoderScore.Standing
    /// The mean threshold over the groups that all releases share; `nil` where there is none.
    var meanThreshold: Estimate?
    /// The decode rate over the work that all releases share, 0 to 1; `nil` where there is none.
    var rate: Estimate?
    /// Samples tried.
    var tried: Int
    /// Successful samples.
    var successes: Int
    /// Misreads and false positives.
    var falseAnswers: Int
    /// Samples with a phantom: something read that is not in the image, beside what the verdict is about.
    var phantoms = 0
    /// Crashes, timeouts and failures.
    var errors: Int
    /// Median time of a decode that read, in milliseconds, over all groups; `nil` where nothing was read.
    var readMilliseconds: Double?
    /// The groups that it supports, in the corpus's order.
    var groups: [Group]
  }

  /// One release in one group.
  struct Group: Hashable, Sendable, Codable {
    /// `recipe/condition`, or the name of a folder of photos.
    var group: String
    /// The mean threshold; `nil` without an order.
    var meanThreshold: Estimate?
    /// The failure threshold.
    var threshold: ThresholdScore
    /// Samples tried.
    var tried: Int
    /// Successful samples.
    var successes: Int
    /// Misreads and false positives.
    var falseAnswers: Int
    /// Samples with a phantom: something read that is not in the image, beside what the verdict is about.
    var phantoms = 0
    /// Crashes, timeouts and failures.
    var errors: Int
  }

  /// The steps that are significant.
  var changes: [VersionStep] { steps.filter(\.isSignificant) }
  /// The steps on which significantly more or fewer samples have a phantom.
  var phantomChanges: [VersionStep] { steps.filter(\.changesPhantoms) }
}

/// A release against the one before it, on the samples that both tried.
struct VersionStep: Hashable, Sendable, Codable {
  /// The earlier release's number.
  var from: String
  /// The later release's number.
  var to: String
  /// The group; `nil` for all groups together.
  var group: String?
  /// The samples, or symbols, that both tried.
  var pairs: Int
  /// Those that the later release alone read.
  var gained: Int
  /// Those that the earlier release alone read.
  var lost: Int
  /// Two-sided p-value of the exact paired test.
  var p: Double
  /// The p-value after Holm's correction over all tests of the corpus.
  var adjustedP: Double
  /// True if the two are significantly different: adjusted p ≤ 0.05, and the measure favours the one
  /// that reads more.
  var isSignificant: Bool
  /// The later one's mean threshold minus the earlier one's; `nil` without an order.
  var meanThresholdDifference: Estimate?
  /// The later one's decode rate minus the earlier one's, a share from −1 to 1.
  var rateDifference: Estimate?
  /// Samples with a phantom in the later release alone.
  var newPhantoms = 0
  /// Samples with a phantom in the earlier release alone.
  var gonePhantoms = 0
  /// Two-sided p-value of the exact paired test of these, after Holm's correction over all tests of the corpus; 1
  /// where they are too few to be significant.
  var adjustedPhantomP = 1.0
  /// True if the two have phantoms in significantly different numbers of samples.
  var changesPhantoms = false

  /// True if the later release reads more.
  var isBetter: Bool { gained > lost }
  /// True if both read the same samples, with phantoms in the same ones.
  var isAlike: Bool { gained == 0 && lost == 0 && newPhantoms == 0 && gonePhantoms == 0 }
}

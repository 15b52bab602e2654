import Results

/// The results of a decoder's releases on some corpora: what each reads, and which release changed that.
///
/// `releases.json` has exactly these fields.
public struct VersionHistory: Hashable, Sendable, Codable {
  /// The version of this layout. A published version keeps its meaning; fields may be added.
  public static let currentSchemaVersion = 1

  /// The version of the layout.
  public var schemaVersion = currentSchemaVersion
  /// The decoder's name.
  public var decoder: String
  /// The releases that took part, the earliest first.
  public var releases: [Release]
  /// The releases that could not take part, with the reasons.
  public var unavailable: [UnavailableDecoder]
  /// The results, a part for each corpus.
  public var corpora: [CorpusReleases]
  /// The command that makes all this again.
  public var command: String

  /// Makes one from its parts.
  package init(
    decoder: String, releases: [Release], unavailable: [UnavailableDecoder],
    corpora: [CorpusReleases], command: String
  ) {
    self.decoder = decoder
    self.releases = releases
    self.unavailable = unavailable
    self.corpora = corpora
    self.command = command
  }

  /// One release.
  public struct Release: Hashable, Sendable, Codable {
    /// The name in tables, such as `toy@2.1.0`.
    public var label: String
    /// The release's number as its publisher writes it.
    public var number: String
    /// The library, and the version that the release itself reports.
    public var version: String

    /// Makes one from its parts.
    package init(label: String, number: String, version: String) {
      (self.label, self.number, self.version) = (label, number, version)
    }
  }
}

/// The results of a decoder's releases on one corpus.
public struct CorpusReleases: Hashable, Sendable, Codable {
  /// The corpus's name.
  public var corpus: String
  /// Its version.
  public var version: Int
  /// Its question, or its title where it has none.
  public var title: String
  /// The SHA-256 of its description.
  public var sha256: String
  /// The seed of all random numbers.
  public var seed: UInt64
  /// The unit of its levels; empty for none.
  public var unit: String
  /// True if larger values are harder, so that a higher threshold is better.
  public var isLargerHarder: Bool
  /// The number that tells how well a release reads.
  public var measure: RankingBasis.Measure
  /// The most trials at a level of a group; the number of photos for a folder.
  public var trials: Int
  /// The number of images.
  public var images: Int
  /// Start of the run, ISO 8601 in UTC.
  public var startedAt: String
  /// True if the run was stopped before all was decoded.
  public var wasStopped: Bool
  /// A row for each release, the earliest first.
  public var rows: [Row]
  /// The tests of each release against the one before, overall and group by group.
  public var steps: [VersionStep]

  /// One release on the corpus.
  public struct Row: Hashable, Sendable, Codable {
    /// The name in tables.
    public var label: String
    /// The release's number.
    public var release: String
    /// The reason it is compared with the others or not.
    public var standing: DecoderScore.Standing
    /// The mean threshold over the groups that all releases share; `nil` where there is none.
    public var meanThreshold: Estimate?
    /// The decode rate over the work that all releases share, 0 to 1; `nil` where there is none.
    public var rate: Estimate?
    /// Samples tried.
    public var tried: Int
    /// Successful samples.
    public var successes: Int
    /// Misreads and false positives.
    public var falseAnswers: Int
    /// Crashes, timeouts and failures.
    public var errors: Int
    /// Median time of a decode that read, in milliseconds, over all groups; `nil` where nothing was read.
    public var readMilliseconds: Double?
    /// The groups that it supports, in the corpus's order.
    public var groups: [Group]
  }

  /// One release in one group.
  public struct Group: Hashable, Sendable, Codable {
    /// `recipe/condition`, or the name of a folder of photos.
    public var group: String
    /// The mean threshold; `nil` without an order.
    public var meanThreshold: Estimate?
    /// The failure threshold.
    public var threshold: ThresholdScore
    /// Samples tried.
    public var tried: Int
    /// Successful samples.
    public var successes: Int
    /// Misreads and false positives.
    public var falseAnswers: Int
    /// Crashes, timeouts and failures.
    public var errors: Int
  }

  /// The steps that are significant.
  public var changes: [VersionStep] { steps.filter(\.isSignificant) }
}

/// A release against the one before it, on the samples that both tried.
public struct VersionStep: Hashable, Sendable, Codable {
  /// The earlier release's number.
  public var from: String
  /// The later release's number.
  public var to: String
  /// The group; `nil` for all groups together.
  public var group: String?
  /// The samples, or symbols, that both tried.
  public var pairs: Int
  /// Those that the later release alone read.
  public var gained: Int
  /// Those that the earlier release alone read.
  public var lost: Int
  /// Two-sided p-value of the exact paired test.
  public var p: Double
  /// The p-value after Holm's correction over all steps of the corpus.
  public var adjustedP: Double
  /// True if the two are significantly different: adjusted p ≤ 0.05, and the measure favours the one
  /// that reads more.
  public var isSignificant: Bool
  /// The later one's mean threshold minus the earlier one's; `nil` without an order.
  public var meanThresholdDifference: Estimate?
  /// The later one's decode rate minus the earlier one's, a share from −1 to 1.
  public var rateDifference: Estimate?

  /// True if the later release reads more.
  public var isBetter: Bool { gained > lost }
}

import Corpora
import PluginHost

/// Everything that a comparison needs, validated before anything starts.
public struct ComparisonPlan: Sendable {
  /// The corpus to draw.
  public var corpus: Corpus
  /// The decoders that take part, in the order asked for.
  public var contestants: [Contestant]
  /// The decoders that were asked for and cannot take part.
  public var absentees: [Absentee]
  /// Samples processed at the same time; each keeps about one core busy.
  public var jobs: Int
  /// The number of fatal images in a row after which a decoder is given up.
  public var deathsBeforeGivingUp: Int
  /// The goal of a run that chooses its own trials; `nil` to take all of the corpus's trials.
  public var aim: AdaptiveAim?
  /// The slice of the samples that is taken.
  public var shard: Shard
  /// Path of the folder for images that caused an error (crash, timeout or failure).
  public var reproducerFolder: String
  /// Options that `harness reproduce` needs beside the sample's key and the decoder, shell-quoted:
  /// the corpus's file, another seed, a plugin's path.
  public var reproduceOptions: String

  /// A decoder that was found and cannot be used.
  public struct Absentee: Hashable, Sendable, Codable {
    /// The name in tables.
    public var label: String
    /// The reason, in a sentence.
    public var reason: String

    /// Makes an absentee.
    public init(label: String, reason: String) {
      self.label = label
      self.reason = reason
    }
  }

  /// Makes a plan.
  ///
  /// - Precondition: `jobs` and `deathsBeforeGivingUp` are 1 or more. A plan with an aim takes the
  ///   whole of a drawn corpus whose sweep has an order, with ``AdaptiveAim/mostTrials`` trials.
  public init(
    corpus: Corpus, contestants: [Contestant], absentees: [Absentee] = [], jobs: Int,
    deathsBeforeGivingUp: Int, aim: AdaptiveAim? = nil, shard: Shard = .whole,
    reproducerFolder: String,
    reproduceOptions: String = ""
  ) {
    precondition(jobs >= 1 && deathsBeforeGivingUp >= 1, "counts in a plan are 1 or more")
    self.corpus = corpus
    self.contestants = contestants
    self.absentees = absentees
    self.jobs = jobs
    precondition(
      aim == nil || !shard.isPart && corpus.sweep.harder != .unordered,
      "an aim needs all of an ordered sweep")
    self.deathsBeforeGivingUp = deathsBeforeGivingUp
    self.aim = aim
    self.shard = shard
    self.reproducerFolder = reproducerFolder
    self.reproduceOptions = reproduceOptions
  }

  /// Quotes a word for a POSIX shell, whatever characters it contains.
  public static func quoted(_ word: String) -> String {
    // Scalar by scalar: an accent over a quote must not hide the quote.
    let scalars = word.unicodeScalars.flatMap { $0 == "'" ? Array("'\\''".unicodeScalars) : [$0] }
    return "'" + String(String.UnicodeScalarView(scalars)) + "'"
  }

  /// The numbering of the samples.
  public var schedule: SampleSchedule { SampleSchedule(of: corpus) }

  /// The number of samples that belong to the slice, group by group.
  public var sampleCounts: [Int] {
    schedule.sampleCounts(in: shard)
  }
}

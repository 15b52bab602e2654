import Corpora
import PluginHost

/// Everything that a comparison needs, valid and settled before anything starts.
public struct ComparisonPlan: Sendable {
  /// What is drawn.
  public var corpus: Corpus
  /// Who takes part, in the order asked for.
  public var contestants: [Contestant]
  /// Who was asked for and cannot take part.
  public var absentees: [Absentee]
  /// Samples in work at the same time; each keeps about one core busy.
  public var jobs: Int
  /// Fatal images in a row after which a decoder is given up.
  public var deathsBeforeGivingUp: Int
  /// What a run that chooses its own trials is to reach; `nil` to take all of the corpus's trials.
  public var aim: AdaptiveAim?
  /// Which slice of the samples is taken.
  public var shard: Shard
  /// Where images that broke a decoder are kept.
  public var reproducerFolder: String
  /// What `harness reproduce` must be told beside the sample's key and the decoder, shell-quoted:
  /// the corpus's file, another seed, a plugin's path.
  public var reproduceOptions: String

  /// A decoder that was found and cannot be used.
  public struct Absentee: Hashable, Sendable, Codable {
    /// The name in tables.
    public var label: String
    /// Why, in a sentence.
    public var reason: String

    /// Makes an absentee.
    public init(label: String, reason: String) {
      self.label = label
      self.reason = reason
    }
  }

  /// Makes a plan.
  ///
  /// - Precondition: `jobs` and `deathsBeforeGivingUp` are 1 or more. A plan with an aim takes the whole
  ///   of a drawn corpus whose sweep has an order, with ``AdaptiveAim/mostTrials`` trials.
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

  /// A word as a shell takes it, whatever is in it.
  public static func quoted(_ word: String) -> String {
    // Scalar by scalar: an accent over a quote must not hide the quote.
    let scalars = word.unicodeScalars.flatMap { $0 == "'" ? Array("'\\''".unicodeScalars) : [$0] }
    return "'" + String(String.UnicodeScalarView(scalars)) + "'"
  }

  /// The numbering of the samples.
  public var schedule: SampleSchedule { SampleSchedule(of: corpus) }

  /// Samples that belong to the slice, group by group.
  public var sampleCounts: [Int] {
    schedule.sampleCounts(in: shard)
  }
}

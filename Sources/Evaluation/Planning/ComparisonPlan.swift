import Corpora
import Results

/// Everything that a comparison needs, validated before anything starts.
package struct ComparisonPlan: Sendable {
  /// The corpus to draw.
  package var corpus: Corpus
  /// The decoders that take part, in the order asked for.
  package var decoders: [ConfiguredDecoder]
  /// The decoders that were asked for and cannot take part.
  package var unavailable: [UnavailableDecoder]
  /// Samples processed at the same time; each keeps about one core busy.
  package var jobs: Int
  /// The number of fatal images in a row after which a decoder is given up.
  package var deathsBeforeGivingUp: Int
  /// The goal of a run that chooses its own trials; `nil` to take all of the corpus's trials.
  package var aim: AdaptiveAim?
  /// Plans the rounds of an aim that one feature alone has; `nil` for curves and boundaries.
  package var rounds: (@Sendable (ComparisonPlan, AdaptiveAim) -> any RoundSchedule)?
  /// The slice of the samples that is taken.
  package var shard: Shard
  /// The observations whose readings are kept in the store.
  package var keptReadings: ReadingRetention
  /// Path of the folder of the reports; images that caused an error (crash, timeout or failure) go
  /// to a folder in it.
  package var reportFolder: String
  /// Options that `harness reproduce` needs beside the sample's key and the decoder.
  package var reproduceOptions: ReproduceOptions

  /// Makes a plan.
  ///
  /// - Precondition: `jobs` and `deathsBeforeGivingUp` are 1 or more. A plan with an aim takes the
  ///   whole of a drawn corpus with ``AdaptiveAim/mostTrials`` trials, whose sweep has an order; or
  ///   with ``MisreadAim/mostTrials`` where the aim is misreads, and its own number where boundaries
  ///   are traced.
  package init(
    corpus: Corpus, decoders: [ConfiguredDecoder], unavailable: [UnavailableDecoder] = [],
    jobs: Int,
    deathsBeforeGivingUp: Int, aim: AdaptiveAim? = nil, shard: Shard = .whole,
    keptReadings: ReadingRetention = .doubtful, reportFolder: String,
    reproduceOptions: ReproduceOptions
  ) {
    precondition(jobs >= 1 && deathsBeforeGivingUp >= 1, "counts in a plan are 1 or more")
    self.corpus = corpus
    self.decoders = decoders
    self.unavailable = unavailable
    self.jobs = jobs
    precondition(
      aim.map {
        !shard.isPart && ($0.misreads != nil || corpus.sweep.harder != .unordered)
      } ?? true,
      "an aim needs all of an ordered sweep")
    self.deathsBeforeGivingUp = deathsBeforeGivingUp
    self.aim = aim
    self.shard = shard
    self.keptReadings = keptReadings
    self.reportFolder = reportFolder
    self.reproduceOptions = reproduceOptions
  }

  /// The numbering of the samples.
  package var numbering: SampleNumbering { SampleNumbering(of: corpus) }

  /// The number of samples that belong to the slice, group by group.
  package var sampleCounts: [Int] {
    numbering.sampleCounts(in: shard)
  }
}

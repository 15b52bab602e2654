import Base
import Corpora
import Evaluation
import PluginHost
import Results

/// The surroundings of decodes: where decoders are found, and within which limits.
package struct DecodingContext: Sendable {
  /// The places to look for decoders.
  package let search: PluginSearch
  /// The limits of every worker.
  package let limits: DecoderChoice.Limits
  /// Plugins named by hand, as absolute paths.
  package let plugins: [String]
  /// Images processed at the same time.
  package let jobs: Int
  /// The place and time of the runs.
  package let provenance: Provenance
  /// The signal that ends everything early.
  package let stop: StopSignal

  /// Makes a context.
  ///
  /// - Precondition: `jobs` is 1 or more.
  package init(
    search: PluginSearch, limits: DecoderChoice.Limits, plugins: [String], jobs: Int,
    provenance: Provenance, stop: StopSignal
  ) {
    precondition(jobs >= 1, "jobs are 1 or more")
    self.search = search
    self.limits = limits
    self.plugins = plugins
    self.jobs = jobs
    self.provenance = provenance
    self.stop = stop
  }

  /// Fatal images in a row after which a decoder is given up.
  package static let deathsBeforeGivingUp = 10

  /// Starts decoders.
  ///
  /// - Parameter references: The decoders; empty for all that come with the harness.
  package func decoders(_ references: [DecoderReference]) throws -> DecoderChoice {
    try DecoderChoice(references, search: search, limits: limits)
  }

  /// The settings of a run.
  package var settings: RunSettings {
    var settings = RunSettings(
      jobs: jobs, timeoutSeconds: Double(limits.decodeDeadlineNanoseconds) / 1e9,
      memoryLimitBytes: limits.memoryLimitBytes, deathsBeforeGivingUp: Self.deathsBeforeGivingUp)
    settings.sandbox = limits.sandbox.record
    return settings
  }

  /// Plans the comparison of decoders on a corpus.
  package func plan(
    _ corpus: Corpus, _ decoders: [ConfiguredDecoder], folder: String
  ) throws -> ComparisonPlan {
    try DescriptorBudget.reserve(workers: jobs * decoders.reduce(0) { $0 + $1.members.count })
    var reproduceOptions = ReproduceOptions(
      corpusFile: corpus.file, seed: nil, plugins: plugins,
      timeoutNanoseconds: limits.decodeDeadlineNanoseconds,
      memoryLimitBytes: limits.memoryLimitBytes)
    reproduceOptions.sandbox = limits.sandbox.record
    return ComparisonPlan(
      corpus: corpus, decoders: decoders, jobs: jobs,
      deathsBeforeGivingUp: Self.deathsBeforeGivingUp, reportFolder: folder,
      reproduceOptions: reproduceOptions)
  }
}

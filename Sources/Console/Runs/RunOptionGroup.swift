import ArgumentParser
import Base
import Console
import Corpora
import Evaluation
import Foundation
import PluginHost
import Results
import Sessions

/// The options that say how many trials a run makes.
protocol SamplingOptions: ParsableArguments {
  /// The aim of adaptive sampling of a corpus; `nil` where trials are fixed.
  func aim(for corpus: Corpus) throws -> AdaptiveAim?

  /// The corpus as a run with these options takes it.
  ///
  /// - Throws: ``RequestError`` for a corpus whose trials cannot be chosen so.
  func prepared(_ corpus: Corpus, trials: Int?, shard: Shard) throws -> Corpus
}

/// The options of a whole run, the same for every command that makes one.
struct RunOptionGroup<Sampling: SamplingOptions>: ParsableArguments {
  @Option(
    name: .customLong("corpus"),
    help: ArgumentHelp("A corpus by name or file.", valueName: "name or file"),
    completion: Completions.corpora)
  var corpusName: String

  @OptionGroup var processors: JobsOptionGroup

  /// The number of samples processed at the same time.
  var jobs: Int { processors.jobs }

  @OptionGroup var overrides: CorpusOverrides

  @OptionGroup var sampling: Sampling

  @Option(
    help: "Stops using a decoder after this many consecutive crashes or timeouts.",
    transform: CountOption.jobs)
  var giveUpAfter: Int = 10

  @OptionGroup var place: RunFolderOptionGroup

  @Option(
    help: ArgumentHelp(
      "Which readings the store keeps beside verdicts: none, doubtful (not plainly right) or all.",
      discussion:
        "With all, cached results whose readings were not kept are decoded again. harness runs export "
        + "prints what is kept.",
      valueName: "which"))
  var keepReadings: ReadingRetention = .doubtful

  /// The folder for the reports. Default: one in reports/.
  var output: String? { place.output }

  /// The corpus with the run's overrides, sampling and shard applied.
  func corpus(shard: Shard) throws -> Corpus {
    try sampling.prepared(
      overrides.load(corpusName), trials: overrides.trials, shard: shard)
  }

  /// The settings of the run, whatever its corpus.
  private var request: RunRequest {
    RunRequest(
      jobs: jobs, giveUpAfter: giveUpAfter, isFresh: place.fresh, keepReadings: keepReadings,
      seed: overrides.seed)
  }

  /// Makes the plan of the run, once it is known which decoders take part.
  func plan(
    _ corpus: Corpus, _ selection: DecoderSelection, _ workers: WorkerOptionGroup, shard: Shard,
    folder: String
  ) throws -> ComparisonPlan {
    try request.plan(
      corpus, named: corpusName, selection, workers, aim: sampling.aim(for: corpus), shard: shard,
      folder: folder)
  }

  /// Makes a session for one run of a plan, with its store in a folder.
  func session(
    _ plan: ComparisonPlan, _ workers: WorkerOptionGroup, folder: String,
    streamRules: StreamRules? = nil, isInformed: Bool = false, release: ReleaseRecord? = nil
  ) throws -> ComparisonSession {
    try request.session(
      plan, workers, folder: folder, streamRules: streamRules, isInformed: isInformed,
      release: release)
  }
}

/// The settings of runs, as commands make plans and sessions of them.
struct RunRequest {
  var jobs: Int
  var giveUpAfter: Int
  var isFresh: Bool
  var keepReadings: ReadingRetention
  /// The seed, if it is not the corpus's own.
  var seed: UInt64?

  /// Makes the plan of a run, once it is known which decoders take part.
  ///
  /// - Parameter corpusName: The corpus as it was named.
  func plan(
    _ corpus: Corpus, named corpusName: String, _ selection: DecoderSelection,
    _ workers: WorkerOptionGroup, aim: AdaptiveAim? = nil, shard: Shard = .whole, folder: String
  ) throws -> ComparisonPlan {
    guard !selection.decoders.isEmpty else {
      printMessages(about: selection.unavailable)
      throw PluginError(.unavailable, "no decoder can take part")
    }
    try DescriptorBudget.reserve(
      workers: jobs * selection.decoders.reduce(0) { $0 + $1.members.count })
    // The options that lead to the same sample and decoder, to be typed again.
    let again = workers.reproduceOptions(
      corpusFile: corpusName == corpus.name ? nil : URL(filePath: corpusName).path, seed: seed)
    return ComparisonPlan(
      corpus: corpus, decoders: selection.decoders, unavailable: selection.unavailable, jobs: jobs,
      deathsBeforeGivingUp: giveUpAfter, aim: aim, shard: shard, keptReadings: keepReadings,
      reportFolder: folder, reproduceOptions: again)
  }

  /// Makes a session for one run of a plan, with its store in a folder.
  func session(
    _ plan: ComparisonPlan, _ workers: WorkerOptionGroup, folder: String,
    streamRules: StreamRules? = nil, isInformed: Bool = false, release: ReleaseRecord? = nil
  ) throws -> ComparisonSession {
    var settings = RunSettings(
      jobs: jobs, timeoutSeconds: Double(workers.timeout.nanoseconds) / 1e9,
      memoryLimitBytes: workers.memoryLimit.bytes, deathsBeforeGivingUp: giveUpAfter,
      aim: plan.aim, stream: streamRules, informed: isInformed ? true : nil)
    settings.sandbox = workers.rights.sandbox.record
    settings.release = release
    return try ComparisonSession(
      plan: plan, folder: folder, settings: settings, provenance: .current(), isFresh: isFresh)
  }
}

extension ReadingRetention: ExpressibleByArgument {}

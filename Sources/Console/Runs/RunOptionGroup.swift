import ArgumentParser
import Corpora
import Evaluation
import Foundation
import PluginHost
import Results
import Sessions

/// The options that say how many trials a run makes.
package protocol SamplingOptions: ParsableArguments {
  /// The options that change the corpus, with or without a number of trials.
  associatedtype Overrides: CorpusChanges = CorpusOverrides

  /// The aim of adaptive sampling of a corpus; `nil` where trials are fixed.
  func aim(for corpus: Corpus) throws -> AdaptiveAim?

  /// The corpus as a run with these options takes it.
  ///
  /// - Throws: ``RequestError`` for a corpus whose trials cannot be chosen so.
  func prepared(_ corpus: Corpus, trials: Int?, shard: Shard) throws -> Corpus
}

/// The options of a whole run, the same for every command that makes one.
package struct RunOptionGroup<Sampling: SamplingOptions>: ParsableArguments {
  @Option(
    name: .customLong("corpus"),
    help: ArgumentHelp("A corpus by name or file.", valueName: "name or file"),
    completion: Completions.corpora)
  package var corpusName: String

  @OptionGroup package var processors: JobsOptionGroup

  /// The number of samples processed at the same time.
  package var jobs: Int { processors.jobs }

  @OptionGroup package var overrides: Sampling.Overrides

  @OptionGroup package var sampling: Sampling

  @Option(
    help: "Stops using a decoder after this many consecutive crashes or timeouts.",
    transform: CountOption.jobs)
  package var giveUpAfter: Int = 10

  @OptionGroup package var place: RunFolderOptionGroup

  @Option(
    help: ArgumentHelp(
      "Which readings the store keeps beside verdicts: none, doubtful (not plainly right) or all.",
      discussion:
        "With all, cached results whose readings were not kept are decoded again. harness runs export "
        + "prints what is kept.",
      valueName: "which"))
  package var keepReadings: ReadingRetention = .doubtful

  package init() {}

  /// The folder for the reports. Default: one in reports/.
  package var output: String? { place.output }

  /// The corpus with the run's overrides, sampling and shard applied.
  package func corpus(shard: Shard) throws -> Corpus {
    try sampling.prepared(
      overrides.load(corpusName), trials: overrides.trials, shard: shard)
  }

  /// The settings of the run, whatever its corpus.
  private var request: RunRequest {
    RunRequest(
      jobs: jobs, isFresh: place.fresh, seed: overrides.seed, giveUpAfter: giveUpAfter,
      keepReadings: keepReadings)
  }

  /// Makes the plan of the run, once it is known which decoders take part.
  package func plan(
    _ corpus: Corpus, _ choice: DecoderChoice, _ workers: WorkerOptionGroup, shard: Shard,
    folder: String
  ) throws -> ComparisonPlan {
    try request.plan(
      corpus, named: corpusName, choice, workers, aim: sampling.aim(for: corpus), shard: shard,
      folder: folder)
  }

  /// Makes a session for one run of a plan, with its store in a folder.
  package func session(
    _ plan: ComparisonPlan, _ workers: WorkerOptionGroup, folder: String,
    streamRules: StreamRules? = nil, isInformed: Bool = false, release: ReleaseRecord? = nil
  ) throws -> ComparisonSession {
    try request.session(
      plan, workers, folder: folder, streamRules: streamRules, isInformed: isInformed,
      release: release)
  }
}

/// The settings of runs, as commands make plans and sessions of them.
package struct RunRequest {
  let jobs: Int
  let isFresh: Bool
  /// The seed, if it is not the corpus's own.
  let seed: UInt64?
  let giveUpAfter: Int
  let keepReadings: ReadingRetention

  /// Makes the settings; commands without options for the last ones leave them out.
  package init(
    jobs: Int, isFresh: Bool, seed: UInt64?, giveUpAfter: Int = 10,
    keepReadings: ReadingRetention = .doubtful
  ) {
    (self.jobs, self.isFresh, self.seed) = (jobs, isFresh, seed)
    (self.giveUpAfter, self.keepReadings) = (giveUpAfter, keepReadings)
  }

  /// Makes the plan of a run, once it is known which decoders take part.
  ///
  /// - Parameter corpusName: The corpus as it was named.
  package func plan(
    _ corpus: Corpus, named corpusName: String, _ choice: DecoderChoice,
    _ workers: WorkerOptionGroup, aim: AdaptiveAim? = nil, shard: Shard = .whole, folder: String
  ) throws -> ComparisonPlan {
    guard !choice.decoders.isEmpty else {
      printMessages(about: choice.unavailable)
      throw PluginError(.unavailable, "no decoder can take part")
    }
    try DescriptorBudget.reserve(
      workers: jobs * choice.decoders.reduce(0) { $0 + $1.members.count })
    // The options that lead to the same sample and decoder, to be typed again.
    let again = workers.reproduceOptions(
      corpusFile: corpusName == corpus.name ? nil : URL(filePath: corpusName).path, seed: seed)
    return ComparisonPlan(
      corpus: corpus, decoders: choice.decoders, unavailable: choice.unavailable, jobs: jobs,
      deathsBeforeGivingUp: giveUpAfter, aim: aim, shard: shard, keptReadings: keepReadings,
      reportFolder: folder, reproduceOptions: again)
  }

  /// Makes a session for one run of a plan, with its store in a folder.
  package func session(
    _ plan: ComparisonPlan, _ workers: WorkerOptionGroup, folder: String,
    streamRules: StreamRules? = nil, isInformed: Bool = false, release: ReleaseRecord? = nil
  ) throws -> ComparisonSession {
    var settings = RunSettings(
      jobs: jobs, timeoutSeconds: workers.timeout.seconds,
      memoryLimitBytes: workers.memoryLimit.bytes, deathsBeforeGivingUp: giveUpAfter,
      aim: plan.aim, stream: streamRules, informed: isInformed ? true : nil)
    settings.sandbox = workers.rights.sandbox.record
    settings.release = release
    return try ComparisonSession(
      plan: plan, folder: folder, settings: settings, provenance: .current(), isFresh: isFresh)
  }
}

extension ReadingRetention: ExpressibleByArgument {}

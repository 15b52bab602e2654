import ArgumentParser
import Corpora
import Evaluation
import Foundation
import PluginHost

/// The options of a whole run, the same for every command that makes one.
struct RunOptionGroup: ParsableArguments {
  @Option(
    name: .customLong("corpus"),
    help: ArgumentHelp("A corpus by name or file.", valueName: "name or file"))
  var corpusName: String

  @Option(help: "Samples in work at the same time; each keeps about one core busy.")
  var jobs: Int = ProcessInfo.processInfo.activeProcessorCount

  @OptionGroup var overrides: CorpusOverrides

  @OptionGroup var sampling: SamplingOptionGroup

  @Option(help: "Fatal images in a row after which a decoder is given up.")
  var giveUpAfter: Int = 10

  @Option(
    help: ArgumentHelp(
      "Where the reports go, instead of a folder in reports.", valueName: "folder"))
  var output: String?

  @Flag(help: "Decodes everything anew, whatever earlier runs have observed.")
  var fresh = false

  func validate() throws {
    if output == "" { throw ValidationError("--output names a folder") }
    for (name, value) in [("--jobs", jobs), ("--give-up-after", giveUpAfter)]
    where !(1...1024).contains(value) {
      throw ValidationError("\(name) is a number from 1 to 1024")
    }
  }

  /// The corpus with the run's overrides, sampling and shard applied.
  func corpus(shard: Shard) throws -> Corpus {
    try sampling.prepared(
      overrides.load(corpusName), trials: overrides.trials, shard: shard)
  }

  /// Makes the plan of the run, once it is known which decoders take part.
  func plan(
    _ corpus: Corpus, _ lineup: Lineup, _ workers: WorkerOptionGroup, shard: Shard, folder: String
  ) throws -> ComparisonPlan {
    guard !lineup.contestants.isEmpty else {
      complain(of: lineup.absentees)
      throw PluginError(.unavailable, "no decoder can take part")
    }
    try DescriptorBudget.reserve(
      workers: jobs * lineup.contestants.reduce(0) { $0 + $1.members.count })
    return ComparisonPlan(
      corpus: corpus, contestants: lineup.contestants, absentees: lineup.absentees, jobs: jobs,
      deathsBeforeGivingUp: giveUpAfter, aim: sampling.aim, shard: shard,
      reproducerFolder: folder + "/reproducers",
      reproduceOptions: reproduceOptions(corpus, workers))
  }

  /// The options typed here that must be typed again to get the same sample and decoder.
  private func reproduceOptions(_ corpus: Corpus, _ workers: WorkerOptionGroup) -> String {
    ReproduceOptions(
      corpusFile: corpusName == corpus.name ? nil : corpusName, seed: overrides.seed,
      plugins: workers.plugins.absolutePaths, timeout: workers.timeout,
      memoryLimit: workers.memoryLimit
    ).text
  }

  /// Makes a session for one run of a plan, with its store in a folder.
  func session(
    _ plan: ComparisonPlan, _ workers: WorkerOptionGroup, folder: String
  ) throws -> ComparisonSession {
    try ComparisonSession(
      plan: plan, folder: folder,
      settings: RunSettings(
        jobs: jobs, timeoutSeconds: Double(workers.timeout.nanoseconds) / 1e9,
        memoryLimitBytes: workers.memoryLimit.bytes, deathsBeforeGivingUp: giveUpAfter,
        aim: sampling.aim),
      plugins: workers.plugins.absolutePaths, isFresh: fresh)
  }
}

import ArgumentParser
import Base
import Console
import Corpora
import Results
import Sessions

/// The options of a search for misreads: the use, and the end of sampling.
struct MisreadOptionGroup: SamplingOptions {
  typealias Overrides = UncountedOverrides

  @Option(
    help: ArgumentHelp(
      "Ends sampling before this many decodes of all decoders together.", valueName: "decodes"))
  var budget: Int?

  @Option(help: ArgumentHelp("Ends sampling after this time: 60s, 5m.", valueName: "duration"))
  var time: DurationOption?

  @Option(
    help: ArgumentHelp(
      "Ends once it is clear whether at most this many of a million answers are wrong; exit code 1 if more "
        + "are, 3 if undecided.", valueName: "per million"))
  var below: Double?

  @Option(
    help: ArgumentHelp(
      "A file: how often each level of each group occurs in your use. Default: all equally often.",
      discussion:
        "Lines of group, levels and weight: code-39/* 2..4 1. A later line replaces an earlier one.",
      valueName: "file"))
  var weights: String?

  /// The budget when nothing else ends sampling.
  private static let usualBudget = 100_000

  func validate() throws {
    try NumberBounds.count.check(budget, "--budget")
    if let below, !(below > 0 && below < 1_000_000) {
      throw ValidationError("--below is a number of a million answers, such as 10")
    }
  }

  func aim(for corpus: Corpus) throws -> AdaptiveAim? {
    let use = try weights.map { try UsageWeights(file: $0, corpus: corpus) }
    return AdaptiveAim(
      budget: budget ?? (time == nil ? Self.usualBudget : nil),
      seconds: time?.seconds,
      misreads: MisreadAim(
        use ?? UsageWeights(evenlyOver: corpus), of: corpus, below: below.map { $0 / 1e6 }))
  }

  func prepared(_ corpus: Corpus, trials: Int?, shard: Shard) throws -> Corpus {
    if trials != nil {
      throw RequestError(
        "misreads chooses its own trials: limit it with --budget or --time, not with --trials")
    }
    if case .photos = corpus.source {
      throw RequestError(
        "\(corpus.name) is a folder of photos, and a rate needs fresh samples: use a drawn "
          + "corpus")
    }
    return corpus.overriding(trials: MisreadAim.mostTrials, seed: nil)
  }
}

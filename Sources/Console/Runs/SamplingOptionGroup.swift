import ArgumentParser
import Base
import Corpora
import Results
import Sessions

/// The options that choose trials: fixed levels and trials by default, or adaptive sampling.
package struct SamplingOptionGroup: SamplingOptions {
  @Option(
    help: ArgumentHelp(
      "Adds trials during the run until every interval is ± this wide, in the sweep's unit.",
      discussion:
        "First a few trials at every level, then more where they narrow the intervals most.",
      valueName: "half-width"))
  package var precision: Double?

  @Option(
    help: ArgumentHelp(
      "What the precision refers to: mean-threshold, or t95 (the model's 95 % crossing).",
      valueName: "number"))
  package var precisionOn: AdaptiveAim.Target?

  @Option(help: ArgumentHelp("Ends sampling after this many decodes.", valueName: "decodes"))
  package var budget: Int?

  @Option(help: ArgumentHelp("Ends sampling after this time: 60s, 5m.", valueName: "duration"))
  package var time: DurationOption?

  @Flag(
    help: ArgumentHelp(
      "Decodes only near the 95 % boundaries of a corpus's maps, not the full grid.",
      discussion:
        "A few trials everywhere, then more where the boundary may still lie: at most a quarter of "
        + "the full grid."))
  package var traceBoundary = false

  package init() {}

  package func validate() throws {
    if traceBoundary, precision != nil || precisionOn != nil {
      throw ValidationError(
        "--trace-boundary is as precise as the corpus's number of trials allows: leave out "
          + "--precision, or give --trials")
    }
    try NumberBounds.positive.check(precision, "--precision")
    try NumberBounds.count.check(budget, "--budget")
    if precisionOn != nil, precision == nil, budget == nil, time == nil {
      throw ValidationError("--precision-on says what --precision refers to: give --precision, too")
    }
  }

  /// True if trials are chosen during the run.
  package var isAdaptive: Bool { precision != nil || budget != nil || time != nil || traceBoundary }

  package func aim(for corpus: Corpus) -> AdaptiveAim? {
    guard isAdaptive else { return nil }
    if traceBoundary {
      return AdaptiveAim(
        boundary: BoundaryAim(trials: corpus.trials), budget: budget, seconds: time?.seconds)
    }
    return AdaptiveAim(
      precision: precision, target: precisionOn ?? .meanThreshold,
      levels: corpus.sweep.levels.map(\.value), budget: budget, seconds: time?.seconds)
  }

  package func prepared(_ corpus: Corpus, trials: Int?, shard: Shard) throws -> Corpus {
    guard isAdaptive else { return corpus }
    let option =
      traceBoundary
      ? "--trace-boundary"
      : precision != nil ? "--precision" : budget != nil ? "--budget" : "--time"
    func refuse(_ reason: String) -> RequestError {
      RequestError("\(option) chooses trials during the run, but \(reason)")
    }
    if traceBoundary, corpus.sweep.second == nil {
      throw RequestError(
        "--trace-boundary traces the boundaries of maps, and the sweep of \(corpus.name) has no "
          + "\"second\" axis")
    }
    if trials != nil, !traceBoundary {
      throw refuse("--trials fixes them: leave one of the two out")
    }
    if shard.isPart {
      throw refuse("the next trial depends on all outcomes, which a slice (--shard) does not have")
    }
    if case .photos = corpus.source { throw refuse("the number of photos is fixed") }
    if corpus.sweep.harder == .unordered {
      throw refuse("the sweep of \(corpus.name) has no order, so there is no threshold")
    }
    return traceBoundary ? corpus : corpus.overriding(trials: AdaptiveAim.mostTrials, seed: nil)
  }
}

extension AdaptiveAim.Target: ExpressibleByArgument {}

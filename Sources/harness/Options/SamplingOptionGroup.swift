import ArgumentParser
import Corpora
import Evaluation

/// The options that choose trials: fixed levels and trials by default, or adaptive sampling.
struct SamplingOptionGroup: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Chooses trials on the way until every interval is ± this wide, in the sweep's unit.",
      discussion: "First 60 trials at every level, then where they tell most.",
      valueName: "half-width"))
  var precision: Double?

  @Option(
    help: ArgumentHelp(
      "What the precision refers to: mean-threshold, or t95 (the model's 95 % crossing).",
      valueName: "number"))
  var precisionOn: AdaptiveAim.Target?

  @Option(help: ArgumentHelp("Ends sampling after so many decodes.", valueName: "decodes"))
  var budget: Int?

  @Option(help: ArgumentHelp("Ends sampling after so long: 60s, 5m.", valueName: "duration"))
  var time: DurationOption?

  func validate() throws {
    if let precision, !(precision > 0 && precision.isFinite) {
      throw ValidationError("--precision is a half-width above 0, such as 0.05")
    }
    if let budget, budget < 1 { throw ValidationError("--budget is 1 or more") }
    if precisionOn != nil, precision == nil, budget == nil, time == nil {
      throw ValidationError("--precision-on says what --precision refers to: give it, too")
    }
  }

  /// The aim of adaptive sampling; `nil` where trials are fixed.
  var aim: AdaptiveAim? {
    guard precision != nil || budget != nil || time != nil else { return nil }
    return AdaptiveAim(
      precision: precision, target: precisionOn ?? .meanThreshold, budget: budget,
      seconds: time.map { Double($0.nanoseconds) / 1e9 })
  }

  /// The corpus as a run with these options takes it.
  ///
  /// - Throws: ``UsageError`` for a corpus whose trials cannot be chosen adaptively.
  func prepared(_ corpus: Corpus, trials: Int?, shard: Shard) throws -> Corpus {
    guard aim != nil else { return corpus }
    let option = precision != nil ? "--precision" : budget != nil ? "--budget" : "--time"
    func refuse(_ reason: String) -> UsageError {
      UsageError("\(option) chooses trials on the way, and \(reason)")
    }
    if trials != nil { throw refuse("--trials fixes them: leave one of the two out") }
    if shard.isPart {
      throw refuse("what comes next depends on all outcomes: a slice (--shard) cannot tell")
    }
    if case .photos = corpus.source { throw refuse("photos are as many as they are") }
    if corpus.sweep.harder == .unordered {
      throw refuse("the sweep of \(corpus.name) has no order, so that there is no threshold")
    }
    return corpus.overriding(trials: AdaptiveAim.mostTrials, seed: nil)
  }
}

extension AdaptiveAim.Target: ExpressibleByArgument {}

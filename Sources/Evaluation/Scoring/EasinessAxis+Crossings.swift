import Statistics

extension EasinessAxis {
  /// The rates whose crossings are reported.
  static let crossingRates = [0.5, 0.9, 0.95]

  /// Returns the sweep values at which a curve crosses 50, 90 and 95 %.
  ///
  /// - Parameters:
  ///   - counts: The counts by level, as ``counts(_:)`` gives them.
  ///   - models: The model's crossings known from the sampling, by rate; `nil` where trials were
  ///     fixed. The model's tests need numbers of trials that do not depend on the outcomes: where
  ///     trials were chosen during the run, only what the sampling itself found is shown.
  func crossings(_ counts: [LevelCount], models: [Double: ModelCrossing]?) -> [CrossingScore] {
    let own = models == nil ? CrossingEstimate.models(counts, rates: Self.crossingRates) : []
    return Self.crossingRates.enumerated().map { index, rate in
      let interval = MonotoneCrossing.estimate(counts, rate: rate).interval
      let model =
        own.isEmpty
        ? models?[rate] ?? ModelCrossing(kind: .hidden, reason: Self.chosenTrials)
        : crossing(own[index])
      return CrossingScore(
        rate: rate, hard: level(interval.lower), easy: level(interval.upper), model: model)
    }
  }

  private static let chosenTrials =
    "trials were chosen by their outcomes, so that the model's fit cannot be tested"

  /// Converts the model's crossing to the sweep's own direction.
  func crossing(_ estimate: CrossingEstimate) -> ModelCrossing {
    var score = ModelCrossing(
      kind: .hidden, hard: level(estimate.interval.lower), easy: level(estimate.interval.upper))
    switch estimate.verdict {
    case .at(let value): (score.kind, score.value) = (.at, level(value))
    case .atMost(let value): (score.kind, score.value) = (.beyondHardest, level(value))
    case .above(let value): (score.kind, score.value) = (.beyondEasiest, level(value))
    case .levelsOff(let asymptote): (score.kind, score.asymptote) = (.levelsOff, asymptote)
    case .none(let absence): score.reason = absence.sentence
    }
    return score
  }
}

extension CrossingEstimate.Absence {
  fileprivate var sentence: String {
    switch self {
    case .noLevels: "nothing was tried"
    case .oneLevel: "a single level has no curve"
    case .islands: "some easier levels read worse than a harder one: no rising curve can be true"
    case .misfit:
      "the model does not fit (deviance test, p < 0.2)"
    }
  }
}

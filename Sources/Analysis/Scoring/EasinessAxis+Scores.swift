import Results
import Statistics

extension EasinessAxis {
  init(_ corpus: CorpusRecord) {
    self.init(corpus.levels, harder: corpus.harder)
  }

  func counts(_ cells: [DecoderTally.Cell]) -> [LevelCount] {
    cells.indices.map { level in
      LevelCount(
        x: position(of: level), reads: cells[level].successes, trials: cells[level].tried)
    }
  }

  func counts(_ parts: [DecoderTally.Part]) -> [LevelCount] {
    parts.indices.map { level in
      LevelCount(
        x: position(of: level), reads: parts[level].successes, trials: parts[level].tried)
    }
  }

  func estimate(_ mean: MeanThreshold) -> Estimate {
    var score = estimate(mean.estimate, mean.interval)
    if case .above = mean.kind { score.isBeyond = true }
    return score
  }

  func estimate(_ value: Double, _ interval: Interval) -> Estimate {
    let ends = self.interval(interval)
    return Estimate(value: level(value) ?? value, lower: ends.lower, upper: ends.upper)
  }

  func range(_ island: Island) -> LevelRange {
    let ends = interval(Interval(lower: island.lower, upper: island.upper))
    return LevelRange(from: ends.lower, to: ends.upper)
  }

  func threshold(_ counts: [LevelCount]) -> ThresholdScore {
    let estimate = ReliableFrom.estimate(counts)
    let score = ThresholdScore(
      kind: .none, rate: estimate.rate, alpha: estimate.alpha, lower: level(estimate.lower),
      observed: level(estimate.observed))
    return completed(score, estimate.conclusion, isTried: counts.contains { $0.trials > 0 })
  }

  /// Computes the threshold where trials were chosen by their outcomes: a sequential test, level by
  /// level.
  func sequentialThreshold(_ counts: [LevelCount]) -> ThresholdScore {
    let estimate = Certification.estimate(counts)
    let score = ThresholdScore(
      kind: .none, rate: estimate.rate, alpha: estimate.alpha, lower: level(estimate.lower),
      observed: level(ReliableFrom.estimate(counts).observed))
    return completed(score, estimate.conclusion, isTried: counts.contains { $0.trials > 0 })
  }

  private func completed(
    _ score: ThresholdScore, _ conclusion: ReliableFrom.Conclusion, isTried: Bool
  ) -> ThresholdScore {
    var score = score
    let fails = score.lower
    score.lower = nil
    switch conclusion {
    case .interval(let lower, let upper):
      (score.kind, score.lower, score.upper) = (.interval, level(lower), level(upper))
    case .atMost(let upper):
      (score.kind, score.upper) = (.atMost, level(upper))
    case .above(let lower):
      (score.kind, score.lower) = (.above, level(lower))
    case .notCertified(let reason):
      score.kind = isTried ? .notCertified : .none
      score.lower = fails
      score.reason = reason
    }
    return score
  }

  /// The rates whose crossings are reported.
  static let crossingRates = [0.5, 0.9, 0.95]

  /// Returns the sweep values at which a curve crosses 50, 90 and 95 %.
  ///
  /// - Parameters:
  ///   - counts: The counts by level, as ``counts(_:)`` gives them.
  ///   - models: The model's crossings known from the sampling, by rate; `nil` where trials were
  ///     fixed. The model's tests need numbers of trials that do not depend on the outcomes: where
  ///     trials were chosen during the run, only what the sampling itself found is shown.
  ///   - sharesPayloads: True if trials take turns with several payloads. Their outcomes are then
  ///     not independent, and neither the intervals nor a jackknife of the crossings cover:
  ///     nothing is shown.
  ///   - isFitted: False to leave out the model, which takes longer than all other scores.
  func crossings(
    _ counts: [LevelCount], models: [Double: ModelCrossing]?, sharesPayloads: Bool,
    isFitted: Bool = true
  ) -> [CrossingScore] {
    if sharesPayloads {
      return Self.crossingRates.map {
        CrossingScore(rate: $0, model: ModelCrossing(kind: .hidden, reason: .sharedPayloads))
      }
    }
    let own =
      models == nil && isFitted ? CrossingEstimate.models(counts, rates: Self.crossingRates) : []
    return Self.crossingRates.enumerated().map { index, rate in
      let interval = MonotoneCrossing.estimate(counts, rate: rate).interval
      let model =
        own.isEmpty
        ? models?[rate] ?? ModelCrossing(kind: .hidden, reason: isFitted ? .chosenTrials : nil)
        : ModelCrossing(own[index], on: self)
      return CrossingScore(
        rate: rate, hard: level(interval.lower), easy: level(interval.upper), model: model)
    }
  }
}

extension ThresholdScore {
  /// The score of a sweep without an order, which has no threshold.
  package static let none = ThresholdScore(kind: .none, rate: 0.95, alpha: 0.05)
}

import Corpora
import Statistics

/// The sweep in the form that the statistics need: larger is easier.
///
/// A sweep on which larger values are harder (blur, tilt) is mirrored on input, and results are
/// mirrored back.
struct EasinessAxis {
  private let levels: [Level]
  private let sign: Double
  /// True if larger levels are harder, so that positions are mirrored.
  let isMirrored: Bool
  /// True if the sweep has an easier and a harder end.
  let isOrdered: Bool

  init(_ corpus: CorpusRecord) {
    self.init(corpus.levels, harder: corpus.harder)
  }

  init(_ sweep: Sweep) {
    self.init(sweep.levels, harder: sweep.harder)
  }

  init(_ levels: [Level], harder: Sweep.Direction) {
    self.levels = levels
    isOrdered = harder != .unordered
    isMirrored = harder == .larger
    sign = isMirrored ? -1 : 1
  }

  /// Converts an index of ascending positions to the index of the level; the reverse conversion is
  /// the same.
  func index(ofPosition index: Int) -> Int {
    isMirrored ? levels.count - 1 - index : index
  }

  func position(of level: Int) -> Double { sign * levels[level].value }

  /// Converts a position to a value on the sweep; `nil` for an end that nothing bounds.
  func level(_ position: Double) -> Double? {
    position.isFinite ? sign * position : nil
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
    estimate(mean.estimate, mean.interval)
  }

  func estimate(_ value: Double, _ interval: Interval) -> Estimate {
    let ends = [sign * interval.lower, sign * interval.upper].sorted()
    return Estimate(value: sign * value, lower: ends[0], upper: ends[1])
  }

  func range(_ island: Island) -> LevelRange {
    let ends = [sign * island.lower, sign * island.upper].sorted()
    return LevelRange(from: ends[0], to: ends[1])
  }

  func threshold(_ counts: [LevelCount]) -> ThresholdScore {
    let estimate = ReliableFrom.estimate(counts)
    let score = ThresholdScore(
      kind: .none, rate: estimate.rate, alpha: estimate.alpha, lower: level(estimate.lower),
      observed: level(estimate.observed))
    return completed(score, estimate.verdict, isTried: counts.contains { $0.trials > 0 })
  }

  /// Computes the threshold where trials were chosen by their outcomes: a sequential test, level by
  /// level.
  func threshold(_ counts: [LevelCount], firstPass: [LevelCount]) -> ThresholdScore {
    let estimate = Certification.estimate(counts, sweep: firstPass)
    let score = ThresholdScore(
      kind: .none, rate: estimate.rate, alpha: estimate.alpha, lower: level(estimate.lower),
      observed: level(ReliableFrom.estimate(counts).observed))
    return completed(score, estimate.verdict, isTried: counts.contains { $0.trials > 0 })
  }

  private func completed(
    _ score: ThresholdScore, _ verdict: ReliableFrom.Verdict, isTried: Bool
  ) -> ThresholdScore {
    var score = score
    let fails = score.lower
    score.lower = nil
    switch verdict {
    case .interval(let lower, let upper):
      (score.kind, score.lower, score.upper) = (.interval, sign * lower, sign * upper)
    case .atMost(let upper):
      (score.kind, score.upper) = (.atMost, sign * upper)
    case .above(let lower):
      (score.kind, score.lower) = (.above, sign * lower)
    case .notCertified(let reason):
      score.kind = isTried ? .notCertified : .none
      score.lower = fails
      score.reason = reason.sentence
    }
    return score
  }
}

extension ThresholdScore {
  /// The score of a sweep without an order, which has no threshold.
  static let none = ThresholdScore(kind: .none, rate: 0.95, alpha: 0.05)
}

extension ReliableFrom.NotCertified {
  fileprivate var sentence: String {
    switch self {
    case .noLevels:
      "nothing was tried"
    case .tooFewTrials(let needed, let given):
      "\(given) \(given == 1 ? "trial" : "trials") at the easiest level; certifying takes \(needed) or more"
    case .undecided(let reads, let trials):
      "\(reads) of \(trials) read at the easiest level: neither certified nor shown to fail"
    }
  }
}

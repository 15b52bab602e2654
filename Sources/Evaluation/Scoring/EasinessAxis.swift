import Corpora
import Statistics

/// The sweep as statistics want it: larger is easier.
///
/// A sweep on which larger values are harder (blur, tilt) is mirrored on the way in and back on
/// the way out.
struct EasinessAxis {
  private let levels: [Level]
  private let sign: Double

  init(_ corpus: CorpusRecord) {
    levels = corpus.levels
    sign = corpus.harder == .larger ? -1 : 1
  }

  func position(of level: Int) -> Double { sign * levels[level].value }

  func counts(_ cells: [Tally.Cell]) -> [LevelCount] {
    cells.indices.map { level in
      LevelCount(
        x: position(of: level), reads: cells[level].successes, trials: cells[level].tried)
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
    var score = ThresholdScore(
      kind: .none, rate: estimate.rate, alpha: estimate.alpha,
      observed: estimate.observed.isFinite ? sign * estimate.observed : nil)
    switch estimate.verdict {
    case .interval(let lower, let upper):
      (score.kind, score.lower, score.upper) = (.interval, sign * lower, sign * upper)
    case .atMost(let upper):
      (score.kind, score.upper) = (.atMost, sign * upper)
    case .above(let lower):
      (score.kind, score.lower) = (.above, sign * lower)
    case .notCertified(let reason):
      score.kind = counts.contains { $0.trials > 0 } ? .notCertified : .none
      score.lower = estimate.lower.isFinite ? sign * estimate.lower : nil
      score.reason = reason.sentence
    }
    return score
  }
}

extension ThresholdScore {
  /// A sweep without an order has no threshold.
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

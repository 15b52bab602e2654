import Foundation

/// A stratified sample of attempts that grows round by round, with bounds on the share of misreads
/// that hold after every round at once.
///
/// The rate is over a stated use: weights of strata that add up to 1 (stratified sampling: Neyman,
/// 1934). Rounds grow by a tenth, and each is planned from the outcomes of those before it. It may be
/// stopped after any round, for any reason, and the bounds of that round hold.
public struct MisreadSampler: Sendable {
  /// Weights of the strata, with a sum of 1; a stratum without weight is not sampled.
  public let weights: [Double]
  /// Trials of each stratum in the next round: 0 without weight, else 1 or more, and a multiple of
  /// its period.
  public private(set) var nextRound: [Int] = []
  /// The outcomes of all rounds, by stratum.
  public private(set) var totals: [OutcomeCount]
  /// The number of rounds that are complete.
  public private(set) var rounds = 0
  /// The probability with which each bound holds, such as 0.95.
  public let confidence: Double

  private let periods: [Int]
  private let threshold: Double
  private var allocation: MisreadAllocation
  private var upper = MisreadEvidence()
  private var lower = MisreadEvidence()
  /// Weighted rates of all rounds, each with its planned number of trials, and their sum.
  private var sums = (planned: 0.0, reads: 0.0, misreads: 0.0)

  /// The growth of the number of trials from round to round.
  private static let growth = 0.1

  /// Starts sampling.
  ///
  /// - Parameters:
  ///   - weights: Weights of the strata, at least one of them positive; they need not add up to 1.
  ///   - periods: By stratum, the number of trials after which its conditions repeat: 1 where every
  ///     trial is drawn alike. `nil` if all are 1.
  ///   - confidence: The probability with which each bound holds.
  /// - Precondition: Weights are finite and not negative, periods are 1 or more, and
  ///   0 < confidence < 1.
  public init(weights: [Double], periods: [Int]? = nil, confidence: Double = 0.95) {
    Quantiles.requireProbability(confidence)
    let sum = weights.reduce(0, +)
    precondition(
      sum > 0 && sum.isFinite && weights.allSatisfy { $0 >= 0 }, "weights are not negative")
    self.weights = weights.map { $0 / sum }
    self.periods = periods ?? weights.map { _ in 1 }
    precondition(
      self.periods.count == weights.count && self.periods.allSatisfy { $0 >= 1 },
      "each stratum has a period")
    self.confidence = confidence
    threshold = -log(1 - confidence)
    totals = weights.map { _ in OutcomeCount() }
    allocation = MisreadAllocation(strata: weights.count)
    nextRound = plannedRound
  }

  /// Trials of all strata in the next round.
  public var nextRoundTrials: Int { nextRound.reduce(0, +) }

  /// Trials of all strata so far.
  public var trials: Int { totals.reduce(0) { $0 + $1.trials } }

  /// Records the outcomes of the next round, by stratum.
  ///
  /// - Precondition: Each stratum has as many trials as ``nextRound`` asks for.
  public mutating func record(_ round: [OutcomeCount]) {
    let round = round.map(\.usable)
    precondition(round.map(\.trials) == nextRound, "a round is recorded when it is complete")
    // The stratum with the fewest trials per weight has the largest bet.
    let density = zip(weights, nextRound).reduce(Double.infinity) { least, stratum in
      stratum.0 > 0 ? min(least, Double(stratum.1) / stratum.0) : least
    }
    upper.add(round, weights: weights, stake: allocation.upperBet * density)
    lower.add(round, weights: weights, stake: -allocation.lowerBet * density)
    let planned = plannedTrials
    for index in round.indices {
      totals[index] += round[index]
      guard weights[index] > 0 else { continue }
      let share = planned * weights[index] / Double(round[index].trials)
      sums.reads += share * Double(round[index].reads)
      sums.misreads += share * Double(round[index].misreads)
    }
    sums.planned += planned
    rounds += 1
    allocation = MisreadAllocation(totals, weights: weights, threshold: threshold)
    nextRound = plannedRound
  }

  /// Trials that the growth asks for in the next round; they depend on the number of rounds alone,
  /// which keeps estimates without bias.
  private var plannedTrials: Double { max(Double(smallestRound), sums.planned * Self.growth) }

  /// Trials of the smallest round: each stratum's period once.
  private var smallestRound: Int {
    zip(weights, periods).reduce(0) { $0 + ($1.0 > 0 ? $1.1 : 0) }
  }

  private var plannedRound: [Int] {
    let spread = zip(weights, allocation.intensities).reduce(0) { $0 + $1.0 * $1.1 }
    let scale = plannedTrials / spread
    return weights.indices.map { index in
      guard weights[index] > 0 else { return 0 }
      let period = Double(periods[index])
      let wanted = scale * weights[index] * allocation.intensities[index] / period
      // The slack keeps a whole number from being rounded up by its last bit.
      return Int(max(1, (wanted - 1e-9).rounded(.up)) * period)
    }
  }
}

extension MisreadSampler {
  /// Misreads among attempts.
  ///
  /// The estimate is the mean of the rounds' weighted rates.
  public var perAttempt: BoundedRate {
    guard rounds > 0 else { return .unknown }
    return BoundedRate(
      estimate: sums.misreads / sums.planned, lower: lower.perAttempt(reaching: threshold),
      upper: upper.perAttempt(reaching: threshold))
  }

  /// Misreads among answers, right and wrong ones together: the share of what is returned that must
  /// not be believed.
  public var perAnswer: BoundedRate {
    guard rounds > 0 else { return .unknown }
    func share(_ odds: Double) -> Double { odds.isFinite ? odds / (1 + odds) : 1 }
    let answers = sums.reads + sums.misreads
    return BoundedRate(
      estimate: answers > 0 ? sums.misreads / answers : nil,
      lower: share(lower.excludedOdds(upTo: threshold)),
      upper: share(upper.excludedOdds(from: threshold)))
  }
}

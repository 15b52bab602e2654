import Foundation

/// The outcomes of a stratum's trials: reads, misreads, and neither.
public struct OutcomeCount: Hashable, Sendable {
  /// Trials made.
  public var trials: Int
  /// Trials that returned the right payload.
  public var reads: Int
  /// Trials that returned something else.
  public var misreads: Int

  package init(trials: Int = 0, reads: Int = 0, misreads: Int = 0) {
    (self.trials, self.reads, self.misreads) = (trials, reads, misreads)
  }

  static func += (total: inout OutcomeCount, part: OutcomeCount) {
    total.trials += part.trials
    total.reads += part.reads
    total.misreads += part.misreads
  }

  /// The count with reads and misreads that are possible: they are data and never trap.
  var usable: OutcomeCount {
    let trials = max(trials, 0)
    let misreads = min(max(misreads, 0), trials)
    return OutcomeCount(
      trials: trials, reads: min(max(reads, 0), trials - misreads), misreads: misreads)
  }
}

/// A rate with a lower and an upper bound, each of which holds on its own with the confidence.
public struct BoundedRate: Hashable, Sendable {
  /// The estimate, without bias; `nil` where nothing was observed that it could stand on.
  public let estimate: Double?
  /// The lower bound, never above the estimate.
  public let lower: Double
  /// The upper bound, never below the estimate.
  public let upper: Double

  /// A rate of which nothing is known.
  static let unknown = BoundedRate(estimate: nil, lower: 0, upper: 1)

  init(estimate: Double?, lower: Double, upper: Double) {
    self.estimate = estimate
    self.lower = min(max(min(lower, estimate ?? lower), 0), 1)
    self.upper = min(max(max(upper, estimate ?? upper), 0), 1)
  }
}

/// A bet on the share of misreads among weighted strata: a supermartingale under each share above
/// (or below) the true one.
///
/// With weights w, a round of nₛ trials in each stratum and a stake b, a trial of stratum s is bet
/// on with xₛ = b wₛ/nₛ: a misread multiplies the wealth by 1 − xₛ, a read by 1 + τ xₛ, where τ is
/// the odds of a misread against a read. At the true odds the wealth cannot be expected to grow,
/// whatever rounds and stakes are chosen from the past, so that it ever reaches 1/α with a
/// probability of at most α (J. Ville, Étude critique de la notion de collectif, 1939). The odds at
/// which it has reached 1/α are excluded. docs/method.md has the proof.
///
/// Stakes above 0 exclude large odds, and give an upper bound; stakes below 0 a lower one.
package struct MisreadEvidence: Sendable {
  private var rounds: [Round] = []

  /// One round's bets and their outcomes.
  private struct Round {
    let stake: Double
    /// The logarithm of what misreads left over or brought in.
    var misreadLog = 0.0
    /// Reads by the bet that was on them.
    var reads: [Double: Int] = [:]
    /// The largest odds at which no read would lose more than there is.
    var limit = Double.infinity

    func wealth(_ odds: Double) -> Double {
      // In the order of bets, so that the same rounds give the same bits.
      reads.sorted { $0.key < $1.key }.reduce(misreadLog) { sum, term in
        sum + Double(term.value) * log1p(odds * term.key)
      }
    }
  }

  /// Starts with a wealth of 1.
  package init() {}

  /// Adds a complete round.
  ///
  /// - Precondition: The stake was chosen before the round's outcomes were known, and
  ///   `stake * weight < trials` in each stratum with a weight.
  package mutating func add(_ counts: [OutcomeCount], weights: [Double], stake: Double) {
    var round = Round(stake: stake)
    for (count, weight) in zip(counts, weights) where weight > 0 {
      let bet = stake * weight / Double(count.trials)
      precondition(bet < 1, "a misread would cost all that there is")
      if bet < 0 { round.limit = min(round.limit, -1 / bet) }
      if count.misreads > 0 { round.misreadLog += Double(count.misreads) * log1p(-bet) }
      if count.reads > 0 { round.reads[bet, default: 0] += count.reads }
    }
    rounds.append(round)
  }

  /// The rate per attempt at which the wealth reaches a threshold, given by its logarithm.
  ///
  /// - Precondition: Some round was added.
  package func perAttempt(reaching threshold: Double) -> Double {
    (threshold - rounds.reduce(0) { $0 + $1.misreadLog }) / rounds.reduce(0) { $0 + $1.stake }
  }

  /// With stakes above 0: the odds of misreads against reads from which on all are excluded, since
  /// the wealth reaches a threshold, given by its logarithm. Infinite if no odds are excluded.
  package func excludedOdds(from threshold: Double) -> Double {
    let largest = rounds.compactMap { $0.reads.keys.max() }.max()
    guard let largest else { return .infinity }
    var upper = 1 / largest
    while wealth(upper, rounds) < threshold, upper < 1e18 { upper *= 2 }
    return Bisection.crossing(from: 0, to: upper) { wealth($0, rounds) < threshold }
  }

  /// With stakes below 0: the odds up to which all are excluded, since the wealth reaches a
  /// threshold, given by its logarithm. 0 if none are.
  ///
  /// A round says nothing of odds at which a read would lose more than there is.
  package func excludedOdds(upTo threshold: Double) -> Double {
    var start = 0.0
    for end in Set(rounds.map(\.limit)).sorted() {
      let counted = rounds.filter { $0.limit >= end }
      guard wealth(end, counted) < threshold else {
        start = end
        continue
      }
      guard wealth(start, counted) >= threshold else { return start }
      return Bisection.crossing(from: start, to: end) { wealth($0, counted) >= threshold }
    }
    return start
  }

  private func wealth(_ odds: Double, _ rounds: [Round]) -> Double {
    rounds.reduce(0) { $0 + $1.wealth(odds) }
  }
}

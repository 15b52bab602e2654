import Foundation

/// The allocation of trials to the levels at which they narrow T̄'s interval most.
///
/// SE² = Σ w² q(1 − q)/n with q = (k + ½)/(n + 1), and each batch goes where it is expected to reduce
/// that most: Neyman's allocation, step by step (JRSS 97, 1934). What a batch reduces follows from a
/// rate that is judged by the other levels, not by the level's own outcomes alone.
package enum MeanAllocation {
  /// The least number of trials in a batch.
  private static let smallestBatch = 4
  /// The least number of trials of the first pass for T̄: decoders are compared on these.
  private static let leastFirstPass = 20
  /// The number of trials of the first pass for a crossing: so many hint at an island that reads 60 %
  /// with a probability of 98 %.
  private static let crossingFirstPass = 12

  /// The number of trials that every level gets, whatever the outcomes.
  ///
  /// For T̄ these are trials that no outcome can save. No outcome has a smaller variance than reading everything. With n trials a level then adds
  /// about w²/(2n²) to SE², so that the best n is in proportion to w^⅔. The number returned is that of
  /// the level that needs fewest, within 20…60.
  static func firstPass(
    _ xs: [Double], precision: Double, target: AdaptivePlan.Target
  ) -> Int {
    let parts = MeanThreshold.weights(for: xs).map { cbrt($0 * $0) }
    guard precision > 0, let least = parts.min() else { return SweepCheck.fullTrials }
    guard target == .meanThreshold else { return crossingFirstPass }
    let goal = precision / Quantiles.normalTwoSided(0.95)
    let needed = least * (parts.reduce(0, +) / 2).squareRoot() / goal
    return Int(min(max(needed, Double(leastFirstPass)), Double(SweepCheck.fullTrials)))
  }

  /// The fewest trials with which the interval is expected to be narrow enough, the true rates known.
  ///
  /// No run can know them: this is what runs are measured by. Neyman's allocation, trial by trial, for
  /// the variance as it is reported, that of the rate (k + ½)/(n + 1). Each level has one trial at
  /// least.
  ///
  /// - Parameters:
  ///   - xs: Two or more levels, ascending.
  ///   - rates: Their true rates.
  ///   - precision: The half-width, above 0.
  package static func fewestTrials(
    _ xs: [Double], rates: [Double], precision: Double
  ) -> Int {
    precondition(precision > 0, "no interval has a width of 0")
    let squares = MeanThreshold.weights(for: xs).map { $0 * $0 }
    func variance(_ i: Int, _ n: Double) -> Double {
      let spread = rates[i] * (1 - rates[i])
      return squares[i] * (n * (n - 1) * spread + n / 2 + 0.25) / ((n + 1) * (n + 1) * n)
    }
    let goal = precision / Quantiles.normalTwoSided(0.95)
    var trials = xs.map { _ in 1.0 }
    var total = trials.indices.reduce(0) { $0 + variance($1, 1) }
    while total > goal * goal {
      let gains = trials.indices.map { variance($0, trials[$0]) - variance($0, trials[$0] + 1) }
      guard let best = gains.indices.max(by: { gains[$0] < gains[$1] }) else { break }
      total -= gains[best]
      trials[best] += 1
    }
    return Int(trials.reduce(0, +))
  }

  /// Returns the next batches, until the interval is expected to be narrow enough.
  ///
  /// - Parameters:
  ///   - levels: Two or more levels, ascending, each with trials.
  ///   - precision: The half-width aimed at.
  /// - Returns: The number of trials by the level's index, ascending; never empty. They are at most
  ///   a quarter of those made, so that their outcomes can change the allocation.
  static func next(
    _ levels: [LevelCount], precision: Double
  ) -> [(level: Int, trials: Int)] {
    let squares = MeanThreshold.weights(for: levels.map(\.x)).map { $0 * $0 }
    let rates = judgedRates(levels)
    let made = levels.reduce(0) { $0.addingSaturated($1.trials) }
    let most = max(made / 4, 32 * smallestBatch)
    let batch = max(smallestBatch, most / 256)
    let goal = precision / Quantiles.normalTwoSided(0.95)
    var added = levels.map { _ in 0 }
    func gain(_ i: Int) -> Double {
      let level = levels[i]
      let likely = rates[i] * Double(level.trials)
      return squares[i]
        * (variance(likely, level, rates[i], added[i])
          - variance(likely, level, rates[i], added[i] + batch))
    }
    func expected(_ i: Int) -> Double {
      squares[i] * variance(Double(levels[i].reads), levels[i], rates[i], added[i])
    }
    var gains = levels.indices.map(gain)
    var total = levels.indices.reduce(0) { $0 + expected($1) }
    for _ in 0..<most / batch {
      guard let best = gains.indices.max(by: { gains[$0] < gains[$1] }) else { break }
      total -= expected(best)
      added[best] += batch
      total += expected(best)
      gains[best] = gain(best)
      if total <= goal * goal { break }
    }
    return added.indices.filter { added[$0] > 0 }.map { ($0, added[$0]) }
  }

  /// q(1 − q)/n with the reads so far and those that further trials are expected to bring.
  private static func variance(
    _ reads: Double, _ level: LevelCount, _ rate: Double, _ added: Int
  ) -> Double {
    let n = Double(level.trials) + Double(added)
    let q = (reads + rate * Double(added) + 0.5) / (n + 1)
    return q * (1 - q) / n
  }

  /// Each level's rate as the other levels tell it: the middle of the bounds that they set, if the
  /// curve never falls.
  ///
  /// If each level were judged by its own reads alone, levels with bad luck would get more trials
  /// and recover, while levels with good luck would keep their rate, and T̄ would come out too low:
  /// the more so, the fewer trials the first pass has. A level's own rate decides only where it
  /// contradicts the others, as on a steep rise or in an island.
  static func judgedRates(_ levels: [LevelCount]) -> [Double] {
    levels.indices.map { i in
      let others = Isotonic.rates(levels[..<i] + levels[(i + 1)...])
      let judged = (others[max(i - 1, 0)] + others[min(i, others.count - 1)]) / 2
      let level = levels[i]
      let n = Double(level.trials)
      let smooth = (judged * n + 0.5) / (n + 1)
      let tail = min(
        Binomial.probabilityAtMost(level.reads, trials: level.trials, rate: smooth),
        Binomial.probabilityAtLeast(level.reads, trials: level.trials, rate: smooth))
      return tail < contradiction ? level.rate : judged
    }
  }

  /// The probability of outcomes below which they contradict the rate judged by the other levels.
  private static let contradiction = 0.005
}

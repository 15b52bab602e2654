import Foundation

/// The chance that a random part of a lot shows its faults.
///
/// A part that is drawn without replacement holds a hypergeometric number of the lot's faults (Dodge and
/// Romig, Bell System Technical Journal 8, 1929, whose plans for the inspection of lots rest on it). Of
/// numbers of faults that a part without any leaves possible, the largest is the exact upper bound (Wright,
/// Exact Confidence Bounds when Sampling from Small Finite Universes, 1991).
public enum SamplingInspection {
  /// The least number of faults that a lot has, but for a small chance, after a random part of it was looked at.
  ///
  /// It is the exact one-sided lower bound: the smallest number with which as many faults in the part, or more,
  /// are likelier than the small chance. Of a lot that was looked at as a whole it is the number of faults.
  ///
  /// Counts are data and never trap: those that contradict each other are clamped.
  ///
  /// - Parameters:
  ///   - found: The number of faults in the part.
  ///   - sample: The number of items in the part, chosen at random without replacement.
  ///   - lot: The number of items in the lot.
  ///   - confidence: 1 less the small chance.
  /// - Precondition: 0 < confidence < 1.
  /// - Complexity: O(log(`lot`) · `sample`).
  public static func leastFaults(
    found: Int, sample: Int, lot: Int, confidence: Double
  ) -> Int {
    Quantiles.requireProbability(confidence)
    let sample = min(max(sample, 0), max(lot, 0))
    let found = min(max(found, 0), sample)
    // Of parts too large to add up, what was found is a bound as well.
    guard found > 0, sample < lot, sample <= 1 << 20 else { return found }
    var (low, high) = (found, lot - (sample - found))
    while low < high {
      let middle = low + (high - low) / 2
      let chance = probabilityAtLeast(found, faults: middle, lot: lot, sample: sample)
      if chance > 1 - confidence { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// The probability that a part holds at least some number of faults: the hypergeometric tail.
  private static func probabilityAtLeast(
    _ found: Int, faults: Int, lot: Int, sample: Int
  ) -> Double {
    func logChoose(_ n: Int, _ k: Int) -> Double {
      lgamma(Double(n) + 1) - lgamma(Double(k) + 1) - lgamma(Double(n - k) + 1)
    }
    let all = logChoose(lot, sample)
    let (least, most) = (max(found, sample - (lot - faults)), min(sample, faults))
    guard least <= most else { return 0 }
    var total = 0.0
    for count in least...most {
      total += exp(logChoose(faults, count) + logChoose(lot - faults, sample - count) - all)
    }
    return min(total, 1)
  }

  /// The probability that a part holds at least one fault.
  ///
  /// - Parameters:
  ///   - faults: The number of faults in the lot; more than the lot holds are taken as all of it.
  ///   - lot: The number of items in the lot.
  ///   - sample: The number of items in the part, chosen at random without replacement.
  /// - Complexity: O(min(`faults`, `sample`)), at most until the probability is 1 to the last bit.
  public static func detection(ofFaults faults: Int, lot: Int, sample: Int) -> Double {
    let (faults, sample) = (min(max(faults, 0), lot), min(max(sample, 0), lot))
    let (fewer, more) = (min(faults, sample), max(faults, sample))
    guard fewer > 0 else { return 0 }
    guard fewer + more <= lot else { return 1 }
    // C(lot − more, fewer) / C(lot, fewer), factor by factor.
    var logMiss = 0.0
    for index in 0..<fewer {
      logMiss += log1p(-Double(more) / Double(lot - index))
      if logMiss < -50 { return 1 }
    }
    return -expm1(logMiss)
  }

  /// The smallest part that holds at least one of a lot's faults with a probability.
  ///
  /// - Returns: The whole lot if it has no fault.
  /// - Precondition: 0 < `probability` < 1.
  public static func sample(
    detectingFaults faults: Int, lot: Int, probability: Double
  ) -> Int {
    Quantiles.requireProbability(probability)
    return first(in: 0...max(lot, 0)) {
      detection(ofFaults: faults, lot: lot, sample: $0) >= probability
    } ?? lot
  }

  /// The upper bound of a lot's number of faults after a part without any: every larger number would have
  /// shown itself with at least the probability that is the confidence.
  ///
  /// - Precondition: 0 < `confidence` < 1.
  public static func mostFaults(lot: Int, faultlessSample sample: Int, confidence: Double) -> Int {
    Quantiles.requireProbability(confidence)
    let refuted = first(in: 0...max(lot, 0)) {
      detection(ofFaults: $0, lot: lot, sample: sample) >= confidence
    }
    return refuted.map { $0 - 1 } ?? lot
  }

  /// The first number of a range for which a condition holds that holds for all larger ones, too.
  private static func first(in range: ClosedRange<Int>, where holds: (Int) -> Bool) -> Int? {
    guard holds(range.upperBound) else { return nil }
    var (low, high) = (range.lowerBound, range.upperBound)
    while low < high {
      let middle = low + (high - low) / 2
      if holds(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

import Foundation

/// The chance that a random part of a lot shows its faults.
///
/// A part that is drawn without replacement holds a hypergeometric number of the lot's faults (Dodge and
/// Romig, Bell System Technical Journal 8, 1929, whose plans for the inspection of lots rest on it). Of
/// numbers of faults that a part without any leaves possible, the largest is the exact upper bound (Wright,
/// Exact Confidence Bounds when Sampling from Small Finite Universes, 1991).
public enum SamplingInspection {
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

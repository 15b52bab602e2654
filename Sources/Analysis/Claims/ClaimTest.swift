import Results
import Statistics

/// The test of documented minima against one curve.
///
/// All verdicts on a curve follow from one interval of its threshold, so that claims about the same
/// curve cost nothing together. Each end of the interval errs with probability `alpha` at most.
package struct ClaimTest {
  /// The largest share of a claimed minimum at which a reliable decoder makes the claim too strict.
  package static let strictShare = 0.9
  /// The probability that any verdict of a table is wrong.
  package static let tableAlpha = 0.05

  private let levels: [LevelCount]
  private let threshold: ReliableFrom

  /// Tests the counts of a sweep whose smaller levels are the harder ones.
  ///
  /// - Parameter alpha: The error probability of each end of the interval, between 0 and 1.
  package init(_ counts: [LevelCount], alpha: Double) {
    levels = LevelCount.usable(counts)
    threshold = ReliableFrom.estimate(counts, alpha: alpha)
  }

  /// The error probability of each end of a curve's interval, by Bonferroni over all curves.
  package static func alpha(curves: Int) -> Double { tableAlpha / Double(2 * max(curves, 1)) }

  /// The largest level shown to fail; `nil` if none was.
  package var fails: Double? { threshold.lower.isFinite ? threshold.lower : nil }

  /// The level from which on the rate is certified; `nil` if none is.
  package var holds: Double? { threshold.upper.isFinite ? threshold.upper : nil }

  /// Returns the levels at or above a claimed one that break its promise, ascending.
  ///
  /// One failure breaks the promise that everything is read; the promise of reliability is broken
  /// where the rate is significantly below 95 %.
  package func refuting(_ promise: ClaimRecord.Promise, from level: Double) -> [Double] {
    switch promise {
    case .reliably: threshold.failingLevels.filter { $0 >= level }
    case .always: levels.filter { $0.x >= level && $0.failures > 0 }.map(\.x)
    }
  }

  /// Returns the verdict on the promise that symbols are read at a level and above.
  package func verdict(on promise: ClaimRecord.Promise, from level: Double) -> ClaimVerdict {
    if !refuting(promise, from: level).isEmpty { return .tooOptimistic }
    guard threshold.upper <= level else { return .undecided }
    // A promise that everything is read does not deny that smaller symbols are read too. The slack
    // absorbs the rounding of the product.
    let isStrict = promise == .reliably && threshold.upper <= Self.strictShare * level + 1e-9
    return isStrict ? .tooStrict : .holds
  }
}

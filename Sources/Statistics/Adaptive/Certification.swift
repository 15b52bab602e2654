import Foundation

/// "Reliable from" for numbers of trials that depend on the outcomes, as the interval (L, R].
///
/// R comes from a ``SequentialTest`` of each level from the largest down. That test is valid under
/// any stopping rule (Wald, 1945; Ville, 1939), and a fixed sequence of tests needs no penalty for
/// their number (Maurer, Hothorn and Lehmacher, 1995). L comes from likelihood ratios of each level,
/// which are valid under any stopping rule too, with Holm's correction (Holm, 1979). With α = 0.025
/// each, (L, R] covers 95 %.
public struct Certification: Hashable, Sendable {
  /// The rate that is certified.
  public let rate: Double
  /// The error probability allowed at either end.
  public let alpha: Double
  /// R: the rate holds from this level up; `.infinity` when the easiest level is not certified.
  public let upper: Double
  /// L: the largest level shown to fail; `-.infinity` when none was.
  public let lower: Double
  /// The level at which the walk ended, with the state of its test; `nil` when every level was
  /// certified and when there was none.
  public let stop: Stop?
  /// The case for a table to print.
  public let conclusion: ReliableFrom.Conclusion

  /// The level at which a walk ended.
  public struct Stop: Hashable, Sendable {
    /// The level's counts.
    public let level: LevelCount
    /// The state of its test; undecided means that trials ran out first.
    public let state: SequentialTest.State
  }

  /// Certifies levels by their counts.
  ///
  /// - Parameters:
  ///   - levels: All trials, in any order of levels; see ``LevelCount/usable(_:)``.
  ///   - rate: The rate to certify.
  ///   - alpha: The error probability allowed at either end.
  ///   - mostTrialsPerLevel: The number of trials at which a level's test gives up.
  /// - Precondition: 0 < rate < 0.99, 0 < alpha < 0.9.
  public static func estimate(
    _ levels: [LevelCount], rate: Double = 0.95, alpha: Double = 0.025,
    mostTrialsPerLevel: Int = 400
  ) -> Certification {
    let levels = LevelCount.usable(levels)
    var upper = Double.infinity
    var stop: Stop?
    for level in levels.reversed() {
      let test = self.test(
        level, rate: rate, alpha: alpha, mostTrialsPerLevel: mostTrialsPerLevel)
      guard test.state == .certified else {
        stop = Stop(level: level, state: test.state)
        break
      }
      upper = level.x
    }
    let failures = Holm.adjust(levels.map { failureProbability($0, rate: rate) })
    // A level that was certified counts as certified, not as shown to fail.
    let lower =
      zip(levels, failures).filter { $0.1 <= alpha && $0.0.x < upper }.last?.0.x ?? -.infinity
    return Certification(
      rate: rate, alpha: alpha, upper: upper, lower: lower, stop: stop,
      conclusion: conclusion(stop, lower: lower, upper: upper, rate: rate, alpha: alpha))
  }

  /// The most probable it is that a level that holds the rate ever looks as bad as this one.
  ///
  /// It is the inverse of a likelihood ratio: of the mean over all rates below the one in question
  /// against that one. However trials are stopped, a level that holds the rate exceeds a ratio of r
  /// with a probability of 1/r at most (Ville, 1939; Robbins, Annals of Mathematical Statistics 41,
  /// 1970).
  static func failureProbability(_ level: LevelCount, rate: Double) -> Double {
    let (reads, failures) = (Double(level.reads), Double(level.failures))
    let below = Binomial.probabilityAtLeast(
      level.reads.addingSaturated(1), trials: level.trials.addingSaturated(1), rate: rate)
    let mean =
      SpecialFunctions.logGamma(reads + 1) + SpecialFunctions.logGamma(failures + 1)
      - SpecialFunctions.logGamma(reads + failures + 2) + log(below / rate)
    let ratio = mean - Binomial.logLikelihood(level, rate: rate)
    return ratio.isFinite ? min(exp(-ratio), 1) : 1
  }

  /// The sequential test of a level after all its trials.
  static func test(
    _ level: LevelCount, rate: Double = 0.95, alpha: Double = 0.025, mostTrialsPerLevel: Int = 400
  ) -> SequentialTest {
    var test = SequentialTest(target: rate, alpha: alpha, maximumTrials: mostTrialsPerLevel)
    test.record(reads: level.reads, trials: level.trials)
    return test
  }

  private static func conclusion(
    _ stop: Stop?, lower: Double, upper: Double, rate: Double, alpha: Double
  ) -> ReliableFrom.Conclusion {
    if upper.isFinite {
      return lower.isFinite ? .interval(lower: lower, upper: upper) : .atMost(upper)
    }
    guard let easiest = stop?.level else { return .notCertified(.noLevels) }
    if lower == easiest.x { return .above(easiest.x) }
    let needed = SequentialTest(target: rate, alpha: alpha).trialsToCertify
    return .notCertified(
      easiest.trials < needed
        ? .tooFewTrials(needed: needed, given: easiest.trials)
        : .undecided(reads: easiest.reads, trials: easiest.trials))
  }
}

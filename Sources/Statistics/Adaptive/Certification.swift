/// "Reliable from" for trials whose number depended on their outcomes.
///
/// R comes from a ``SequentialTest`` level by level from the largest down, which holds under any
/// stopping rule; a fixed sequence needs no penalty. L comes from the first pass, whose number of
/// trials is fixed, by exact tests with Holm's correction. With α = 0.025 each, (L, R] covers 95 %.
public struct Certification: Hashable, Sendable {
  /// The rate that is certified.
  public let rate: Double
  /// The chance allowed to either end.
  public let alpha: Double
  /// R: the rate holds from this level up; `.infinity` when the easiest level is not certified.
  public let upper: Double
  /// L: the largest level shown to fail; `-.infinity` when none was.
  public let lower: Double
  /// The level at which the walk ended, with where its test stands; `nil` when every level was
  /// certified and when there was none.
  public let stop: Stop?
  /// What to print.
  public let verdict: ReliableFrom.Verdict

  /// Where a walk ended.
  public struct Stop: Hashable, Sendable {
    /// The level's counts.
    public let level: LevelCount
    /// Where its test stands; undecided means that trials ran out first.
    public let state: SequentialTest.State
  }

  /// Certifies levels by their counts.
  ///
  /// - Parameters:
  ///   - levels: All trials, in any order of levels; see ``LevelCount/usable(_:)``.
  ///   - sweep: The first pass alone.
  ///   - rate: The rate to certify.
  ///   - alpha: The chance allowed to either end.
  ///   - mostTrialsPerLevel: Where a level's test gives up.
  /// - Precondition: 0 < rate < 0.99, 0 < alpha < 0.9.
  public static func estimate(
    _ levels: [LevelCount], sweep: [LevelCount], rate: Double = 0.95, alpha: Double = 0.025,
    mostTrialsPerLevel: Int = 400
  ) -> Certification {
    let levels = LevelCount.usable(levels)
    let sweep = LevelCount.usable(sweep)
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
    let failures = ReliableFrom.failurePValues(sweep, rate: rate)
    // A level that its further trials certified was not shown to fail after all.
    let lower =
      zip(sweep, failures).filter { $0.1 <= alpha && $0.0.x < upper }.last?.0.x ?? -.infinity
    return Certification(
      rate: rate, alpha: alpha, upper: upper, lower: lower, stop: stop,
      verdict: verdict(stop, lower: lower, upper: upper, rate: rate, alpha: alpha))
  }

  /// Where a level's test stands after all its trials.
  static func test(
    _ level: LevelCount, rate: Double = 0.95, alpha: Double = 0.025, mostTrialsPerLevel: Int = 400
  ) -> SequentialTest {
    var test = SequentialTest(target: rate, alpha: alpha, maximumTrials: mostTrialsPerLevel)
    test.record(reads: level.reads, trials: level.trials)
    return test
  }

  private static func verdict(
    _ stop: Stop?, lower: Double, upper: Double, rate: Double, alpha: Double
  ) -> ReliableFrom.Verdict {
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

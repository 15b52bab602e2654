/// "Reliable from": the level from which upwards a rate is certified, as the interval (L, R].
///
/// From the largest level down, levels are certified while P(Bin(n, rate) ≥ k) ≤ α; R is the last
/// of them. This is a fixed-sequence test (Maurer, Hothorn, Lehmacher, 1995), so it needs neither a
/// penalty for testing many levels nor a curve that rises. L is the largest level that Holm's
/// procedure (Holm, 1979) shows to be below the rate.
public struct ReliableFrom: Hashable, Sendable {
  /// The cases of (L, R] that a table can print.
  public enum Conclusion: Hashable, Sendable {
    /// The threshold lies in (lower, upper]: `lower` was shown to fail, `upper` and above to hold.
    case interval(lower: Double, upper: Double)
    /// Certified from this level up, and no level was shown to fail: print "≤ level".
    case atMost(Double)
    /// The easiest level itself was shown to fail: print "> level".
    case above(Double)
    /// The easiest level is neither certified nor shown to fail.
    case notCertified(NotCertified)
  }

  /// The reason nothing could be certified.
  public enum NotCertified: Hashable, Sendable {
    /// There is no level with trials.
    case noLevels
    /// The easiest level has so few trials that even all reads certify nothing.
    case tooFewTrials(needed: Int, given: Int)
    /// The easiest level has enough trials, but too many failures to certify the rate and too few
    /// to show that it is below the rate.
    case undecided(reads: Int, trials: Int)
    /// A file of version 0.1.0 or older, which states the reason in words only.
    case unspecified
  }

  /// The reason the walk down the levels ended.
  public enum Stop: Hashable, Sendable {
    /// Every level was certified, the hardest included.
    case everyLevelCertified
    /// This level had enough trials, but too many failures.
    case missed(LevelCount)
    /// This level had too few trials to be certified even if every trial was read.
    case tooFewTrials(LevelCount, needed: Int)
    /// There was no level with trials to start at.
    case noLevels
  }

  /// The decode rate to certify, 0.95 for "R95".
  public let rate: Double
  /// The significance level, 0.05 for "R95/95".
  public let alpha: Double
  /// R: the rate holds from this level up. `.infinity` when the easiest level is not certified.
  public let upper: Double
  /// L: the largest level shown to fail. `-.infinity` when none was.
  public let lower: Double
  /// The last level of the same walk on plain rates (reads ≥ rate × trials), which certifies
  /// nothing; `.infinity` if none.
  public let observed: Double
  /// True if every level has enough trials to be certified if all of them are reads.
  public let certifiable: Bool
  /// All levels shown to fail, ascending.
  public let failingLevels: [Double]
  /// The reason the walk ended.
  public let stop: Stop
  /// The case for a table to print.
  public let conclusion: Conclusion

  /// Estimates (L, R] from a sweep's levels.
  ///
  /// - Parameters:
  ///   - levels: Levels in any order; see ``LevelCount/usable(_:)`` for the treatment of impossible
  ///     values. An empty array is valid, and not certified.
  ///   - rate: The decode rate to certify.
  ///   - alpha: The largest probability of certifying a level that is below the rate.
  /// - Precondition: 0 < rate < 1, 0 < alpha < 1.
  public static func estimate(
    _ levels: [LevelCount], rate: Double = 0.95, alpha: Double = 0.05
  ) -> ReliableFrom {
    let needed = MinimumTrials.toCertify(rate: rate, alpha: alpha)
    let levels = LevelCount.usable(levels)
    let failing = failingLevels(levels, rate: rate, alpha: alpha)
    let lower = failing.last ?? -.infinity
    let upper = walk(levels) {
      Binomial.probabilityAtLeast($0.reads, trials: $0.trials, rate: rate) <= alpha
    }
    // The slack absorbs the rounding of rate × trials; it is far smaller than one read.
    let observed = walk(levels) { Double($0.reads) >= rate * Double($0.trials) - 1e-9 }
    return ReliableFrom(
      rate: rate, alpha: alpha, upper: upper, lower: lower, observed: observed,
      certifiable: !levels.isEmpty && levels.allSatisfy { $0.trials >= needed },
      failingLevels: failing, stop: stop(levels, upper: upper, needed: needed),
      conclusion: conclusion(levels, lower: lower, upper: upper, needed: needed))
  }

  /// The Holm-adjusted P(Bin(n, rate) ≤ k) of each level: small if the level is below the rate.
  static func failurePValues(_ levels: [LevelCount], rate: Double) -> [Double] {
    Holm.adjust(
      levels.map { Binomial.probabilityAtMost($0.reads, trials: $0.trials, rate: rate) })
  }

  private static func failingLevels(
    _ levels: [LevelCount], rate: Double, alpha: Double
  ) -> [Double] {
    zip(levels, failurePValues(levels, rate: rate)).filter { $0.1 <= alpha }.map(\.0.x)
  }

  /// The last level that holds on the way down from the easiest; infinite if the easiest does not.
  private static func walk(_ levels: [LevelCount], holds: (LevelCount) -> Bool) -> Double {
    levels.reversed().prefix(while: holds).last?.x ?? .infinity
  }

  private static func stop(_ levels: [LevelCount], upper: Double, needed: Int) -> Stop {
    guard !levels.isEmpty else { return .noLevels }
    guard let missed = levels.last(where: { $0.x < upper }) else { return .everyLevelCertified }
    return missed.trials < needed
      ? .tooFewTrials(missed, needed: needed) : .missed(missed)
  }

  private static func conclusion(
    _ levels: [LevelCount], lower: Double, upper: Double, needed: Int
  ) -> Conclusion {
    guard let easiest = levels.last else { return .notCertified(.noLevels) }
    if upper.isFinite {
      return lower.isFinite ? .interval(lower: lower, upper: upper) : .atMost(upper)
    }
    if lower == easiest.x { return .above(easiest.x) }
    return .notCertified(
      easiest.trials < needed
        ? .tooFewTrials(needed: needed, given: easiest.trials)
        : .undecided(reads: easiest.reads, trials: easiest.trials))
  }
}

/// Stored as its code and its numbers: `too-few-trials needed=59 given=20`.
extension ReliableFrom.NotCertified: Codable {
  public init(from decoder: any Swift.Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    let parts = text.split(separator: " ")
    func number(_ name: String) -> Int? {
      parts.first { $0.hasPrefix(name + "=") }.flatMap { Int($0.dropFirst(name.count + 1)) }
    }
    switch (parts.first, number("needed"), number("given"), number("reads"), number("trials")) {
    case ("no-levels", _, _, _, _): self = .noLevels
    case ("too-few-trials", let needed?, let given?, _, _):
      self = .tooFewTrials(needed: needed, given: given)
    case ("undecided", _, _, let reads?, let trials?):
      self = .undecided(reads: reads, trials: trials)
    default: self = .unspecified
    }
  }

  public func encode(to encoder: any Swift.Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .noLevels: try container.encode("no-levels")
    case .tooFewTrials(let needed, let given):
      try container.encode("too-few-trials needed=\(needed) given=\(given)")
    case .undecided(let reads, let trials):
      try container.encode("undecided reads=\(reads) trials=\(trials)")
    case .unspecified: try container.encode("unspecified")
    }
  }
}

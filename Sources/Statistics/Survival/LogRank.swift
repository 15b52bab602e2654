import Foundation

/// The comparison of waiting times: are they longer in one sample than in another?
public enum LogRank {
  /// The events of one sample, and those that it would have had if all waited alike.
  public struct Result: Hashable, Sendable {
    /// Events in the first sample.
    public let observed: Double
    /// Events expected there, given who waited at each time.
    public let expected: Double
    /// The variance of the difference (hypergeometric).
    public let variance: Double

    /// The statistic with one degree of freedom; 0 without any event.
    public var chiSquare: Double {
      let difference = observed - expected
      return variance > 0 ? difference * difference / variance : 0
    }
  }

  /// The test of two independent samples (Mantel, Cancer Chemotherapy Reports 50, 1966).
  ///
  /// Not for decoders that saw the same streams: their times depend on each other, and
  /// ``paired(_:)`` takes them.
  public static func independent(_ first: [SurvivalTime], _ second: [SurvivalTime]) -> Result {
    var (observed, expected, variance) = (0.0, 0.0, 0.0)
    for step in KaplanMeier(first + second).steps {
      let (n, d) = (Double(step.atRisk), Double(step.events))
      let mine = Double(first.count { $0.time >= step.time })
      observed += Double(first.count { $0.time == step.time && $0.isEvent })
      expected += mine * d / n
      if n > 1 { variance += d * (mine / n) * (1 - mine / n) * (n - d) / (n - 1) }
    }
    return Result(observed: observed, expected: expected, variance: variance)
  }

  /// The log-rank score of each time: 1 for an event, less the hazard that it has waited through.
  ///
  /// The scores of a sample add up to its observed less its expected events (Peto and Peto, Journal of the
  /// Royal Statistical Society A 135, 1972).
  public static func scores(_ times: [SurvivalTime]) -> [Double] {
    var hazard = 0.0
    let hazards = KaplanMeier(times).steps.map { step in
      hazard += Double(step.events) / Double(step.atRisk)
      return (time: step.time, hazard: hazard)
    }
    return times.map { one in
      let waited = hazards.last { $0.time <= one.time }?.hazard ?? 0
      return (one.isEvent ? 1 : 0) - waited
    }
  }

  /// Two times of one stream.
  public struct Pair: Hashable, Sendable {
    /// The first decoder's.
    public let first: SurvivalTime
    /// The second decoder's.
    public let second: SurvivalTime

    package init(_ first: SurvivalTime, _ second: SurvivalTime) {
      (self.first, self.second) = (first, second)
    }
  }

  /// The resolution of the differences of scores, as a share of the largest one.
  private static let steps = 100.0

  /// The two-sided p-value of "both wait alike", for times in pairs; exact for any number of pairs.
  ///
  /// If the two wait alike, each pair could as well be the other way round, whatever the pair has in
  /// common: exchanging the two leaves all times together as they are, hence the scores too, and only
  /// turns the sign of the pair's difference of scores. So the log-rank statistic has the distribution of
  /// Σ ± |D| (Jung, Lifetime Data Analysis 5, 1999, on rank tests for matched survival data), which
  /// ``SignFlipTest`` computes. Differences are rounded to a hundredth of the largest one, which keeps
  /// the test exact. Strata are scored by themselves and added up, as Mantel (1966) has it.
  ///
  /// - Parameter strata: The pairs of each stratum, such as a corpus's group.
  public static func paired(_ strata: [[Pair]]) -> Double {
    let differences = strata.flatMap { pairs in
      let scores = scores(pairs.map(\.first) + pairs.map(\.second))
      return pairs.indices.map { scores[$0] - scores[$0 + pairs.count] }
    }
    guard let largest = differences.map(abs).max(), largest > 1e-9 else { return 1 }
    var counts: [Int: Int] = [:]
    for difference in differences {
      counts[Int((difference / largest * steps).rounded()), default: 0] += 1
    }
    return SignFlipTest.exact(counts)
  }

  /// The lead of the first of each pair: the sum of its scores, above 0 if it waits less.
  public static func lead(_ strata: [[Pair]]) -> Double {
    strata.reduce(0) { sum, pairs in
      sum + scores(pairs.map(\.first) + pairs.map(\.second)).prefix(pairs.count).reduce(0, +)
    }
  }
}

import Foundation
import Statistics
import TestSupport
import Testing

/// The comparison of a hidden split with a public one, and the test behind it.
struct SplitGapTests {
  /// The exact p-value, over all divisions of each stratum.
  private func exact(_ strata: [ExchangeTest.Stratum]) -> Double {
    var sums = [0.0]
    for stratum in strata {
      let members = stratum.first + stratum.second
      let differences = (0..<1 << members.count).filter {
        $0.nonzeroBitCount == stratum.second.count
      }.map { chosen in
        let second = members.indices.filter { chosen >> $0 & 1 == 1 }.map { members[$0] }
        let first = members.indices.filter { chosen >> $0 & 1 == 0 }.map { members[$0] }
        return ExchangeTest.Stratum(first: first, second: second).difference
      }
      sums = sums.flatMap { sum in differences.map { sum + $0 } }
    }
    let observed = strata.reduce(0) { $0 + $1.difference }
    return Double(sums.count { $0 >= observed - 1e-9 }) / Double(sums.count)
  }

  @Test func drawnDivisionsAgreeWithAllDivisions() {
    var random = SeededGenerator(seed: 11)
    for _ in 0..<12 {
      let strata = (0..<2).map { _ in
        ExchangeTest.Stratum(
          first: (0..<4).map { _ in Double(Int.random(in: 0...5, using: &random)) },
          second: (0..<3).map { _ in Double(Int.random(in: 0...7, using: &random)) })
      }
      let p = ExchangeTest.oneSided(strata, draws: 20_000)
      let expected = exact(strata)
      // Drawing ends at 100 extreme divisions, so that p has an error of a tenth at most times.
      #expect(abs(p - expected) < 0.45 * expected + 0.002, "\(p) for \(expected)")
    }
  }

  @Test func equalSplitsShowNothing() {
    let same = ExchangeTest.Stratum(first: [1, 1, 1], second: [1, 1, 1])
    #expect(ExchangeTest.oneSided([same]) == 1)
    #expect(ExchangeTest.oneSided([]) == 1)
    #expect(ExchangeTest.oneSided([.init(first: [], second: [1])]) == 1)
    let apart = ExchangeTest.Stratum(
      first: Array(repeating: 0, count: 20), second: Array(repeating: 1, count: 20))
    #expect(ExchangeTest.oneSided([apart], draws: 999) == 0.001, "one in a thousand at the least")
  }

  private let levels = [1.0, 1.5, 2, 3]

  /// Trials of a decoder that reads a level with the chance of a logistic curve around a threshold.
  private func trials(
    _ count: Int, threshold: Double, _ random: inout SeededGenerator, sharesLuck: Bool = false
  ) -> SplitGap.Trials {
    (0..<count).map { _ in
      let luck = Double.random(in: 0..<1, using: &random)
      return levels.map { level in
        let own = Double.random(in: 0..<1, using: &random)
        return (sharesLuck ? luck : own) < 1 / (1 + exp(-(level - threshold) / 0.2))
      }
    }
  }

  private func group(_ known: SplitGap.Trials, _ hidden: SplitGap.Trials) -> SplitGap.Group {
    SplitGap.Group(weights: MeanThreshold.weights(for: levels), known: known, hidden: hidden)
  }

  @Test func theGapIsTheDifferenceOfMeanThresholds() throws {
    var random = SeededGenerator(seed: 3)
    let groups = (0..<2).map { index in
      group(
        trials(40, threshold: 1.5, &random),
        trials(25, threshold: 1.7 + Double(index), &random))
    }
    func mean(_ trials: SplitGap.Trials) throws -> MeanThreshold {
      try #require(
        MeanThreshold.estimate(
          levels.enumerated().map { index, x in
            LevelCount(x: x, reads: trials.count { $0[index] }, trials: trials.count)
          }))
    }
    let gap = try #require(SplitGap.compare(groups))
    let differences = try groups.map { try mean($0.hidden).estimate - mean($0.known).estimate }
    #expect(isClose(gap.estimate, (differences[0] + differences[1]) / 2, within: 1e-12))
    // At least the standard errors of the mean thresholds, in squares.
    let squares = try groups.reduce(0) { sum, group in
      let (a, b) = (try mean(group.known).standardError, try mean(group.hidden).standardError)
      return sum + a * a + b * b
    }
    let half = (gap.interval.upper - gap.interval.lower) / 2
    #expect(half >= 1.96 * squares.squareRoot() / 2 - 1e-3)
  }

  /// A decoder that was not tuned is accused in one of twenty comparisons at most, whether levels share a
  /// trial's luck or not, and its interval covers 0.
  @Test(arguments: [false, true]) func untunedDecodersAreAccusedAsRarelyAsStated(_ sharesLuck: Bool)
    throws
  {
    var random = SeededGenerator(seed: sharesLuck ? 5 : 6)
    let draws = 400
    var (accused, covered) = (0, 0)
    for _ in 0..<draws {
      let gap = try #require(
        SplitGap.compare(
          [
            group(
              trials(30, threshold: 1.6, &random, sharesLuck: sharesLuck),
              trials(20, threshold: 1.6, &random, sharesLuck: sharesLuck))
          ], draws: 199))
      if gap.pValue <= 0.05 { accused += 1 }
      if gap.interval.lower <= 0, gap.interval.upper >= 0 { covered += 1 }
    }
    // Four standard deviations of a rate of 5 % over 400 draws are 4.4 %.
    #expect(Double(accused) <= 0.094 * Double(draws), "\(accused) of \(draws)")
    #expect(Double(covered) >= 0.90 * Double(draws), "\(covered) of \(draws)")
  }

  @Test func aTunedDecoderIsFound() throws {
    var random = SeededGenerator(seed: 8)
    let found = try (0..<20).count { _ in
      let gap = try #require(
        SplitGap.compare([
          group(trials(200, threshold: 1.5, &random), trials(200, threshold: 1.65, &random))
        ]))
      return gap.pValue <= 0.05
    }
    #expect(found >= 19, "\(found) of 20")
  }

  @Test func decodersThatReadEverythingHaveAnIntervalToo() throws {
    let all = Array(repeating: levels.map { _ in true }, count: 50)
    let gap = try #require(SplitGap.compare([group(all, all)]))
    #expect(gap.estimate == 0 && gap.pValue == 1)
    #expect(gap.interval.lower < 0 && gap.interval.upper > 0)
    #expect(SplitGap.compare([]) == nil)
  }
}

import Foundation
import Statistics
import Testing

/// The goodness-of-fit test hides what is no logistic, and true logistics as often as it says.
struct FitTestTests {
  private static let xs = stride(from: 1.0, through: 6.0, by: 0.2).map { $0 }

  private func hiddenShare(
    trials: Int, sweeps: Int, seed: UInt64, limit: Double = LapseLogistic.smallestFitProbability,
    _ rate: (Double) -> Double
  ) throws -> Double {
    var random = SplitMix64(state: seed)
    var hidden = 0
    for _ in 0..<sweeps {
      let levels = Self.xs.map {
        LevelCount(x: $0, reads: random.binomial(trials, rate($0)), trials: trials)
      }
      let fit = try #require(LapseLogistic.fit(levels))
      if fit.admissibility(islands: [], limit: limit) != .shown { hidden += 1 }
    }
    return Double(hidden) / Double(sweeps)
  }

  @Test(arguments: [60, 100, 400], [0.0, 0.02])
  func oneTrueLogisticInTenIsHidden(trials: Int, lapse: Double) throws {
    let share = try hiddenShare(trials: trials, sweeps: 200, seed: 5) {
      (1 - lapse) / (1 + exp(-($0 - 2.6) / 0.2))
    }
    // 200 sweeps have a standard error of 2 %; make simulate takes more of them.
    #expect((0.04...0.17).contains(share), "\(share)")
  }

  @Test func twoRisesHalfAPixelApartAreNoLogistic() throws {
    let share = try hiddenShare(trials: 400, sweeps: 60, seed: 6) {
      0.5 / (1 + exp(-($0 - 2.3) / 0.08)) + 0.5 / (1 + exp(-($0 - 2.9) / 0.08))
    }
    #expect(share >= 0.8, "\(share)")
  }

  @Test func anAimIsGivenUpForOneTrueLogisticInAHundred() throws {
    let share = try hiddenShare(trials: 60, sweeps: 200, seed: 7, limit: 0.02) {
      1 / (1 + exp(-($0 - 2.6) / 0.2))
    }
    #expect(share <= 0.03, "\(share)")
  }

  @Test func equalDataGiveEqualAnswers() throws {
    let levels = zip(Self.xs, 0...).map { LevelCount(x: $0, reads: min($1 * 3, 60), trials: 60) }
    let fit = try #require(LapseLogistic.fit(levels))
    let first = fit.admissibility(islands: [], limit: 0.9)
    for _ in 0..<3 { #expect(fit.admissibility(islands: [], limit: 0.9) == first) }
  }

  @Test(arguments: [(7, 0.3), (400, 0.95), (400, 0.004), (5000, 0.4), (50, 0.0), (50, 1.0)])
  func drawsHaveTheBinomialsMeanAndVariance(trials: Int, rate: Double) {
    var random = SplitMix64(state: 8)
    let draws = (0..<20_000).map { _ in Double(random.binomial(trials, rate)) }
    let mean = draws.reduce(0, +) / 20_000
    let variance = draws.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 20_000
    let exactVariance = Double(trials) * rate * (1 - rate)
    #expect(abs(mean - Double(trials) * rate) <= 4 * (exactVariance / 20_000).squareRoot())
    #expect(abs(variance - exactVariance) <= 0.05 * exactVariance + 1e-9)
    #expect(draws.allSatisfy { $0 >= 0 && $0 <= Double(trials) })
  }
}

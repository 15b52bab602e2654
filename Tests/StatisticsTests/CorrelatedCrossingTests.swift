import Foundation
import Statistics
import TestSupport
import Testing

/// Crossings from frames of one sequence.
@Suite struct CorrelatedCrossingTests {
  /// Outcomes of 20 seconds over sizes from 4 to 1, with a threshold that a disturbance moves: it lasts for as
  /// many frames as `memory` says.
  private static func outcomes(
    middle: Double, spread: Double, memory: Double, _ random: inout SeededGenerator
  ) -> [SizedOutcome] {
    var state = 0.0
    return (0..<200).map { index in
      let size = 4 * pow(0.25, Double(index) / 199)
      let normal = (0..<12).reduce(-6.0) { sum, _ in sum + .random(in: 0..<1, using: &random) }
      state = memory * state + (1 - memory * memory).squareRoot() * normal
      return SizedOutcome(
        seconds: Double(index) / 10, size: size, isRead: log(size / middle) + spread * state > 0)
    }
  }

  private static func half(_ outcomes: [SizedOutcome]) throws -> CorrelatedCrossing {
    try #require(CorrelatedCrossing.estimates(outcomes, rates: [0.5])?.first)
  }

  /// Disturbances that last for no time, and for a quarter of a second, half of one, and a whole one.
  @Test(arguments: [0, 0.6, 0.8, 0.9])
  func intervalsHoldThePlantedCrossingHoweverLongDisturbancesLast(memory: Double) throws {
    var random = SeededGenerator(seed: 7)
    var (held, widths): (Int, [Double]) = (0, [])
    for _ in 0..<100 {
      let half = try Self.half(
        Self.outcomes(middle: 1.8, spread: 0.08, memory: memory, &random))
      let (lower, upper) = (half.lower ?? 0, half.upper ?? .infinity)
      if lower...upper ~= 1.8 { held += 1 }
      widths.append(upper / lower)
      #expect(half.dispersion >= 10, "the ten frames of a second count as one")
    }
    #expect(held >= 90, "\(held) of 100")
    #expect(widths.sorted()[50] < 1.5, "\(widths.sorted())")
  }

  /// Frames of which each is ten seconds after the other are not alike.
  @Test func framesThatAreFarApartCountInFull() throws {
    var random = SeededGenerator(seed: 3)
    let close = Self.outcomes(middle: 1.8, spread: 0.1, memory: 0, &random)
    let apart = close.map {
      SizedOutcome(seconds: 100 * $0.seconds, size: $0.size, isRead: $0.isRead)
    }
    let (narrow, wide) = (try Self.half(apart), try Self.half(close))
    #expect(narrow.dispersion < 4)
    #expect(
      try #require(narrow.upper) / #require(narrow.lower) < #require(wide.upper) / #require(
        wide.lower))
  }

  @Test func higherRatesNeedLargerSizes() throws {
    var random = SeededGenerator(seed: 5)
    let outcomes = Self.outcomes(middle: 2, spread: 0.1, memory: 0.3, &random)
    let both = try #require(CorrelatedCrossing.estimates(outcomes, rates: [0.5, 0.95]))
    #expect(both[1].size > both[0].size)
    #expect(both[0].size > 1.7 && both[0].size < 2.3)
  }

  /// The slow twin: independent frames, two parameters, every value of a fine grid.
  @Test func theEstimateIsThatOfAPlainLogisticFit() throws {
    var random = SeededGenerator(seed: 11)
    let outcomes = Self.outcomes(middle: 1.6, spread: 0.15, memory: 0, &random)
    var best = (value: -Double.infinity, middle: 0.0)
    for middle in stride(from: 0.2, to: 0.8, by: 0.002) {
      for width in stride(from: 0.03, to: 0.3, by: 0.005) {
        let value = outcomes.reduce(0) { sum, outcome in
          let rate = 1 / (1 + exp(-(log(outcome.size) - middle) / width))
          return sum + log(max(outcome.isRead ? rate : 1 - rate, 1e-9))
        }
        if value > best.value { best = (value, middle) }
      }
    }
    #expect(abs(log(try Self.half(outcomes).size) - best.middle) < 0.03)
  }

  @Test func withoutAReadOrAMissThereIsNone() {
    for outcomes in [[], [true], [false], [true, true]] {
      let sized = outcomes.map { SizedOutcome(seconds: 0, size: 2, isRead: $0) }
      #expect(CorrelatedCrossing.estimates(sized, rates: [0.5]) == nil)
    }
  }
}

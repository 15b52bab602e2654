import Statistics
import TestSupport
import Testing

/// Growth of what stays and of what varies, on series whose growth is known.
struct GrowthTests {
  private func growth(
    _ kind: Growth.Kind = .steps(quantum: 1), _ value: (Double) -> Double
  ) throws -> Growth {
    try #require(
      Growth(
        stride(from: 10.0, through: 10_000, by: 10).map { ($0, value($0)) }, kind, confidence: 0.98)
    )
  }

  @Test func aSteadyLeakHasItsSize() throws {
    let leak = try growth { (0.01 * $0).rounded(.down) }
    #expect(leak.lower > 0 && abs(leak.estimate - 0.01) < 0.0005, "\(leak)")
  }

  @Test func oneStepAndAWarmingAreNoLeak() throws {
    for place in stride(from: 500.0, through: 9500, by: 500) {
      #expect(try growth { $0 < place ? 0 : 40 }.lower <= 0, "\(place)")
    }
    #expect(try growth { min($0, 2000) }.estimate == 0)
  }

  @Test func whatNeverHappenedIsBoundedByTheNumberOfDecodes() throws {
    // −ln 0.01 by the 19 of 20 parts of 375 that lie between the first median and the last.
    let none = try growth { _ in 7 }
    #expect(none.lower == 0 && abs(none.upper - 4.605 / 7125) < 1e-6, "\(none)")
  }

  /// One side of 98 % may be wrong in 1 of 100: of 1 000, in 19 at most (three standard errors).
  @Test(arguments: [0.3, 1, 3]) func rareStepsAreBoundedAsOftenAsTold(perPart: Double) throws {
    var (low, high) = (0, 0)
    for seed in 0..<1000 {
      var generator = SeededGenerator(seed: UInt64(seed))
      var value = 0.0
      let chance = perPart * 10 / 375
      let one = try growth { _ in
        if Double.random(in: 0..<1, using: &generator) < chance { value += 1 }
        return value
      }
      if one.upper < perPart / 375 { low += 1 }
      if one.lower > perPart / 375 { high += 1 }
    }
    #expect(low <= 19 && high <= 19, "\(low) too low, \(high) too high")
  }

  @Test func timesThatVaryDoNotGrowMoreOftenThanTold() throws {
    var found = 0
    for seed in 0..<300 {
      var generator = SeededGenerator(seed: UInt64(seed))
      let one = try growth(.level) { _ in Double.random(in: 0.9...1.1, using: &generator) }
      if one.lower > 0 { found += 1 }
      let slower = try growth(.level) {
        $0 / 20_000 + Double.random(in: 0.9...1.1, using: &generator)
      }
      #expect(slower.lower > 0)
    }
    // One side of 2 %, and the half must agree.
    #expect(found <= 6, "\(found)")
  }

  @Test func tooFewPointsHaveNoGrowth() {
    #expect(Growth([(1, 1), (2, 2)], .level, confidence: 0.98) == nil)
  }
}

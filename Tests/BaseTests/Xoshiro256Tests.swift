import Base
import Testing

@Suite struct Xoshiro256Tests {
  @Test func matchesThePublishedSequence() {
    // The reference C code's output for the state 1, 2, 3, 4, as Rust's rand_xoshiro tests have it.
    var generator = Xoshiro256(state: (1, 2, 3, 4))
    let expected: [UInt64] = [
      11520, 0, 1_509_978_240, 1_215_971_899_390_074_240, 1_216_172_134_540_287_360,
      607_988_272_756_665_600, 16_172_922_978_634_559_625, 8_476_171_486_693_032_832,
      10_595_114_339_597_558_777, 2_904_607_092_377_533_576,
    ]
    for value in expected { #expect(generator.next() == value) }
  }

  @Test func unitNumbersFillTheUnitInterval() {
    var generator = Xoshiro256(state: (5, 6, 7, 8))
    let draws = (0..<100_000).map { _ in generator.unit() }
    #expect(draws.allSatisfy { $0 >= 0 && $0 < 1 })
    let mean = draws.reduce(0, +) / Double(draws.count)
    #expect(abs(mean - 0.5) < 0.005)
    #expect(draws.contains { $0 < 0.001 } && draws.contains { $0 > 0.999 })
  }

  @Test(arguments: [1, 2, 3, 10, 36, 94, 256])
  func wholeNumbersAreEquallyLikely(bound: Int) {
    var generator = Xoshiro256(state: (9, 10, 11, UInt64(bound)))
    var counts = [Int](repeating: 0, count: bound)
    let draws = 2_000 * bound
    for _ in 0..<draws { counts[generator.below(bound)] += 1 }
    // Chi-squared has the mean bound − 1 and the deviation √(2 (bound − 1)). Five deviations do not
    // happen by chance.
    let chiSquared = counts.reduce(0.0) { $0 + Double(($1 - 2_000) * ($1 - 2_000)) / 2_000 }
    let freedom = Double(bound - 1)
    #expect(chiSquared <= freedom + 5 * (2 * freedom).squareRoot() + 1)
  }
}

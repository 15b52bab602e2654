import Foundation
import Statistics

/// A random number generator with a seed (SplitMix64 of Steele, Lea and Flood, 2014).
///
/// It gives the same numbers from the same seed in every run and on every machine.
package struct SeededGenerator: RandomNumberGenerator, Sendable {
  /// The seed of tests that draw inputs or moments: `HARNESS_TEST_SEED` if it is set, otherwise 0.
  ///
  /// Tests show it where they fail, so that the same draws can be made again.
  package static let testSeed: UInt64 = {
    guard let text = ProcessInfo.processInfo.environment["HARNESS_TEST_SEED"] else { return 0 }
    guard let seed = UInt64(text) else {
      fatalError("HARNESS_TEST_SEED is \"\(text)\", not a whole number from 0 to \(UInt64.max)")
    }
    return seed
  }()

  private var generator: SplitMix64

  package init(seed: UInt64) {
    generator = SplitMix64(state: seed)
  }

  package mutating func next() -> UInt64 { generator.next() }
}

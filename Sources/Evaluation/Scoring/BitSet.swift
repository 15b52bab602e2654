/// A set of numbers below a bound, one bit each: ten million samples take little more than a
/// megabyte.
struct BitSet: Hashable, Sendable {
  private var words: [UInt64]
  /// The number of elements in the set.
  private(set) var count = 0

  /// Makes an empty set of numbers below a bound.
  init(count: Int) {
    words = Array(repeating: 0, count: (count + 63) / 64)
  }

  mutating func insert(_ number: Int) {
    let bit: UInt64 = 1 << UInt64(number & 63)
    if words[number >> 6] & bit == 0 { count += 1 }
    words[number >> 6] |= bit
  }

  func contains(_ number: Int) -> Bool {
    words[number >> 6] >> UInt64(number & 63) & 1 == 1
  }
}

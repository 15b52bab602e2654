/// The generator xoshiro256** 1.0 of Blackman and Vigna (2018), with our own methods for drawing.
///
/// Swift's own generators and its `random(in:using:)` may change between releases, but a sample's
/// image must not.
package struct Xoshiro256 {
  private var s0: UInt64
  private var s1: UInt64
  private var s2: UInt64
  private var s3: UInt64

  /// Makes a generator from its whole state.
  ///
  /// - Precondition: The state is not all zeros.
  package init(state: (UInt64, UInt64, UInt64, UInt64)) {
    precondition(state != (0, 0, 0, 0), "xoshiro256** never leaves the all-zero state")
    (s0, s1, s2, s3) = state
  }

  /// The next 64 bits.
  package mutating func next() -> UInt64 {
    let product = s1 &* 5
    let result = (product << 7 | product >> 57) &* 9
    let shifted = s1 << 17
    s2 ^= s0
    s3 ^= s1
    s1 ^= s2
    s0 ^= s3
    s2 ^= shifted
    s3 = s3 << 45 | s3 >> 19
    return result
  }

  /// Draws a number in [0, 1): a multiple of 2⁻⁵³, all equally likely.
  package mutating func unit() -> Double {
    Double(next() >> 11) * 0x1p-53
  }

  /// Draws a whole number in `0..<bound`, all equally likely.
  ///
  /// - Precondition: `bound` is 1 or more.
  package mutating func below(_ bound: Int) -> Int {
    precondition(bound >= 1, "there is no whole number below \(bound)")
    let bound = UInt64(bound)
    // The high word of a 128-bit product is uniformly distributed once the draws whose low words
    // would occur once too often are repeated (Lemire, 2019).
    let surplus = (0 &- bound) % bound
    while true {
      let product = next().multipliedFullWidth(by: bound)
      if product.low >= surplus { return Int(product.high) }
    }
  }
}

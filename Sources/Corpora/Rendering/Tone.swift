/// Ink coverage → pixel value.
struct Tone: Hashable, Sendable {
  /// Where there is no ink.
  var light: Float = 255
  /// Where there is nothing but ink.
  var dark: Float = 0

  /// The value of a pixel, rounded to nearest.
  ///
  /// - Parameter coverage: 0 to 1, give or take what sums of fractions leave.
  @inline(__always)
  func value(_ coverage: Float) -> UInt8 {
    // Adding 1.5 × 2²³ moves the units to the low end of the bit pattern and rounds on the way: one
    // addition, no branch, and rows vectorise.
    let shifted = light + (dark - light) * coverage + 12_582_912
    return UInt8(truncatingIfNeeded: shifted.bitPattern)
  }

  /// The values of many pixels.
  func values(_ coverage: [Float]) -> [UInt8] {
    let coverage = coverage.span
    return [UInt8](unsafeUninitializedCapacity: coverage.count) { pixels, count in
      for index in 0..<coverage.count { pixels[index] = value(coverage[index]) }
      count = coverage.count
    }
  }
}

/// Maps ink coverage to pixel values.
struct Tone: Hashable, Sendable {
  /// The grey level of bare paper.
  var light: Float = 255
  /// The grey level of full ink.
  var dark: Float = 0

  /// Returns the value of a pixel, rounded to nearest.
  ///
  /// - Parameter coverage: The share of ink, 0 to 1; rounding errors of sums may exceed this
  ///   slightly.
  @inline(__always)
  func value(_ coverage: Float) -> UInt8 {
    // Adding 1.5 × 2²³ moves the integer part to the low end of the bit pattern and rounds it at
    // the same time: one addition, no branch, and rows can be vectorised.
    let shifted = light + (dark - light) * coverage + 12_582_912
    return UInt8(truncatingIfNeeded: shifted.bitPattern)
  }

  /// Returns the values of many pixels.
  func values(_ coverage: [Float]) -> [UInt8] {
    let coverage = coverage.span
    return [UInt8](unsafeUninitializedCapacity: coverage.count) { pixels, count in
      for index in 0..<coverage.count { pixels[index] = value(coverage[index]) }
      count = coverage.count
    }
  }
}

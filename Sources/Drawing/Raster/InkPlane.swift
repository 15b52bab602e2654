/// The share of ink in each pixel: 0 is bare paper, 1 is nothing but ink.
///
/// Shaded dents and bare metal take values beyond both: below 0 is brighter than the paper.
package struct InkPlane: Hashable, Sendable {
  /// The number of columns, in pixels.
  package private(set) var width: Int
  /// The number of rows, in pixels.
  package private(set) var height: Int
  /// Coverage of each pixel, row after row without gaps.
  package var values: [Float]

  /// Makes a plane with the same value everywhere.
  ///
  /// - Precondition: `width` and `height` are 0 or more.
  package init(width: Int = 0, height: Int = 0, filledWith value: Float = 0) {
    precondition(width >= 0 && height >= 0, "a plane's sides are 0 or more")
    self.width = width
    self.height = height
    values = [Float](repeating: value, count: width * height)
  }

  /// Changes the plane's size and keeps its memory; the caller must then write all values.
  mutating func resize(width: Int, height: Int) {
    self.width = width
    self.height = height
    let count = width * height
    if values.count > count { values.removeLast(values.count - count) }
    if values.count < count {
      values.append(contentsOf: repeatElement(0, count: count - values.count))
    }
  }
}

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

/// The share of ink in each pixel: 0 is bare paper, 1 is nothing but ink.
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

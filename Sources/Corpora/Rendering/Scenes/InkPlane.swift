/// How much of each pixel is ink: 0 is bare paper, 1 is nothing but ink.
package struct InkPlane: Hashable, Sendable {
  /// Columns, in pixels.
  package private(set) var width: Int
  /// Rows, in pixels.
  package private(set) var height: Int
  /// Coverage of each pixel, row after row without gaps.
  package var values: [Float]

  /// Makes a plane that is the same all over.
  ///
  /// - Precondition: `width` and `height` are 0 or more.
  package init(width: Int = 0, height: Int = 0, filledWith value: Float = 0) {
    precondition(width >= 0 && height >= 0, "a plane's sides are 0 or more")
    self.width = width
    self.height = height
    values = [Float](repeating: value, count: width * height)
  }

  /// Gives the plane other sides, and leaves its values to be written: it keeps its memory.
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

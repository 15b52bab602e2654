/// A plane's rows; its first row continues above the plane and its last row below it.
///
/// The pixels at an image's edge are paper or surroundings. Repeating them adds nothing that the
/// scene does not have, whereas mirroring would show parts of the symbol twice.
struct PlaneRows {
  let start: UnsafePointer<Float>
  let stride: Int
  let count: Int

  /// The start of a row, inside or outside the plane.
  @inline(__always)
  subscript(y: Int) -> UnsafePointer<Float> { start + min(max(y, 0), count - 1) * stride }
}

extension [Float] {
  /// Resizes scratch memory to a length and keeps the allocated capacity.
  mutating func resize(to length: Int) {
    if length < count {
      removeLast(count - length)
    } else if length > count {
      append(contentsOf: repeatElement(0, count: length - count))
    }
  }
}

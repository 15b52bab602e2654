/// A plane's rows, of which the first goes on above the plane and the last below it.
///
/// What is at an image's edge is paper, or what surrounds it: going on with it adds nothing that
/// the scene does not have, where a mirror would show parts of the symbol twice.
struct PlaneRows {
  let start: UnsafePointer<Float>
  let stride: Int
  let count: Int

  /// The start of a row, wherever it lies.
  @inline(__always)
  subscript(y: Int) -> UnsafePointer<Float> { start + min(max(y, 0), count - 1) * stride }
}

extension [Float] {
  /// Brings scratch memory to a length and keeps what is allocated.
  mutating func resize(to length: Int) {
    if length < count {
      removeLast(count - length)
    } else if length > count {
      append(contentsOf: repeatElement(0, count: length - count))
    }
  }
}

/// Chooses a kernel's size so that its variance on the pixel grid equals that of the continuous
/// shape.
///
/// A shape divided into pixels is as wide as the pixels that it touches. Its second moment
/// therefore differs from the shape's by up to one or two twelfths of a square pixel, which is much
/// for small blurs. Kernels therefore use the shape whose second moment on the grid is right.
enum Spread {
  /// Finds the size at which a spread that grows with size reaches the target.
  ///
  /// - Parameters:
  ///   - target: The second moment asked for, in square pixels.
  ///   - range: The sizes to search, in the kernel's own unit.
  ///   - spread: Returns the second moment for a size.
  static func size(
    with target: Double, in range: ClosedRange<Double>, _ spread: (Double) -> Double
  ) -> Double {
    var low = range.lowerBound
    var high = range.upperBound
    // After 44 halvings, 200 px are reduced to 10⁻¹¹ px.
    for _ in 0..<44 {
      let middle = (low + high) / 2
      if spread(middle) < target { low = middle } else { high = middle }
    }
    return (low + high) / 2
  }
}

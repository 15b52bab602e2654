/// Sizes a kernel so that on the pixel grid it has the spread that its continuous twin has.
///
/// A shape cut up by pixels is as wide as the pixels that it touches: its second moment is not that
/// of the shape, by up to a twelfth of a square pixel or two, which is much for small blurs.
/// Kernels here therefore ask for the shape whose cut-up moment is right.
enum Spread {
  /// The size at which a spread that grows with size has a value.
  ///
  /// - Parameters:
  ///   - target: The second moment asked for, in square pixels.
  ///   - range: Sizes between which it lies, in whatever unit.
  ///   - spread: The second moment of a size.
  static func size(
    with target: Double, in range: ClosedRange<Double>, _ spread: (Double) -> Double
  ) -> Double {
    var low = range.lowerBound
    var high = range.upperBound
    // Halved 44 times, 200 px leave 10⁻¹¹ of one.
    for _ in 0..<44 {
      let middle = (low + high) / 2
      if spread(middle) < target { low = middle } else { high = middle }
    }
    return (low + high) / 2
  }
}

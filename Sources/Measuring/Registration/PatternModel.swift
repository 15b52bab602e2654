/// The ink of a blurred matrix: its share of the light path at any point of the symbol's plane, with
/// derivatives.
///
/// Blur is a Gaussian; it is taken along the symbol's axes one after the other, which is exact for
/// modules that are not sheared.
struct PatternModel {
  let columns: Int
  let rows: Int
  let modules: UnsafePointer<UInt8>
  let normal: NormalTable.Reader

  /// A value and its derivatives.
  struct Ink {
    /// The share of ink, 0 to 1.
    var share: Float = 0
    /// Per module to the right.
    var along: Float = 0
    /// Per module down.
    var down: Float = 0
    /// Per relative change of the blur.
    var blur: Float = 0
    /// Per module by which each bar of a linear symbol grows on either side; 0 in matrices.
    var growth: Float = 0
    /// Per module by which wide elements are wider; 0 if there are none, and in matrices.
    var ratio: Float = 0
  }

  /// The largest number of modules that take part in a value, along one axis.
  private static let reach = 12

  /// Returns the ink at a point.
  ///
  /// - Parameters:
  ///   - u: Modules from the left.
  ///   - v: Rows from the top.
  ///   - su: The standard deviation of the blur along rows, in modules; above 0.
  ///   - sv: That along columns, in rows; above 0.
  @inline(__always)
  func ink(_ u: Float, _ v: Float, su: Float, sv: Float) -> Ink {
    let cut: Float = 3.2
    let left = max(Int((u - cut * su).rounded(.down)), 0)
    let right = min(Int((u + cut * su).rounded(.down)), columns - 1, left + Self.reach)
    let top = max(Int((v - cut * sv).rounded(.down)), 0)
    let bottom = min(Int((v + cut * sv).rounded(.down)), rows - 1, top + Self.reach)
    var ink = Ink()
    guard left <= right, top <= bottom else { return ink }
    let (pu, pv) = (1 / su, 1 / sv)
    // At each edge of a module: the distribution, the density, and the density times the distance.
    var across = (SIMD16<Float>(), SIMD16<Float>(), SIMD16<Float>())
    var z = (Float(left) - u) * pu
    var previous = normal(z)
    var previousZ = z
    for column in left...right {
      z = (Float(column + 1) - u) * pu
      let next = normal(z)
      let slot = column - left
      across.0[slot] = next.x - previous.x
      across.1[slot] = (previous.y - next.y) * pu
      across.2[slot] = previous.y * previousZ - next.y * z
      previous = next
      previousZ = z
    }
    z = (Float(top) - v) * pv
    previous = normal(z)
    previousZ = z
    for row in top...bottom {
      z = (Float(row + 1) - v) * pv
      let next = normal(z)
      let weight = next.x - previous.x
      let slope = (previous.y - next.y) * pv
      let spread = previous.y * previousZ - next.y * z
      let line = modules + row * columns
      var share: Float = 0
      var along: Float = 0
      var blur: Float = 0
      for column in left...right where line[column] != 0 {
        let slot = column - left
        share += across.0[slot]
        along += across.1[slot]
        blur += across.2[slot]
      }
      ink.share += share * weight
      ink.along += along * weight
      ink.down += share * slope
      ink.blur += blur * weight + share * spread
      previous = next
      previousZ = z
    }
    return ink
  }
}

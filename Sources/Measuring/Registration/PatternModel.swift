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
  /// Room for what each column of modules gives to a value: share, slope and change with the blur.
  private let shares: UnsafeMutablePointer<SIMD4<Float>>

  /// Calls a closure with the model of a pattern that has a colour for each module.
  static func with(
    _ pattern: ModulePattern, _ normal: NormalTable.Reader, _ body: (PatternModel) -> Void
  ) {
    pattern.modules.withUnsafeBufferPointer { modules in
      guard let base = modules.baseAddress else { return }
      withUnsafeTemporaryAllocation(of: SIMD4<Float>.self, capacity: reach + 1) { shares in
        guard let room = shares.baseAddress else { return }
        body(
          PatternModel(
            columns: pattern.columns, rows: pattern.rows, modules: base, normal: normal,
            shares: room))
      }
    }
  }

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
    /// Per module by which dark elements grow on either side; 0 where growth is not fitted.
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
    var ink = Ink()
    guard u + cut * su >= 0, v + cut * sv >= 0 else { return ink }
    let left = max(Int(u - cut * su), 0)
    let right = min(Int(u + cut * su), columns - 1, left + Self.reach)
    let top = max(Int(v - cut * sv), 0)
    let bottom = min(Int(v + cut * sv), rows - 1, top + Self.reach)
    guard left <= right, top <= bottom else { return ink }
    let (pu, pv) = (1 / su, 1 / sv)
    // At each edge of a module: the distribution, the density, and the density times the distance.
    var z = (Float(left) - u) * pu
    var previous = normal(z)
    var previousZ = z
    for column in left...right {
      z = (Float(column + 1) - u) * pu
      let next = normal(z)
      shares[column - left] = SIMD4(
        next.x - previous.x, (previous.y - next.y) * pu, previous.y * previousZ - next.y * z, 0)
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
      let line = modules + row * columns + left
      // Without a branch: which modules are dark is as good as random.
      var sums = SIMD4<Float>.zero
      for slot in 0...(right - left) { sums += shares[slot] * Float(min(line[slot], 1)) }
      ink.share += sums.x * weight
      ink.along += sums.y * weight
      ink.down += sums.x * slope
      ink.blur += sums.z * weight + sums.x * spread
      previous = next
      previousZ = z
    }
    return ink
  }
}

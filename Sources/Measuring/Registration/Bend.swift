/// The bend of a label along a linear symbol: how far its bars lie from where a flat label has them.
///
/// Bars at the ends stay where they are, so that the outline is that of the map. Places lie further to the
/// right by a polynomial of the way from the middle to the ends, in shares of half the width.
struct Bend: Hashable, Sendable {
  /// The polynomial's coefficients: those of powers 0 to 4, then those of powers 0 and 1 that change with
  /// the row; each times what is 0 at the ends. The first one is none.
  var shares = SIMD8<Double>.zero
  /// True if only the first two powers count, as on a can; false for creases and waves.
  private(set) var isSmooth = true

  /// The coefficients that are the least and the most possible: more hides the ends of the symbol.
  static let range = -0.3...0.3

  /// The least and the largest size of modules, in those of a flat label.
  private static let sizes = 0.4...2.5

  init() {}

  /// - Parameter powers: The coefficients of powers 0 to 4.
  init(powers: [Double]) {
    isSmooth = false
    for (index, power) in powers.prefix(5).enumerated() { shares[index + 1] = power }
  }

  /// The coefficients that are fitted.
  ///
  /// - Parameter fixesRows: True if none is to change with the row.
  func terms(fixesRows: Bool) -> ClosedRange<Int> {
    isSmooth ? 1...2 : fixesRows ? 1...5 : 1...7
  }

  /// What each coefficient is multiplied by.
  ///
  /// - Parameter s: The place, -1 to 1.
  @inline(__always)
  static func powers<Value: BinaryFloatingPoint & SIMDScalar>(_ s: Value, _ row: Value) -> SIMD8<
    Value
  > {
    let end = 1 - s * s
    return SIMD8(0, 1, s, s * s, s * s * s, s * s * s * s, row, s * row) * end
  }

  /// The changes of ``powers(_:_:)`` with the place.
  @inline(__always)
  static func slopes<Value: BinaryFloatingPoint & SIMDScalar>(_ s: Value, _ row: Value) -> SIMD8<
    Value
  > {
    let (s2, s3) = (s * s, s * s * s)
    let odd = 1 - 3 * s2
    return SIMD8(
      0, -2 * s, odd, 2 * s - 4 * s3, 3 * s2 - 5 * s2 * s2, 4 * s3 - 6 * s2 * s3, -2 * s * row,
      odd * row)
  }

  /// The place on a flat symbol that is seen where the map has a place.
  ///
  /// - Parameter half: Half the symbol's width.
  func place(_ u: Double, _ row: Double, half: Double) -> Double {
    u + half * (shares * Self.powers(u / half - 1, row)).sum()
  }

  /// The change of ``place(_:_:half:)`` with the place.
  func slope(_ u: Double, _ row: Double, half: Double) -> Double {
    1 + (shares * Self.slopes(u / half - 1, row)).sum()
  }

  /// The place at which the map has what a flat symbol has at a place.
  func mapped(_ place: Double, _ row: Double, half: Double) -> Double {
    var u = place
    for _ in 0..<8 {
      let step = (self.place(u, row, half: half) - place) / max(slope(u, row, half: half), 0.2)
      u -= step
      if abs(step) < 1e-9 { break }
    }
    return u
  }

  /// True if modules have a possible size everywhere.
  var isPossible: Bool {
    (0...40).allSatisfy { step in
      [0, 1].allSatisfy { Self.sizes.contains(1 / slope(Double(step) / 20, $0, half: 1)) }
    }
  }

  /// The same bend where rows are so many times as high.
  func withRowsTimes(_ factor: Double) -> Bend {
    var bend = self
    bend.shares[6] *= factor
    bend.shares[7] *= factor
    return bend
  }
}

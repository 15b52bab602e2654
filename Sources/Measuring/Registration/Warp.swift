/// The bend of the label under a matrix symbol: how far its modules lie from where a flat label has them.
///
/// Places lie further along each axis by a polynomial of the place on the flat symbol, from -1 to 1 along
/// either axis: all powers up to the third, and the fourth and fifth along one axis. A cylinder whose label
/// turns by 45 degrees from its middle to its ends is met to 0.04 modules by it, one of 30 degrees to 0.01.
struct Warp: Hashable, Sendable {
  /// The polynomial of either axis, in shares of half of the side.
  var across = SIMD16<Double>.zero
  var down = SIMD16<Double>.zero
  /// Half of the columns and of the rows.
  let half: SIMD2<Double>

  /// The number of the polynomial's terms.
  static let terms = 14
  /// Further out, the symbol is shifted as at this place.
  private static let reach = 1.1

  init(columns: Int, rows: Int) {
    half = SIMD2(Double(columns), Double(rows)) / 2
  }

  /// The polynomial's terms at a place, and their changes along either axis.
  struct Terms {
    var value: SIMD16<Double>
    var byS: SIMD16<Double>
    var byT: SIMD16<Double>
  }

  private static func basis(_ s: Double, _ t: Double) -> Terms {
    let (s2, t2) = (s * s, t * t)
    let (s3, t3) = (s2 * s, t2 * t)
    return Terms(
      value: SIMD16(
        1, s, t, s2, s * t, t2, s3, s2 * t, s * t2, t3, s2 * s2, t2 * t2, s3 * s2, t3 * t2, 0, 0),
      byS: SIMD16(0, 1, 0, 2 * s, t, 0, 3 * s2, 2 * s * t, t2, 0, 4 * s3, 0, 5 * s2 * s2, 0, 0, 0),
      byT: SIMD16(0, 0, 1, 0, s, 2 * t, 0, s2, 2 * s * t, 3 * t2, 0, 4 * t3, 0, 5 * t2 * t2, 0, 0)
    )
  }

  /// The place from -1 to 1 along either axis.
  func unit(_ u: Double, _ v: Double) -> SIMD2<Double> {
    let there = SIMD2(u, v) / half - 1
    return there.clamped(
      lowerBound: SIMD2(repeating: -Self.reach), upperBound: SIMD2(repeating: Self.reach))
  }

  /// The terms at a place of a flat symbol.
  @inline(__always)
  func terms(_ u: Double, _ v: Double) -> Terms {
    let there = unit(u, v)
    return Self.basis(there.x, there.y)
  }

  /// The place on the symbol that is seen where a flat one has a place.
  func place(_ u: Double, _ v: Double) -> SIMD2<Double> { place(u, v, terms(u, v)) }

  /// The same, by the terms there.
  @inline(__always)
  func place(_ u: Double, _ v: Double, _ terms: Terms) -> SIMD2<Double> {
    SIMD2(u, v) + half * SIMD2((across * terms.value).sum(), (down * terms.value).sum())
  }

  /// The changes of ``place(_:_:)`` with the place.
  func derivatives(_ u: Double, _ v: Double) -> Jacobian { derivatives(terms(u, v)) }

  /// The same, by the terms there.
  @inline(__always)
  func derivatives(_ terms: Terms) -> Jacobian {
    let ratio = half.x / half.y
    return Jacobian(
      xu: 1 + (across * terms.byS).sum(), xv: ratio * (across * terms.byT).sum(),
      yu: (down * terms.byS).sum() / ratio, yv: 1 + (down * terms.byT).sum())
  }

  /// The place where a flat symbol has what this one has at a place.
  func mapped(_ column: Double, _ row: Double) -> SIMD2<Double> {
    let wanted = SIMD2(column, row)
    var there = wanted
    for _ in 0..<12 {
      let terms = terms(there.x, there.y)
      let off = place(there.x, there.y, terms) - wanted
      let slopes = derivatives(terms)
      guard slopes.determinant > 0.05 else { break }
      let step =
        SIMD2(
          slopes.yv * off.x - slopes.xv * off.y, slopes.xu * off.y - slopes.yu * off.x)
        / slopes.determinant
      there -= step
      if (step * step).sum() < 1e-16 { break }
    }
    return there
  }

  /// The typical distance of places on this symbol from the best flat one, in modules, and the largest.
  var bend: (typical: Double, largest: Double) {
    let units = (0...80).map { index -> SIMD2<Double> in
      SIMD2(Double(index % 9) / 4 - 1, Double(index / 9) / 4 - 1)
    }
    var offs = units.map { unit -> SIMD2<Double> in
      let flat: SIMD2<Double> = (unit + 1) * half
      return (place(flat.x, flat.y) - flat) / half
    }
    // A flat symbol is moved, turned, stretched and seen from elsewhere by these eight.
    let moves = units.map { unit -> [SIMD2<Double>] in
      let (x, y) = (unit.x, unit.y)
      return [
        SIMD2(1, 0), SIMD2(x, 0), SIMD2(y, 0), SIMD2(0, 1), SIMD2(0, x), SIMD2(0, y),
        SIMD2(x * x, x * y), SIMD2(x * y, y * y),
      ]
    }
    var matrix = [Double](repeating: 0, count: 64)
    var sums = [Double](repeating: 0, count: 8)
    for (move, off) in zip(moves, offs) {
      for i in 0..<8 {
        let product: SIMD2<Double> = move[i] * off
        sums[i] += product.sum()
        for j in 0..<8 {
          let product: SIMD2<Double> = move[i] * move[j]
          matrix[8 * i + j] += product.sum()
        }
      }
    }
    if solveSymmetric(&matrix, &sums, 8) {
      for (index, move) in moves.enumerated() {
        for i in 0..<8 { offs[index] -= sums[i] * move[i] }
      }
    }
    let squares = offs.map { off -> Double in
      let modules: SIMD2<Double> = off * half
      return modules.x * modules.x + modules.y * modules.y
    }
    return (
      (squares.reduce(0, +) / Double(squares.count)).squareRoot(),
      (squares.max() ?? 0).squareRoot()
    )
  }

  /// True if modules have a possible size and order everywhere.
  var isPossible: Bool {
    (0...80).allSatisfy { index in
      let slopes = derivatives(
        Double(index % 9) / 4 * half.x, Double(index / 9) / 4 * half.y)
      return slopes.determinant > 0.5 && slopes.determinant < 2.5
    }
  }
}

/// Smooth noise without bounds: random values on a square lattice of spacing 1, interpolated by cubic
/// B-splines, as ``LatticeNoise``.
struct HashedLattice {
  /// The number that tells one lattice from another.
  let seed: UInt64

  /// Returns the noise at a point; its standard deviation is that of ``LatticeNoise``.
  func value(_ x: Double, _ y: Double) -> Double {
    let (left, top) = (x.rounded(.down), y.rounded(.down))
    let across = Self.weights(x - left)
    let down = Self.weights(y - top)
    let (column, row) = (Int64(left), Int64(top))
    var sum = 0.0
    for j in 0..<4 {
      var line = 0.0
      for i in 0..<4 { line += across[i] * point(column &+ Int64(i), row &+ Int64(j)) }
      sum += down[j] * line
    }
    return sum
  }

  /// Returns the random value of a lattice point, −1 to 1 (SplitMix64's finaliser).
  func point(_ column: Int64, _ row: Int64) -> Double {
    var bits = seed &+ UInt64(bitPattern: column) &* 0x9E37_79B9_7F4A_7C15
    bits = bits ^ (UInt64(bitPattern: row) &* 0xD1B5_4A32_D192_ED03)
    bits = (bits ^ bits >> 30) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
    bits ^= bits >> 31
    return Double(bits >> 11) * 0x1p-52 - 1
  }

  private static func weights(_ t: Double) -> SIMD4<Double> {
    let u = 1 - t
    return [
      u * u * u / 6, (4 - 6 * t * t + 3 * t * t * t) / 6, (4 - 6 * u * u + 3 * u * u * u) / 6,
      t * t * t / 6,
    ]
  }
}

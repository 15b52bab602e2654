/// The sums of the products of 16 derivatives, a symmetric matrix: its half on and below the diagonal, in vectors of
/// four.
struct ProductSums {
  /// The rows one after the other, each as far as its diagonal block.
  private var blocks = [SIMD4<Float>](repeating: .zero, count: 4 * (1 + 2 + 3 + 4))

  /// Adds the products of some derivatives, and the same derivatives times a weight.
  @inline(__always)
  mutating func add(_ row: SIMD16<Float>, _ weighted: SIMD16<Float>) {
    let (low, high) = (row.lowHalf, row.highHalf)
    let (q0, q1, q2, q3) = (low.lowHalf, low.highHalf, high.lowHalf, high.highHalf)
    blocks.withUnsafeMutableBufferPointer { blocks in
      guard let first = blocks.baseAddress else { return }
      for k in 0..<4 {
        first[k] += q0 * weighted[k]
        let second = first + (4 + 2 * k)
        second[0] += q0 * weighted[4 + k]
        second[1] += q1 * weighted[4 + k]
        let third = first + (12 + 3 * k)
        third[0] += q0 * weighted[8 + k]
        third[1] += q1 * weighted[8 + k]
        third[2] += q2 * weighted[8 + k]
        let fourth = first + (24 + 4 * k)
        fourth[0] += q0 * weighted[12 + k]
        fourth[1] += q1 * weighted[12 + k]
        fourth[2] += q2 * weighted[12 + k]
        fourth[3] += q3 * weighted[12 + k]
      }
    }
  }

  /// The sum of the products of two derivatives.
  subscript(row: Int, column: Int) -> Float {
    let (long, short) = (max(row, column), min(row, column))
    let quarter = long / 4
    let start = 2 * quarter * (quarter + 1) + (long % 4) * (quarter + 1)
    return blocks[start + short / 4][short % 4]
  }
}

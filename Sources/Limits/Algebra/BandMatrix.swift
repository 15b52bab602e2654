/// A symmetric matrix whose elements are zero far from the diagonal.
struct BandMatrix {
  /// The number of rows.
  let count: Int
  /// The farthest distance from the diagonal.
  let reach: Int
  /// Row after row the elements from `reach` left of the diagonal to the diagonal.
  var lower: [Double]

  init(count: Int, reach: Int) {
    (self.count, self.reach) = (count, reach)
    lower = [Double](repeating: 0, count: count * (reach + 1))
  }

  /// An element at or left of the diagonal.
  subscript(row: Int, column: Int) -> Double {
    get { lower[row * (reach + 1) + reach - row + column] }
    set { lower[row * (reach + 1) + reach - row + column] = newValue }
  }

  /// The product with a vector.
  func times(_ vector: [Double]) -> [Double] {
    var product = [Double](repeating: 0, count: count)
    for row in 0..<count {
      let first = max(0, row - reach)
      let base = row * (reach + 1) + reach - row
      var sum = lower[base + row] * vector[row]
      for column in first..<row {
        let element = lower[base + column]
        sum += element * vector[column]
        product[column] += element * vector[row]
      }
      product[row] += sum
    }
    return product
  }
}

/// The Cholesky factor of a positive definite band matrix, with what follows from it.
struct BandFactor {
  private let count: Int
  private let reach: Int
  /// The factor's rows, as ``BandMatrix/lower`` holds them; the diagonal is inverted.
  private var rows: [Double]

  /// Factors a matrix whose diagonal is raised.
  ///
  /// - Parameter raise: Added to the diagonal.
  /// - Returns: `nil` if the sum is not positive definite.
  init?(_ matrix: BandMatrix, raise: [Double]) {
    let (count, reach) = (matrix.count, matrix.reach)
    (self.count, self.reach) = (count, reach)
    rows = matrix.lower
    let width = reach + 1
    var isDefinite = true
    rows.withUnsafeMutableBufferPointer { buffer in
      guard let rows = buffer.baseAddress else { return }
      for i in 0..<count {
        let first = max(0, i - reach)
        let mine = rows + i * width + reach - i
        for j in first..<i {
          let start = max(first, j - reach)
          let other = rows + j * width + reach - j
          mine[j] = (mine[j] - Dot.of(mine + start, other + start, j - start)) * other[j]
        }
        let rest = mine[i] + raise[i] - Dot.of(mine + first, mine + first, i - first)
        guard rest > 0 else {
          isDefinite = false
          return
        }
        mine[i] = 1 / rest.squareRoot()
      }
    }
    guard isDefinite else { return nil }
  }

  /// Solves for a right-hand side.
  func solve(_ right: [Double]) -> [Double] {
    var x = right
    let width = reach + 1
    rows.withUnsafeBufferPointer { buffer in
      guard let rows = buffer.baseAddress else { return }
      x.withUnsafeMutableBufferPointer { x in
        guard let x = x.baseAddress else { return }
        for i in 0..<count {
          let first = max(0, i - reach)
          let mine = rows + i * width + reach - i
          x[i] = (x[i] - Dot.of(mine + first, x + first, i - first)) * mine[i]
        }
        for i in (0..<count).reversed() {
          let mine = rows + i * width + reach - i
          let value = x[i] * mine[i]
          x[i] = value
          for j in max(0, i - reach)..<i { x[j] -= mine[j] * value }
        }
      }
    }
    return x
  }

  /// The diagonal of the inverse (Takahashi, Fagan and Chen 1973).
  var inverseDiagonal: [Double] {
    let width = reach + 1
    let full = 2 * reach + 1
    // The factor's columns below the diagonal, and the inverse's elements near the diagonal.
    var columns = [Double](repeating: 0, count: count * width)
    for i in 0..<count {
      for j in max(0, i - reach)...i {
        columns[j * width + i - j] = rows[i * width + reach - i + j]
      }
    }
    var inverse = [Double](repeating: 0, count: count * full)
    columns.withUnsafeBufferPointer { columns in
      inverse.withUnsafeMutableBufferPointer { inverse in
        guard let columns = columns.baseAddress, let inverse = inverse.baseAddress else { return }
        for i in (0..<count).reversed() {
          let column = columns + i * width
          let inverted = column[0]
          let below = min(reach, count - 1 - i)
          for j in stride(from: i + below, to: i, by: -1) {
            let value =
              -inverted * Dot.of(column + 1, inverse + j * full + reach + i + 1 - j, below)
            inverse[i * full + reach + j - i] = value
            inverse[j * full + reach + i - j] = value
          }
          inverse[i * full + reach] =
            inverted * (inverted - Dot.of(column + 1, inverse + i * full + reach + 1, below))
        }
      }
    }
    return (0..<count).map { inverse[$0 * full + reach] }
  }
}

enum Dot {
  /// The inner product of two vectors.
  @inline(__always)
  static func of(_ a: UnsafePointer<Double>, _ b: UnsafePointer<Double>, _ count: Int) -> Double {
    var sums = SIMD4<Double>(repeating: 0)
    var index = 0
    while index + 4 <= count {
      let left = UnsafeRawPointer(a + index).loadUnaligned(as: SIMD4<Double>.self)
      let right = UnsafeRawPointer(b + index).loadUnaligned(as: SIMD4<Double>.self)
      sums += left * right
      index += 4
    }
    var sum = sums.sum()
    while index < count {
      sum += a[index] * b[index]
      index += 1
    }
    return sum
  }
}

extension RegistrationFit {
  /// The sums of the unknowns that not every symbol has, which are kept beside those that fill a vector.
  struct Extras {
    /// The number of those that are fitted, and those before them.
    private let count: Int
    private var rows = [SIMD16<Float>](repeating: .zero, count: 8)
    private var squares = [SIMD8<Float>](repeating: .zero, count: 8)
    private var gradient = SIMD8<Float>.zero

    init(count: Int) { self.count = count }

    @inline(__always)
    mutating func add(
      _ slopes: SIMD8<Float>, _ weighted: SIMD16<Float>, _ weight: Float, _ residual: Float
    ) {
      for k in 0..<count {
        rows[k] += weighted * slopes[k]
        squares[k] += slopes * (slopes[k] * weight)
      }
      gradient += slopes * (weight * residual)
    }

    /// Moves the sums to those of the whole pass.
    mutating func flush(_ sums: inout Sums) {
      let n = unknowns
      for k in 0..<count {
        let row = common + k
        for index in 0..<common {
          sums.matrix[row * n + index] += Double(rows[k][index])
          sums.matrix[index * n + row] += Double(rows[k][index])
        }
        for other in 0..<count {
          sums.matrix[row * n + common + other] += Double(squares[k][other])
        }
        sums.gradient[row] += Double(gradient[k])
      }
      self = Extras(count: count)
    }
  }
}

extension RegistrationFit {
  /// The sums of the unknowns that not every symbol has, which are kept beside those that fill a vector.
  struct Extras {
    var rows = [SIMD16<Float>](repeating: .zero, count: 3)
    var squares = [SIMD4<Float>](repeating: .zero, count: 3)
    var gradient = SIMD4<Float>.zero

    @inline(__always)
    mutating func add(
      _ slopes: SIMD4<Float>, _ weighted: SIMD16<Float>, _ weight: Float, _ residual: Float
    ) {
      for k in 0..<3 {
        rows[k] += weighted * slopes[k]
        squares[k] += slopes * (slopes[k] * weight)
      }
      gradient += slopes * (weight * residual)
    }

    /// Moves the sums to those of the whole pass.
    mutating func flush(_ sums: inout Sums) {
      let n = unknowns
      for k in 0..<3 {
        let row = common + k
        for index in 0..<common {
          sums.matrix[row * n + index] += Double(rows[k][index])
          sums.matrix[index * n + row] += Double(rows[k][index])
        }
        for other in 0..<3 { sums.matrix[row * n + common + other] += Double(squares[k][other]) }
        sums.gradient[row] += Double(gradient[k])
      }
      self = Extras()
    }
  }
}

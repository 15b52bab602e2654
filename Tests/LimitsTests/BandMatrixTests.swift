import Testing

@testable import Limits

@Suite struct BandMatrixTests {
  /// A random positive definite band matrix, and the same as rows of all elements.
  private func matrix(_ count: Int, reach: Int) -> (BandMatrix, [[Double]]) {
    var generator = SystemRandomNumberGenerator()
    var band = BandMatrix(count: count, reach: reach)
    var dense = [[Double]](repeating: [Double](repeating: 0, count: count), count: count)
    for row in 0..<count {
      for column in max(0, row - reach)...row {
        let value =
          row == column
          ? Double(2 * reach + 1) : Double.random(in: -1...1, using: &generator)
        band[row, column] = value
        (dense[row][column], dense[column][row]) = (value, value)
      }
    }
    return (band, dense)
  }

  @Test(arguments: [(1, 1), (7, 1), (12, 5), (23, 9)])
  func factorSolvesAndInverts(_ count: Int, _ reach: Int) throws {
    let (band, dense) = matrix(count, reach: reach)
    let raise = (0..<count).map { 0.1 * Double($0) }
    let factor = try #require(BandFactor(band, raise: raise))
    let right = (0..<count).map { Double($0 * $0 % 7) - 3 }
    let solved = factor.solve(right)
    let diagonal = factor.inverseDiagonal
    for row in 0..<count {
      let product = (0..<count).reduce(0) {
        $0 + (dense[row][$1] + ($1 == row ? raise[row] : 0)) * solved[$1]
      }
      #expect(abs(product - right[row]) < 1e-9)
      // A column of the inverse is the solution for a unit vector.
      let unit = factor.solve((0..<count).map { $0 == row ? 1 : 0 })
      #expect(abs(unit[row] - diagonal[row]) < 1e-12)
    }
    let product = band.times(right)
    for row in 0..<count {
      let slow = zip(dense[row], right).reduce(0) { $0 + $1.0 * $1.1 }
      #expect(abs(product[row] - slow) < 1e-9)
    }
  }

  @Test func matrixThatIsNotDefiniteHasNoFactor() {
    var band = BandMatrix(count: 2, reach: 1)
    band[0, 0] = 1
    band[1, 1] = 1
    band[1, 0] = 2
    #expect(BandFactor(band, raise: [0, 0]) == nil)
    #expect(BandFactor(band, raise: [2, 2]) != nil)
  }
}

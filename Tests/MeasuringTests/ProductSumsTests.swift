import TestSupport
import Testing

@testable import Measuring

/// Sums of products, beside those that are added one by one.
@Suite struct ProductSumsTests {
  @Test func eachElementIsTheSumOfItsProducts() {
    var random = SeededGenerator(seed: 5)
    var sums = ProductSums()
    var plain = [[Float]](repeating: [Float](repeating: 0, count: 16), count: 16)
    for _ in 0..<20 {
      // Whole numbers, so that no sum is rounded.
      let row = SIMD16<Float>((0..<16).map { _ in Float(Int.random(in: -9...9, using: &random)) })
      sums.add(row, row * 3)
      for i in 0..<16 { for j in 0..<16 { plain[i][j] += row[i] * row[j] * 3 } }
    }
    for i in 0..<16 { for j in 0..<16 { #expect(sums[i, j] == plain[i][j], "\(i), \(j)") } }
  }
}

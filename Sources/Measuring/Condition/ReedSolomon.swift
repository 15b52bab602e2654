/// Reed-Solomon codes over the field of 256 elements: how many codewords of a block are wrong.
struct ReedSolomon: Sendable {
  /// Powers of the primitive element, twice round, and their logarithms.
  private let powers: [Int]
  private let logarithms: [Int]
  /// The exponent of the generator's first root.
  private let firstRoot: Int

  /// QR Code: x⁸ + x⁴ + x³ + x² + 1, roots from α⁰ (ISO/IEC 18004, 7.5.2).
  static let qrCode = ReedSolomon(polynomial: 0x11d, firstRoot: 0)
  /// Data Matrix: x⁸ + x⁵ + x³ + x² + 1, roots from α¹ (ISO/IEC 16022, annex E).
  static let dataMatrix = ReedSolomon(polynomial: 0x12d, firstRoot: 1)

  private init(polynomial: Int, firstRoot: Int) {
    var powers = [Int](repeating: 1, count: 510)
    var logarithms = [Int](repeating: 0, count: 256)
    var value = 1
    for exponent in 0..<255 {
      (powers[exponent], powers[exponent + 255]) = (value, value)
      logarithms[value] = exponent
      value <<= 1
      if value > 255 { value ^= polynomial }
    }
    (self.powers, self.logarithms, self.firstRoot) = (powers, logarithms, firstRoot)
  }

  /// Counts the wrong codewords of a block, from first to last, data before error correction.
  ///
  /// - Parameter checks: The number of error correction codewords.
  /// - Returns: `nil` if more codewords are wrong than can be mended.
  func errors(in block: [UInt8], checks: Int) -> Int? {
    let syndromes = (0..<checks).map { syndrome(block, root: firstRoot + $0) }
    guard syndromes.contains(where: { $0 != 0 }) else { return 0 }
    let locator = locator(syndromes)
    let degree = locator.count - 1
    guard 2 * degree <= checks else { return nil }
    // Each wrong codeword is a root of the locator, at the inverse of its place.
    let roots = block.indices.count { place in
      evaluate(locator, exponent: (255 - place % 255) % 255) == 0
    }
    return roots == degree ? degree : nil
  }

  private func multiply(_ a: Int, _ b: Int) -> Int {
    a == 0 || b == 0 ? 0 : powers[logarithms[a] + logarithms[b]]
  }

  private func divide(_ a: Int, _ b: Int) -> Int {
    a == 0 ? 0 : powers[logarithms[a] + 255 - logarithms[b]]
  }

  private func syndrome(_ block: [UInt8], root: Int) -> Int {
    let factor = powers[root % 255]
    return block.reduce(0) { multiply($0, factor) ^ Int($1) }
  }

  /// The value of a polynomial, constant first, at a power of the primitive element.
  private func evaluate(_ polynomial: [Int], exponent: Int) -> Int {
    polynomial.reversed().reduce(0) { multiply($0, powers[exponent]) ^ $1 }
  }

  /// The shortest recurrence that makes the syndromes (Berlekamp 1968, Massey 1969), constant first.
  private func locator(_ syndromes: [Int]) -> [Int] {
    var (current, previous) = ([1], [1])
    var (length, gap, lastDiscrepancy) = (0, 1, 1)
    for step in syndromes.indices {
      var discrepancy = syndromes[step]
      for index in 1..<max(min(current.count, length + 1), 1) {
        discrepancy ^= multiply(current[index], syndromes[step - index])
      }
      guard discrepancy != 0 else {
        gap += 1
        continue
      }
      var next = current
      let factor = divide(discrepancy, lastDiscrepancy)
      next += [Int](repeating: 0, count: max(0, previous.count + gap - next.count))
      for index in previous.indices { next[index + gap] ^= multiply(factor, previous[index]) }
      if 2 * length <= step {
        (previous, lastDiscrepancy) = (current, discrepancy)
        (length, gap) = (step + 1 - length, 1)
      } else {
        gap += 1
      }
      current = next
    }
    return Array(current.prefix(length + 1))
  }
}

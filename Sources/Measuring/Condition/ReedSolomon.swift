import Foundation

/// Reed-Solomon codes: how many codewords of a block are wrong, and which ones were meant.
package struct ReedSolomon: Sendable {
  private let field: FiniteField
  /// The exponent of the generator's first root.
  private let firstRoot: Int

  /// QR Code: x⁸ + x⁴ + x³ + x² + 1, roots from α⁰ (ISO/IEC 18004, 7.5.2).
  package static let qrCode = ReedSolomon(FiniteField(polynomial: 0x11d), firstRoot: 0)
  /// Data Matrix: x⁸ + x⁵ + x³ + x² + 1, roots from α¹ (ISO/IEC 16022, annex E).
  package static let dataMatrix = ReedSolomon(FiniteField(polynomial: 0x12d), firstRoot: 1)
  /// PDF417: integers modulo 929, roots from 3¹ (ISO/IEC 15438, 5.10).
  package static let pdf417 = ReedSolomon(FiniteField(prime: 929, primitive: 3), firstRoot: 1)
  /// Aztec's codewords of 6, 8, 10 and 12 bits and its mode message's of 4, roots from α¹
  /// (ISO/IEC 24778, 7.2.3), by their bits.
  package static let aztec: [Int: ReedSolomon] = [
    4: 0x13, 6: 0x43, 8: 0x12d, 10: 0x409, 12: 0x1069,
  ].mapValues { ReedSolomon(FiniteField(polynomial: $0), firstRoot: 1) }

  private init(_ field: FiniteField, firstRoot: Int) {
    (self.field, self.firstRoot) = (field, firstRoot)
  }

  /// Finds the places of a block's wrong codewords; data precede error correction.
  ///
  /// - Parameters:
  ///   - checks: The number of error correction codewords.
  ///   - erasures: The places of codewords that could not be read; they are not counted.
  /// - Returns: `nil` if more codewords are wrong than can be mended.
  func errors(in block: [Int], checks: Int, erasures: [Int] = []) -> [Int]? {
    guard erasures.count <= checks else { return nil }
    return wrongPowers(syndromes(of: block, checks: checks), length: block.count, erasures)?
      .map { block.count - 1 - $0 }
  }

  /// Mends a block, from first to last, data before error correction.
  ///
  /// - Parameters:
  ///   - checks: The number of error correction codewords.
  ///   - erasures: The places of codewords that are not trusted, each once.
  /// - Returns: `nil` if more codewords are wrong than can be mended.
  package func corrected(_ block: [Int], checks: Int, erasures: [Int] = []) -> [Int]? {
    guard erasures.count <= checks else { return nil }
    let syndromes = syndromes(of: block, checks: checks)
    guard syndromes.contains(where: { $0 != 0 }) else { return block }
    guard let wrong = wrongPowers(syndromes, length: block.count, erasures) else { return nil }
    let powers = Set(wrong).union(erasures.map { block.count - 1 - $0 }).sorted()
    let mended = mending(block, syndromes, at: powers)
    // With as many erasures as checks, any block can be mended; what is left over must fit.
    return self.syndromes(of: mended, checks: checks).allSatisfy { $0 == 0 } ? mended : nil
  }

  /// Subtracts the errors at places that are given as powers of the field's element (Forney 1965).
  private func mending(_ block: [Int], _ syndromes: [Int], at powers: [Int]) -> [Int] {
    let locators = powers.map(field.power)
    // The product of 1 − locator × x, and that times the syndromes, constant first.
    var product = [1]
    for locator in locators {
      let shifted = [0] + product.map { field.multiply($0, locator) }
      product = zip(product + [0], shifted).map(field.subtract)
    }
    let evaluator = syndromes.indices.map { power in
      (0...power).reduce(0) { sum, index in
        index < product.count
          ? field.add(sum, field.multiply(product[index], syndromes[power - index])) : sum
      }
    }
    var mended = block
    for (index, power) in powers.enumerated() {
      let inverse = field.power(field.order - power % field.order)
      var divisor = field.power(power * firstRoot)
      for (other, locator) in locators.enumerated() where other != index {
        divisor = field.multiply(
          divisor, field.subtract(1, field.multiply(locator, inverse)))
      }
      let place = block.count - 1 - power
      mended[place] = field.subtract(
        mended[place], field.divide(evaluate(evaluator, at: inverse), divisor))
    }
    return mended
  }

  private func syndromes(of block: [Int], checks: Int) -> [Int] {
    (0..<checks).map { syndrome(block, root: firstRoot + $0) }
  }

  /// The wrong codewords that are not erased, counted from the last one; `nil` if too many are
  /// wrong.
  private func wrongPowers(_ all: [Int], length: Int, _ erasures: [Int]) -> [Int]? {
    var syndromes = all
    // The rest of the syndromes, without an erased codeword's part in them.
    for place in erasures {
      let locator = field.power(length - 1 - place)
      for index in 0..<syndromes.count - 1 {
        syndromes[index] = field.subtract(
          syndromes[index + 1], field.multiply(syndromes[index], locator))
      }
      syndromes.removeLast()
    }
    guard syndromes.contains(where: { $0 != 0 }) else { return [] }
    let locator = locator(syndromes)
    let degree = locator.count - 1
    guard 2 * degree <= syndromes.count else { return nil }
    // Each wrong codeword is a root of the locator, at the inverse of its place.
    let roots = (0..<length).filter { place in
      evaluate(locator, at: field.power(field.order - place % field.order)) == 0
    }
    return roots.count == degree ? roots : nil
  }

  /// The logarithm, to the base of ten, of the chance that codewords taken at random lie as near to a
  /// right block as these: the share of all blocks that differ in so few places from a right one.
  ///
  /// - Parameters:
  ///   - length: The codewords of the block that could be read.
  ///   - wrong: Those of them that were mended.
  ///   - checks: The error correction codewords, less those that stand for unread codewords.
  func logChance(length: Int, wrong: Int, checks: Int) -> Double {
    var (logSize, ways) = (0.0, 0.0)
    for count in 0..<wrong {
      ways += log10(Double(length - count) / Double(count + 1)) + log10(Double(field.order))
      logSize = max(logSize, ways)
    }
    // Blocks with fewer wrong codewords are too few to count.
    return logSize - Double(checks) * log10(Double(field.order + 1))
  }

  /// Appends the error correction codewords to data.
  package func encode(_ data: [Int], checks: Int) -> [Int] {
    // The product of x − root over all roots, highest power first.
    var generator = [1]
    for index in 0..<checks {
      let root = field.power(firstRoot + index)
      let shifted = [0] + generator.map { field.multiply($0, root) }
      generator = zip(generator + [0], shifted).map(field.subtract)
    }
    var rest = data + [Int](repeating: 0, count: checks)
    for index in data.indices {
      let factor = rest[index]
      for (offset, coefficient) in generator.enumerated() {
        rest[index + offset] = field.subtract(
          rest[index + offset], field.multiply(factor, coefficient))
      }
    }
    return data + rest.suffix(checks).map { field.subtract(0, $0) }
  }

  private func syndrome(_ block: [Int], root: Int) -> Int {
    let factor = field.power(root)
    return block.reduce(0) { field.add(field.multiply($0, factor), $1) }
  }

  /// The value of a polynomial, constant first.
  private func evaluate(_ polynomial: [Int], at point: Int) -> Int {
    polynomial.reversed().reduce(0) { field.add(field.multiply($0, point), $1) }
  }

  /// The shortest recurrence that makes the syndromes (Berlekamp 1968, Massey 1969), constant first.
  private func locator(_ syndromes: [Int]) -> [Int] {
    var (current, previous) = ([1], [1])
    var (length, gap, lastDiscrepancy) = (0, 1, 1)
    for step in syndromes.indices {
      var discrepancy = syndromes[step]
      for index in 1..<max(min(current.count, length + 1), 1) {
        discrepancy = field.add(
          discrepancy, field.multiply(current[index], syndromes[step - index]))
      }
      guard discrepancy != 0 else {
        gap += 1
        continue
      }
      var next = current
      let factor = field.divide(discrepancy, lastDiscrepancy)
      next += [Int](repeating: 0, count: max(0, previous.count + gap - next.count))
      for index in previous.indices {
        next[index + gap] = field.subtract(
          next[index + gap], field.multiply(factor, previous[index]))
      }
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

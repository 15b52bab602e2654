/// A field of finitely many elements, as error correction uses it: 2ⁿ elements, or a prime number.
struct FiniteField: Sendable {
  /// The number of elements other than zero.
  let order: Int
  /// Powers of the primitive element, twice round, and their logarithms.
  private let powers: [Int]
  private let logarithms: [Int]
  /// The prime, or 0 for a field of characteristic 2.
  private let prime: Int

  /// Makes the field of the polynomials modulo a primitive one.
  ///
  /// - Parameter polynomial: The primitive polynomial's coefficients as bits.
  init(polynomial: Int) {
    let size = 1 << (Int.bitWidth - 1 - polynomial.leadingZeroBitCount)
    self.init(order: size - 1, prime: 0) { value in
      let next = value << 1
      return next < size ? next : next ^ polynomial
    }
  }

  init(prime: Int, primitive: Int) {
    self.init(order: prime - 1, prime: prime) { $0 * primitive % prime }
  }

  private init(order: Int, prime: Int, next: (Int) -> Int) {
    var powers = [Int](repeating: 1, count: 2 * order)
    var logarithms = [Int](repeating: 0, count: order + 1)
    var value = 1
    for exponent in 0..<order {
      (powers[exponent], powers[exponent + order]) = (value, value)
      logarithms[value] = exponent
      value = next(value)
    }
    (self.order, self.prime, self.powers, self.logarithms) = (order, prime, powers, logarithms)
  }

  func add(_ a: Int, _ b: Int) -> Int { prime == 0 ? a ^ b : (a + b) % prime }

  func subtract(_ a: Int, _ b: Int) -> Int { prime == 0 ? a ^ b : (a - b + prime) % prime }

  func multiply(_ a: Int, _ b: Int) -> Int {
    a == 0 || b == 0 ? 0 : powers[logarithms[a] + logarithms[b]]
  }

  func divide(_ a: Int, _ b: Int) -> Int {
    a == 0 ? 0 : powers[logarithms[a] + order - logarithms[b]]
  }

  /// A power of the primitive element.
  ///
  /// - Parameter exponent: 0 or more.
  func power(_ exponent: Int) -> Int { powers[exponent % order] }
}

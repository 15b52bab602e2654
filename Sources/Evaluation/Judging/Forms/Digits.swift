/// Digits as bytes, and the check digits over them.
enum Digits {
  static let zero = UInt8(ascii: "0")

  static func areAll(_ bytes: some Sequence<UInt8>) -> Bool {
    bytes.allSatisfy { (zero...UInt8(ascii: "9")).contains($0) }
  }

  /// Computes the GS1 check digit of digits without one. Weights are 3, 1, 3 … from the right,
  /// modulo 10 (GS1 General Specifications; ITF's is the same, ISO/IEC 16390).
  static func checkDigit(of digits: some BidirectionalCollection<UInt8>) -> UInt8 {
    var sum = 0
    var weight = 3
    for digit in digits.reversed() {
      sum += Int(digit - zero) * weight
      weight = 4 - weight
    }
    return zero + UInt8((10 - sum % 10) % 10)
  }

  /// True if all bytes are digits and the last one is the check digit of the others.
  static func endInCheckDigit(_ bytes: some BidirectionalCollection<UInt8>) -> Bool {
    guard bytes.count > 1, areAll(bytes), let last = bytes.last else { return false }
    return checkDigit(of: bytes.dropLast()) == last
  }
}

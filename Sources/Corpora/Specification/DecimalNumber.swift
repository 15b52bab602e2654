/// A number exactly as written in decimal: 1.37 is 137 hundredths, not the nearest binary fraction.
///
/// Levels are computed with these, so that steps of 0.1 never end at 1.2000000000000002.
struct DecimalNumber: Hashable, Sendable, Comparable {
  /// The number in billionths.
  let billionths: Int64

  private static let digitsAfterPoint = 9
  private static let one: Int64 = 1_000_000_000

  /// Reads `12`, `0.8` or `-7.25`: up to nine digits before the point and nine after it.
  ///
  /// - Returns: `nil` for anything else, exponents, `inf` and `nan` included.
  init?(parsing text: some StringProtocol) {
    var digits = text.utf8[...]
    let isNegative = digits.first == UInt8(ascii: "-")
    if isNegative { digits = digits.dropFirst() }
    let parts = digits.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count <= 2, parts.allSatisfy({ !$0.isEmpty }), parts[0].count <= 9 else {
      return nil
    }
    var fraction = parts.count == 2 ? Array(parts[1]) : []
    guard fraction.count <= Self.digitsAfterPoint else { return nil }
    fraction += Array(
      repeating: UInt8(ascii: "0"), count: Self.digitsAfterPoint - fraction.count)
    var value: Int64 = 0
    for digit in parts[0] + fraction {
      guard digit >= UInt8(ascii: "0"), digit <= UInt8(ascii: "9") else { return nil }
      value = value * 10 + Int64(digit - UInt8(ascii: "0"))
    }
    billionths = isNegative ? -value : value
  }

  init(billionths: Int64) {
    self.billionths = billionths
  }

  static func < (a: Self, b: Self) -> Bool { a.billionths < b.billionths }

  /// The canonical text: no leading zeros, no trailing zeros, no point without digits after it.
  var text: String {
    let magnitude = billionths.magnitude
    let whole = String(magnitude / UInt64(Self.one))
    var fraction = String(magnitude % UInt64(Self.one))
    fraction = String(repeating: "0", count: Self.digitsAfterPoint - fraction.count) + fraction
    while fraction.hasSuffix("0") { fraction.removeLast() }
    return (billionths < 0 ? "-" : "") + whole + (fraction.isEmpty ? "" : "." + fraction)
  }

  /// The nearest binary number.
  var value: Double {
    // Both are exact, and the division rounds once: the result is the same as from reading the
    // text.
    Double(billionths) / Double(Self.one)
  }
}

/// One value on a sweep, identified by its canonical decimal text.
public struct Level: Hashable, Sendable {
  /// The value as it is written in keys and reports: `1.37`, `2`.
  public let text: String
  /// The value as a number, in the sweep's unit.
  public let value: Double

  /// Reads a level's canonical text.
  ///
  /// - Returns: `nil` unless the text is a decimal in its shortest form: `2`, not `2.0`.
  public init?(parsing text: String) {
    guard let number = DecimalNumber(parsing: text), number.text == text else { return nil }
    self.init(number)
  }

  package init(_ number: DecimalNumber) {
    text = number.text
    value = number.value
  }
}

/// The direction in which a sweep gets harder.
public enum SweepDirection: String, CaseIterable, Hashable, Sendable, Codable {
  /// Smaller values are harder, as with module size.
  case smaller
  /// Larger values are harder, as with blur.
  case larger
  /// The levels have no order: they have rates, and no threshold.
  case unordered
}

extension Level: Comparable, CustomStringConvertible {
  public static func < (a: Level, b: Level) -> Bool { a.value < b.value }

  public var description: String { text }
}

/// A level is stored as its text.
extension Level: Codable {
  public init(from decoder: any Swift.Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    guard let level = Level(parsing: text) else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath,
          debugDescription: "\"\(text)\" is not a level: write a decimal such as 1.37"))
    }
    self = level
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}

/// A number exactly as written in decimal: 1.37 is 137 hundredths, not the nearest binary fraction.
///
/// Levels are computed with these, so that steps of 0.1 never end at 1.2000000000000002.
package struct DecimalNumber: Hashable, Sendable, Comparable {
  /// The number in billionths.
  package let billionths: Int64

  private static let digitsAfterPoint = 9
  private static let one: Int64 = 1_000_000_000

  /// Reads `12`, `0.8` or `-7.25`: up to nine digits before the point and nine after it.
  ///
  /// - Returns: `nil` for anything else, exponents, `inf` and `nan` included.
  package init?(parsing text: some StringProtocol) {
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

  package init(billionths: Int64) {
    self.billionths = billionths
  }

  package static func < (a: Self, b: Self) -> Bool { a.billionths < b.billionths }

  /// The canonical text: no leading zeros, no trailing zeros, no point without digits after it.
  package var text: String {
    let magnitude = billionths.magnitude
    let whole = String(magnitude / UInt64(Self.one))
    var fraction = String(magnitude % UInt64(Self.one))
    fraction = String(repeating: "0", count: Self.digitsAfterPoint - fraction.count) + fraction
    while fraction.hasSuffix("0") { fraction.removeLast() }
    return (billionths < 0 ? "-" : "") + whole + (fraction.isEmpty ? "" : "." + fraction)
  }

  /// The nearest binary number.
  package var value: Double {
    // Both are exact, and the division rounds once: the result is the same as from reading the
    // text.
    Double(billionths) / Double(Self.one)
  }
}

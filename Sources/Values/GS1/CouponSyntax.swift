/// The syntax of North American coupons in AI (8110) and (8112).
///
/// Source: GS1 US, North American Coupon Application Guideline; lengths are given by indicator digits.
enum CouponSyntax {
  /// A reader that takes digits from the left and remembers whether all were there and right.
  private struct Reader {
    var rest: Bytes
    var isRight = true

    var next: UInt8? { rest.first }

    mutating func take(_ count: Int) -> Bytes {
      isRight = isRight && rest.count >= count
      defer { rest = rest.dropFirst(count) }
      return rest.prefix(count)
    }

    /// Takes one digit that must be one of a few.
    mutating func code(_ allowed: String) {
      isRight = isRight && take(1).allSatisfy(allowed.utf8.contains)
    }

    /// Takes a length's indicator, and as many digits as it says.
    mutating func counted(_ allowed: String, plus: Int) {
      guard let indicator = next, allowed.utf8.contains(indicator) else {
        isRight = false
        return
      }
      _ = take(1)
      _ = take(Int(indicator & 0x0F) + plus)
    }

    mutating func purchase() {
      counted("12345", plus: 0)
      code("012349")
      _ = take(3)
    }

    /// Takes a company prefix, or 9 where there is none.
    mutating func company() {
      if next == UInt8(ascii: "9") { _ = take(1) } else { counted("0123456", plus: 6) }
    }

    mutating func date() -> Bytes {
      let date = take(6)
      isRight = isRight && GS1Check.yymmdd.passes(date)
      return date
    }

    mutating func has(_ field: Unicode.Scalar) -> Bool {
      guard isRight, next == UInt8(ascii: field) else { return false }
      _ = take(1)
      return true
    }
  }

  /// True for a coupon code of AI (8110).
  static func isCoupon(_ data: Bytes) -> Bool {
    guard data.isDigits else { return false }
    var reader = Reader(rest: data)
    reader.counted("0123456", plus: 6)
    _ = reader.take(6)
    reader.counted("12345", plus: 0)
    reader.purchase()
    if reader.has("1") {
      reader.code("0123")
      reader.purchase()
      reader.company()
    }
    if reader.has("2") {
      reader.purchase()
      reader.company()
    }
    let end = reader.has("3") ? reader.date() : nil
    if reader.has("4") {
      let start = reader.date()
      if let end, end.lexicographicallyPrecedes(start) { return false }
    }
    if reader.has("5") { reader.counted("0123456789", plus: 6) }
    if reader.has("6") { reader.counted("1234567", plus: 6) }
    if reader.has("9") {
      reader.code("01256")
      reader.code("012")
      _ = reader.take(1)
      reader.code("01")
    }
    return reader.isRight && reader.rest.isEmpty
  }

  /// True for a coupon of a positive offer file, AI (8112).
  static func isOffer(_ data: Bytes) -> Bool {
    guard data.isDigits else { return false }
    var reader = Reader(rest: data)
    reader.code("01")
    reader.counted("0123456", plus: 6)
    _ = reader.take(6)
    reader.counted("0123456789", plus: 6)
    return reader.isRight && reader.rest.isEmpty
  }
}

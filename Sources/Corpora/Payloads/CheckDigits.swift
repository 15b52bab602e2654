/// Check digits of numbers that carry one.
public enum CheckDigits {
  /// The check digit of a GTIN, an SSCC or a GLN (GS1 General Specifications, 7.9.1).
  ///
  /// The digits have the weights 3 and 1 in turn, the last of them 3. The check digit completes the
  /// sum to a multiple of 10.
  ///
  /// - Parameter digits: The digits before the check digit, as ASCII.
  /// - Returns: The check digit as ASCII.
  /// - Precondition: There is at least one digit and nothing but digits.
  public static func modulo10(of digits: some BidirectionalCollection<UInt8>) -> UInt8 {
    var sum = 0
    var weight = 3
    for digit in digits.reversed() {
      precondition(isDigit(digit), "only digits have a check digit")
      sum += weight * Int(digit - UInt8(ascii: "0"))
      weight = 4 - weight
    }
    return UInt8(ascii: "0") + UInt8((10 - sum % 10) % 10)
  }

  /// Returns true if the last of some digits is the check digit of the others.
  ///
  /// Anything but digits has no valid check digit.
  public static func isValidModulo10(_ digits: some BidirectionalCollection<UInt8>) -> Bool {
    guard let last = digits.last, digits.count > 1, digits.allSatisfy(isDigit) else { return false }
    return modulo10(of: digits.dropLast()) == last
  }

  /// The UPC-A number, without check digit, that a UPC-E number stands for (GS1 General
  /// Specifications, 5.2.2.4.2).
  ///
  /// Both numbers have the same check digit.
  ///
  /// - Parameter digits: The number system and six digits, as ASCII.
  /// - Returns: Eleven digits; `nil` if there are not seven digits, if the number system is neither
  ///   0 nor 1, or if the number would be shortened in another way.
  public static func upcA(expandingUPCE digits: [UInt8]) -> [UInt8]? {
    let zero = UInt8(ascii: "0")
    guard digits.count == 7, digits.allSatisfy(isDigit), digits[0] <= zero + 1 else { return nil }
    func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: zero, count: count) }
    let last = digits[6]
    switch last - zero {
    case 0...2: return digits[0...2] + [last] + zeros(4) + digits[3...5]
    case 3: return digits[3] > zero + 2 ? digits[0...3] + zeros(5) + digits[4...5] : nil
    case 4: return digits[4] > zero ? digits[0...4] + zeros(5) + digits[5...5] : nil
    default: return digits[5] > zero ? digits[0...5] + zeros(4) + [last] : nil
    }
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
  }
}

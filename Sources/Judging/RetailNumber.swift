import DecoderKit

/// The number in an EAN or UPC symbol and the digits of its add-on.
///
/// The common form is GTIN-13, followed by the add-on's digits.
enum RetailNumber {
  static func forms(of form: Form, as symbology: Symbology) -> [Form] {
    var forms: [Form] = []
    for (main, addOn, hasSeparator) in parts(of: form.bytes, as: symbology) {
      guard let number = gtin13(main, as: symbology) else { continue }
      var whole = Form(bytes: number.bytes, rules: form.rules.union(number.rules))
      if hasSeparator { whole.rules.insert(.addOnSeparator) }
      if !addOn.isEmpty {
        forms.append(whole.simplified(to: number.bytes, by: .addOnOmitted))
        whole.bytes += addOn
      }
      forms.append(whole)
    }
    return forms
  }

  /// Returns the ways to split the digits into main symbol and add-on. The main symbol's check
  /// digit usually leaves one.
  private static func parts(
    of bytes: [UInt8], as symbology: Symbology
  ) -> [(main: ArraySlice<UInt8>, addOn: ArraySlice<UInt8>, hasSeparator: Bool)] {
    // EAN-8 has no add-on (ISO/IEC 15420).
    let addOnLengths = symbology == .ean8 ? [0] : [0, 2, 5]
    return [8, 12, 13, 14].flatMap { mainLength in
      addOnLengths.compactMap { addOnLength in
        let separators = bytes.count - mainLength - addOnLength
        guard separators == 0 || (separators == 1 && addOnLength > 0) else { return nil }
        if separators == 1, !" +-".utf8.contains(bytes[mainLength]) { return nil }
        let addOn = bytes.suffix(addOnLength)
        guard Digits.areAll(addOn) else { return nil }
        return (bytes.prefix(mainLength), addOn, separators == 1)
      }
    }
  }

  /// Returns the number in 13 digits; `nil` if the check digit is wrong or there are too many
  /// digits.
  private static func gtin13(_ digits: ArraySlice<UInt8>, as symbology: Symbology) -> Form? {
    if symbology == .upcE, digits.count == 8 {
      guard let expanded = expandedUPCE(digits) else { return nil }
      return Form(bytes: [Digits.zero] + expanded, rules: [.upcEExpanded])
    }
    // Eight digits are a complete number only in EAN-8.
    guard digits.count != 8 || symbology == .ean8, Digits.endInCheckDigit(digits) else {
      return nil
    }
    guard digits.count != 13 else { return Form(bytes: Array(digits)) }
    guard digits.count < 13 || digits.first == Digits.zero else { return nil }
    let filled = Array(repeating: Digits.zero, count: 14 - digits.count) + digits
    return Form(bytes: Array(filled.suffix(13)), rules: [.gtinLength])
  }

  /// Expands UPC-E's 8 digits (number system, 6 digits, check digit) to the 12 they stand for
  /// (ISO/IEC 15420).
  ///
  /// The last of the six digits says where zeros were left out.
  static func expandedUPCE(_ digits: ArraySlice<UInt8>) -> [UInt8]? {
    let digits = Array(digits)
    guard digits.count == 8, Digits.areAll(digits), digits[0] <= UInt8(ascii: "1") else {
      return nil
    }
    var number = [digits[0]]
    let (zeros, tail): (Int, ArraySlice<UInt8>)
    switch digits[6] - Digits.zero {
    case 0...2:
      number += [digits[1], digits[2], digits[6]]
      (zeros, tail) = (4, digits[3...5])
    case 3:
      number += digits[1...3]
      (zeros, tail) = (5, digits[4...5])
    case 4:
      number += digits[1...4]
      (zeros, tail) = (5, digits[5...5])
    default:
      number += digits[1...5]
      (zeros, tail) = (4, digits[6...6])
    }
    number += Array(repeating: Digits.zero, count: zeros) + tail + [digits[7]]
    return Digits.endInCheckDigit(number) ? number : nil
  }
}

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

/// The 14-digit GTIN in a DataBar symbol of the kinds that hold nothing else.
enum DataBarNumber {
  private static let identifiers = ["01", "(01)", "[01]"].map { Array($0.utf8) }

  static func forms(of form: Form) -> [Form] {
    identifiers.compactMap { identifier in
      guard form.bytes.count == identifier.count + 14, form.bytes.starts(with: identifier),
        Digits.areAll(form.bytes.suffix(14))
      else { return nil }
      return form.simplified(to: Array(form.bytes.suffix(14)), by: .dataBarIdentifier)
    }
  }
}

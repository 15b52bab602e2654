import Base

/// A trade item number in the form that a symbology takes.
struct GTINForm: PayloadForm {
  private enum Shape {
    /// The digits before the check digit, which the encoder adds; the first digit is below a limit.
    case withoutCheckDigit(firstBelow: Int)
    /// Number system and six digits that represent a UPC-A number.
    case shortened
    /// All digits.
    case complete
    /// Application identifier 01 and all 14 digits.
    case elementString
  }

  private let shape: Shape
  private let addOnDigits: Int
  let rule: PayloadLengthRule

  init(for carrier: PayloadCarrier) {
    let symbology = carrier.symbology
    addOnDigits = carrier.addOnDigits
    switch symbology {
    case .upcE: shape = .shortened
    case .dataBarLimited: shape = .withoutCheckDigit(firstBelow: 2)
    case .gs1QRCode, .gs1DataMatrix, .gs1_128, .dataBarExpanded, .dataBarExpandedStacked:
      shape = .elementString
    default:
      shape =
        symbology.digitsBeforeCheckDigit == nil ? .complete : .withoutCheckDigit(firstBelow: 10)
    }
    switch shape {
    case .withoutCheckDigit, .shortened:
      rule = PayloadLengthRule(only: (symbology.digitsBeforeCheckDigit ?? 0) + addOnDigits)
    // ITF holds pairs of digits and is used for GTIN-14; elsewhere GTIN-13 is used.
    case .complete: rule = PayloadLengthRule(only: symbology == .itf ? 14 : 13)
    case .elementString: rule = PayloadLengthRule(only: 16)
    }
  }

  func draw(count: Int, from generator: inout Xoshiro256) -> [UInt8] {
    number(count: count - addOnDigits, from: &generator)
      + RandomText.digits(addOnDigits, &generator).utf8
  }

  private func number(count: Int, from generator: inout Xoshiro256) -> [UInt8] {
    switch shape {
    case .withoutCheckDigit(let limit):
      return [UInt8(ascii: "0") + UInt8(generator.below(limit))]
        + RandomText.digits(count - 1, &generator).utf8
    case .shortened: return Self.shortened(from: &generator)
    case .complete: return Array(RandomText.checkedDigits(count, &generator).utf8)
    case .elementString: return Array(("[01]" + RandomText.checkedDigits(14, &generator)).utf8)
    }
  }

  /// Draws again until the digits are the shortened form of a UPC-A number; 91 % of the draws are.
  ///
  /// GS1 General Specifications: a GTIN-12 is shortened only if it begins with 0. Number system 1
  /// can be encoded too, but such numbers are not assigned to anyone.
  private static func shortened(from generator: inout Xoshiro256) -> [UInt8] {
    while true {
      let digits = [UInt8(ascii: "0")] + RandomText.digits(6, &generator).utf8
      if CheckDigits.upcA(expandingUPCE: digits) != nil { return digits }
    }
  }
}

import Base

extension FieldForm {
  /// GS1 element strings of several kinds, each with other elements that may accompany it.
  ///
  /// The kinds are a trade item, one of variable measure, a logistic unit, a location, and a
  /// company's own data.
  ///
  /// Elements of predefined length come first, as the GS1 General Specifications (section 7.8.5)
  /// advise, so that the fewest separators are needed.
  static let elementStrings = FieldForm(
    [tradeItem, tradeItem, tradeItem, logisticUnit, shipment, location]
      + (0...5).map(measuredItem) + ownData,
    usual: 16...60, bound: .elementStrings)

  private static func element(
    _ identifier: String, _ format: ApplicationIdentifier.Format
  ) -> Field {
    ApplicationIdentifier.field(identifier, format)
  }

  private static func optional(
    _ identifier: String, _ format: ApplicationIdentifier.Format
  ) -> Field {
    ApplicationIdentifier.field(identifier, format, isOptional: true)
  }

  private static let tradeItem = [
    element("01", .checkedDigits(14)),  // GTIN
    optional("11", .date),  // Production date
    optional("15", .date),  // Best before
    optional("17", .date),  // Expiry
    optional("20", .digits(2...2)),  // Variant
    optional("10", .text(1...20)),  // Batch
    optional("21", .text(1...20)),  // Serial number
    optional("240", .text(1...30)),  // Additional identification
    optional("91", .text(1...90)),  // Company's own
  ]

  /// A trade item sold by weight. Its GTIN starts with a 9, and 310n gives the net weight in kg
  /// with n decimals.
  private static func measuredItem(decimals: Int) -> [Field] {
    [
      element("01", .checkedDigits(14, startingWith: "9")),  // GTIN
      element("310\(decimals)", .digits(6...6)),  // Net weight
      optional("13", .date),  // Packaging date
      optional("15", .date),  // Best before
      optional("30", .digits(1...8)),  // Count of items
      optional("8005", .digits(6...6)),  // Price per unit
      optional("10", .text(1...20)),  // Batch
    ]
  }

  private static let logisticUnit = [
    element("00", .checkedDigits(18)),  // SSCC
    element("02", .checkedDigits(14)),  // GTIN of the content
    optional("15", .date),  // Best before
    element("37", .digits(1...8)),  // Count of units in it
    optional("10", .text(1...20)),  // Batch
  ]

  private static let shipment = [
    element("00", .checkedDigits(18)),  // SSCC
    optional("410", .checkedDigits(13)),  // Ship to
    optional("3302", .digits(6...6)),  // Gross weight in kg
    optional("400", .text(1...30)),  // Order number
    optional("403", .text(1...30)),  // Routing code
    optional("420", .text(1...20)),  // Postal code
  ]

  private static let location = [
    element("414", .checkedDigits(13)),  // GLN
    optional("254", .text(1...20)),  // Extension
  ]

  /// Identifiers that stand alone, for payloads that are too short for the others.
  private static let ownData = [
    [element("90", .text(1...30))],
    [element("98", .text(1...90))],
  ]
}

/// GS1 application identifiers with the formats of their data.
///
/// Formats, check digits, and which identifier may stand without which other, are those of the GS1
/// General Specifications, sections 3.2 and 4.14.
enum ApplicationIdentifier {
  /// The number and the kind of characters that the data consists of.
  enum Format: Sendable {
    /// A number whose last digit is the check digit of the others; its first digits may be fixed.
    case checkedDigits(Int, startingWith: String = "")
    /// Digits; the range gives their number.
    case digits(ClosedRange<Int>)
    /// Characters of set 82; the range gives their number.
    case text(ClosedRange<Int>)
    /// A day, as YYMMDD.
    case date

    fileprivate var sizes: ClosedRange<Int> {
      switch self {
      case .checkedDigits(let count, _): count...count
      case .digits(let sizes), .text(let sizes): sizes
      case .date: 6...6
      }
    }
  }

  /// The first two digits of identifiers whose data has a predefined length.
  ///
  /// No separator follows such data (GS1 General Specifications, figure 7.8.5-2).
  private static let predefinedLengths: Set = [
    "00", "01", "02", "03", "04", "11", "12", "13", "14", "15", "16", "17", "18", "19", "20", "31",
    "32", "33", "34", "35", "36", "41",
  ]

  /// An element string in bracket notation, as a field of a payload.
  ///
  /// Lengths count what a reader returns: the identifier, the data and the separator, no brackets.
  static func field(
    _ identifier: String, _ format: Format, isOptional: Bool = false
  ) -> FieldForm.Field {
    FieldForm.Field(
      "[\(identifier)]", format.sizes, isOptional: isOptional, overhead: identifier.utf8.count,
      isSeparated: !predefinedLengths.contains(String(identifier.prefix(2)))
    ) { count, generator in
      switch format {
      case .checkedDigits(_, let start):
        RandomText.checkedDigits(count, startingWith: start, &generator)
      case .digits: RandomText.digits(count, &generator)
      case .text: text(count, &generator)
      case .date: String(RandomText.date(&generator).dropFirst(2))
      }
    }
  }

  /// Element strings of a company's own data, all of it hard to encode.
  ///
  /// - Parameter count: Bytes as a reader returns them; 3 or more.
  static func hardest(count: Int) -> [[UInt8]] {
    // Identifier and data of one element have 92 bytes at most, and a separator follows.
    var bytes: [UInt8] = []
    var left = count
    while left > 2 {
      // The rest always has room for another identifier and at least one character.
      let data = left <= 92 ? left - 2 : min(90, left - 6)
      bytes += "[98]".utf8
      bytes += FieldForm.cycle("a1A_", data)
      left -= data + 3
    }
    return [bytes]
  }

  /// Digits, capitals and digits, or any characters of set 82, as in lots and serial numbers.
  private static func text(_ count: Int, _ generator: inout Xoshiro256) -> String {
    let alphabets: [Alphabet] = [.digits, .alphanumeric, .alphanumeric, .gs1]
    return RandomText.characters(
      count, of: alphabets[generator.below(alphabets.count)], &generator)
  }
}

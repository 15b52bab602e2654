/// A number that identifies a product in trade (GTIN).
public struct Product: Hashable, Sendable {
  /// The digits as the symbol has them, without add-on.
  public let number: String
  /// The number with 14 digits, by which numbers of all lengths are compared.
  public let gtin14: String
  /// The number of digits of the GTIN: 8, 12, 13 or 14; 12 for UPC-E, which is short for UPC-A.
  public let length: Int
  /// True if the last digit is the right one.
  public let isCheckDigitValid: Bool
  /// The two or five digits of an add-on symbol; `nil` without one.
  public let addOn: String?

  /// The number with as many digits as its GTIN has; for UPC-E the UPC-A that it stands for.
  public var gtin: String { String(gtin14.suffix(length)) }

  var fields: [ValueField] {
    var fields: [ValueField] = []
    fields.add("gtin", gtin)
    fields.add("gtin-14", gtin14)
    fields.add("check-digit", isCheckDigitValid ? "valid" : "wrong")
    fields.add("add-on", addOn)
    return fields
  }
}

/// The number of a book, a periodical or printed music.
public struct PublicationNumber: Hashable, Sendable {
  /// The kind of a number.
  public enum Kind: String, CaseIterable, Hashable, Sendable, Codable {
    /// A book's (ISO 2108).
    case isbn
    /// A periodical's (ISO 3297).
    case issn
    /// Printed music's (ISO 10957).
    case ismn
  }

  /// The kind.
  public let kind: Kind
  /// The 13 digits under which trade sells it.
  public let ean13: String
  /// The short form: ISBN-10, eight characters of an ISSN; `nil` where there is none.
  public let short: String?
  /// The two digits that tell a periodical's editions apart; `nil` for others.
  public let variant: String?
  /// True if the last character is the right one.
  public let isCheckDigitValid: Bool
  /// The two or five digits of an add-on symbol: an issue, or a price; `nil` without one.
  public let addOn: String?

  var fields: [ValueField] {
    var fields: [ValueField] = []
    fields.add("ean-13", ean13)
    fields.add(kind == .isbn ? "isbn-10" : kind.rawValue, short)
    fields.add("variant", variant)
    fields.add("check-digit", isCheckDigitValid ? "valid" : "wrong")
    fields.add("add-on", addOn)
    return fields
  }
}

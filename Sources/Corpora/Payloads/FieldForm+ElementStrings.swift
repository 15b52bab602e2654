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

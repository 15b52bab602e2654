import DecoderKit

/// A kind of symbol that is made of bars, with its options.
public enum LinearKind: Hashable, Sendable {
  /// Code 128; the encoder chooses among the code sets.
  case code128
  /// Code 128 with FNC1 in first position, for GS1 element strings.
  case gs1_128
  /// Code 39: its own 43 characters, or all of ASCII in pairs of those.
  ///
  /// - hasCheckCharacter: The modulo 43 check character is appended, which readers return as data;
  ///   with full ASCII there is none, because it could not be read as a pair.
  case code39(isFullASCII: Bool, hasCheckCharacter: Bool)
  /// Code 93; readers do not return its two check characters.
  case code93
  /// Codabar, whose payload includes a start and a stop character, A to D.
  ///
  /// - hasCheckCharacter: A modulo 16 check character precedes the stop character; readers return it
  ///   as data.
  case codabar(hasCheckCharacter: Bool)
  /// Interleaved 2 of 5.
  ///
  /// - hasCheckDigit: A modulo 10 check digit is appended; readers return it as data.
  case itf(hasCheckDigit: Bool)
  /// ITF-14: Interleaved 2 of 5 with a GTIN-14.
  case itf14(bearers: BearerBars)
  case ean13(addOn: EANAddOn?)
  case ean8
  case upcA(addOn: EANAddOn?)
  case upcE(addOn: EANAddOn?)
  /// DataBar Omnidirectional; with a height of 13 modules it is DataBar Truncated.
  case dataBar
  case dataBarLimited
  /// DataBar Expanded in one row.
  case dataBarExpanded
  /// Telepen with ASCII data; readers do not return its check character.
  case telepen
  /// Code 11 with its check characters, one for fewer than ten characters and two for more, which readers
  /// do not return.
  case code11
  /// MSI without a check digit.
  case msi
  /// Plessey with hexadecimal digits; readers do not return its check.
  case plessey
  /// Laetus's Pharmacode: a number from 3 to 131070.
  case pharmacode
  /// Matrix 2 of 5 without a check digit: bars and spaces carry data.
  case matrix2of5
  /// Industrial 2 of 5 without a check digit: bars alone carry data.
  case industrial2of5
  /// IATA 2 of 5: the characters of Industrial 2 of 5 between shorter guards.
  case iata2of5
  /// Data Logic's 2 of 5: the characters of Matrix 2 of 5 between the guards of Interleaved 2 of 5.
  case dataLogic2of5

  /// The symbology of the symbol.
  public var symbology: Symbology {
    switch self {
    case .code128: .code128
    case .gs1_128: .gs1_128
    case .code39: .code39
    case .code93: .code93
    case .codabar: .codabar
    case .itf: .itf
    case .itf14: .itf14
    case .ean13: .ean13
    case .ean8: .ean8
    case .upcA: .upcA
    case .upcE: .upcE
    case .dataBar: .dataBar
    case .dataBarLimited: .dataBarLimited
    case .dataBarExpanded: .dataBarExpanded
    case .telepen: .telepen
    case .code11: .code11
    case .msi: .msi
    case .plessey: .plessey
    case .pharmacode: .pharmacode
    case .matrix2of5: .matrix2of5
    case .industrial2of5: .industrial2of5
    case .iata2of5: .iata2of5
    case .dataLogic2of5: .dataLogic2of5
    }
  }

  /// The add-on beside the symbol; `nil` without one.
  public var addOn: EANAddOn? {
    switch self {
    case .ean13(let addOn), .upcA(let addOn), .upcE(let addOn): addOn
    default: nil
    }
  }

  /// Returns the height of the bars, in modules, that is used unless a recipe sets another.
  ///
  /// - EAN-13, UPC-A, UPC-E: 22.85 mm where a module is 0.33 mm: 69.24. EAN-8: 18.23 mm: 55.24 (GS1
  ///   General Specifications, 5.2). Guard bars extend 5 further down.
  /// - ITF-14: 31.75 mm where a module is 1.016 mm: 31.25, drawn as 32 (5.3 there).
  /// - DataBar 33, Limited 10, Expanded 34 (ISO/IEC 24724).
  /// - All others: 15 % of the symbol's width or 5 mm where a module is 0.33 mm, whichever is more,
  ///   in whole modules (ISO/IEC 15417, 16388 and 16390 recommend it as the minimum for reading by
  ///   hand).
  public func height(columns: Int) -> Double {
    switch self {
    case .ean13, .upcA, .upcE: 69.24
    case .ean8: 55.24
    case .itf14: 32
    case .dataBar: 33
    case .dataBarLimited: 10
    case .dataBarExpanded: 34
    default: Double(max(16, (15 * columns + 99) / 100))
    }
  }

  /// The options other than the height in words.
  var words: String? {
    switch self {
    case .code39(let isFullASCII, let hasCheckCharacter):
      isFullASCII ? "full ASCII" : hasCheckCharacter ? "check mod-43" : nil
    case .codabar(let hasCheckCharacter): hasCheckCharacter ? "check mod-16" : nil
    case .itf(let hasCheckDigit): hasCheckDigit ? "check mod-10" : nil
    case .itf14(let bearers): "bearers \(bearers.rawValue)"
    default: addOn.map { "add-on \($0.rawValue)" }
    }
  }
}

/// The add-on symbol beside an EAN-13, UPC-A or UPC-E.
public enum EANAddOn: Int, CaseIterable, Hashable, Sendable, Codable {
  /// Two digits: the issue of a periodical.
  case two = 2
  /// Five digits: the price of a book.
  case five = 5
}

/// The heavy bars around an ITF-14, which keep a printing plate even and prevent partial scans.
public enum BearerBars: String, CaseIterable, Hashable, Sendable, Codable {
  /// On all four sides, around the quiet zones.
  case box
  /// Above and below, over the quiet zones too.
  case bars
  case none
}

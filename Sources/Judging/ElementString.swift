import DecoderKit

/// GS1 application identifiers with their values, one after the other.
///
/// The common form has a separator (0x1D) after an element of variable length that is followed by
/// another element, and nowhere else.
enum ElementString {
  static let separator: UInt8 = 0x1D

  static func forms(of form: Form) -> [Form] {
    var common = form
    if let plain = withoutBrackets(form.bytes) {
      common = common.simplified(to: plain, by: .gs1Brackets)
    }
    if common.bytes.first == separator {
      common = common.simplified(
        to: Array(common.bytes.drop { $0 == separator }), by: .gs1LeadingSeparator)
    }
    let needed = withNeededSeparators(common.bytes)
    if needed != common.bytes { common = common.simplified(to: needed, by: .gs1RedundantSeparator) }
    var forms = form.bytes == common.bytes ? [form] : [form, common]
    let bare = common.bytes.filter { $0 != separator }
    if bare.count < common.bytes.count {
      forms.append(common.simplified(to: bare, by: .gs1DroppedSeparator))
    }
    return forms
  }

  /// Returns the predefined length of the element that begins with these two digits, in bytes,
  /// identifier included. `nil` unless the length is predefined (GS1 General Specifications, table
  /// of element strings with predefined length).
  static func predefinedLength(_ bytes: some Collection<UInt8>) -> Int? {
    guard bytes.count >= 2, Digits.areAll(bytes.prefix(2)) else { return nil }
    return switch bytes.prefix(2).reduce(0, { $0 * 10 + Int($1 - Digits.zero) }) {
    case 0: 20
    case 1, 2, 3: 16
    case 4: 18
    case 11...19: 8
    case 20: 4
    case 31...36: 10
    case 41: 16
    default: nil
    }
  }

  private static func withNeededSeparators(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.contains(separator) else { return bytes }
    var needed: [UInt8] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      if let length = predefinedLength(rest), rest.count >= length,
        !rest.prefix(length).contains(separator)
      {
        needed += rest.prefix(length)
        rest = rest.dropFirst(length)
        if rest.first == separator { rest.removeFirst() }
      } else {
        let value = rest.prefix { $0 != separator }
        needed += value
        rest = rest.dropFirst(value.count + 1)
        if !rest.isEmpty { needed.append(separator) }
      }
    }
    return needed
  }

  /// Returns the elements of `(01)…(21)…` or `[01]…[21]…` with separators where they are needed.
  ///
  /// An identifier is two to four digits in brackets; blanks beside brackets are ignored. The data
  /// must begin with an identifier. Brackets in a value stay unless they look like an identifier.
  private static func withoutBrackets(_ bytes: [UInt8]) -> [UInt8]? {
    guard let open = bytes.first, open == UInt8(ascii: "(") || open == UInt8(ascii: "[") else {
      return nil
    }
    let close = open == UInt8(ascii: "(") ? UInt8(ascii: ")") : UInt8(ascii: "]")
    var elements: [[UInt8]] = []
    var rest = bytes[...]
    while let first = rest.first {
      if first == open, let identifier = identifier(at: rest, close: close) {
        if let last = elements.indices.last { trimBlanks(&elements[last]) }
        elements.append(Array(identifier))
        rest = rest.dropFirst(identifier.count + 2).drop { $0 == UInt8(ascii: " ") }
      } else {
        guard let last = elements.indices.last else { return nil }
        elements[last].append(first)
        rest.removeFirst()
      }
    }
    return Array(
      elements.enumerated().map { index, element in
        let isEnough = predefinedLength(element) == element.count || index == elements.count - 1
        return isEnough || element.last == separator ? element : element + [separator]
      }.joined())
  }

  private static func identifier(at rest: ArraySlice<UInt8>, close: UInt8) -> ArraySlice<UInt8>? {
    let digits = rest.dropFirst().prefix { $0 != close }.prefix(5)
    guard (2...4).contains(digits.count), Digits.areAll(digits),
      rest.dropFirst(digits.count + 1).first == close
    else { return nil }
    return digits
  }

  private static func trimBlanks(_ element: inout [UInt8]) {
    while element.last == UInt8(ascii: " ") { element.removeLast() }
  }
}

extension SymbologyIdentifier {
  /// Returns the data after a symbology's own identifier; `nil` if the data does not begin with it.
  static func dataAfterIdentifier(in bytes: [UInt8], of symbology: Symbology) -> [UInt8]? {
    guard bytes.count >= 3, bytes[0] == UInt8(ascii: "]"), bytes[1] == letter(of: symbology),
      Unicode.Scalar(bytes[2]).properties.isASCIIHexDigit || (0x41...0x7A).contains(bytes[2])
    else { return nil }
    return Array(bytes[3...])
  }

  private static func letter(of symbology: Symbology) -> UInt8 {
    switch symbology {
    case .code39: UInt8(ascii: "A")
    case .code128, .gs1_128: UInt8(ascii: "C")
    case .dataMatrix, .gs1DataMatrix: UInt8(ascii: "d")
    case .ean13, .ean8, .upcA, .upcE: UInt8(ascii: "E")
    case .dataBar, .dataBarStacked, .dataBarLimited, .dataBarExpanded, .dataBarExpandedStacked:
      UInt8(ascii: "e")
    case .codabar: UInt8(ascii: "F")
    case .code93: UInt8(ascii: "G")
    case .itf, .itf14: UInt8(ascii: "I")
    case .pdf417, .microPDF417: UInt8(ascii: "L")
    case .qrCode, .gs1QRCode, .microQRCode, .rMQRCode: UInt8(ascii: "Q")
    case .maxiCode: UInt8(ascii: "U")
    case .aztec, .aztecRune: UInt8(ascii: "z")
    case .telepen: UInt8(ascii: "B")
    case .code11: UInt8(ascii: "H")
    case .msi: UInt8(ascii: "M")
    case .plessey: UInt8(ascii: "P")
    case .iata2of5: UInt8(ascii: "R")
    case .industrial2of5: UInt8(ascii: "S")
    case .dotCode: UInt8(ascii: "J")
    case .codablockF: UInt8(ascii: "O")
    case .code16K: UInt8(ascii: "K")
    // The others have no letter of their own (ISO/IEC 15424, table 1): X is for them.
    case .pharmacode, .matrix2of5, .dataLogic2of5, .postnet, .planet, .royalMail, .kix,
      .uspsIntelligentMail, .japanPost, .australiaPost:
      UInt8(ascii: "X")
    }
  }
}

/// The notation of readers with the ECI protocol for a change of charset (AIM ITS/04-001): a
/// backslash and six digits. Every backslash of the data is doubled.
enum ECIEscapes {
  /// Returns the data without escapes; `nil` if there are none or the notation is invalid.
  static func removed(from bytes: [UInt8]) -> [UInt8]? {
    let backslash = UInt8(ascii: "\\")
    guard bytes.contains(backslash) else { return nil }
    var data: [UInt8] = []
    var hasECI = false
    var rest = bytes[...]
    while let byte = rest.popFirst() {
      guard byte == backslash else {
        data.append(byte)
        continue
      }
      if rest.first == backslash {
        rest.removeFirst()
        data.append(backslash)
      } else {
        guard rest.count >= 6, Digits.areAll(rest.prefix(6)) else { return nil }
        rest = rest.dropFirst(6)
        hasECI = true
      }
    }
    return hasECI ? data : nil
  }
}

import DecoderKit

/// The symbology identifier `]cm` that readers can put before data: a letter for the symbology and
/// a modifier (ISO/IEC 15424).
enum SymbologyIdentifier {
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

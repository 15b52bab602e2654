import DecoderKit

extension PayloadKind {
  /// Returns the reason a symbol cannot carry payloads of this kind; `nil` if it can, or if it may.
  ///
  /// Limits that depend on a symbol's options (full ASCII in Code 39, the small versions of Micro
  /// QR Code) are left to the encoder to check.
  package func objection(to carrier: PayloadCarrier) -> String? {
    if carrier.addOnDigits > 0, self != .gtin {
      return "it has an add-on, which goes with a trade item number: use gtin"
    }
    let symbology = carrier.symbology
    return switch symbology {
    case .ean13, .ean8, .upcA, .itf14, .dataBar, .dataBarStacked:
      isOne(of: [.digits, .gtin]) ? nil : fixedDigits(symbology) + ": use gtin or digits"
    case .upcE:
      self == .gtin
        ? nil : fixedDigits(symbology) + ", and not every 7 digits can be shortened: use gtin"
    case .dataBarLimited:
      self == .gtin ? nil : fixedDigits(symbology) + ", the first of them 0 or 1: use gtin"
    case .itf: isOne(of: [.digits, .gtin]) ? nil : "it carries pairs of digits: use digits or gtin"
    case .aztecRune: self == .rune ? nil : "it carries a number from 0 to 255: use rune"
    case .gs1QRCode, .gs1DataMatrix, .gs1_128, .dataBarExpanded, .dataBarExpandedStacked:
      isOne(of: [.gs1, .gtin]) ? nil : "it carries GS1 element strings: use gs1 or gtin"
    case .codabar:
      self == .codabar
        ? nil : "it carries digits and -$:/.+ between a start and a stop character: use codabar"
    case .code39, .code93:
      isASCII ? elementStringsObjection : "it carries ASCII characters and nothing else"
    default: elementStringsObjection
    }
  }

  private func isOne(of kinds: [PayloadKind]) -> Bool { kinds.contains(self) }

  private func fixedDigits(_ symbology: Symbology) -> String {
    "it carries \(symbology.digitsBeforeCheckDigit ?? 0) digits and the check digit that follows "
      + "from them"
  }

  /// Element strings have no meaning without the FNC1 at the start of a GS1 symbol.
  private var elementStringsObjection: String? {
    self == .gs1
      ? "GS1 element strings go into gs1-128, gs1-data-matrix, gs1-qr-code, databar-expanded and "
        + "databar-expanded-stacked" : nil
  }

  /// True if all bytes of all payloads are below 128.
  private var isASCII: Bool {
    switch self {
    case .bytes, .utf8, .latin1, .kanji, .vcard, .mecard, .sms, .calendar: false
    default: true
    }
  }
}

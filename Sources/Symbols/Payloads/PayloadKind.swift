import DecoderKit

/// The kind of content of payloads. The raw value is the name in corpora and reports.
public enum PayloadKind: String, CaseIterable, Hashable, Sendable {
  /// `0` to `9`.
  case digits
  /// `0` to `9` and `A` to `Z`.
  case alphanumeric
  /// The 45 characters of QR Code's alphanumeric mode (ISO/IEC 18004, 7.4.4).
  case qrAlphanumeric = "qr-alphanumeric"
  /// The printable ASCII characters without the space, `!` to `~`.
  case printable
  /// All 128 characters of ASCII, control characters among them.
  case ascii
  /// Any byte, 0 to 255.
  case bytes
  /// Text in several scripts, in UTF-8 (RFC 3629); at least one character is not ASCII.
  case utf8 = "utf-8"
  /// The graphic characters of ISO/IEC 8859-1.
  case latin1 = "latin-1"
  /// Japanese in double-byte Shift JIS, as QR Code's Kanji mode packs it (ISO/IEC 18004, 7.4.6).
  case kanji
  /// The 43 characters of Code 39 (ISO/IEC 16388).
  case code39
  /// Digits and `-$:/.+` between a start and a stop, each `A` to `D` (EN 798).
  case codabar
  /// The printable characters of MaxiCode's code set A (ISO/IEC 16023).
  case maxicode
  /// The content of an Aztec Rune: a number from 0 to 255 in three digits (ISO/IEC 24778, annex A).
  case rune
  /// GS1 element strings in bracket notation (GS1 General Specifications, sections 3 and 4.14).
  case gs1
  /// A trade item number, in the form that the symbology takes.
  case gtin
  /// A web address (RFC 3986).
  case url
  /// The key of a wireless network, in the format of ZXing's "Barcode Contents", which phones read.
  case wifi
  /// A business card: vCard 3.0 (RFC 2426).
  case vcard
  /// A business card in NTT DOCOMO's short form.
  case mecard
  /// An e-mail to be sent: a `mailto:` address (RFC 6068).
  case email
  /// A text message to be sent: `smsto:NUMBER:TEXT`, after ZXing's "Barcode Contents".
  case sms
  /// A telephone number: a `tel:` address (RFC 3966) with an international number (ITU-T E.164).
  case phone
  /// A place: a `geo:` address (RFC 5870).
  case geo
  /// An appointment: iCalendar with one VEVENT (RFC 5545).
  case calendar
}

extension PayloadKind: CustomStringConvertible {
  /// The name in corpora.
  public var description: String { rawValue }
}

/// The properties of a symbol on which the form of its payload depends.
public struct PayloadCarrier: Hashable, Sendable {
  /// The symbology of the symbol.
  public let symbology: Symbology
  /// The digits of the add-on beside an EAN-13, UPC-A or UPC-E: 2 or 5, or 0 without an add-on.
  public let addOnDigits: Int

  package init(_ symbology: Symbology, addOnDigits: Int = 0) {
    self.symbology = symbology
    self.addOnDigits = addOnDigits
  }

  package init(_ options: SymbolOptions) {
    guard case .linear(let kind, _) = options else {
      self.init(options.symbology)
      return
    }
    self.init(options.symbology, addOnDigits: kind.addOn?.rawValue ?? 0)
  }
}

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
    case .msi, .matrix2of5, .industrial2of5, .iata2of5, .dataLogic2of5, .code11, .plessey:
      isOne(of: [.digits, .gtin]) ? nil : "it carries digits: use digits or gtin"
    case .pharmacode: self == .digits ? nil : "it carries a number: use digits"
    case .postnet, .planet, .uspsIntelligentMail, .australiaPost:
      self == .digits ? nil : "it carries digits: use digits"
    case .royalMail, .kix:
      isOne(of: [.digits, .alphanumeric]) ? nil : "it carries digits and capitals: use alphanumeric"
    case .japanPost: self == .digits ? nil : "it carries seven digits and more: use digits"
    case .code39, .code93, .telepen, .codablockF, .code16K:
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

  /// The smallest class that all characters of all payloads are in.
  package var characters: CharacterClass {
    switch self {
    case .digits, .rune, .gtin: .digits
    case .alphanumeric: .capitals
    case .qrAlphanumeric, .code39, .codabar: .signs
    case .kanji: .kanji
    default: isASCII ? .ascii : .bytes
    }
  }

  /// True if all bytes of all payloads are below 128.
  private var isASCII: Bool {
    switch self {
    case .bytes, .utf8, .latin1, .kanji, .vcard, .mecard, .sms, .calendar: false
    default: true
    }
  }
}

extension PayloadKind {
  /// The form that payloads of this kind have in a symbol.
  ///
  /// Only digits and trade item numbers depend on the symbol.
  package func form(for carrier: PayloadCarrier) -> any PayloadForm {
    switch self {
    case .digits where carrier.symbology == .pharmacode:
      LimitedDigits(count: 5, place: 0, in: 1...9)
    case .digits where carrier.symbology == .uspsIntelligentMail:
      LimitedDigits(count: 31, place: 1, in: 0...4)
    case .digits: CharacterForm(.digits, only: carrier.symbology.digitsBeforeCheckDigit)
    case .alphanumeric: CharacterForm(.alphanumeric)
    case .qrAlphanumeric: CharacterForm(.qrAlphanumeric)
    case .printable: CharacterForm(.printable)
    case .ascii: CharacterForm(.ascii)
    case .bytes: CharacterForm(.bytes)
    case .latin1: CharacterForm(.latin1)
    case .code39: CharacterForm(.code39)
    case .maxicode: CharacterForm(.maxicode)
    case .utf8: UTF8Form()
    case .kanji: KanjiForm()
    case .codabar: CodabarForm()
    case .rune: RuneForm()
    case .gs1: FieldForm.elementStrings
    case .gtin: GTINForm(for: carrier)
    case .url: FieldForm.url
    case .wifi: FieldForm.wifi
    case .vcard: FieldForm.vcard
    case .mecard: FieldForm.mecard
    case .email: FieldForm.email
    case .sms: FieldForm.sms
    case .phone: FieldForm.phone
    case .geo: FieldForm.geo
    case .calendar: FieldForm.calendar
    }
  }
}

extension Symbology {
  /// The number of digits that a symbol of fixed length takes; the encoder adds the check digit.
  ///
  /// `nil` for symbologies without a fixed length (GS1 General Specifications, 5.2, 5.3 and 5.5).
  var digitsBeforeCheckDigit: Int? {
    switch self {
    case .ean13: 12
    case .ean8, .upcE: 7
    case .upcA: 11
    case .itf14, .dataBar, .dataBarStacked, .dataBarLimited: 13
    default: nil
    }
  }
}

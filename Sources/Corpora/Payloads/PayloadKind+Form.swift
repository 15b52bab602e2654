import DecoderKit

extension PayloadKind {
  /// The form that payloads of this kind have in a symbol.
  ///
  /// Only digits and trade item numbers depend on the symbol.
  package func form(for carrier: PayloadCarrier) -> any PayloadForm {
    switch self {
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

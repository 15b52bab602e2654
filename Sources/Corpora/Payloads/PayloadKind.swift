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

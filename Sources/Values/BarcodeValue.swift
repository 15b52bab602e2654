/// The meaning of a barcode's payload: its type, its typed content and a text to show.
///
/// Every payload has a meaning, if only as text or as binary data; reading it takes linear time.
public struct BarcodeValue: Hashable, Sendable {
  /// The payload's bytes as they came.
  public let bytes: [UInt8]
  /// The kind of symbol that carried them.
  public let carrier: Carrier
  /// The payload as text, with the charset that was taken; `nil` if it is not text.
  public let text: DecodedText?
  /// The content by its type.
  public let content: BarcodeContent

  /// Reads a payload.
  ///
  /// - Parameters:
  ///   - bytes: The payload. FNC1 is 0x1D (GS); a symbology identifier such as `]C1` may stand before it.
  ///   - carrier: The kind of symbol.
  ///   - charset: The charset that the symbol (ECI) or the application says, by its IANA name; `nil`
  ///     to decide by the bytes.
  ///   - year: The present year, 1 to 9999, which decides on the centuries of dates with two digits.
  public init(
    _ bytes: some Sequence<UInt8>, carrier: Carrier = .other, charset: String? = nil,
    year: Int = presentYear
  ) {
    let bytes = Array(bytes)
    self.init(
      bytes, carrier: carrier, text: TextDecoding.decode(bytes[...], declared: charset), year: year)
  }

  /// Reads a payload whose charsets the symbol announces (ECI).
  ///
  /// - Parameters:
  ///   - bytes: The payload.
  ///   - carrier: The kind of symbol.
  ///   - charsets: The charsets with their offsets, which rise; if the bytes are invalid in one of them,
  ///     all are ignored, and the text says so by its evidence.
  ///   - year: The year by which two digits of a year are read.
  public init(
    _ bytes: some Sequence<UInt8>, carrier: Carrier = .other, charsets: [CharsetRun],
    year: Int = presentYear
  ) {
    let bytes = Array(bytes)
    self.init(
      bytes, carrier: carrier, text: TextDecoding.decode(bytes[...], runs: charsets), year: year)
  }

  private init(_ bytes: [UInt8], carrier: Carrier, text: DecodedText?, year: Int) {
    self.bytes = bytes
    self.carrier = carrier
    self.text = text
    let reader = ContentReader(carrier: carrier, year: min(max(year, 1), 9999))
    content = reader.content(payload: bytes[...], text: text)
  }

  /// Reads a payload that is known as text.
  public init(_ text: String, carrier: Carrier = .other, year: Int = presentYear) {
    self.init(Array(text.utf8), carrier: carrier, charset: "UTF-8", year: year)
  }

  /// The type of the content.
  public var type: ValueType { content.type }

  /// The parts of the content by name, in a fixed order.
  public var fields: [ValueField] { content.fields }

  /// A short text for people: a title, a name, a number, or the payload itself.
  public var displayValue: String { content.displayValue }
}

/// The types of content; raw values are the words of JSON and tables.
public enum ValueType: String, CaseIterable, Hashable, Sendable, Codable {
  case url
  case wifi
  case contact
  case email
  case phone
  case sms
  case geo
  case event
  case product
  case publication
  case driverLicence = "driver-licence"
  case gs1
  case text
  case binary
}

/// The content of a payload by its type.
public enum BarcodeContent: Hashable, Sendable {
  /// An address to open.
  case url(WebLink)
  /// A wireless network to join.
  case wifi(WiFiNetwork)
  /// A person or an organization.
  case contact(Contact)
  /// An e-mail to write.
  case email(EmailMessage)
  /// A number to call.
  case phone(PhoneNumber)
  /// A text message to send.
  case sms(ShortMessage)
  /// A place.
  case geo(GeoPoint)
  /// An appointment.
  case event(CalendarEvent)
  /// A product's number.
  case product(Product)
  /// A book's, a periodical's or printed music's number.
  case publication(PublicationNumber)
  /// A driver licence.
  case driverLicence(DriverLicence)
  /// Element strings of GS1.
  case gs1(GS1Message)
  /// Text without a known form.
  case text(String)
  /// Data that are no text.
  case binary([UInt8])

  /// The type.
  public var type: ValueType {
    switch self {
    case .url: .url
    case .wifi: .wifi
    case .contact: .contact
    case .email: .email
    case .phone: .phone
    case .sms: .sms
    case .geo: .geo
    case .event: .event
    case .product: .product
    case .publication: .publication
    case .driverLicence: .driverLicence
    case .gs1: .gs1
    case .text: .text
    case .binary: .binary
    }
  }

  /// The parts by name.
  var fields: [ValueField] {
    switch self {
    case .url(let link): link.fields
    case .wifi(let network): network.fields
    case .contact(let contact): contact.fields
    case .email(let message): message.fields
    case .phone(let number): number.fields
    case .sms(let message): message.fields
    case .geo(let point): point.fields
    case .event(let event): event.fields
    case .product(let product): product.fields
    case .publication(let number): number.fields
    case .driverLicence(let licence): licence.fields
    case .gs1(let message): message.fields
    case .text(let text): [ValueField("text", text)]
    case .binary(let bytes): [ValueField("hex", Self.hex(bytes))]
    }
  }

  /// A short text for people; binary data show their first 32 bytes in hexadecimal digits.
  var displayValue: String {
    switch self {
    case .url(let link): link.title ?? link.url
    case .wifi(let network): network.ssid
    case .contact(let contact):
      contact.formattedName.isEmpty
        ? contact.organizations.first?.joined(separator: ", ") ?? "" : contact.formattedName
    case .email(let message): message.to.joined(separator: ", ")
    case .phone(let number): number.number
    case .sms(let message): message.numbers.joined(separator: ", ")
    case .geo(let point): point.displayValue
    case .event(let event): event.summary ?? event.start.description
    case .product(let product): product.gtin
    case .publication(let number): number.ean13
    case .driverLicence(let licence):
      [licence.firstName, licence.middleName, licence.familyName, licence.suffix]
        .compactMap { $0 }.joined(separator: " ")
    case .gs1(let message): message.bracketed
    case .text(let text): text
    case .binary(let bytes): Self.hex(bytes.prefix(32)) + (bytes.count > 32 ? "…" : "")
    }
  }

  private static func hex(_ bytes: some Collection<UInt8>) -> String {
    let digits = Array("0123456789abcdef".utf8)
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count * 2)
    for byte in bytes { text += [digits[Int(byte >> 4)], digits[Int(byte & 15)]] }
    return String(decoding: text, as: UTF8.self)
  }
}

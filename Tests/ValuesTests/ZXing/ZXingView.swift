@testable import Values

/// A value as a type with lists of texts by name, for comparison with ZXing Java's result parser.
struct ZXingView: Equatable {
  var type: String
  var fields: [String: [String]]

  init(type: String, fields: [(String, String?)]) {
    self.type = type
    self.fields = [:]
    for (name, value) in fields {
      if let value { self.fields[name, default: []].append(value) }
    }
  }

  /// A line of the Java program's output.
  init(line: Substring) {
    let words = line.split(separator: " ")
    self.init(
      type: words.first.map(String.init) ?? "",
      fields: words.dropFirst().map { word in
        let parts = word.split(separator: "=", omittingEmptySubsequences: false)
        return (String(parts[0]), Self.decoded(parts[1]))
      })
  }

  private static func decoded(_ hex: Substring) -> String {
    let digits = Array(hex.utf8)
    let bytes = stride(from: 0, to: digits.count - 1, by: 2).map {
      UInt8(String(decoding: digits[$0...$0 + 1], as: UTF8.self), radix: 16) ?? 0
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The same in the terms of ZXing, as far as it has terms for it.
  init(_ content: BarcodeContent) {
    switch content {
    case .url(let link):
      self.init(type: "URI", fields: [("url", link.url), ("title", link.title)])
    case .wifi(let network): self.init(network)
    case .contact(let contact): self.init(contact)
    case .email(let message):
      self.init(
        type: "EMAIL_ADDRESS",
        fields: message.to.map { ("to", $0) } + message.cc.map { ("cc", $0) }
          + message.bcc.map { ("bcc", $0) } + [
            ("subject", message.subject), ("body", message.body),
          ])
    case .phone(let phone): self.init(type: "TEL", fields: [("number", phone.number)])
    case .sms(let message):
      self.init(
        type: "SMS",
        fields: message.numbers.map { ("number", $0) }
          + [("subject", message.subject), ("body", message.body)])
    case .geo(let point):
      self.init(
        type: "GEO",
        fields: [
          ("latitude", "\(point.latitude)"), ("longitude", "\(point.longitude)"),
          ("altitude", point.altitude.map { "\($0)" }), ("query", point.query),
        ])
    case .event(let event): self.init(event)
    case .product(let product):
      self.init(type: "PRODUCT", fields: [("gtin", product.gtin)])
    case .publication(let number):
      self.init(type: "ISBN", fields: [("ean-13", number.ean13)])
    case .gs1(let message):
      self.init(type: "PRODUCT", fields: message.elements.flatMap(Self.terms))
    case .driverLicence: self.init(type: "LICENCE", fields: [])
    case .text(let text): self.init(type: "TEXT", fields: [("text", text)])
    case .binary: self.init(type: "BINARY", fields: [])
    }
  }

  private init(_ network: WiFiNetwork) {
    self.init(
      type: "WIFI",
      fields: [
        ("ssid", network.ssid), ("password", network.password),
        ("encryption", network.encryptionName), ("hidden", network.isHidden ? "yes" : "no"),
        ("eap-method", network.eapMethod), ("phase-2", network.phase2),
        ("identity", network.identity), ("anonymous-identity", network.anonymousIdentity),
      ])
  }

  /// ZXing's names for weights and prices; the other elements have their identifiers.
  private static func terms(_ element: GS1Element) -> [(String, String?)] {
    let places = element.identifier.last?.wholeNumberValue ?? 9
    switch element.identifier.prefix(3) {
    case "310" where element.identifier.count == 4, "320": return [("weight", element.data)]
    case "392" where places <= 3: return [("price", element.data)]
    case "393" where places <= 3:
      return [
        ("price", String(element.data.dropFirst(3))),
        ("price-currency", String(element.data.prefix(3))),
      ]
    default: return [("(\(element.identifier))", element.data)]
    }
  }

  private init(_ contact: Contact) {
    var fields: [(String, String?)] = [("name", contact.formattedName)]
    fields += contact.nicknames.map { ("nickname", $0) }
    fields += [("pronunciation", contact.pronunciation)]
    fields += contact.phones.map { ("phone", $0.text) } + contact.emails.map { ("email", $0.text) }
    fields += contact.addresses.map { ("address", $0.lines.joined(separator: "\n")) }
    fields += contact.organizations.map { ("organization", $0.joined(separator: "\n")) }
    fields += contact.titles.map { ("title", $0) } + contact.urls.map { ("url", $0.text) }
    fields += contact.messengers.map { ("messenger", $0.text) }
    fields += contact.notes.map { ("note", $0) }
    fields += [
      ("birthday", contact.birthday),
      ("location", contact.location.map { "\($0.latitude),\($0.longitude)" }),
    ]
    self.init(type: "ADDRESSBOOK", fields: fields)
  }

  private init(_ event: CalendarEvent) {
    let start = Self.seconds(event.start)
    self.init(
      type: "CALENDAR",
      fields: [
        ("summary", event.summary), ("start", "\(start)"),
        ("start-is-day", event.start.time == nil ? "yes" : "no"),
        (
          "end",
          event.end.map { "\(Self.seconds($0))" } ?? event.durationSeconds.map { "\(start + $0)" }
        ),
        ("location", event.location), ("organizer", event.organizer),
        ("description", event.description),
        ("point", event.point.map { "\($0.latitude),\($0.longitude)" }),
      ] + event.attendees.map { ("attendee", $0) })
  }

  /// Seconds since 1970 on the clock that the moment is written for.
  static func seconds(_ moment: CalendarMoment) -> Int {
    // Days from civil, by Howard Hinnant: the year begins in March.
    let date = moment.date
    let year = date.month > 2 ? date.year : date.year - 1
    let dayOfYear = (153 * ((date.month + 9) % 12) + 2) / 5 + (date.day ?? 1) - 1
    let days = 365 * year + year / 4 - year / 100 + year / 400 + dayOfYear - 719_468
    let time = moment.time
    return days * 86_400 + (time?.hour ?? 0) * 3_600 + (time?.minute ?? 0) * 60
      + (time?.second ?? 0)
  }
}

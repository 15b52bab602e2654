extension EmailMessage {
  /// Reads the part of an address behind `mailto:` (RFC 6068).
  ///
  /// A plus sign is itself: only forms write blanks so.
  init(mailto body: Bytes) {
    self.init()
    let (addresses, query) = body.cut(at: UInt8(ascii: "?"))
    to = Self.addresses(addresses)
    for (name, value) in QueryItems(query ?? []).items {
      switch name {
      case "to": to += Self.addresses(value)
      case "cc": cc += Self.addresses(value)
      case "bcc": bcc += Self.addresses(value)
      case "subject": subject = subject ?? value.percentDecodedString
      case "body": self.body = self.body ?? value.percentDecodedString
      default: break
      }
    }
  }

  /// Commas that are part of an address are percent-encoded, so they are cut first.
  private static func addresses(_ list: Bytes) -> [String] {
    list.split(separator: UInt8(ascii: ",")).map {
      Array($0.percentDecodedString.utf8)[...].trimmed.string
    }
    .filter { !$0.isEmpty }
  }

  /// Reads the fields behind `MATMSG:`; `nil` without an address.
  init?(matmsg body: Bytes) {
    let fields = TaggedFields(body)
    self.init()
    to = fields.texts("TO")
    guard !to.isEmpty else { return nil }
    subject = fields.text("SUB")
    self.body = fields.text("BODY")
  }

  /// Reads address, subject and text between colons, behind `SMTP:`; `nil` without an address.
  init?(smtp body: Bytes) {
    let (address, rest) = body.cut(at: UInt8(ascii: ":"))
    let (subject, text) = (rest ?? []).cut(at: UInt8(ascii: ":"))
    guard !address.isEmpty else { return nil }
    self.init(
      to: [address.string], subject: rest == nil ? nil : subject.string, body: text?.string)
  }

  /// Reads an address that stands alone; `nil` for other text.
  init?(address text: Bytes) {
    let (name, host) = text.cut(at: UInt8(ascii: "@"))
    let symbols = Array("!#$%&'*+-/=?^_`{|}~.".utf8)
    guard let host, !name.isEmpty, host.contains(UInt8(ascii: ".")), text.count <= 254,
      name.allSatisfy({ $0.isLetter || $0.isDigit || $0 >= 0x80 || symbols.contains($0) }),
      WebLink.isHostName(host)
    else { return nil }
    self.init(to: [text.string])
  }
}

/// The parameters of an address, such as `subject=a&body=b`, still percent-encoded.
struct QueryItems {
  /// Names in lower case with their values, in order.
  let items: [(name: String, value: Bytes)]

  init(_ query: Bytes) {
    items = query.split(separator: UInt8(ascii: "&")).compactMap { part in
      let (name, value) = part.cut(at: UInt8(ascii: "="))
      return value.map { (name.percentDecodedString.lowercased(), $0) }
    }
  }
}

extension PhoneNumber {
  /// Reads the part of an address behind `tel:` (RFC 3966); `nil` without a number.
  init?(tel body: Bytes) {
    let parts = body.prefix { $0 != UInt8(ascii: "?") }.parts(by: UInt8(ascii: ";"))
    number = parts[0].trimmed.percentDecodedString
    guard !number.isEmpty else { return nil }
    func parameter(_ name: String) -> String? {
      parts.dropFirst().lazy.compactMap { $0.after(name) }.first?.percentDecodedString
    }
    phoneExtension = parameter("ext=")
    context = parameter("phone-context=")
  }
}

extension ShortMessage {
  /// Reads the part of an address behind `sms:` or `mms:` (RFC 5724).
  ///
  /// Numbers may have parameters, which are left out. Telephones also write the text behind a
  /// semicolon or ampersand instead of a question mark.
  init(uri body: Bytes, isMultimedia: Bool) {
    self.init()
    self.isMultimedia = isMultimedia
    let numbers = body.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "&") }
    let query = body.dropFirst(numbers.count + 1)
    let cut = query.isEmpty ? Self.place(of: ";body=", in: numbers) : nil
    self.numbers = (cut.map { numbers.prefix($0) } ?? numbers).split(separator: UInt8(ascii: ","))
      .map { $0.prefix { $0 != UInt8(ascii: ";") }.trimmed.percentDecodedString }
      .filter { !$0.isEmpty }
    for (name, value) in QueryItems(cut.map { numbers.dropFirst($0 + 1) } ?? query).items {
      if name == "body" { self.body = self.body ?? value.percentDecodedString }
      if name == "subject" { subject = subject ?? value.percentDecodedString }
    }
  }

  private static func place(of word: String, in text: Bytes) -> Int? {
    var rest = text
    while let start = rest.firstIndex(of: UInt8(ascii: ";")) {
      if text[start...].begins(with: word) { return start - text.startIndex }
      rest = text[start...].dropFirst()
    }
    return nil
  }

  /// Reads number and text with a colon between, behind `SMSTO:` or `MMSTO:`; nothing is encoded.
  init?(smsto body: Bytes, isMultimedia: Bool) {
    let (number, text) = body.cut(at: UInt8(ascii: ":"))
    guard !number.trimmed.isEmpty else { return nil }
    self.init(
      numbers: number.split(separator: UInt8(ascii: ",")).map { $0.trimmed.string },
      body: text?.string,
      isMultimedia: isMultimedia)
  }
}

extension GeoPoint {
  /// Reads the part of an address behind `geo:` (RFC 5870); `nil` if it is no place on Earth.
  init?(uriBody body: Bytes) {
    let (place, query) = body.cut(at: UInt8(ascii: "?"))
    let parts = place.parts(by: UInt8(ascii: ";"))
    let numbers = parts[0].parts(by: UInt8(ascii: ",")).map(\.decimalNumber)
    guard (2...3).contains(numbers.count), let latitude = numbers[0], let longitude = numbers[1]
    else { return nil }
    if numbers.count == 3, numbers[2] == nil { return nil }
    let uncertainty = parts.dropFirst().lazy.compactMap { $0.after("u=") }.first?.decimalNumber
    // In this form, which is Android's and no part of the RFC, a plus sign is a blank.
    let words = QueryItems(query ?? []).items.first { $0.name == "q" }
      .map { $0.value.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 } }
      .map { $0[...].percentDecodedString }
    if latitude == 0, longitude == 0, let words, let named = Self.namedPlace(Array(words.utf8)[...])
    {
      self = named
      return
    }
    self.init(
      latitude: latitude, longitude: longitude, altitude: numbers.count == 3 ? numbers[2] : nil,
      uncertainty: uncertainty, query: words)
  }

  /// The place in `latitude,longitude(name)`, which Android takes for a place with a name.
  private static func namedPlace(_ words: Bytes) -> GeoPoint? {
    let (place, name) = words.trimmed.cut(at: UInt8(ascii: "("))
    let numbers = place.trimmed.parts(by: UInt8(ascii: ",")).map(\.trimmed.decimalNumber)
    guard numbers.count == 2, let latitude = numbers[0], let longitude = numbers[1] else {
      return nil
    }
    let label = name.map { $0.last == UInt8(ascii: ")") ? $0.dropLast() : $0 }
    return GeoPoint(latitude: latitude, longitude: longitude, query: label?.string)
  }
}

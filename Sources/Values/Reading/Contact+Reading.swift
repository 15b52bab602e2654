extension Contact {
  /// Reads a vCard of version 2.1, 3.0 or 4.0; `nil` for other payloads.
  ///
  /// The payload is in its own charset, because properties may declare another one; `charset` is for
  /// those that do not.
  init?(vCard payload: Bytes, charset: String?) {
    guard payload.begins(with: "BEGIN:VCARD") else { return nil }
    self.init()
    for property in PropertyLines(payload, charset: charset).properties {
      if property.name == "END" { break }
      read(property)
    }
    if formattedName.isEmpty { formattedName = name?.formatted ?? "" }
  }

  private mutating func read(_ property: Property) {
    func labelled(_ text: String) -> [LabelledText] {
      text.isEmpty ? [] : [LabelledText(labels: property.labels, text: text)]
    }
    switch property.name {
    case "FN": if formattedName.isEmpty { formattedName = property.text }
    case "N": if name == nil { name = PersonName(property.parts) }
    case "NICKNAME": nicknames += property.list
    case "SOUND", "X-PHONETIC-FIRST-NAME": if pronunciation == nil { pronunciation = property.text }
    case "TEL": phones += labelled(Self.without("tel:", property.text))
    case "EMAIL": emails += labelled(Self.without("mailto:", property.text))
    case "ADR":
      let address = PostalAddress(labels: property.labels, parts: property.parts)
      if !address.lines.isEmpty { addresses.append(address) }
    case "ORG":
      let parts = property.parts.filter { !$0.isEmpty }
      if !parts.isEmpty { organizations.append(parts) }
    case "TITLE": titles += [property.text].filter { !$0.isEmpty }
    case "ROLE": roles += [property.text].filter { !$0.isEmpty }
    case "URL": urls += labelled(property.text)
    case "IMPP": messengers += labelled(property.text)
    case "NOTE": notes += [property.text].filter { !$0.isEmpty }
    case "BDAY": if birthday == nil, !property.text.isEmpty { birthday = property.text }
    case "GEO": if location == nil { location = GeoPoint(cardValue: property.value.trimmed) }
    default: break
    }
  }

  private static func without(_ scheme: String, _ text: String) -> String {
    Array(text.utf8)[...].after(scheme)?.string ?? text
  }

  /// Reads a MeCard; `nil` for other payloads and for cards without a name.
  init?(meCard body: Bytes) {
    let fields = TaggedFields(body)
    guard let rawName = fields.raw("N") else { return nil }
    self.init()
    let names = Escapes.parts(of: rawName, by: UInt8(ascii: ",")).map {
      Escapes.plain($0).trimmed.string
    }
    if names.count > 1 {
      var person = PersonName()
      person.family = names[0]
      person.given = names.dropFirst().joined(separator: ",")
      name = person
      formattedName = person.formatted
    } else {
      formattedName = names[0]
    }
    nicknames = fields.texts("NICKNAME")
    pronunciation = fields.texts("SOUND").first
    phones = fields.texts("TEL", "TEL-AV").map { LabelledText(labels: [], text: $0) }
    emails = fields.texts("EMAIL").map { LabelledText(labels: [], text: $0) }
    addresses = fields.texts("ADR").map { PostalAddress(unstructured: $0) }
    organizations = fields.texts("ORG").map { [$0] }
    titles = fields.texts("TITLE")
    urls = fields.texts("URL").map { LabelledText(labels: [], text: $0) }
    notes = fields.texts("NOTE")
    birthday = fields.texts("BDAY").first
  }

  /// Reads a BIZCARD; `nil` for cards without a name.
  init?(bizCard body: Bytes) {
    let fields = TaggedFields(body)
    var person = PersonName()
    person.given = fields.texts("N").first ?? ""
    person.family = fields.texts("X").first ?? ""
    guard !person.formatted.isEmpty else { return nil }
    self.init()
    name = person
    formattedName = person.formatted
    titles = fields.texts("T")
    organizations = fields.texts("C").map { [$0] }
    addresses = fields.texts("A").map { PostalAddress(unstructured: $0) }
    for (tag, label) in [("B", "work"), ("M", "cell"), ("F", "fax")] {
      phones += fields.texts(tag).map { LabelledText(labels: [label], text: $0) }
    }
    emails = fields.texts("E").map { LabelledText(labels: [], text: $0) }
  }
}

extension PersonName {
  /// Takes the five parts of a vCard's name; missing ones are empty.
  init(_ parts: [String]) {
    func part(_ place: Int) -> String { place < parts.count ? parts[place] : "" }
    self.init(
      family: part(0), given: part(1), additional: part(2), prefix: part(3), suffix: part(4))
  }
}

extension PostalAddress {
  /// Takes the seven parts of a vCard's address; missing ones are empty.
  init(labels: [String], parts: [String]) {
    func part(_ place: Int) -> String { place < parts.count ? parts[place] : "" }
    self.init(
      labels: labels, postOfficeBox: part(0), extended: part(1), street: part(2),
      locality: part(3), region: part(4), postalCode: part(5), country: part(6))
  }
}

extension GeoPoint {
  /// Reads latitude and longitude as cards and calendars have them; `nil` for anything else.
  init?(cardValue value: Bytes) {
    if let uri = value.after("geo:") {
      self.init(uriBody: uri)
      return
    }
    let numbers = value.split { $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: ",") }.map(
      \.trimmed.decimalNumber)
    guard numbers.count == 2, let latitude = numbers[0], let longitude = numbers[1] else {
      return nil
    }
    self.init(latitude: latitude, longitude: longitude)
  }
}

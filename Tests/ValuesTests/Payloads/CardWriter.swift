@testable import Values

/// A contact with random fields, as all vCard writers use it.
enum CardTruth {
  static func contact(_ draw: inout Draw, multiline: Bool = true) -> Contact {
    var contact = Contact()
    var person = PersonName()
    person.family = draw.text(1...2)
    person.given = draw.maybe(90) { $0.text(1...2) } ?? ""
    person.additional = draw.maybe(20) { $0.word() } ?? ""
    person.prefix = draw.maybe(20) { $0.pick(["Dr.", "Prof."]) } ?? ""
    person.suffix = draw.maybe(20) { $0.pick(["Jr.", "M.D., Ph.D."]) } ?? ""
    contact.name = person
    contact.formattedName = draw.chance(80) ? draw.text(1...3) : ""
    contact.organizations = (0..<draw.int(0...2)).map { _ in TaggedWriter.texts(1...3, &draw) }
    contact.titles = TaggedWriter.texts(0...1, &draw)
    contact.roles = TaggedWriter.texts(0...1, &draw)
    contact.notes = TaggedWriter.texts(0...1, &draw).map {
      multiline && draw.chance(40) ? $0 + "\n" + draw.word() : $0
    }
    for _ in 0..<draw.int(0...2) {
      var address = PostalAddress(labels: draw.chance(70) ? [draw.pick(["home", "work"])] : [])
      address.postOfficeBox = draw.maybe(10) { "PO " + $0.digits(3) } ?? ""
      address.extended = draw.maybe(20) { $0.text(1...1) } ?? ""
      address.street = draw.text(1...3)
      address.locality = draw.text(1...1)
      address.region = draw.maybe(40) { $0.word() } ?? ""
      address.postalCode = draw.digits(5)
      address.country = draw.maybe(60) { $0.word() } ?? ""
      contact.addresses.append(address)
    }
    contact.location = draw.chance(15) ? GeoPoint(latitude: 48.25, longitude: -123.5) : nil
    contact.birthday = draw.maybe(30) { $0.pick(["1985-04-12", "19850412"]) }
    return contact
  }

  static func labels(_ choices: [[String]], _ draw: inout Draw) -> [String] { draw.pick(choices) }
}

/// Writes vCards of versions 3.0 (RFC 2426) and 4.0 (RFC 6350).
enum CardWriter {
  static func escaped(_ text: String) -> String {
    String(
      text.flatMap { character -> [Character] in
        switch character {
        case "\n": ["\\", "n"]
        case "\\", ",", ";": ["\\", character]
        default: [character]
        }
      })
  }

  /// Lines with folds at random places between characters.
  static func folded(_ lines: [String], _ draw: inout Draw) -> String {
    let end = draw.pick(["\r\n", "\r\n", "\n"])
    return lines.map { line in
      guard line.utf8.count > 20, draw.chance(50) else { return line }
      var result = ""
      for (place, scalar) in line.unicodeScalars.enumerated() {
        if place > 10, draw.chance(4) { result += end + draw.pick([" ", "\t"]) }
        result.unicodeScalars.append(scalar)
      }
      return result
    }.joined(separator: end) + draw.pick([end, end, ""])
  }

  private static func type(_ labels: [String], _ draw: inout Draw) -> String {
    if labels.isEmpty { return "" }
    switch draw.int(1...3) {
    case 1: return labels.map { ";TYPE=" + $0 }.joined()
    case 2 where labels.count > 1: return ";TYPE=\"" + labels.joined(separator: ",") + "\""
    default:
      return ";TYPE=" + labels.map { draw.chance(50) ? $0 : $0.uppercased() }.joined(separator: ",")
    }
  }

  static func vCard(_ draw: inout Draw, version: String) -> DrawnPayload {
    var contact = CardTruth.contact(&draw)
    contact.nicknames = (0..<draw.int(0...2)).map { _ in draw.text(1...2) }
    var lines: [String] = []
    let person = contact.name ?? PersonName()
    let parts = [person.family, person.given, person.additional, person.prefix, person.suffix]
    if !contact.formattedName.isEmpty { lines.append("FN:" + escaped(contact.formattedName)) }
    lines.append("N:" + parts.map(escaped).joined(separator: ";"))
    if !contact.nicknames.isEmpty {
      lines.append("NICKNAME:" + contact.nicknames.map(escaped).joined(separator: ","))
    }
    contact.formattedName = contact.formattedName.isEmpty ? person.formatted : contact.formattedName
    for _ in 0..<draw.int(0...3) {
      let number = LinkWriter.number(&draw)
      let labels = draw.pick([[], ["cell"], ["work", "voice"], ["home"]])
      let isURI = version == "4.0" && draw.chance(40) && !number.contains(" ")
      contact.phones.append(LabelledText(labels: labels, text: number))
      let group = draw.chance(10) ? "item1." : ""
      lines.append(
        group + "TEL" + type(labels, &draw) + (isURI ? ";VALUE=uri:tel:" : ":") + number)
    }
    for address in LinkWriter.addresses(0...2, &draw) {
      let labels = draw.pick([[], ["work"], ["internet", "home"]])
      contact.emails.append(LabelledText(labels: labels, text: address))
      lines.append("EMAIL" + type(labels, &draw) + ":" + address)
    }
    for _ in 0..<draw.int(0...2) {
      let url = "https://" + LinkWriter.host(&draw) + "/a;b,c?x=1"
      contact.urls.append(LabelledText(labels: [], text: url))
      lines.append("URL:" + (draw.chance(50) ? url : escaped(url)))
    }
    if draw.chance(10) {
      contact.messengers = [LabelledText(labels: [], text: "xmpp:a@example.com")]
      lines.append("IMPP:xmpp:a@example.com")
    }
    lines += common(contact, &draw, version: version)
    let text = folded(
      ["BEGIN:VCARD", "VERSION:" + version] + lines.shuffled(keepingOrderOf: &draw) + ["END:VCARD"],
      &draw)
    return DrawnPayload(text, .contact(contact), &draw)
  }

  private static func common(_ contact: Contact, _ draw: inout Draw, version: String) -> [String] {
    var lines: [String] = []
    for address in contact.addresses {
      let parts = [
        address.postOfficeBox, address.extended, address.street, address.locality, address.region,
        address.postalCode, address.country,
      ]
      lines.append(
        "ADR" + type(address.labels, &draw) + ":" + parts.map(escaped).joined(separator: ";"))
    }
    lines += contact.organizations.map { "ORG:" + $0.map(escaped).joined(separator: ";") }
    lines += contact.titles.map { "TITLE:" + escaped($0) }
    lines += contact.roles.map { "ROLE:" + escaped($0) }
    lines += contact.notes.map { draw.pick(["NOTE:", "note:", "NOTE;LANGUAGE=de:"]) + escaped($0) }
    if let birthday = contact.birthday { lines.append("BDAY:" + birthday) }
    if contact.location != nil {
      lines.append(version == "4.0" ? "GEO:geo:48.25,-123.5" : "GEO:48.25;-123.5")
    }
    return lines
  }
}

extension [String] {
  /// The lines in another order in which those of one name keep theirs.
  fileprivate func shuffled(keepingOrderOf draw: inout Draw) -> [String] {
    func name(_ line: String) -> String {
      let head = line.prefix { $0 != ":" && $0 != ";" }
      return (head.split(separator: ".").last.map(String.init) ?? "").uppercased()
    }
    var queues = Dictionary(grouping: self, by: name)
    return map(name).shuffled(using: &draw.generator).compactMap { queues[$0]?.removeFirst() }
  }
}

/// Writes vCards of version 2.1, with quoted-printable and charsets of single values.
enum OldCardWriter {
  /// A property in quoted-printable where it must or may be, with soft line breaks.
  static func line(_ name: String, _ value: String, charset: String?, _ draw: inout Draw) -> [UInt8]
  {
    let isASCII = value.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
    let bytes = charset.flatMap { Draw.bytes(value, charset: $0) } ?? Array(value.utf8)
    let names = ["CP932": "SHIFT_JIS", "CP1252": "windows-1252", "ISO-8859-1": "ISO-8859-1"]
    let label = ";CHARSET=" + (charset.flatMap { names[$0] } ?? "UTF-8")
    if isASCII && draw.chance(80) && !value.hasSuffix("=") {
      return Array((name + ":" + value).utf8)
    }
    if !value.contains("\n"), draw.chance(25), charset != nil, !value.hasSuffix("=") {
      return Array((name + label + ":").utf8) + bytes
    }
    let encoding = draw.pick([";ENCODING=QUOTED-PRINTABLE", ";QUOTED-PRINTABLE"])
    var result = Array((name + (draw.chance(50) ? encoding + label : label + encoding) + ":").utf8)
    for byte in bytes {
      if draw.chance(3) { result += Array("=\r\n".utf8) }
      if byte < 0x20 || byte > 0x7E || byte == UInt8(ascii: "=") || draw.chance(2) {
        let hex = String(byte, radix: 16, uppercase: true)
        result += Array(("=" + (hex.count < 2 ? "0" : "") + hex).utf8)
      } else {
        result.append(byte)
      }
    }
    return result
  }

  static func charset(_ draw: inout Draw) -> String? {
    switch draw.script {
    case .western: draw.pick([nil, "CP1252"])
    case .japanese: draw.pick([nil, "CP932"])
    default: nil
    }
  }

  static func vCard(_ draw: inout Draw) -> DrawnPayload {
    let charset = charset(&draw)
    var contact = CardTruth.contact(&draw)
    contact.formattedName = draw.text(1...3)
    // Version 2.1 has one escape; text with a backslash before other characters stays as it is.
    contact.removeBackslashes()
    let person = contact.name ?? PersonName()
    let parts = [person.family, person.given, person.additional, person.prefix, person.suffix]
    var lines: [[UInt8]] = [Array("BEGIN:VCARD".utf8), Array("VERSION:2.1".utf8)]
    func add(_ name: String, _ values: [String]) {
      let value = values.map { $0.replacing(";", with: "\\;") }.joined(separator: ";")
      lines.append(line(name, value, charset: charset, &draw))
    }
    add("FN", [contact.formattedName])
    add("N", parts)
    for _ in 0..<draw.int(0...3) {
      let labels = draw.pick([[], ["cell"], ["work", "voice"], ["home", "fax"]])
      let number = LinkWriter.number(&draw)
      contact.phones.append(LabelledText(labels: labels, text: number))
      lines.append(
        Array(("TEL" + labels.map { ";" + $0.uppercased() }.joined() + ":" + number).utf8))
    }
    for address in LinkWriter.addresses(0...2, &draw) {
      contact.emails.append(LabelledText(labels: ["internet"], text: address))
      lines.append(Array(("EMAIL;INTERNET:" + address).utf8))
    }
    for address in contact.addresses {
      add(
        "ADR" + address.labels.map { ";" + $0.uppercased() }.joined(),
        [
          address.postOfficeBox, address.extended, address.street, address.locality,
          address.region, address.postalCode, address.country,
        ])
    }
    for parts in contact.organizations { add("ORG", parts) }
    for title in contact.titles { add("TITLE", [title]) }
    for role in contact.roles { add("ROLE", [role]) }
    for note in contact.notes { add("NOTE", [note]) }
    if let birthday = contact.birthday { lines.append(Array(("BDAY:" + birthday).utf8)) }
    if contact.location != nil { lines.append(Array("GEO:48.25;-123.5".utf8)) }
    lines.append(Array("END:VCARD".utf8))
    let bytes = Array(lines.joined(separator: Array("\r\n".utf8))) + Array("\r\n".utf8)
    return DrawnPayload(lines: bytes, charset: charset, .contact(contact))
  }
}

extension Contact {
  fileprivate mutating func removeBackslashes() {
    func clean(_ text: String) -> String { text.replacing("\\", with: "/") }
    formattedName = clean(formattedName)
    name = name.map {
      var person = $0
      person.family = clean(person.family)
      person.given = clean(person.given)
      person.additional = clean(person.additional)
      return person
    }
    organizations = organizations.map { $0.map(clean) }
    titles = titles.map(clean)
    roles = roles.map(clean)
    notes = notes.map(clean)
    for index in addresses.indices {
      addresses[index].extended = clean(addresses[index].extended)
      addresses[index].street = clean(addresses[index].street)
      addresses[index].locality = clean(addresses[index].locality)
    }
  }
}

extension DrawnPayload {
  /// A payload of lines whose values are in a charset of their own.
  init(lines bytes: [UInt8], charset: String?, _ content: BarcodeContent) {
    self.bytes = bytes
    self.content = content
    let name = charset == "CP932" ? "Shift_JIS" : "windows-1252"
    let utf8 = CharsetConversion.utf8(from: bytes[...], charset: charset == nil ? "UTF-8" : name)
    text = String(decoding: utf8 ?? bytes, as: UTF8.self)
  }
}

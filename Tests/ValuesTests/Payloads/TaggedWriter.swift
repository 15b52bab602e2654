@testable import Values

/// Writes payloads of fields with semicolons: Wi-Fi, MeCard, BIZCARD and MATMSG.
enum TaggedWriter {
  static func escaped(_ text: String, _ marks: String = "\\;:,\"") -> String {
    String(text.flatMap { marks.contains($0) ? ["\\", $0] : [$0] })
  }

  /// A payload of fields in any order; the last may lack its end.
  static func written(
    _ prefix: String, _ fields: [(String, String?)], _ draw: inout Draw,
    raw: [(String, String?)] = []
  ) -> String {
    var parts = fields.compactMap { name, value in value.map { name + ":" + escaped($0) + ";" } }
    parts += raw.compactMap { name, value in value.map { name + ":" + $0 + ";" } }
    let end = draw.pick([";", ";", ";", ""])
    let text = prefix + parts.shuffled(using: &draw.generator).joined() + end
    return draw.chance(3) && text.hasSuffix(";") && !text.hasSuffix(";;")
      ? String(text.dropLast()) : text
  }

  static func wifi(_ draw: inout Draw) -> DrawnPayload {
    let ssid = draw.text()
    let protection: (String?, WiFiNetwork.Encryption) = draw.pick([
      ("WPA", .wpa), ("WPA2", .wpa), ("WEP", .wep), ("nopass", .open), (nil, .open), ("SAE", .wpa3),
      ("WPA2-EAP", .enterprise), ("WPA/WPA2", .wpa), ("WAPI", .other("WAPI")),
    ])
    let isEnterprise = protection.1 == .enterprise
    let password = protection.1 == .open ? nil : draw.text(1...3)
    let isHidden = draw.chance(20)
    let hidden = isHidden ? "true" : draw.maybe(20) { _ in "false" }
    let oldPhase = isEnterprise && hidden == nil && draw.chance(20) ? "MSCHAPV2" : nil
    let phase =
      isEnterprise && oldPhase == nil ? draw.maybe(70) { $0.pick(["MSCHAPV2", "GTC"]) } : nil
    let eap = isEnterprise ? draw.maybe(80) { $0.pick(["PEAP", "TTLS", "TLS"]) } : nil
    let identity = isEnterprise ? draw.maybe(80) { $0.text() } : nil
    let anonymous = isEnterprise ? draw.maybe(40) { $0.text(1...1) } : nil
    let key = protection.1 == .wpa3 ? draw.maybe(30) { "MDkwEwYHKoZIzj0CAQ=" + $0.digits(3) } : nil
    let isQuoted = draw.chance(10)
    let text = written(
      "WIFI:",
      [
        ("S", isQuoted ? nil : ssid), ("T", protection.0), ("P", password),
        ("H", hidden ?? oldPhase),
        ("PH2", phase), ("E", eap), ("I", identity), ("A", anonymous), ("K", key),
      ], &draw, raw: [("S", isQuoted ? "\"" + escaped(ssid) + "\"" : nil)])
    return DrawnPayload(
      text,
      .wifi(
        WiFiNetwork(
          ssid: ssid, password: password, encryption: protection.1, isHidden: isHidden,
          eapMethod: eap, phase2: phase ?? oldPhase, identity: identity,
          anonymousIdentity: anonymous, publicKey: key)), &draw)
  }

  static func labelled(_ texts: [String], _ labels: [String] = []) -> [LabelledText] {
    texts.map { LabelledText(labels: labels, text: $0) }
  }

  static func texts(_ range: ClosedRange<Int>, _ draw: inout Draw) -> [String] {
    let count = draw.int(range)
    return (0..<count).map { _ in draw.text() }
  }

  static func meCard(_ draw: inout Draw) -> DrawnPayload {
    var contact = Contact()
    let name: String
    if draw.chance(60) {
      var person = PersonName()
      person.family = draw.text(1...2)
      person.given = draw.text(1...2)
      contact.name = person
      contact.formattedName = person.given + " " + person.family
      name = escaped(person.family) + "," + escaped(person.given)
    } else {
      contact.formattedName = draw.text(1...3)
      name = escaped(contact.formattedName)
    }
    contact.phones = labelled((0..<draw.int(0...3)).map { _ in LinkWriter.number(&draw) })
    contact.emails = labelled(LinkWriter.addresses(0...2, &draw))
    contact.addresses = texts(0...2, &draw).map { PostalAddress(unstructured: $0) }
    contact.organizations = texts(0...1, &draw).map { [$0] }
    contact.urls = labelled((0..<draw.int(0...1)).map { _ in "http://" + LinkWriter.host(&draw) })
    contact.notes = texts(0...1, &draw)
    contact.pronunciation = draw.maybe(30) { $0.text(1...2) }
    contact.birthday = draw.maybe(30) { "19\($0.digits(2))0\($0.int(1...9))1\($0.digits(1))" }
    var fields: [(String, String?)] = contact.phones.map { ("TEL", $0.text) }
    fields += contact.emails.map { ("EMAIL", $0.text) }
    fields += contact.addresses.map { ("ADR", $0.unstructured) }
    fields += contact.organizations.map { ("ORG", $0[0]) }
    fields += contact.urls.map { ("URL", $0.text) }
    fields += contact.notes.map { ("NOTE", $0) }
    fields += [("SOUND", contact.pronunciation), ("BDAY", contact.birthday)]
    // The order of several fields of one name is kept: it is the order of the truth.
    let text =
      "MECARD:N:" + name + ";"
      + fields.compactMap { name, value in value.map { name + ":" + escaped($0) + ";" } }.joined()
      + draw.pick([";", ";", ""])
    return DrawnPayload(text, .contact(contact), &draw)
  }

  static func bizCard(_ draw: inout Draw) -> DrawnPayload {
    var contact = Contact()
    var person = PersonName()
    person.given = draw.text(1...2)
    person.family = draw.maybe(80) { $0.text(1...1) } ?? ""
    contact.name = person
    contact.formattedName = person.formatted
    contact.titles = texts(0...1, &draw)
    contact.organizations = texts(0...1, &draw).map { [$0] }
    contact.addresses = texts(0...2, &draw).map { PostalAddress(unstructured: $0) }
    contact.emails = labelled(LinkWriter.addresses(0...1, &draw))
    var fields: [(String, String?)] = [("N", person.given)]
    if !person.family.isEmpty { fields.append(("X", person.family)) }
    fields += contact.titles.map { ("T", $0) } + contact.organizations.map { ("C", $0[0]) }
    fields += contact.addresses.map { ("A", $0.unstructured) }
    for (tag, label) in [("B", "work"), ("M", "cell"), ("F", "fax")] where draw.chance(50) {
      let number = LinkWriter.number(&draw)
      contact.phones += labelled([number], [label])
      fields.append((tag, number))
    }
    fields += contact.emails.map { ("E", $0.text) }
    let text =
      "BIZCARD:"
      + fields.compactMap { name, value in value.map { name + ":" + escaped($0) + ";" } }.joined()
      + ";"
    return DrawnPayload(text, .contact(contact), &draw)
  }

  static func matmsg(_ draw: inout Draw) -> DrawnPayload {
    let to = LinkWriter.addresses(1...2, &draw)
    let subject = draw.maybe(80) { $0.text() }
    let body = draw.maybe(80) { $0.text() + ($0.chance(30) ? "\n" + $0.text() : "") }
    let text =
      "MATMSG:" + to.map { "TO:" + escaped($0) + ";" }.joined()
      + (subject.map { "SUB:" + escaped($0) + ";" } ?? "")
      + (body.map { "BODY:" + escaped($0) + ";" } ?? "") + draw.pick([";", ""])
    return DrawnPayload(
      text, .email(EmailMessage(to: to, subject: subject, body: body)), &draw)
  }
}

@testable import Values

/// Writes addresses: of pages, for e-mail, telephones, messages and places.
enum LinkWriter {
  private static let unreserved = Set(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~".utf8)

  /// Percent-encodes all but unreserved characters, and now and then some of those.
  static func percent(_ text: String, _ draw: inout Draw, keeping kept: String = "") -> String {
    let keptBytes = Set(kept.utf8)
    var result = ""
    for byte in text.utf8 {
      if unreserved.contains(byte) && !draw.chance(3) || keptBytes.contains(byte) {
        result.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        let hex = String(byte, radix: 16, uppercase: draw.chance(50))
        result += "%" + (hex.count < 2 ? "0" : "") + hex
      }
    }
    return result
  }

  static func host(_ draw: inout Draw) -> String {
    draw.name("abcdefghijklmnopqrstuvwxyz", 2...8)
      + draw.pick([".com", ".org", ".co.uk", ".de", ".example.net"])
  }

  private static func path(_ draw: inout Draw) -> String {
    let text = draw.text(1...3, marks: ["/", "/", "-"])
    let path = "/x/" + percent(text, &draw, keeping: "/")
    let query = draw.maybe(40) { "?q=" + percent($0.text(), &$0) + "&n=" + $0.digits(1...3) } ?? ""
    return path + query + (draw.maybe(20) { "#" + $0.name("abc", 1...4) } ?? "")
  }

  static func url(_ draw: inout Draw) -> DrawnPayload {
    let scheme = draw.pick(["http", "https", "HTTPS", "ftp", "market", "custom+app"])
    let host = host(&draw)
    let user = draw.maybe(10) { $0.name("abc", 2...4) + "@" } ?? ""
    let port = draw.maybe(20) { ":" + $0.digits(2...4) } ?? ""
    // International addresses have letters of all scripts in them (RFC 3987).
    let tail =
      path(&draw) + (draw.script == .ascii ? "" : draw.maybe(30) { "&i=" + $0.word() } ?? "")
    let full = scheme + "://" + user + host + port + tail.filter { $0 != " " }
    func link(_ url: String, _ scheme: String) -> BarcodeContent {
      .url(WebLink(url: url, title: nil, scheme: scheme.lowercased(), host: host, digitalLink: nil))
    }
    switch draw.int(1...10) {
    case 1: return DrawnPayload("URL:" + full, link(full, scheme), &draw)
    case 2: return DrawnPayload("www." + host, link2("www." + host), &draw)
    case 3:
      let bare = host + "/" + tail.filter { $0 != " " }.dropFirst()
      return DrawnPayload(bare, link("http://" + bare, "http"), &draw)
    case 4: return DrawnPayload(" " + full + "\n", link(full, scheme), &draw)
    default: return DrawnPayload(full, link(full, scheme), &draw)
    }
  }

  private static func link2(_ host: String) -> BarcodeContent {
    .url(
      WebLink(url: "http://" + host, title: nil, scheme: "http", host: host, digitalLink: nil))
  }

  static func bookmark(_ draw: inout Draw) -> DrawnPayload {
    let host = host(&draw)
    let url = draw.pick(["http", "https"]) + "://" + host + path(&draw)
    let scheme = String(url.prefix { $0 != ":" })
    func content(_ title: String?) -> BarcodeContent {
      .url(WebLink(url: url, title: title, scheme: scheme, host: host, digitalLink: nil))
    }
    if draw.chance(50) {
      let title = draw.maybe(80) { $0.text(marks: [";", ",", " - ", "\\"]) }
      return DrawnPayload(
        draw.pick(["URLTO:", "urlto:"]) + (title ?? "") + ":" + url, content(title), &draw)
    }
    let title = draw.maybe(80) { $0.text() }
    let fields = [("TITLE", title), ("URL", url)]
    return DrawnPayload(TaggedWriter.written("MEBKM:", fields, &draw), content(title), &draw)
  }

  static func address(_ draw: inout Draw) -> String {
    draw.name("abcdefghijklmnopqrstuvwxyz0123456789._+-", 1...1).filter(\.isLetter)
      + draw.name("abcdefghijklmnopqrstuvwxyz", 1...8) + draw.pick(["", "+tag", ".b", "_1"]) + "@"
      + host(&draw)
  }

  static func addresses(_ range: ClosedRange<Int>, _ draw: inout Draw) -> [String] {
    let count = draw.int(range)
    return (0..<count).map { _ in address(&draw) }
  }

  static func mailto(_ draw: inout Draw) -> DrawnPayload {
    if draw.chance(10) {
      let address = address(&draw)
      return DrawnPayload(ascii: address, .email(EmailMessage(to: [address])))
    }
    var message = EmailMessage()
    message.to = addresses(1...3, &draw)
    var items: [String] = []
    func list(_ addresses: [String]) -> String {
      addresses.map { percent($0, &draw, keeping: "@+") }.joined(separator: ",")
    }
    let head = list(message.to)
    if draw.chance(30) {
      message.cc = addresses(1...2, &draw)
      items.append(draw.pick(["cc=", "CC=", "Cc="]) + list(message.cc))
    }
    if draw.chance(20) {
      message.bcc = addresses(1...2, &draw)
      items.append("bcc=" + list(message.bcc))
    }
    if draw.chance(70) {
      let subject = draw.text()
      message.subject = subject
      items.append(draw.pick(["subject=", "Subject="]) + percent(subject, &draw, keeping: "+"))
    }
    if draw.chance(70) {
      let body = draw.text() + (draw.chance(50) ? "\r\n" : "") + draw.text()
      message.body = body
      items.append("body=" + percent(body, &draw, keeping: "+!'()"))
    }
    let query = items.isEmpty ? "" : "?" + items.joined(separator: "&")
    return DrawnPayload(draw.pick(["mailto:", "MAILTO:"]) + head + query, .email(message), &draw)
  }

  static func smtp(_ draw: inout Draw) -> DrawnPayload {
    let address = address(&draw)
    let subject = draw.maybe(80) { $0.text(marks: [";", "\\", " = "]) }
    let body = subject == nil ? nil : draw.maybe(80) { $0.text() + ":" + $0.word() }
    let text =
      "smtp:" + address + (subject.map { ":" + $0 } ?? "") + (body.map { ":" + $0 } ?? "")
    return DrawnPayload(
      draw.chance(50) ? text : "SMTP:" + text.dropFirst(5),
      .email(EmailMessage(to: [address], subject: subject, body: body)), &draw)
  }

  static func number(_ draw: inout Draw) -> String {
    draw.pick(["+", "+1-", "0", "+49 (0)", "+44."]) + draw.digits(3...9)
  }

  static func phone(_ draw: inout Draw) -> DrawnPayload {
    let number = number(&draw).filter { $0 != " " }
    let ext = draw.maybe(20) { $0.digits(1...4) }
    let context = draw.maybe(10) { $0.pick(["+1", "example.com"]) }
    let parameters =
      (ext.map { ";ext=" + $0 } ?? "") + (context.map { ";phone-context=" + $0 } ?? "")
    let hash = draw.chance(5)
    return DrawnPayload(
      ascii: draw.pick(["tel:", "TEL:"]) + number + (hash ? "%23" : "") + parameters,
      .phone(PhoneNumber(number: number + (hash ? "#" : ""), phoneExtension: ext, context: context))
    )
  }

  static func sms(_ draw: inout Draw) -> DrawnPayload {
    let isMultimedia = draw.chance(25)
    let count = draw.int(1...3)
    let numbers = (0..<count).map { _ in number(&draw).filter { $0 != " " } }
    let subject = draw.maybe(20) { $0.text() }
    let body = draw.maybe(80) { $0.text() }
    var items: [String] = []
    if let subject { items.append("subject=" + percent(subject, &draw)) }
    if let body { items.append("body=" + percent(body, &draw, keeping: "+'")) }
    let via = draw.chance(10) ? ";via=" + draw.digits(4) : ""
    let query = items.isEmpty ? "" : draw.pick(["?", "?", "?", "&"]) + items.joined(separator: "&")
    let scheme = isMultimedia ? draw.pick(["mms:", "MMS:"]) : draw.pick(["sms:", "SMS:"])
    return DrawnPayload(
      scheme + numbers.joined(separator: ",") + via + query,
      .sms(
        ShortMessage(numbers: numbers, subject: subject, body: body, isMultimedia: isMultimedia)),
      &draw)
  }

  static func smsto(_ draw: inout Draw) -> DrawnPayload {
    let isMultimedia = draw.chance(25)
    let number = number(&draw)
    let body = draw.maybe(90) { $0.text() + ($0.chance(30) ? "\n" + $0.text() : "") }
    let scheme = isMultimedia ? draw.pick(["mmsto:", "MMSTO:"]) : draw.pick(["smsto:", "SMSTO:"])
    return DrawnPayload(
      scheme + number + (body.map { ":" + $0 } ?? ""),
      .sms(ShortMessage(numbers: [number], body: body, isMultimedia: isMultimedia)), &draw)
  }

  static func geo(_ draw: inout Draw) -> DrawnPayload {
    func coordinate(_ most: Int, _ draw: inout Draw) -> String {
      (draw.chance(50) ? "-" : "") + "\(draw.int(0...most - 1))"
        + (draw.maybe(90) { "." + $0.digits(1...7) } ?? "")
    }
    let latitude = coordinate(90, &draw)
    let longitude = coordinate(180, &draw)
    let altitude = draw.maybe(40) { ($0.chance(20) ? "-" : "") + $0.digits(1...4) + ".5" }
    let uncertainty = draw.maybe(15) { $0.digits(1...3) }
    let query = draw.maybe(40) { $0.text() }
    let crs = draw.chance(10) ? ";crs=wgs84" : ""
    let text =
      draw.pick(["geo:", "GEO:", "Geo:"]) + latitude + "," + longitude
      + (altitude.map { "," + $0 } ?? "")
      + crs + (uncertainty.map { ";u=" + $0 } ?? "")
      + (query.map { "?q=" + percent($0, &draw, keeping: "()") } ?? "")
    let point = GeoPoint(
      latitude: Double(latitude) ?? 0, longitude: Double(longitude) ?? 0,
      altitude: altitude.flatMap(Double.init), uncertainty: uncertainty.flatMap(Double.init),
      query: query)
    return DrawnPayload(text, point.map(BarcodeContent.geo) ?? .text(text), &draw)
  }
}

extension WebLink {
  /// Schemes of addresses that have no `//`, and yet are meant to be opened.
  private static let opaqueSchemes: Set = [
    "about", "bitcoin", "bitcoincash", "cid", "data", "did", "dns", "doi", "ens", "ethereum",
    "facetime", "facetime-audio", "hdl", "im", "ipfs", "ipns", "lightning", "litecoin", "magnet",
    "market", "matrix", "mid", "monero", "news", "openpgp4fpr", "otpauth", "otpauth-migration",
    "pres", "sip", "sips", "skype", "spotify", "tox", "upi", "urn", "whatsapp", "xmpp",
  ]
  /// Top-level domains that make an address of a name without scheme, path and `www.`.
  private static let plainDomains: Set = [
    "app", "biz", "com", "dev", "edu", "gov", "info", "int", "mil", "net", "org",
  ]

  /// Reads an address that stands alone; `nil` for other text.
  init?(_ text: Bytes, year: Int) {
    let text = text.trimmed
    guard !text.isEmpty, text.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else { return nil }
    if let rest = text.after("URL:") ?? text.after("URI:") {
      self.init(trusted: rest, title: nil, year: year)
    } else if Self.scheme(of: text) != nil || Self.isBare(text) {
      self.init(trusted: text, title: nil, year: year)
    } else {
      return nil
    }
  }

  /// Reads what a payload calls an address; `nil` if there is nothing.
  init?(trusted text: Bytes, title: String?, year: Int) {
    let text = text.trimmed
    guard !text.isEmpty else { return nil }
    let own = Self.scheme(of: text)
    let scheme = own ?? "http"
    let url = own == nil ? Array("http://".utf8)[...] + text : text
    let rest = url.dropFirst(scheme.utf8.count + 1)
    let authority = rest.after("//")?.prefix { !"/?#".utf8.contains($0) }
    let path = rest.dropFirst(authority.map { $0.count + 2 } ?? 0).prefix {
      $0 != UInt8(ascii: "#")
    }
    let (names, query) = path.cut(at: UInt8(ascii: "?"))
    self.url = url.string
    self.title = title.flatMap { $0.isEmpty ? nil : $0 }
    self.scheme = scheme
    host = authority.map(Self.host).flatMap { $0.isEmpty ? nil : $0.lowercasedString }
    let isWeb = scheme == "http" || scheme == "https"
    digitalLink = isWeb ? GS1Message(host: host, path: names, query: query, year: year) : nil
  }

  /// Reads the fields behind `MEBKM:`; `nil` without an address.
  init?(bookmark body: Bytes, year: Int) {
    let fields = TaggedFields(body)
    guard let url = fields.texts("URL").first else { return nil }
    self.init(trusted: Array(url.utf8)[...], title: fields.texts("TITLE").first, year: year)
  }

  /// Reads title and address with a colon between, behind `URLTO:`; `nil` without an address.
  init?(urlto body: Bytes, year: Int) {
    let (title, url) = body.cut(at: UInt8(ascii: ":"))
    guard let url else { return nil }
    self.init(trusted: url, title: title.string, year: year)
  }

  /// The scheme of an address with `//`, or one of the others, in lower case (RFC 3986, 3.1).
  private static func scheme(of text: Bytes) -> String? {
    let (name, rest) = text.cut(at: UInt8(ascii: ":"))
    guard let rest, name.first?.isLetter == true,
      name.allSatisfy({ $0.isLetter || $0.isDigit || "+-.".utf8.contains($0) })
    else { return nil }
    let scheme = name.lowercasedString
    if let hierarchical = rest.after("//") { return hierarchical.isEmpty ? nil : scheme }
    return opaqueSchemes.contains(scheme) && !rest.isEmpty ? scheme : nil
  }

  private static func host(_ authority: Bytes) -> Bytes {
    let place =
      authority.lastIndex(of: UInt8(ascii: "@")).map { authority[$0...].dropFirst() } ?? authority
    if place.first == UInt8(ascii: "[") {
      return place.prefix { $0 != UInt8(ascii: "]") } + [UInt8(ascii: "]")]
    }
    return place.prefix { $0 != UInt8(ascii: ":") }
  }

  private static func isBare(_ text: Bytes) -> Bool {
    let host = text.prefix { !"/?#:".utf8.contains($0) }
    guard isHostName(host), let last = host.split(separator: UInt8(ascii: ".")).last else {
      return false
    }
    let next = text.dropFirst(host.count)
    if next.first == UInt8(ascii: ":") {
      let port = next.dropFirst().prefix { !"/?#".utf8.contains($0) }
      return port.isDigits && port.count <= 5
    }
    return !next.isEmpty || host.begins(with: "www.")
      || plainDomains.contains(last.lowercasedString)
  }

  /// True for two labels or more of letters, digits and hyphens, of which the last has letters alone.
  static func isHostName(_ host: Bytes) -> Bool {
    let labels = host.parts(by: UInt8(ascii: "."))
    guard labels.count >= 2, let last = labels.last, last.count >= 2 else { return false }
    return last.allSatisfy { $0.isLetter || $0 >= 0x80 }
      && labels.allSatisfy { label in
        !label.isEmpty && label.first != UInt8(ascii: "-") && label.last != UInt8(ascii: "-")
          && label.allSatisfy { $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "-") || $0 >= 0x80 }
      }
  }
}

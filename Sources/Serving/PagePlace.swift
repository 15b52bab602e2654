/// The place at which a page is served.
package struct PagePlace: Hashable, Sendable {
  /// The loopback address.
  package static let loopback = "127.0.0.1"

  /// The IPv4 address of this machine, as four numbers.
  package let host: String
  /// The port; 0 for one that is free.
  package let port: UInt16
  /// True for HTTPS, with a certificate that is made for it.
  package let isSecure: Bool

  /// Makes a place; by default this machine's browsers alone reach it.
  package init(host: String = PagePlace.loopback, port: UInt16, isSecure: Bool = false) {
    (self.host, self.port, self.isSecure) = (host, port, isSecure)
  }

  /// The place with the port that was given to it.
  func at(_ port: UInt16) -> PagePlace { PagePlace(host: host, port: port, isSecure: isSecure) }

  /// The names under which browsers ask for it.
  var hosts: Set<String> {
    let names = host == Self.loopback ? [host, "localhost"] : [host]
    // Browsers leave the usual port out.
    return Set(names.map { "\($0):\(port)" } + (port == (isSecure ? 443 : 80) ? names : []))
  }

  /// The origin that browsers name if they ask by such a name.
  func origin(_ host: String) -> String { (isSecure ? "https://" : "http://") + host }
}

/// A page that is served.
package struct ServedPage: Hashable, Sendable {
  /// Its address, token included.
  package let address: String
  /// The SHA-256 of its certificate; `nil` without one.
  package let fingerprint: [UInt8]?
}

/// The checks that each request passes before anything is done for it.
///
/// The page is for one tab. Another page in that browser sends its own Origin, and
/// one that was reached under a name that somebody made point here (DNS rebinding) sends that name as Host.
package struct PageGate: Sendable {
  /// A request as far as the checks see it.
  package struct Request: Sendable {
    package var isGet: Bool
    package var isSocket = false
    package var host: String?
    package var origin: String?

    package init(isGet: Bool, isSocket: Bool = false, host: String?, origin: String?) {
      self.isGet = isGet
      self.isSocket = isSocket
      self.host = host
      self.origin = origin
    }
  }

  private let place: PagePlace

  /// Makes the checks of a server at a place whose port is known.
  package init(_ place: PagePlace) {
    self.place = place
  }

  /// Checks where a request comes from.
  ///
  /// Browsers send an Origin with everything but a plain GET; what sends none is no page.
  ///
  /// - Throws: ``PageRefusal`` if it is not from the page itself.
  package func check(_ request: Request) throws(PageRefusal) {
    guard let host = request.host, place.hosts.contains(host) else {
      throw PageRefusal(.foreign, "the page is at \(place.host) and under no other name")
    }
    if let origin = request.origin {
      guard origin == place.origin(host) else {
        throw PageRefusal(.foreign, "another page asked for this")
      }
    } else if !request.isGet || request.isSocket {
      throw PageRefusal(.foreign, "a request without Origin is not the page's")
    }
  }
}

/// The one tab that a session has: who knows the token opens it, and a second one is refused while it lives.
///
/// Each time the page is opened it gets a key of its own, so that an earlier one is worth nothing any more.
package struct PageTab: Sendable {
  /// The token in the printed address.
  package let token: String
  private var key: String?
  /// True while the tab's socket lasts.
  package private(set) var isAttached = false

  package init(token: String = PageTab.secret()) {
    self.token = token
  }

  /// Opens the page.
  ///
  /// - Returns: The key for everything that the page asks for.
  /// - Throws: ``PageRefusal`` for a wrong token, and while another tab has the page.
  package mutating func open(token: String?) throws(PageRefusal) -> String {
    guard knows(token: token) else {
      throw PageRefusal(.noToken, "open the address that was printed, with its token")
    }
    guard !isAttached else {
      throw PageRefusal(.secondTab, "the page is open in another tab: close that one, then reload")
    }
    let key = Self.secret()
    self.key = key
    return key
  }

  /// Checks the key of a request.
  package func check(key: String?) throws(PageRefusal) {
    guard let key, let own = self.key, Self.isSame(key, own) else {
      throw PageRefusal(.noToken, "the page was opened again elsewhere: reload it")
    }
  }

  /// True for the token of the printed address, which a program shows instead of a key.
  package func knows(token: String?) -> Bool {
    token.map { Self.isSame($0, self.token) } ?? false
  }

  /// Takes the tab's socket, which lasts as long as the tab.
  package mutating func attach(key: String?) throws(PageRefusal) {
    try check(key: key)
    guard !isAttached else { throw PageRefusal(.secondTab, "the page has a socket already") }
    isAttached = true
  }

  /// Lets the tab go: its socket has ended.
  package mutating func detach() {
    isAttached = false
    key = nil
  }

  /// 128 random bits in hexadecimal.
  package static func secret() -> String {
    var random = SystemRandomNumberGenerator()
    return (0..<16).map { _ in
      let byte = UInt8.random(in: .min ... .max, using: &random)
      return (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
  }

  /// Compares without telling by its time where texts differ.
  private static func isSame(_ a: String, _ b: String) -> Bool {
    let (a, b) = (Array(a.utf8), Array(b.utf8))
    return a.count == b.count && zip(a, b).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}

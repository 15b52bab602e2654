import Serving
import Testing

/// Who may ask for something, and who has the page.
@Suite struct PageGateTests {
  private let gate = PageGate(PagePlace(port: 8123))

  private func kind(_ request: PageGate.Request) -> PageRefusal.Kind? {
    do throws(PageRefusal) {
      try gate.check(request)
      return nil
    } catch {
      return error.kind
    }
  }

  @Test func thePageItselfIsLetThrough() {
    for host in ["127.0.0.1:8123", "localhost:8123"] {
      #expect(kind(.init(isGet: true, host: host, origin: nil)) == nil)
      #expect(kind(.init(isGet: false, host: host, origin: "http://" + host)) == nil)
      #expect(kind(.init(isGet: true, isSocket: true, host: host, origin: "http://" + host)) == nil)
    }
  }

  /// A phone asks for the address that was printed, over TLS if that is what was printed, and by no other name.
  @Test(arguments: [false, true]) func aPhoneIsLetThroughAtThePrintedAddress(isSecure: Bool) {
    let gate = PageGate(PagePlace(host: "192.0.2.7", port: 8123, isSecure: isSecure))
    func isLetThrough(_ host: String, _ origin: String) -> Bool {
      (try? gate.check(.init(isGet: false, isSocket: true, host: host, origin: origin))) != nil
    }
    #expect(isLetThrough("192.0.2.7:8123", "https://192.0.2.7:8123") == isSecure)
    #expect(isLetThrough("192.0.2.7:8123", "http://192.0.2.7:8123") == !isSecure)
    for host in ["127.0.0.1:8123", "localhost:8123", "192.0.2.8:8123", "192.0.2.7"] {
      #expect(!isLetThrough(host, (isSecure ? "https://" : "http://") + host))
    }
  }

  /// A name that somebody made point to this machine, other ports, and no name at all.
  @Test(arguments: [
    nil, "", "127.0.0.1", "127.0.0.1:8124", "evil.example:8123", "127.0.0.1:8123.evil.example",
    "localhost", "[::1]:8123", "LOCALHOST:8123",
  ])
  func otherHostsAreRefused(host: String?) {
    #expect(kind(.init(isGet: true, host: host, origin: nil)) == .foreign)
  }

  @Test(arguments: [
    "http://evil.example", "https://127.0.0.1:8123", "http://127.0.0.1:8124", "null",
    "http://localhost:8123", "",
  ])
  func otherOriginsAreRefused(origin: String) {
    #expect(kind(.init(isGet: true, host: "127.0.0.1:8123", origin: origin)) == .foreign)
    #expect(kind(.init(isGet: false, host: "127.0.0.1:8123", origin: origin)) == .foreign)
  }

  @Test func whatChangesSomethingNeedsAnOrigin() {
    #expect(kind(.init(isGet: false, host: "127.0.0.1:8123", origin: nil)) == .foreign)
    #expect(
      kind(.init(isGet: true, isSocket: true, host: "127.0.0.1:8123", origin: nil)) == .foreign)
  }

  @Test func aSecondTabIsRefusedWhileTheFirstLives() throws {
    var tab = PageTab()
    let key = try tab.open(token: tab.token)
    try tab.attach(key: key)
    #expect(throws: PageRefusal.self) { try tab.open(token: tab.token) }
    #expect(throws: PageRefusal.self) { try tab.attach(key: key) }
    try tab.check(key: key)
    tab.detach()
    #expect(throws: PageRefusal.self) { try tab.check(key: key) }
    let next = try tab.open(token: tab.token)
    #expect(next != key)
    try tab.attach(key: next)
  }

  @Test func onlyTheTokenOpensThePage() {
    var tab = PageTab()
    for token in [nil, "", String(tab.token.dropLast()), tab.token + "0", PageTab.secret()] {
      #expect(throws: PageRefusal.self) { try tab.open(token: token) }
    }
    #expect(tab.token.count == 32)
  }
}

import Base
import FlyingFox
import Foundation

/// The part of a page's server that is a feature's own.
package protocol PageSite: Sendable {
  /// The page.
  var document: PageDocument { get }

  /// The path to which programs may send without a key, if they show the token; `nil` for none.
  var programPath: String? { get }

  /// The facts that a tab must know, its key included.
  func facts(key: String) -> any Encodable & Sendable

  /// Answers a request that was found to be the page's, or a program's.
  ///
  /// - Throws: ``PageRefusal`` for what cannot be answered.
  func answer(_ request: HTTPRequest) async throws -> HTTPResponse

  /// Prepares for the first tab.
  func open() async

  /// True once there is nothing more to serve.
  var isOver: Bool { get async }

  /// Ends whatever the site has started.
  func close() async
}

extension PageSite {
  package var programPath: String? { nil }
  package var isOver: Bool { get async { false } }
}

/// Answers a page's requests: who asks, what for, and whether that is allowed.
package actor PageDesk {
  /// The header in which a program shows the token.
  private static let tokenHeader = HTTPHeader("X-Harness-Token")

  private let site: any PageSite
  private var gate = PageGate(PagePlace(port: 0))
  private var tab = PageTab()

  package init(site: any PageSite) { self.site = site }

  /// Takes the place that the server got.
  ///
  /// - Returns: The token of the address.
  package func listen(at place: PagePlace) -> String {
    gate = PageGate(place)
    return tab.token
  }

  /// Answers a request.
  package func answer(_ request: HTTPRequest) async -> HTTPResponse {
    var response: HTTPResponse
    do {
      response = try await checked(request)
    } catch let refusal as PageRefusal {
      response =
        request.path == "/"
        ? PageAnswer.of("text/html", Data(site.document.notice(refusal).utf8), refusal.status)
        : PageAnswer.of("text/plain", Data(refusal.description.utf8), refusal.status)
    } catch {
      response = PageAnswer.of("text/plain", Data("\(error)".utf8), .internalServerError)
    }
    if response.statusCode != .switchingProtocols {
      for (name, value) in site.document.headers { response.headers[HTTPHeader(name)] = value }
    }
    return response
  }

  private func checked(_ request: HTTPRequest) async throws -> HTTPResponse {
    // A program sends no Origin; no page of somebody else's knows the token.
    let isProgram =
      request.path == site.programPath && tab.knows(token: request.headers[Self.tokenHeader])
    try gate.check(
      PageGate.Request(
        isGet: request.method == .GET || isProgram, isSocket: request.path == "/tab",
        host: request.headers[.host], origin: request.headers[HTTPHeader("Origin")]))
    switch (request.method, request.path) {
    case (.GET, "/"):
      // A tab that is being reloaded asks again before the end of its socket is heard.
      for _ in 0..<20 where tab.isAttached { try? await Task.sleep(for: .milliseconds(50)) }
      let key = try tab.open(token: request.query["token"])
      return PageAnswer.of(
        "text/html", Data(try site.document.html(AnyFacts(site.facts(key: key))).utf8))
    case (.GET, "/tab"):
      try tab.attach(key: request.query["key"])
      let response = try await WebSocketHTTPHandler(
        handler: TabSocket { await self.detach() }
      ).handleRequest(request)
      if response.statusCode != .switchingProtocols { tab.detach() }
      return response
    default:
      if !isProgram { try tab.check(key: request.headers[PageAnswer.keyHeader]) }
      return try await site.answer(request)
    }
  }

  private func detach() { tab.detach() }

  /// Facts of whatever type.
  private struct AnyFacts: Encodable {
    let facts: any Encodable
    init(_ facts: any Encodable) { self.facts = facts }
    func encode(to encoder: any Encoder) throws { try facts.encode(to: encoder) }
  }
}

/// Answers and bodies of a site's requests.
package enum PageAnswer {
  /// The header in which the page shows its key.
  package static let keyHeader = HTTPHeader("X-Harness-Key")

  /// An answer of nothing.
  package static var nothing: HTTPResponse { of("text/plain", Data(), .noContent) }

  /// A value as JSON.
  package static func json(_ value: some Encodable) throws -> HTTPResponse {
    of("application/json", try SortedJSON.data(value))
  }

  /// Bytes of a type.
  package static func of(
    _ type: String, _ body: Data, _ status: HTTPStatusCode = .ok
  ) -> HTTPResponse {
    let type = type + (type.hasPrefix("text/") ? "; charset=utf-8" : "")
    return HTTPResponse(statusCode: status, headers: [.contentType: type], body: body)
  }

  /// The number that a request's query names.
  ///
  /// - Parameter what: What is numbered, for the refusal: `a frame`.
  /// - Throws: ``PageRefusal`` without one.
  package static func number(
    in request: HTTPRequest, of what: String
  ) throws(PageRefusal) -> Int {
    guard let number = request.query["number"].flatMap(Int.init), number >= 0 else {
      throw PageRefusal(.malformed, "\(what) is named by its number: ?number=12")
    }
    return number
  }

  /// The body of a request, whose size is known before a byte of it is kept.
  ///
  /// - Parameter what: What is sent, for the refusal: `a frame`.
  /// - Throws: ``PageRefusal`` without a length and beyond a limit.
  package static func body(
    of request: HTTPRequest, atMost limit: Int, _ what: String
  ) async throws -> [UInt8] {
    guard let count = request.bodySequence.count else {
      throw PageRefusal(.noLength, "\(what) comes with its Content-Length")
    }
    guard count <= limit else {
      throw PageRefusal(.tooLarge, "\(what) has at most \(limit) bytes")
    }
    return [UInt8](try await request.bodyData)
  }
}

extension PageRefusal {
  fileprivate var status: HTTPStatusCode {
    switch kind {
    case .malformed: .badRequest
    case .tooLarge: .payloadTooLarge
    case .noLength: .lengthRequired
    case .noToken, .foreign: .forbidden
    case .secondTab, .busy: .conflict
    case .unknown: .notFound
    case .gone: .gone
    }
  }
}

/// The socket of a tab: it says nothing, and lasts as long as the tab does.
///
/// Its end tells the server that the tab is closed, and the tab that the harness has ended.
package struct TabSocket: WSHandler {
  private let ended: @Sendable () async -> Void

  package init(_ ended: @escaping @Sendable () async -> Void) { self.ended = ended }

  package func makeFrames(
    for client: AsyncThrowingStream<WSFrame, any Error>
  ) async throws -> AsyncStream<WSFrame> {
    let (frames, replies) = AsyncStream.makeStream(of: WSFrame.self)
    Task {
      do {
        reading: for try await frame in client {
          switch frame.opcode {
          case .ping where frame.payload.count <= 125:
            replies.yield(WSFrame(fin: true, opcode: .pong, mask: nil, payload: frame.payload))
          case .pong: break
          // A tab has nothing to say: whatever it sends ends it.
          default: break reading
          }
        }
      } catch {}
      replies.yield(.close())
      replies.finish()
      await ended()
    }
    return frames
  }
}

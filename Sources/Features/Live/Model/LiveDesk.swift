import Base
import FlyingFox
import Foundation

/// Answers the page's requests: who asks, what for, and whether that is allowed.
actor LiveDesk {
  private let session: LiveSession
  private let page: LivePage
  private var gate = LiveGate(port: 0)
  private var tab = LiveTab()

  init(session: LiveSession, plan: LivePlan) {
    self.session = session
    page = LivePage(
      decoders: plan.decoders.map(\.label), images: plan.images.count,
      hasDistance: plan.viewing != nil)
  }

  /// Takes the port that the server got.
  ///
  /// - Returns: The token of the address.
  func listen(at port: UInt16) -> String {
    gate = LiveGate(port: port)
    return tab.token
  }

  /// Answers a request.
  func answer(_ request: HTTPRequest) async -> HTTPResponse {
    do {
      return try await checked(request)
    } catch let refusal as LiveRefusal {
      return Self.response(refusal, isPage: request.path == "/")
    } catch {
      return Self.response(.internalServerError, "text/plain", Data("\(error)".utf8))
    }
  }

  private func checked(_ request: HTTPRequest) async throws -> HTTPResponse {
    try gate.check(
      LiveGate.Request(
        isGet: request.method == .GET, isSocket: request.path == "/tab",
        host: request.headers[.host], origin: request.headers[HTTPHeader("Origin")]))
    switch (request.method, request.path) {
    case (.GET, "/"):
      // A tab that is being reloaded asks again before the end of its socket is heard.
      for _ in 0..<20 where tab.isAttached { try? await Task.sleep(for: .milliseconds(50)) }
      let key = try tab.open(token: request.query["token"])
      return Self.response(.ok, "text/html", Data(try page.document(key: key).utf8))
    case (.GET, "/tab"):
      try tab.attach(key: request.query["key"])
      let response = try await WebSocketHTTPHandler(
        handler: TabSocket { await self.detach() }
      ).handleRequest(request)
      if response.statusCode != .switchingProtocols { tab.detach() }
      return response
    default: break
    }
    try tab.check(key: request.headers[HTTPHeader("X-Harness-Key")])
    switch (request.method, request.path) {
    case (.POST, "/frame"):
      let message = try FrameMessage(bytes: try await Self.body(of: request))
      let isPicture = request.query["picture"] != nil
      return try Self.json(await session.read(message, isPicture: isPicture))
    case (.POST, "/next"): return try Self.json(await session.readNextImage())
    case (.POST, "/freeze"):
      try await session.freeze(try Self.number(in: request))
      return Self.response(.noContent, "text/plain", Data())
    case (.GET, "/frame.png"):
      let png = try await session.png(of: Self.number(in: request))
      return Self.response(.ok, "image/png", Data(png))
    case (.GET, "/frame.json"):
      return Self.response(
        .ok, "application/json", try await session.json(of: Self.number(in: request)))
    case (.POST, "/walk/start"):
      try await session.startWalk()
      return Self.response(.noContent, "text/plain", Data())
    case (.GET, "/walk"): return try Self.json(await session.walkRecord())
    case (.POST, "/walk/end"): return try Self.json(await session.endWalk())
    default: throw LiveRefusal(.unknown, "there is nothing at \(request.path)")
    }
  }

  private func detach() { tab.detach() }

  private static func number(in request: HTTPRequest) throws(LiveRefusal) -> Int {
    guard let number = request.query["number"].flatMap(Int.init), number >= 0 else {
      throw LiveRefusal(.malformed, "a frame is named by its number: ?number=12")
    }
    return number
  }

  /// The body of a frame, whose size is known before a byte of it is kept.
  private static func body(of request: HTTPRequest) async throws -> [UInt8] {
    guard let count = request.bodySequence.count else {
      throw LiveRefusal(.noLength, "a frame comes with its Content-Length")
    }
    guard count <= FrameMessage.mostBytes else {
      throw LiveRefusal(.tooLarge, "a frame has at most \(FrameMessage.mostBytes) bytes")
    }
    return [UInt8](try await request.bodyData)
  }

  private static func json(_ value: some Encodable) throws -> HTTPResponse {
    response(.ok, "application/json", try SortedJSON.data(value))
  }

  private static func response(_ refusal: LiveRefusal, isPage: Bool) -> HTTPResponse {
    let status: HTTPStatusCode =
      switch refusal.kind {
      case .malformed: .badRequest
      case .tooLarge: .payloadTooLarge
      case .noLength: .lengthRequired
      case .noToken, .foreign: .forbidden
      case .secondTab, .busy: .conflict
      case .unknown: .notFound
      case .gone: .gone
      }
    return isPage
      ? response(status, "text/html", Data(LivePage.notice(refusal).utf8))
      : response(status, "text/plain", Data(refusal.description.utf8))
  }

  private static func response(
    _ status: HTTPStatusCode, _ type: String, _ body: Data
  ) -> HTTPResponse {
    var headers: HTTPHeaders = [
      .contentType: type + (type.hasPrefix("text/") ? "; charset=utf-8" : "")
    ]
    for (name, value) in LivePage.headers { headers[HTTPHeader(name)] = value }
    return HTTPResponse(statusCode: status, headers: headers, body: body)
  }
}

/// The socket of a tab: it says nothing, and lasts as long as the tab does.
///
/// Its end tells the server that the tab is closed, and the tab that the harness has ended.
struct TabSocket: WSHandler {
  let ended: @Sendable () async -> Void

  func makeFrames(
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

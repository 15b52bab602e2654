import FlyingFox
import Foundation
import Serving

/// The requests of the page, answered by a session.
struct LiveSite: PageSite {
  let session: LiveSession
  let plan: LivePlan

  var document: PageDocument { LivePage.document }

  func facts(key: String) -> any Encodable & Sendable { LivePage.Facts(plan, key: key) }

  func open() async { await session.warmUp() }

  func close() async { await session.close() }

  func answer(_ request: HTTPRequest) async throws -> HTTPResponse {
    switch (request.method, request.path) {
    case (.POST, "/frame"):
      let message = try FrameMessage(
        bytes: try await PageAnswer.body(of: request, atMost: FrameMessage.mostBytes, "a frame"))
      let isPicture = request.query["picture"] != nil
      return try PageAnswer.json(await session.read(message, isPicture: isPicture))
    case (.POST, "/next"): return try PageAnswer.json(await session.readNextImage())
    case (.POST, "/aim"):
      let body = try await PageAnswer.body(
        of: request, atMost: AimRequest.mostBytes, "a scan area")
      guard let wanted = try? JSONDecoder().decode(AimRequest.self, from: Data(body)) else {
        throw PageRefusal(.malformed, "a scan area comes as JSON with the frame's width and height")
      }
      return try PageAnswer.json(await session.aim(wanted))
    case (.POST, "/freeze"):
      try await session.freeze(try Self.number(in: request))
      return PageAnswer.nothing
    case (.GET, "/frame.png"):
      let png = try await session.png(of: Self.number(in: request))
      return PageAnswer.of("image/png", Data(png))
    case (.GET, "/frame.json"):
      return PageAnswer.of(
        "application/json", try await session.json(of: Self.number(in: request)))
    case (.POST, "/keep"): return try PageAnswer.json(await session.keep(Self.number(in: request)))
    case (.POST, "/calibrate"):
      let body = try await PageAnswer.body(of: request, atMost: AimRequest.mostBytes, "a camera")
      guard let wanted = try? JSONDecoder().decode(CameraFit.self, from: Data(body)) else {
        throw PageRefusal(
          .malformed, "a camera is fitted to a code's width and distance, in millimetres")
      }
      return try PageAnswer.json(await session.calibrate(wanted))
    case (.POST, "/walk/start"):
      // The name of a camera is whatever its maker calls it.
      let camera = request.query["camera"].map { String($0.prefix(100)) } ?? ""
      try await session.startWalk(camera: camera.isEmpty ? nil : camera)
      return PageAnswer.nothing
    case (.GET, "/walk"): return try PageAnswer.json(await session.walkSoFar())
    case (.POST, "/walk/end"): return try PageAnswer.json(await session.endWalk())
    default: throw PageRefusal(.unknown, "there is nothing at \(request.path)")
    }
  }

  private static func number(in request: HTTPRequest) throws(PageRefusal) -> Int {
    try PageAnswer.number(in: request, of: "a frame")
  }
}

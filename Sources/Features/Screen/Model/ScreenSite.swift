import FlyingFox
import Foundation
import Serving

/// The requests of the page and of programs that scan, answered by a session.
struct ScreenSite: PageSite {
  /// The longest answer, in bytes: more than the largest symbol holds.
  private static let mostBytes = 16_384

  let session: ScreenSession
  let plan: ScreenPlan
  private let start = ContinuousClock.now

  init(session: ScreenSession, plan: ScreenPlan) {
    (self.session, self.plan) = (session, plan)
  }

  let document = PageDocument(
    title: "harness screen", template: PackageResources.screen_html,
    style: PackageResources.screen_css, scripts: [PackageResources.screen_js], usesCamera: false)

  var programPath: String? { "/answer" }
  var isOver: Bool { get async { await session.isOver(at: now) } }

  private struct Facts: Encodable {
    let key: String
    let name: String
    let corpus: String
    let question: String
    let scale: Int
    let pauseMilliseconds: Double
    let pixelMillimetres: Double?
  }

  func facts(key: String) -> any Encodable & Sendable {
    Facts(
      key: key, name: plan.name, corpus: plan.corpus.name, question: plan.corpus.question,
      scale: plan.scale, pauseMilliseconds: plan.pause / .milliseconds(1),
      pixelMillimetres: plan.pixelMillimetres)
  }

  func open() async {}

  func close() async { try? await session.finish(at: now) }

  private var now: Duration { ContinuousClock.now - start }

  func answer(_ request: HTTPRequest) async throws -> HTTPResponse {
    switch (request.method, request.path) {
    case (.POST, "/start"):
      let size = try request.query["pixel"].map { try Self.pixelMillimetres($0) }
      try await session.start(pixelMillimetres: size, at: now)
      return PageAnswer.nothing
    case (.POST, "/next"): return try PageAnswer.json(await session.next(at: now))
    case (.GET, "/sample.png"):
      let png = try await session.picture(Self.number(in: request))
      return PageAnswer.of("image/png", Data(png))
    case (.POST, "/shown"):
      return try PageAnswer.json(await session.show(Self.number(in: request), at: now))
    case (.GET, "/turn"): return try PageAnswer.json(await session.look(at: now))
    case (.POST, "/answer"):
      let age = try Self.age(in: request)
      var bytes = try await PageAnswer.body(of: request, atMost: Self.mostBytes, "an answer")
      while let last = bytes.last, last == 0x0A || last == 0x0D { bytes.removeLast() }
      let isPage = request.headers[PageAnswer.keyHeader] != nil
      return try PageAnswer.json(
        await session.answer(bytes, at: now - age, toldProgram: isPage ? nil : now))
    default: throw PageRefusal(.unknown, "there is nothing at \(request.path)")
    }
  }

  private static func number(in request: HTTPRequest) throws(PageRefusal) -> Int {
    try PageAnswer.number(in: request, of: "a sample")
  }

  /// The time since an answer's first key, in milliseconds.
  private static func age(in request: HTTPRequest) throws(PageRefusal) -> Duration {
    guard let text = request.query["age"] else { return .zero }
    guard let age = Double(text), (0...60_000).contains(age) else {
      throw PageRefusal(.malformed, "an answer's age is 0 to 60000 milliseconds: ?age=120")
    }
    return .milliseconds(age)
  }

  private static func pixelMillimetres(_ text: String) throws(PageRefusal) -> Double {
    guard let size = Double(text), ScreenPlan.pixelSizes.contains(size) else {
      throw PageRefusal(.malformed, "a screen's pixel is \(ScreenPlan.pixelRule)")
    }
    return (size * 10_000).rounded() / 10_000
  }
}

import FlyingFox
import Foundation
import Serving

/// The requests of the page of `harness configure --open`.
struct ConfigureSite: PageSite {
  /// The longest answer to a question, in bytes.
  private static let mostBytes = 4096

  let desk: ConfigureDesk

  let document = PageDocument(
    title: "harness configure", template: PackageResources.configure_html,
    style: PackageResources.configure_css,
    scripts: [
      PackageResources.code_js, PackageResources.area_js, PackageResources.configure_js,
    ],
    usesCamera: true)

  private struct Facts: Encodable {
    let key: String
  }

  func facts(key: String) -> any Encodable & Sendable { Facts(key: key) }

  func open() async { await desk.open() }

  func close() async { await desk.close() }

  func answer(_ request: HTTPRequest) async throws -> HTTPResponse {
    switch (request.method, request.path) {
    case (.GET, "/state"): return try PageAnswer.json(await desk.state)
    case (.POST, "/sample"):
      let bytes = try await PageAnswer.body(
        of: request, atMost: ConfigureDesk.mostBytes, "a sample")
      try await desk.add(bytes, name: request.query["name"] ?? "sample.png")
      return PageAnswer.nothing
    case (.GET, "/sample.png"):
      let png = try await desk.picture(PageAnswer.number(in: request, of: "a sample"))
      return PageAnswer.of("image/png", Data(png))
    case (.POST, "/answer"):
      let bytes = try await PageAnswer.body(of: request, atMost: Self.mostBytes, "an answer")
      try await desk.answer(String(decoding: bytes, as: UTF8.self))
      return try PageAnswer.json(await desk.state)
    case (.POST, "/area"):
      let bytes = try await PageAnswer.body(of: request, atMost: Self.mostBytes, "a scan area")
      guard let wanted = try? JSONDecoder().decode(AreaRequest.self, from: Data(bytes)) else {
        throw PageRefusal(
          .malformed, "a scan area comes as JSON with its line and the sample's sides")
      }
      return try PageAnswer.json(await desk.area(wanted))
    case (.GET, "/file"):
      let bytes = try await desk.file(PageAnswer.number(in: request, of: "a file"))
      return PageAnswer.of("application/octet-stream", Data(bytes))
    case (.POST, "/test"):
      let bytes = try await PageAnswer.body(
        of: request, atMost: ConfigureDesk.mostBytes, "a picture")
      return try PageAnswer.json(await desk.test(bytes))
    default: throw PageRefusal(.unknown, "there is nothing at \(request.path)")
    }
  }
}

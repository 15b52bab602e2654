import DecoderKit
import Drawing
import Foundation
import Images
import Live
import Serving
import Symbols
import TestSupport
import Testing

/// `harness live` as a program that listens: what it lets in, and what it answers.
@Suite struct LiveServerTests {
  private static let live = ["live", "--out", "walks", "--decoder", "zxing"]

  private static func picture(_ text: String, modulePixels: Double = 6) throws -> GrayImage {
    var encoder = SymbolEncoder()
    var rasteriser = SymbolRasteriser()
    let symbol = try encoder.encode(
      Array(text.utf8), options: .qrCode(version: 2, errorCorrection: .medium, mask: nil))
    let placement = Placement(
      symbol, moduleSizePixels: modulePixels, rotationDegrees: 0, phase: Point(x: 0.25, y: 0.5))
    let drawn = try rasteriser.draw(symbol, placement)
    var image = GrayImage(width: 400, height: 300, filledWith: 255)
    for y in 0..<drawn.height { for x in 0..<drawn.width { image[x + 60, y + 50] = drawn[x, y] } }
    return image
  }

  private static func frame(_ number: Int, _ image: GrayImage) -> [UInt8] {
    FrameMessage(number: number, milliseconds: Double(number) * 100, image: image).bytes
  }

  private struct Answer: Decodable {
    struct Symbol: Decodable {
      struct Part: Decodable { var status: String }
      var value: String
      var modulePixels: Double?
      var isFollowed: Bool
      var decoders: [Part]
    }
    var number: Int
    var symbols: [Symbol]
    var walkFrames: Int?
  }

  private static func answer(_ answer: RunningPage.Answer) throws -> Answer {
    try JSONDecoder().decode(Answer.self, from: Data(answer.body))
  }

  @Test func strangersAreRefused() throws {
    let live = try RunningPage(Self.live)
    #expect(try live.ask("GET", "/").status == 403)
    #expect(try live.ask("GET", "/?token=\(String(repeating: "0", count: 32))").status == 403)
    #expect(try live.ask("GET", "/?token=\(live.token)", host: "evil.example").status == 403)
    #expect(
      try live.ask("GET", "/?token=\(live.token)", origin: "http://evil.example").status == 403)
    let key = try live.open()
    let frame = Self.frame(1, try Self.picture("HELLO"))
    #expect(try live.ask("POST", "/frame?picture=1", body: frame).status == 403)
    #expect(
      try live.ask("POST", "/frame?picture=1", key: PageTab.secret(), body: frame).status == 403)
    #expect(
      try live.ask("POST", "/frame?picture=1", key: key, origin: nil, body: frame).status == 403)
    #expect(
      try live.ask("POST", "/frame?picture=1", key: key, origin: "null", body: frame).status == 403)
    #expect(try live.ask("GET", "/walk").status == 403)
    #expect(try live.ask("POST", "/frame?picture=1", key: key, body: frame).status == 200)
    #expect(live.end() == 0)
  }

  /// What a page may load and send, word for word.
  @Test func thePageLoadsAndSendsNothingElsewhere() throws {
    let live = try RunningPage(Self.live)
    let page = try live.ask("GET", "/?token=\(live.token)", origin: nil)
    #expect(page.status == 200)
    let policy = try #require(page.head.firstMatch(of: /Content-Security-Policy: ([^\r]*)/)).1
    for part in [
      "default-src 'none'", "script-src 'sha256-", "style-src 'sha256-", "connect-src 'self'",
      "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'",
    ] { #expect(policy.contains(part)) }
    #expect(!policy.contains("unsafe"))
    #expect(!page.text.contains("/*SCRIPT*/") && !page.text.contains("https://"))
  }

  @Test func malformedAndOversizedMessagesAreRefused() throws {
    let live = try RunningPage(Self.live)
    let key = try live.open()
    #expect(try live.ask("POST", "/frame?picture=1", key: key, body: [1, 2, 3]).status == 400)
    #expect(try live.ask("POST", "/frame?picture=1", key: key, body: []).status == 400)
    // Refused before a byte of it has come.
    let huge = try live.ask(
      "POST", "/frame?picture=1", key: key, headers: ["Content-Length: 4000000000"])
    #expect(huge.status == 413)
    let chunked = try live.ask(
      "POST", "/frame?picture=1", key: key, headers: ["Transfer-Encoding: chunked"],
      body: nil)
    #expect(chunked.status == 411)
    #expect(try live.ask("POST", "/freeze?number=x", key: key).status == 400)
    #expect(try live.ask("GET", "/frame.png?number=5", key: key).status == 410)
    #expect(try live.ask("GET", "/../../etc/passwd", key: key).status == 404)
    #expect(try live.ask("GET", "/walk", key: key).status == 410)
    let frame = Self.frame(1, try Self.picture("HELLO"))
    #expect(try live.ask("POST", "/frame?picture=1", key: key, body: frame).status == 200)
  }

  @Test func aSecondTabIsRefusedUntilTheFirstIsClosed() throws {
    let live = try RunningPage(Self.live)
    let key = try live.open()
    var tab: PlainSocket?
    let attached = try live.attach(key: key)
    tab = attached.socket
    #expect(attached.head.contains("101"))
    #expect(try live.ask("GET", "/?token=\(live.token)").status == 409)
    #expect(try live.attach(key: key).head.contains("409"))
    #expect(try live.attach(key: PageTab.secret()).head.contains("403"))
    // What a tab never sends, here a text, ends its socket.
    try tab?.send([0x81, 0x82, 0, 0, 0, 0, 0x68, 0x69])
    let ending = try tab?.readAll() ?? []
    #expect(ending.first == 0x88)
    tab = nil
    #expect(try live.ask("GET", "/?token=\(live.token)").status == 200)
    #expect(try live.ask("GET", "/walk", key: key).status == 403)
  }

  @Test func aHundredIdleSocketsKeepNobodyOut() throws {
    let live = try RunningPage(Self.live)
    let idle = try (0..<100).map { _ in try PlainSocket(port: live.port) }
    for socket in idle.prefix(50) { try socket.send(Array("POST /frame HTT".utf8)) }
    let key = try live.open()
    let answer = try live.ask(
      "POST", "/frame?picture=1", key: key, body: Self.frame(1, Self.picture("STILL HERE")))
    #expect(try Self.answer(answer).symbols.map(\.value) == ["STILL HERE"])
    #expect(idle.count == 100)
    #expect(live.end() == 0)
  }

  @Test func aFrameIsReadMeasuredAndKeptAsItWas() throws {
    let live = try RunningPage(Self.live)
    let key = try live.open()
    let image = try Self.picture("MEASURE ME", modulePixels: 3.7)
    let read = try live.ask("POST", "/frame?picture=1", key: key, body: Self.frame(7, image))
    let symbol = try #require(Self.answer(read).symbols.first)
    #expect(symbol.value == "MEASURE ME" && symbol.decoders.map(\.status) == ["read"])
    #expect(abs(try #require(symbol.modulePixels) / 3.7 - 1) < 0.01)
    #expect(try live.ask("POST", "/freeze?number=7", key: key).status == 204)
    // A later frame does not take the frozen one's place.
    let blank = GrayImage(width: 400, height: 300, filledWith: 200)
    #expect(
      try live.ask("POST", "/frame?picture=1", key: key, body: Self.frame(8, blank)).status == 200)
    let saved = try live.ask("GET", "/frame.png?number=7", key: key)
    #expect(try PNG.decode(saved.body).packed() == image.packed())
    let record = try live.ask("GET", "/frame.json?number=7", key: key)
    #expect(try Self.answer(record).symbols.map(\.value) == ["MEASURE ME"])
  }

  /// The symbol was read before, so that its contents are known: the gauge still finds it where the decoder
  /// cannot read it.
  @Test func aSymbolThatNobodyReadsAnyMoreKeepsItsSize() throws {
    let live = try RunningPage(Self.live)
    let key = try live.open()
    let image = try Self.picture("FOLLOW ME", modulePixels: 4)
    _ = try live.ask("POST", "/frame?picture=1", key: key, body: Self.frame(1, image))
    // One finder pattern is covered: no decoder reads it.
    var covered = image
    for y in 50..<90 { for x in 60..<100 { covered[x, y] = 255 } }
    let answer = try Self.answer(
      live.ask("POST", "/frame?picture=1", key: key, body: Self.frame(2, covered)))
    let symbol = try #require(answer.symbols.first)
    #expect(symbol.isFollowed && symbol.decoders.map(\.status) == ["missed"])
    #expect(abs(try #require(symbol.modulePixels) / 4 - 1) < 0.02)
  }

  @Test func aWalkAwayIsKeptAsMeasuredByHand() throws {
    let live = try RunningPage(Self.live)
    let key = try live.open()
    #expect(try live.ask("POST", "/walk/start", key: key).status == 410)
    for number in 0..<24 {
      let size = 4.0 * pow(0.9, Double(number))
      let image = try Self.picture("WALK", modulePixels: size)
      let read = try live.ask("POST", "/frame?picture=1", key: key, body: Self.frame(number, image))
      if number == 0 { #expect(try live.ask("POST", "/walk/start", key: key).status == 204) }
      if number == 3 { #expect(try Self.answer(read).walkFrames == 3) }
    }
    let ended = try live.ask("POST", "/walk/end", key: key)
    #expect(ended.status == 200)
    let files = try FileManager.default.contentsOfDirectory(atPath: live.scratch.path + "/walks")
    #expect(files.count == 1)
    let path = live.scratch.path + "/walks/" + (files.first ?? "")
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(text.contains("\"measured\" : \"by-hand\"") && text.contains("\"decoder\" : \"zxing\""))
    #expect(try live.ask("GET", "/walk", key: key).status == 410)
  }

  @Test func aPortThatIsTakenIsAnError() throws {
    let live = try RunningPage(Self.live)
    let other = try SystemProgram.run([
      URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent()
        .path + "/harness", "live", "--decoder", "zxing", "--port", "\(live.port)",
    ])
    #expect(other.status == 2)
  }
}

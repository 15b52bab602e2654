import Console
import DecoderKit
import Drawing
import Foundation
import Images
import Live
import Reporting
import Serving
import Symbols
import TestSupport
import Testing

/// `harness live` as a program that listens: what it lets in, and what it answers.
@Suite(.waits) struct LiveServerTests {
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
    struct Guides: Decodable {
      var area: [[Double]]
      var selection: [[[Double]]]
    }
    struct Symbol: Decodable {
      var fate: String?
      struct Part: Decodable {
        var status: String
        var thresholdPixels: Double?
        var margin: Double?
      }
      var value: String
      var modulePixels: Double?
      var distanceMillimetres: Double?
      var isFollowed: Bool
      var decoders: [Part]
    }
    struct Attempt: Decodable { var outcome: String }
    var number: Int
    var attempts: [Attempt]
    var symbols: [Symbol]
    var walkFrames: Int?
    var guides: Guides?
    var aimProblem: String?
    var distanceProblem: String?

    /// The contents of symbols of a fate, in hexadecimal.
    func contents(_ fate: String) -> [String] {
      symbols.filter { $0.fate == fate }
        .map { symbol in
          symbol.value.utf8.map { String($0, radix: 16) }.joined()
        }.sorted()
    }
  }

  private struct Aim: Decodable {
    var margins: String
    var select: String
    var scan: String
    var configure: String
    var library: String
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
    // Not even another address of this machine leads to it: the connection is refused (111, on Linux).
    let connect =
      "import socket, sys; sys.exit(socket.socket().connect_ex(('127.0.0.2', int(sys.argv[1]))))"
    #expect(try SystemProgram.run(["python3", "-c", connect, "\(live.port)"]).status == 111)
    #expect(live.end() == 0)
  }

  @Test func thePrintedAddressIsOpenedInTheBrowser() throws {
    let scratch = try ScratchFolder()
    _ = try scratch.file("xdg-open", "#!/bin/sh\nprintf %s \"$1\" > opened\n", isExecutable: true)
    let live = try RunningPage(Self.live + ["--open"], in: scratch, programs: scratch.path)
    eventually("the browser is started") {
      (try? String(contentsOfFile: scratch.path + "/opened", encoding: .utf8)) == live.address
    }
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

  /// Heads of requests, of the tab's socket and of TLS that never end, and silence: each is closed, and the tab is not.
  /// They are given up after ten seconds, all at once.
  @Test func whoSendsAByteNowAndThenIsGivenUp() throws {
    let live = try RunningPage(Self.live)
    let secret = try RunningPage(Self.live + ["--host", "127.0.0.1", "--tls"])
    let key = try live.open()
    let tab = try live.attach(key: key).socket
    let starts: [(page: RunningPage, bytes: [UInt8])] = [
      (live, Array("GET / HTTP/1.1\r\nHost: ".utf8)),
      (live, Array("GET /tab?key=\(key) HTTP/1.1\r\nUpgrade: websocket\r\nX: ".utf8)),
      (secret, [0x16, 3, 1, 2, 0, 1, 0, 1, 0xFC, 3, 3]),
    ]
    let silent = try [live, secret].map { try PlainSocket(port: $0.port) }
    var slow = try starts.map { start in
      let socket = try PlainSocket(port: start.page.port)
      try socket.send(start.bytes)
      return socket
    }
    for _ in 0..<100 where !slow.isEmpty {
      usleep(200_000)
      slow.removeAll { $0.isEnded(withinMilliseconds: 0) }
      for socket in slow { try socket.send([0x61]) }
    }
    #expect(slow.isEmpty && silent.allSatisfy { $0.isEnded(withinMilliseconds: 5_000) })
    #expect(!tab.isEnded(withinMilliseconds: 0))
    #expect(live.end() == 0 && secret.end() == 0)
  }

  @Test func connectionsBeyondTwoHundredAreClosed() throws {
    let live = try RunningPage(Self.live)
    let key = try live.open()
    let tab = try live.attach(key: key).socket
    var many = try (0..<250).map { _ in
      let socket = try PlainSocket(port: live.port)
      try socket.send(Array("POST /frame HTT".utf8))
      return socket
    }
    for _ in 0..<50 where many.count > 200 { many.removeAll { $0.isEnded(withinMilliseconds: 5) } }
    #expect((190...200).contains(many.count) && !tab.isEnded(withinMilliseconds: 0))
    many = []
    #expect(try live.ask("GET", "/walk", key: key).status == 410)
  }

  /// The hostile plugin breaks on about every fourth image.
  @Test(arguments: [("abort", "crash"), ("hang", "timeout")])
  func aDecoderThatBreaksIsShownAndTheOthersGoOn(mood: String, outcome: String) throws {
    let live = try RunningPage([
      "live", "--plugin",
      HarnessRun.root + "/Tests/IntegrationTests/Plugins/harness-decoder-hostile",
      "--decoder", "hostile:mood=\(mood)", "--decoder", "zxing", "--timeout", "1s",
    ])
    let key = try live.open()
    var image = try Self.picture("GO ON")
    var outcomes: [String] = []
    for number in 0..<40 where !outcomes.dropLast().contains(outcome) {
      image[0, 0] = UInt8(number)
      let answer = try Self.answer(
        live.ask("POST", "/frame?picture=1", key: key, body: Self.frame(number, image)))
      outcomes.append(answer.attempts[0].outcome)
      let own = try #require(answer.symbols.first { $0.value == "GO ON" })
      #expect(own.decoders[1].status == "read")
    }
    #expect(outcomes.contains(outcome) && outcomes.last == "answered", "\(outcomes)")
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

  /// Three codes side by side, and one below.
  private static func shelf() throws -> GrayImage {
    var image = GrayImage(width: 900, height: 600, filledWith: 255)
    for (text, left, top) in [
      ("LEFT", 0, 0), ("MIDDLE", 300, 0), ("RIGHT", 600, 0), ("BELOW", 300, 300),
    ] {
      let own = try picture(text, modulePixels: 5)
      for y in 0..<300 { for x in 0..<300 { image[x + left, y + top] = own[x, y] } }
    }
    return image
  }

  private struct Scanned: Decodable {
    struct Detection: Decodable {
      var bytesHex: String
      var fate: String?
    }
    var detections: [Detection]?
  }

  /// What the page says is kept is what `scan` keeps with the options that the page writes, and `configure` takes
  /// the answers.
  @Test(
    arguments: Proof.all(
      [
        #""gesture":{"target":"area","unit":"px","from":[250,20],"to":[900,600]},"select":"radius:130px""#,
        #""gesture":{"target":"rectangle","unit":"%","from":[300,100],"to":[880,140]}"#,
        #""margins":"30%,0,0,0","areaEdge":"touching","view":"300x600""#,
        #""gesture":{"target":"area","unit":"%","from":[0,0],"to":[590,290]}"#,
        #""gesture":{"target":"radius","unit":"dip","from":[450,150],"to":[500,150]}"#,
        #""margins":"0,0,0,50%","poi":"700px, 150px","select":"width:20%:1","edge":"centre-inside""#,
      ], orFirst: 3)) func whatIsKeptIsWhatScanKeeps(area: String) throws
  {
    let live = try RunningPage(Self.live)
    let key = try live.open()
    let image = try Self.shelf()
    let wanted = Array("{\(area),\"width\":900,\"height\":600}".utf8)
    let told = try live.ask("POST", "/aim", key: key, body: wanted)
    try #require(told.status == 200, "\(told.text)")
    let aim = try JSONDecoder().decode(Aim.self, from: Data(told.body))
    let answer = try Self.answer(
      live.ask("POST", "/frame?picture=1", key: key, body: Self.frame(1, image)))
    #expect(answer.guides != nil && answer.aimProblem == nil)
    // Every symbol is shown, with its fate.
    #expect(answer.symbols.map(\.value).sorted() == ["BELOW", "LEFT", "MIDDLE", "RIGHT"])
    let file = live.scratch.path + "/shelf.png"
    try Data(PNG.encode(image)).write(to: URL(filePath: file))
    let scan = try Self.harness(
      ["scan", file, "--decoder", "zxing", "--format", "jsonl", "--quiet"]
        + aim.scan.split(separator: " ").map(String.init))
    let line = try #require(scan.split(separator: "\n").first { $0.contains("detections") })
    let scanned = try JSONDecoder().decode(Scanned.self, from: Data(line.utf8)).detections ?? []
    let kept = scanned.filter { $0.fate == "kept" }.map(\.bytesHex).sorted()
    #expect(answer.contents("kept") == kept, "\(aim.scan): \(line)")
    #expect((1...3).contains(kept.count), "\(aim.scan) decides nothing")
    let answers = try live.scratch.file("aim.yaml", aim.configure)
    let configured = try Self.harness(
      ["configure", file, "--decoder", "zxing", "--answers", answers, "--dry-run"])
    let sides = aim.configure.matches(of: /"([^"]+)"/).map { String($0.1) }
    #expect(
      configured.contains("scan-area")
        && (sides.isEmpty || configured.contains(sides.joined(separator: ", "))),
      "\(aim.configure): \(configured)")
  }

  private static func harness(_ arguments: [String]) throws -> String {
    let binaries = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath()
      .deletingLastPathComponent().path
    let run = try SystemProgram.run([binaries + "/harness"] + arguments)
    #expect(run.status < 2, "\(arguments)")
    return String(decoding: run.output, as: UTF8.self)
  }

  @Test func aScanAreaThatIsNoneIsRefusedWithWhatWouldBeRight() throws {
    let live = try RunningPage(Self.live)
    let key = try live.open()
    func refused(_ body: String, _ words: String) throws {
      let answer = try live.ask("POST", "/aim", key: key, body: Array(body.utf8))
      #expect(answer.status == 400 && answer.text.contains(words), "\(body): \(answer.text)")
    }
    try refused("{}", "JSON")
    try refused(#"{"width":0,"height":5}"#, "first one")
    try refused(#"{"width":400,"height":300,"margins":"1,2"}"#, "left,top,right,bottom")
    try refused(#"{"width":400,"height":300,"margins":"60%,0,60%,0"}"#, "leave nothing")
    try refused(#"{"width":400,"height":300,"select":"circle:3"}"#, "radius:5dip")
    try refused(#"{"width":400,"height":300,"edge":"near"}"#, "wholly-inside")
    let far = #"{"target":"point","unit":"%","from":[0,0],"to":[1e300,0]}"#
    try refused(#"{"width":400,"height":300,"gesture":"# + far + "}", "leave nothing")
    let long = Array(repeating: UInt8(ascii: "x"), count: 5_000)
    #expect(try live.ask("POST", "/aim", key: key, body: long).status == 413)
    #expect(
      try live.ask("POST", "/aim", body: Array(#"{"width":4,"height":3}"#.utf8)).status == 403)
    // One that does not fit a later frame leaves all of it to be scanned, and says so.
    let wide = #"{"width":4000,"height":300,"margins":"1000px,0,0,0"}"#
    #expect(try live.ask("POST", "/aim", key: key, body: Array(wide.utf8)).status == 200)
    let answer = try Self.answer(
      live.ask(
        "POST", "/frame?picture=1", key: key, body: Self.frame(1, try Self.picture("WHOLE"))))
    #expect(answer.guides == nil && answer.aimProblem?.contains("leave nothing") == true)
    #expect(answer.symbols.map(\.value) == ["WHOLE"] && answer.symbols.first?.fate == nil)
  }

  @Test func aWalkAwayIsKeptAsMeasuredByHand() throws {
    let live = try RunningPage(Self.live + ["--focal-pixels", "1500", "--code-size", "20mm"])
    let key = try live.open()
    #expect(try live.ask("POST", "/walk/start", key: key).status == 410)
    for number in 0..<24 {
      let size = 4.0 * pow(0.9, Double(number))
      let image = try Self.picture("WALK", modulePixels: size)
      let read = try live.ask("POST", "/frame?picture=1", key: key, body: Self.frame(number, image))
      if number == 0 {
        #expect(try live.ask("POST", "/walk/start?camera=%3Cb%3ECam", key: key).status == 204)
      }
      if number == 3 { #expect(try Self.answer(read).walkFrames == 3) }
    }
    let ended = try live.ask("POST", "/walk/end", key: key)
    #expect(ended.status == 200)
    let files = try FileManager.default.contentsOfDirectory(atPath: live.scratch.path + "/walks")
    #expect(files.count == 1)
    let path = live.scratch.path + "/walks/" + (files.first ?? "")
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(text.contains("\"measured\" : \"by-hand\"") && text.contains("\"decoder\" : \"zxing\""))
    #expect(try PublishedSchema.objections(text, schema: "walk-away") == [])
    #expect(try live.ask("GET", "/walk", key: key).status == 410)
    // The command that the page shows is complete, and works.
    let line = try #require(ended.text.firstMatch(of: /"line":"harness ([^"]*)"/)).1.replacing(
      "\\/", with: "/")
    #expect(line == "distance --walk-away walks/\(files.first ?? "") --code qr:v2:20mm")
    #expect(ended.text.contains("\"missing\":[]"), "\(ended.text)")
    let far = try shell("harness \(line)", in: live.scratch.path)
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(far.contains("measured by hand with <b>Cam, at 400x300, on 20"), "\(far)")
    #expect(try #require(far.firstMatch(of: /zxing read (\d+) of \d+ frames/)).1 != "0", "\(far)")
  }

  /// Of two codes nobody knows which one is meant, unless the scan area leaves one out.
  @Test func aWalkIsOfOneCode() throws {
    let live = try RunningPage(Self.live)
    let key = try live.open()
    let frame = Self.frame(1, try Self.shelf())
    #expect(try live.ask("POST", "/frame?picture=1", key: key, body: frame).status == 200)
    let refused = try live.ask("POST", "/walk/start", key: key)
    #expect(refused.status == 400 && refused.text.contains("hold a single code"))
    let below = Array(#"{"width":900,"height":600,"margins":"0,300px,0,0"}"#.utf8)
    #expect(try live.ask("POST", "/aim", key: key, body: below).status == 200)
    #expect(try live.ask("POST", "/frame?picture=1", key: key, body: frame).status == 200)
    #expect(try live.ask("POST", "/walk/start", key: key).status == 204)
    #expect(try live.ask("GET", "/walk", key: key).text.contains(#""value":"BELOW""#))
  }

  /// A last frame that says nothing of a threshold takes away nothing that was known.
  @Test func framesAndWalksAreSetBesideAStoredRun() async throws {
    let scratch = try ScratchFolder()
    try scratch.corpus(
      "sizes",
      """
      symbols:
        - {name: qr, symbology: qr-code, version: 2, ecc: M, payload: {kind: digits, length: 10}}
      conditions: [{name: upright}, {name: inverted, inverted: true}]
      sweep: {axis: module-size, levels: [0.2, 4]}
      trials: 60
      """)
    let decoders = ["--decoder", "zbar", "--decoder", "zxing"]
    let run = try await HarnessRun.run(
      ["compare", "--corpus", "./sizes.yaml", "--quiet"] + decoders, in: scratch.path, input: nil)
    #expect(run.status == 0, "\(run.errors)")
    let live = try RunningPage(["live"] + decoders, in: scratch)
    let key = try live.open()
    func parts(_ number: Int, _ image: GrayImage) throws -> [Answer.Symbol.Part] {
      let body = Self.frame(number, image)
      let read = try live.ask("POST", "/frame?picture=1", key: key, body: body)
      return try #require(Self.answer(read).symbols.first).decoders
    }
    let image = try Self.picture("BESIDE", modulePixels: 5)
    let seen = try parts(0, image)
    #expect(seen.map(\.thresholdPixels) == [4, 4])
    #expect(seen.allSatisfy { abs(($0.margin ?? 0) - 1.25) < 0.01 })
    #expect(try live.ask("POST", "/walk/start", key: key).status == 204)
    _ = try parts(1, image)
    // Of inverted symbols the run certifies nothing.
    let inverted = try GrayImage(
      width: 400, height: 300, pixels: image.packed().pixels.map { 255 - $0 })
    #expect(try parts(2, inverted).map(\.thresholdPixels) == [nil, nil])
    let walk = try live.ask("GET", "/walk", key: key).text
    #expect(walk.matches(of: /"drawnThresholdPixels":4\b/).count == 2, "\(walk)")
  }

  private struct Fit: Decodable {
    var focalPixels: Double
    var line: String
  }

  /// A kept frame is the frame that was read, and its commands are ones that work.
  @Test func aKeptFrameIsASampleForOtherCommands() throws {
    let live = try RunningPage([
      "live", "--out", "walks", "--decoder", "fast=zxing:try-harder=false", "--timeout", "4s",
    ])
    let key = try live.open()
    #expect(try live.ask("POST", "/keep?number=7", key: key).status == 410)
    let image = try Self.picture("KEEP ME")
    _ = try live.ask("POST", "/frame?picture=1", key: key, body: Self.frame(7, image))
    let kept = try live.ask("POST", "/keep?number=7", key: key)
    _ = try live.ask("POST", "/keep?number=7", key: key)
    let folder = live.scratch.path + "/walks/frames"
    let files = try FileManager.default.contentsOfDirectory(atPath: folder)
    #expect(files.count == 2)
    for file in files {
      let saved = try PNG.decode([UInt8](Data(contentsOf: URL(filePath: folder + "/" + file))))
      #expect(saved.packed() == image.packed())
    }
    let lines = kept.text.matches(of: /"line":"harness ([^"]*)"/).map {
      $0.1.replacing("\\/", with: "/")
    }
    #expect(lines.map { $0.prefix { $0 != " " } } == ["scan", "explain", "grade", "configure"])
    #expect(lines.allSatisfy { $0.contains(" --timeout 4s") })
    #expect(lines.prefix(2).allSatisfy { $0.contains(" --decoder fast=zxing:try-harder=false") })
    let search = " --decoder zxing " + (Proof.isAsked ? "--time 5s" : "--dry-run")
    for line in lines {
      let isSearch = line.hasPrefix("configure")
      let told = try shell(
        "harness \(line)\(isSearch ? search : ""); echo ended $?",
        in: live.scratch.path)
      #expect(
        told.hasSuffix("ended 0\n") && (isSearch || told.contains("KEEP ME")), "\(line): \(told)")
    }
    // A frame that nobody reads is explained first, and not graded.
    let blank = GrayImage(width: 400, height: 300, filledWith: 200)
    _ = try live.ask("POST", "/frame?picture=1", key: key, body: Self.frame(8, blank))
    let unread = try live.ask("POST", "/keep?number=8", key: key).text
    let names = unread.matches(of: /"line":"harness (\w+)/).map(\.1)
    #expect(names == ["explain", "scan", "configure"])
  }

  /// The focal length of a pinhole: 25 modules of 4 px are 100 px wide, and 20 mm at 300 mm.
  @Test func aCodeOfKnownWidthAndDistanceFitsTheCamera() throws {
    let live = try RunningPage(Self.live)
    let key = try live.open()
    func fit(_ body: String) throws -> RunningPage.Answer {
      try live.ask("POST", "/calibrate", key: key, body: Array(body.utf8))
    }
    let body = #"{"codeMillimetres":20,"distanceMillimetres":300}"#
    #expect(try fit(body).text.contains("hold a single code"))
    let image = try Self.picture("FIT ME", modulePixels: 4)
    let frame = Self.frame(1, image)
    #expect(
      try !live.ask("POST", "/frame?picture=1", key: key, body: frame).text.contains("distance"))
    let answer = try fit(body)
    let found = try JSONDecoder().decode(Fit.self, from: Data(answer.body))
    #expect(abs(found.focalPixels / 1500 - 1) < 0.01 && found.line.hasSuffix(" --code-size 20mm"))
    let seen = try live.ask("POST", "/frame?picture=1", key: key, body: Self.frame(2, image))
    let distance = try #require(seen.text.firstMatch(of: /"distanceMillimetres":([\d.]+)/)?.1)
    #expect(abs(try #require(Double(distance)) / 300 - 1) < 0.001)
    // The same camera with twice the pixels sees it as far away; which part of it another shape shows, nobody knows.
    let fine = try Self.answer(
      live.ask("POST", "/frame?picture=1", key: key, body: Self.frame(3, image.enlarged(by: 2))))
    #expect(abs(try #require(fine.symbols.first?.distanceMillimetres) / 300 - 1) < 0.01)
    let wide = try GrayImage(
      width: 400, height: 200, pixels: Array(image.packed().pixels.prefix(80_000)))
    let cut = try Self.answer(
      live.ask("POST", "/frame?picture=1", key: key, body: Self.frame(4, wide)))
    #expect(cut.symbols.count == 1 && cut.symbols.first?.distanceMillimetres == nil)
    #expect(cut.distanceProblem?.contains("400x300; fit it again") == true)
    #expect(try fit(#"{"codeMillimetres":0,"distanceMillimetres":300}"#).status == 400)
    #expect(try fit("{}").status == 400)
  }

  /// Frames of a camera, ten a second: a code that comes nearer is no measure, one that has come to rest is.
  @Test func aCodeThatStillMovesFitsNoCamera() throws {
    let live = try RunningPage(Self.live)
    let key = try live.open()
    func fit() throws -> RunningPage.Answer {
      let body = #"{"codeMillimetres":20,"distanceMillimetres":300}"#
      return try live.ask("POST", "/calibrate", key: key, body: Array(body.utf8))
    }
    func show(_ number: Int, modulePixels: Double) throws {
      let frame = Self.frame(number, try Self.picture("FIT ME", modulePixels: modulePixels))
      let answer = try Self.answer(live.ask("POST", "/frame", key: key, body: frame))
      // A first answer may wait for its process for longer than a frame does.
      if number > 3 { try #require(answer.symbols.first?.modulePixels != nil) }
    }
    for number in 0..<12 { try show(number, modulePixels: 3.5 + 0.05 * Double(number)) }
    let moving = try fit()
    #expect(moving.status == 400 && moving.text.contains("still changes"), "\(moving.text)")
    for number in 12..<24 { try show(number, modulePixels: 4) }
    #expect(try fit().status == 200)
  }

  private static let overTLS = #"""
    import hashlib, http.client, socket, ssl, sys
    host, port, token = sys.argv[1], int(sys.argv[2]), sys.argv[3]
    pem = ssl.get_server_certificate((host, port))
    print(hashlib.sha256(ssl.PEM_cert_to_DER_cert(pem)).hexdigest().upper())
    known = ssl.create_default_context(cadata=pem)
    known.verify_flags |= ssl.VERIFY_X509_PARTIAL_CHAIN
    page = http.client.HTTPSConnection(host, port, context=known)
    def ask(method, path, origin, body=None):
        page.request(method, path, body, {"Origin": origin, "X-Harness-Token": token} if origin else {})
        answer = page.getresponse()
        print(answer.status, len(answer.read()) > 10000)
    own = "https://%s:%d" % (host, port)
    ask("GET", "/?token=" + token, None)
    ask("GET", "/?token=" + token, own)
    ask("GET", "/?token=" + token, own.replace("https", "http"))
    ask("POST", "/frame", own, bytes(3000000))
    try:
        plain = socket.create_connection((host, port))
        plain.sendall(b"GET / HTTP/1.0\r\n\r\n")
        print(plain.recv(100).startswith(b"HTTP"))
    except ConnectionResetError:
        print(False)
    """#

  /// The page at another address, over TLS: with the printed certificate, for its address and origin alone.
  @Test func aPageForAPhoneIsServedOverTLS() throws {
    let live = try RunningPage(Self.live + ["--host", "127.0.0.2", "--tls"])
    #expect(live.address.hasPrefix("https://127.0.0.2:"))
    let run = try SystemProgram.run([
      "python3", "-c", Self.overTLS, "127.0.0.2", "\(live.port)", live.token,
    ])
    var lines = String(decoding: run.output, as: UTF8.self).split(separator: "\n").map(String.init)
    #expect(run.status == 0 && lines.count == 6, "\(lines)")
    let printed = live.printed.replacing(/[^0-9A-F]/, with: "")
    #expect(printed.contains(lines.removeFirst()), "\(live.printed)")
    #expect(lines == ["200 True", "200 True", "403 False", "403 False", "False"])
    #expect(live.end() == 0)
  }

  /// The code on the terminal is read by a decoder, light on dark and in colours.
  @Test(arguments: [false, true]) func thePrintedCodeIsTheAddress(color: Bool) throws {
    let live = try RunningPage(Self.live + ["--host", "127.0.0.1"])
    let key = try live.open()
    #expect(live.printed.contains("▀") && live.printed.contains("Without --tls"))
    let lines = TerminalSymbol.lines(live.address, TerminalStyle(width: 100, color: color))
      .map { $0.replacing(/\u{1B}\[[\d;]*m/, with: "") }
    let columns = try #require(lines.map(\.count).max())
    var image = GrayImage(width: 4 * columns, height: 8 * lines.count, filledWith: 0)
    for (row, line) in lines.enumerated() {
      for (column, block) in line.enumerated() {
        for half in 0..<2 {
          let isFull = block == "█" || block == (half == 0 ? "▀" : "▄")
          guard isFull != color else { continue }
          for y in 0..<4 {
            for x in 0..<4 { image[4 * column + x, 8 * row + 4 * half + y] = 255 }
          }
        }
      }
    }
    let answer = try Self.answer(
      live.ask("POST", "/frame?picture=1", key: key, body: Self.frame(1, image)))
    #expect(answer.symbols.map(\.value) == [live.address])
    #expect(TerminalSymbol.lines(live.address, TerminalStyle(width: 40)).isEmpty)
    #expect(TerminalSymbol.lines(live.address, TerminalStyle(width: 100, ascii: true)).isEmpty)
  }

  @Test(arguments: [
    ["--tls"], ["--host", "0.0.0.0"], ["--host", "phone"], ["--host", "1.2.3"],
    ["--host", "1.2.3.004"],
  ]) func aHostThatIsNoAddressIsWrongUsage(options: [String]) throws {
    #expect(try HarnessRun.run(["live"] + options).status == 64)
  }

  /// An address for documents, which no machine has.
  @Test(arguments: [[], ["--tls"]]) func anAddressOfAnotherMachineIsAnError(options: [String])
    throws
  {
    let run = try HarnessRun.run(["live", "--decoder", "zxing", "--host", "192.0.2.1"] + options)
    #expect(run.status == 2 && run.errors.contains("no address of this machine"), "\(run.errors)")
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

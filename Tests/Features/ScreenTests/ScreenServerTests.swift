import Corpora
import Foundation
import Statistics
import TestSupport
import Testing

/// `harness screen` as a program that listens, with a scripted scanner before it.
@Suite(.waits) struct ScreenServerTests {
  /// Eleven sizes around the planted thresholds.
  private static func corpus(trials: Int) -> String {
    HarnessRun.tinyCorpus(trials: trials).replacing(
      "levels: [2, 3, 4, 5]", with: "levels: [{from: 1.5, to: 4, step: 0.25}]")
  }

  private struct Turn: Decodable {
    struct Screen: Decodable {
      var missing: Int
      var doubled: Int
      var late: Int
      var stray: Int
    }
    var state: String
    var number: Int
    var name: String?
    var left: Int?
    var fate: String?
    var verdict: String?
    var screen: Screen?
  }

  private struct Scores: Decodable {
    struct Estimate: Decodable {
      var value: Double
      var lower: Double
      var upper: Double
    }
    struct Group: Decodable { var meanThreshold: Estimate? }
    struct Decoder: Decodable {
      var label: String
      var groups: [Group]
    }
    struct Outcome: Decodable {
      var wasStopped: Bool
      var screen: Turn.Screen
    }
    var decoders: [Decoder]
    var outcome: Outcome
  }

  /// A page before which a scanner is scripted, with what its samples say.
  private struct Sitting {
    let page: RunningPage
    let key: String
    let tab: PlainSocket
    var renderer: SampleRenderer

    init(_ arguments: [String] = [], trials: Int, in folder: ScratchFolder? = nil) throws {
      let scratch = try folder ?? ScratchFolder()
      let file = try scratch.file("tiny.yaml", ScreenServerTests.corpus(trials: trials))
      page = try RunningPage(
        [
          "screen", "--name", "Planted 1", "--corpus", file, "--trials", "\(trials)", "--quiet",
          "-o", "out",
        ] + arguments, in: scratch)
      key = try page.open()
      tab = try page.attach(key: key).socket
      renderer = SampleRenderer(
        corpus: try CorpusCatalog(folders: []).load(nameOrPath: file)
          .overriding(trials: trials, seed: nil))
    }

    func ask(_ method: String, _ path: String) throws -> Turn {
      let answer = try page.ask(method, path, key: key)
      try #require(answer.status == 200, "\(path): \(answer.text)")
      return try JSONDecoder().decode(Turn.self, from: Data(answer.body))
    }

    func start(_ pixel: String = "0.25") throws {
      #expect(try page.ask("POST", "/start?pixel=\(pixel)", key: key).status == 204)
    }

    /// Shows the next sample; `nil` if there is none.
    mutating func show() throws -> (turn: Turn, level: Double, contents: [UInt8])? {
      let turn = try ask("POST", "/next")
      guard turn.state != "over" else { return nil }
      let sampleKey = try SampleKey(parsing: #require(turn.name))
      let sample = try renderer.draw(sampleKey)
      let shown = try ask("POST", "/shown?number=\(turn.number)")
      #expect(shown.state == "shown")
      return (shown, sampleKey.level.value, try #require(sample.truth.expected.first).bytes)
    }

    /// Answers as a program does: with the token, without key and Origin.
    func answer(_ bytes: [UInt8]) throws -> Turn {
      let answer = try page.ask(
        "POST", "/answer", origin: nil, headers: ["X-Harness-Token: \(page.token)"],
        body: bytes + [0x0D, 0x0A])
      try #require(answer.status == 200, "\(answer.text)")
      return try JSONDecoder().decode(Turn.self, from: Data(answer.body))
    }

    func scores() throws -> Scores {
      let data = try #require(
        FileManager.default.contents(atPath: page.scratch.path + "/out/scores.json"))
      #expect(
        try PublishedSchema.objections(String(decoding: data, as: UTF8.self), schema: "scores")
          == [])
      return try JSONDecoder().decode(Scores.self, from: data)
    }
  }

  @Test(arguments: 0..<20)
  func aPlantedThresholdIsFoundWithinItsInterval(run: Int) throws {
    var sitting = try Sitting(trials: 6)
    try sitting.start()
    var random = SeededGenerator(seed: 4300 + UInt64(run))
    let planted = 2.2 + 0.06 * Double(run)
    while let (_, level, contents) = try sitting.show() {
      let reads = Double.random(in: 0..<1, using: &random) < 1 / (1 + exp((planted - level) / 0.15))
      let turn = try sitting.answer(reads ? contents : [])
      #expect(turn.fate == "taken" && turn.verdict == (reads ? "read" : "no-read"))
      // Somebody knows that all is over, so that the page may be gone before one more question.
      if turn.state == "over" { break }
    }
    #expect(sitting.page.wait() == 0)
    let scores = try sitting.scores()
    let found = try #require(scores.decoders.first?.groups.first?.meanThreshold)
    #expect(scores.decoders.map(\.label) == ["Planted 1"] && !scores.outcome.wasStopped)
    #expect(
      found.lower <= planted && planted <= found.upper,
      "planted \(planted), found \(found.value) (\(found.lower) to \(found.upper))")
    // An interval that holds everything would hold this too.
    #expect(found.upper - found.lower < 0.8)
  }

  /// The page, which looks ten times a second, is told that all is over before the harness ends.
  @Test func aPageLearnsThatAProgramGaveTheLastAnswer() throws {
    var sitting = try Sitting(trials: 1)
    try sitting.start()
    while let shown = try sitting.show() {
      guard try sitting.answer(shown.contents).state == "over" else { continue }
      Thread.sleep(forTimeInterval: 0.2)
      #expect(try sitting.ask("GET", "/turn").state == "over")
      break
    }
    #expect(sitting.page.wait() == 0)
  }

  @Test func doubledLateAndMissingAnswersAreToldApart() throws {
    var sitting = try Sitting(["--timeout", "400ms"], trials: 2)
    try sitting.start()
    let first = try #require(try sitting.show())
    #expect(try sitting.answer(first.contents).fate == "taken")
    #expect(try sitting.answer(first.contents).fate == "doubled")
    let second = try #require(try sitting.show())
    #expect(try sitting.answer(first.contents).fate == "doubled")
    Thread.sleep(forTimeInterval: 0.5)
    let over = try sitting.ask("GET", "/turn")
    #expect(over.state == "pause" && over.verdict == "no-read" && over.screen?.missing == 1)
    let third = try #require(try sitting.show())
    #expect(try sitting.answer(second.contents).fate == "late")
    #expect(try sitting.answer(third.contents).fate == "taken")
    #expect(try sitting.answer(Array("nothing that was shown".utf8)).fate == "stray")
    // Ended before the last sample: the answers are kept.
    #expect(sitting.page.end() == 130)
    let scores = try sitting.scores()
    #expect(scores.outcome.wasStopped)
    let screen = scores.outcome.screen
    let told: [Int] = [screen.missing, screen.doubled, screen.late, screen.stray]
    #expect(told == [1, 2, 1, 1])
    // The same command goes on with what is left.
    let again = try Sitting(["--timeout", "400ms"], trials: 2, in: sitting.page.scratch)
    try again.start()
    #expect(try again.ask("POST", "/next").left == 22 - 3)
    #expect(again.page.end() == 130)
    let report = try HarnessRun.run(["report", "out"], in: again.page.scratch.path)
    #expect(report.status == 0, "\(report.errors)")
    let page = try String(
      contentsOfFile: again.page.scratch.path + "/out/report.html", encoding: .utf8)
    #expect(page.contains("1.00 mm of a screen") && page.contains("1 missing, 2 doubled, 1 late"))
  }

  @Test func strangersAndBadAnswersAreRefused() throws {
    var sitting = try Sitting(trials: 1)
    let page = sitting.page
    func status(
      _ path: String, key: String? = nil, origin: String? = "own", headers: [String] = [],
      body: [UInt8] = [0x41]
    ) throws -> Int {
      try page.ask("POST", path, key: key, origin: origin, headers: headers, body: body).status
    }
    let token = "X-Harness-Token: \(page.token)"
    #expect(try status("/answer") == 403)
    #expect(try status("/answer", origin: nil) == 403)
    #expect(try status("/answer", origin: nil, headers: ["X-Harness-Token: 0123"]) == 403)
    #expect(try status("/answer", origin: "http://evil.example", headers: [token]) == 403)
    // The token is for answers alone.
    #expect(try status("/start", origin: nil, headers: [token]) == 403)
    #expect(try status("/answer", origin: nil, headers: [token]) == 410)
    #expect(try page.ask("POST", "/next", key: sitting.key).status == 410)
    for pixel in ["x", "0", "-1", "nan", "1e9"] {
      #expect(try status("/start?pixel=\(pixel)", key: sitting.key) == 400)
    }
    try sitting.start()
    _ = try sitting.show()
    #expect(try page.ask("POST", "/next", key: sitting.key).status == 409)
    #expect(try page.ask("POST", "/shown?number=7", key: sitting.key).status == 410)
    #expect(try page.ask("GET", "/sample.png?number=x", key: sitting.key).status == 400)
    #expect(try status("/answer?age=-5", key: sitting.key) == 400)
    let long = [UInt8](repeating: 0x41, count: 20_000)
    #expect(try status("/answer", key: sitting.key, body: long) == 413)
    #expect(
      try page.ask("GET", "/sample.png?number=0", key: sitting.key).head.contains("image/png"))
    #expect(try page.ask("GET", "/", key: sitting.key).status == 403)
    #expect(page.end() == 130)
  }

  @Test(arguments: [
    (["--corpus", "multi"], "several symbols"), (["--corpus", "stream-shake"], "streams"),
    (["--corpus", "select-stacked"], "choice of one symbol"),
    (["--corpus", "qr-small", "--scale", "0"], "--scale"),
    (["--corpus", "qr-small", "--pixel-size", "3m"], "check the unit"),
    (["--corpus", "qr-small", "--pixel-size", "0.3"], "with a unit"),
    (["--corpus", "qr-small", "--trials", "0"], "--trials"),
    (["--corpus", "qr-small", "--name", "a\u{7}b"], "--name"),
    (["--corpus", "qr-smal"], "qr-small"),
  ])
  func whatCannotBeShownIsSaid(arguments: [String], words: String) async throws {
    let name = arguments.contains("--name") ? [] : ["--name", "Any"]
    let run = try await HarnessRun.run(["screen"] + name + arguments, input: nil)
    #expect(run.status == 64 && run.errors.contains(words), "\(run.errors)")
  }
}

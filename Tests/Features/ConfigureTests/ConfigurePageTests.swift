import Foundation
import TestSupport
import Testing

@testable import Configure

/// `harness configure --open`: the questions, the search and the files are those of the terminal.
@Suite(.waits) struct ConfigurePageTests {
  private typealias State = ConfigureState

  /// A page with samples that came one by one.
  private struct Sitting {
    let page: RunningPage
    let key: String

    init(_ arguments: [String] = [], in scratch: ScratchFolder) throws {
      page = try RunningPage(
        [
          "configure", "--open", "-o", "out", "--decoder", "zbar", "--language", "cpp", "--jobs",
          "1",
        ] + arguments, in: scratch, programs: "/nonexistent")
      key = try page.open()
    }

    func state() throws -> State {
      let answer = try page.ask("GET", "/state", key: key)
      try #require(answer.status == 200, "\(answer.text)")
      return try JSONDecoder().decode(State.self, from: Data(answer.body))
    }

    /// Waits for a state; the last one if it does not come.
    func state(when isRight: (State) -> Bool) throws -> State {
      for _ in 0..<1200 {
        let state = try state()
        if isRight(state) { return state }
        Thread.sleep(forTimeInterval: 0.1)
      }
      return try state()
    }

    func send(_ bytes: [UInt8], as name: String) throws -> Int {
      try page.ask("POST", "/sample?name=\(name)", key: key, body: bytes).status
    }

    func answer(_ line: String) throws -> State {
      let answer = try page.ask("POST", "/answer", key: key, body: Array(line.utf8))
      try #require(answer.status == 200, "\(answer.text)")
      return try JSONDecoder().decode(State.self, from: Data(answer.body))
    }
  }

  /// Draws samples, and returns their files.
  private func samples(in scratch: ScratchFolder) throws -> [String] {
    let file = try scratch.file(
      "labels.yaml",
      """
      format: 1
      name: labels
      version: 1
      title: Labels
      question: What reads them?
      seed: 5
      symbols: [{name: label, symbology: code-128, payload: {kind: digits, length: 8}}]
      conditions: [{name: seen, blur: 0.4}]
      sweep: {axis: module-size, levels: [3, 4]}
      trials: 3
      """)
    let run = try HarnessRun.run(["corpus", "render", file, "--output", scratch.path + "/drawn"])
    #expect(run.status == 0, "\(run.errors)")
    let files = try FileManager.default.subpathsOfDirectory(atPath: scratch.path + "/drawn")
    return files.filter { $0.hasSuffix(".png") }.sorted().map { scratch.path + "/drawn/" + $0 }
  }

  private func bytes(_ path: String) throws -> [UInt8] {
    try [UInt8](Data(contentsOf: URL(filePath: path)))
  }

  @Test func theSameAnswersGiveTheSameFilesAsTheTerminal() throws {
    let scratch = try ScratchFolder()
    let files = try samples(in: scratch)
    let sitting = try Sitting(in: scratch)
    #expect(try sitting.state().phase == .collecting)
    for (index, file) in files.enumerated() {
      #expect(try sitting.send(bytes(file), as: "label-\(index).png") == 204)
    }
    let blank = Array("P5\n64 64\n255\n".utf8) + [UInt8](repeating: 200, count: 4096)
    #expect(try sitting.send(blank, as: "blank.pgm") == 204)
    let asked = try sitting.state {
      $0.samples.count == files.count + 1
        && $0.samples.allSatisfy { !$0.symbols.isEmpty || $0.fault != nil }
    }
    #expect(asked.phase == .asking && asked.question?.place == "1/3")
    #expect(asked.counters.map(\.symbology) == ["Code 128"])
    let unread = asked.samples.filter(\.symbols.isEmpty)
    #expect(asked.counters.map(\.symbols) == [asked.samples.count - unread.count])
    #expect(asked.samples.filter { $0.fault != nil }.map(\.name) == unread.map(\.name))
    #expect(unread.count < 4 && unread.contains { $0.name == "blank.pgm" })
    #expect(
      asked.leader.first?.contains("zbar reads most: \(files.count + 1 - unread.count) of") == true)
    #expect(asked.question?.name == "symbologies")
    // One step at a time, and back.
    #expect(try sitting.answer("").question?.place == "2/3")
    #expect(try sitting.answer("speed").understood.count == 2)
    let back = try sitting.answer("<")
    #expect(back.question?.place == "2/3" && back.understood.count == 1)
    let refused = try sitting.page.ask(
      "POST", "/answer", key: sitting.key, body: Array("luck".utf8))
    #expect(refused.status == 400 && refused.text.contains("reach"))
    #expect(try sitting.answer("reach").question?.place == "3/3")
    let others = try sitting.answer("")
    #expect(others.question?.place == "" && others.question?.usual == "begin")
    // Back from the further questions nothing that was answered is lost.
    #expect(try sitting.answer("more").question?.place.hasPrefix("1/") == true)
    #expect(try sitting.answer("<").understood == others.understood && others.understood.count == 3)
    #expect(try sitting.answer("").phase == .searching)
    #expect(try sitting.send(blank, as: "late.pgm") == 409)
    // The search tells who is in front, with evidence, before it ends.
    let leading = try sitting.state {
      $0.phase != .searching || $0.leader.first?.contains("drawn images") == true
    }
    #expect(
      leading.phase == .searching
        && leading.leader.first?.contains(/zbar.* reads \d+ of \d+ samples and \d+ of \d+ drawn/)
          == true,
      "\(leading.phase) \(leading.leader)")
    let done = try sitting.state { $0.phase == .done }
    #expect(done.phase == .done && done.recommendation?.isEmpty == false, "\(done.message)")
    #expect(
      done.files.contains("scanner.json") && done.files.contains { $0.hasPrefix("programs/cpp/") })
    let place = try #require(done.files.firstIndex(of: "scanner.json"))
    let scanner = try sitting.page.ask("GET", "/file?number=\(place)", key: sitting.key)
    #expect(try scanner.body == bytes(scratch.path + "/out/scanner.json"))
    // The recommended scanner reads what the camera would show it.
    let tried = try sitting.page.ask("POST", "/test", key: sitting.key, body: bytes(files[0]))
    #expect(
      tried.status == 200 && tried.text.contains("\"symbology\":\"Code 128\""), "\(tried.text)")
    #expect(sitting.page.end() == 0)

    // In the same folder decodes are kept, and with them the times that settings are compared by.
    let names =
      ["answers.yaml", "scanner.json", "twin.yaml", "recommendation.md"]
      + done.files.filter { $0.hasPrefix("programs/") }
    let written = try names.map { try bytes(scratch.path + "/out/" + $0) }
    let answers = try scratch.file("kept.yaml", String(decoding: written[0], as: UTF8.self))
    let run = try HarnessRun.run(
      [
        "configure", "out-samples", "-o", "out", "--decoder", "zbar", "--answers", answers,
        "--jobs", "1",
      ],
      in: scratch.path)
    #expect(run.status == 0, "\(run.errors)")
    for (name, bytes) in zip(names, written) {
      #expect(try self.bytes(scratch.path + "/out/" + name) == bytes, "\(name)")
    }
  }

  @Test func aNewSampleBeginsTheQuestionsAgainAndSaysSo() throws {
    let scratch = try ScratchFolder()
    let files = try samples(in: scratch)
    let sitting = try Sitting(in: scratch)
    #expect(try sitting.send(bytes(files[0]), as: "a.png") == 204)
    let first = try sitting.state { $0.phase == .asking }
    #expect(first.message.isEmpty)
    _ = try sitting.answer("")
    #expect(try sitting.answer("safety").question?.place == "3/3")
    #expect(try sitting.send(bytes(files[1]), as: "b.png") == 204)
    let again = try sitting.state { $0.phase == .asking && $0.samples.count == 2 }
    #expect(again.question?.place == "1/3" && again.understood.isEmpty)
    #expect(again.message.contains("the questions begin again") && !again.isFault)
    // It is said until the next answer.
    #expect(try sitting.send(bytes(files[2]), as: "c.png") == 204)
    let third = try sitting.state { $0.phase == .asking && $0.samples.count == 3 }
    #expect(third.message == again.message)
    #expect(try sitting.answer("").message.isEmpty)
    #expect(sitting.page.end() == 0)
  }

  /// A drag over a sample is the line that answers; a line shows what it means; what it writes is in the answers.
  @Test func theScanAreaIsDraggedOverASample() throws {
    let scratch = try ScratchFolder()
    let files = try samples(in: scratch)
    let sitting = try Sitting(in: scratch)
    func area(
      _ body: String, width: Int = 400
    ) throws -> (status: Int, text: String, answer: AreaAnswer?) {
      let answer = try sitting.page.ask(
        "POST", "/area", key: sitting.key,
        body: Array("{\(body),\"width\":\(width),\"height\":200}".utf8))
      return (
        answer.status, answer.text,
        try? JSONDecoder().decode(AreaAnswer.self, from: Data(answer.body))
      )
    }
    #expect(try area(#""line":"all""#).status == 410)
    #expect(try sitting.send(bytes(files[0]), as: "a.png") == 204)
    _ = try sitting.state { $0.phase == .asking }
    #expect(try area(#""line":"all""#).answer?.guides.area == nil)
    let drag = #""gesture":{"target":"area","unit":"%","from":[300,150],"to":[100,20]}"#
    for line in ["all", "0, 0, 0.1, 0.1", "half typed"] {
      let drawn = try #require(area("\"line\":\"\(line)\",\(drag)").answer)
      #expect(drawn.line == "0.25, 0.1, 0.75, 0.75")
      #expect(drawn.guides.area == [[100, 20], [300, 20], [300, 150], [100, 150]])
      #expect(try area("\"line\":\"\(drawn.line)\"").answer?.guides.area == drawn.guides.area)
    }
    let refused = try area(#""line":"half""#)
    #expect(refused.status == 400 && refused.text.contains("middle"))
    let flat = #""gesture":{"target":"area","unit":"%","from":[300,150],"to":[300,20]}"#
    #expect(try area("\"line\":\"all\",\(flat)").status == 400)
    for width in [0, -1, Int.max] {
      #expect(try area(#""line":"0, 0, 1, 0.5""#, width: width).status == 400, "\(width)")
    }
    #expect(try sitting.page.ask("POST", "/area", key: sitting.key, body: [1]).status == 400)
    #expect(sitting.page.end() == 0)
  }

  private static let leaving = #"""
    import socket, ssl, struct, sys
    anything = ssl.create_default_context()
    anything.check_hostname, anything.verify_mode = False, ssl.CERT_NONE
    for _ in range(40):
        connection = socket.create_connection(("127.0.0.2", int(sys.argv[1])))
        secure = anything.wrap_socket(connection)
        secure.sendall(b"GET / HTTP/1.1\r\nHost: nobody\r\n\r\n" * 50)
        secure.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        secure.close()
    """#

  /// Whoever hangs up while answers are written ends no more than the connection.
  @Test func aConnectionThatIsResetEndsNothing() throws {
    let scratch = try ScratchFolder()
    let page = try RunningPage(
      [
        "configure", "--open", "-o", "out", "--decoder", "zbar", "--host", "127.0.0.2", "--tls",
      ], in: scratch, programs: "/nonexistent")
    #expect(try SystemProgram.run(["python3", "-c", Self.leaving, "\(page.port)"]).status == 0)
    #expect(page.end() == 0)
  }

  @Test func strangersAndWhatIsNoSampleAreRefused() throws {
    let scratch = try ScratchFolder()
    let sitting = try Sitting(in: scratch)
    for path in ["/state", "/file?number=0", "/sample.png?number=0"] {
      #expect(try sitting.page.ask("GET", path).status == 403)
    }
    #expect(
      try sitting.page.ask("POST", "/sample?name=a.png", key: sitting.key, origin: nil, body: [1])
        .status == 403)
    #expect(try sitting.send([1, 2, 3], as: "a.png") == 400)
    #expect(try sitting.page.ask("GET", "/file?number=0", key: sitting.key).status == 410)
    #expect(try sitting.page.ask("POST", "/test", key: sitting.key, body: [1]).status == 410)
    #expect(try sitting.page.ask("POST", "/answer", key: sitting.key, body: [1]).status == 410)
    let huge = try sitting.page.ask(
      "POST", "/sample?name=a.png", key: sitting.key, headers: ["Content-Length: 4000000000"])
    #expect(huge.status == 413)
    #expect(!FileManager.default.fileExists(atPath: scratch.path + "/out-samples"))
    #expect(sitting.page.end() == 0)
  }

  @Test(arguments: [
    ("../../etc/passwd", "_.._etc_passwd"), ("a b.png", "a_b.png"), (".hidden", "hidden"),
    ("", "sample"), ("..", "sample"), ("ä/\u{0}.png", "___.png"),
  ]) func namesLeadOutOfNoFolder(name: String, expected: String) {
    #expect(ConfigureDesk.fileName(name) { _ in true } == expected)
    #expect(ConfigureDesk.fileName("a.png") { $0 != "a.png" && $0 != "a-2.png" } == "a-3.png")
  }

  @Test(arguments: [("out", "out-samples"), ("a/out//", "a/out-samples"), ("/", "/-samples")])
  func samplesLieBesideTheOutputHoweverItIsWritten(folder: String, expected: String) {
    #expect(ConfigureDesk.samplesFolder(beside: folder) == expected)
  }
}

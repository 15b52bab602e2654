import CodeGeneration
import Statistics
import Testing

@testable import Configure

@Suite struct AnswerTests {
  private static let retail = SampleNeeds(
    Fixture.survey((0..<12).map { [Fixture.symbol(.ean13, "97802013796\(10 + $0)52495")] }))
  private static let labels = SampleNeeds(
    Fixture.survey(
      (0..<12).map {
        [Fixture.symbol(.code128, "AB\(100 + $0)"), Fixture.symbol(.qrCode, "x", at: 500, 300)]
      }))

  @Test func suggestionsFollowTheSamples() {
    let retail = Answers(suggestedBy: Self.retail)
    #expect(retail.addOns == .required && !retail.several && retail.values)
    #expect(retail.viewFinder == .laser(width: 0.8))
    #expect(retail.stopRule.uniqueCodes == 1)
    // The length of an EAN-13 is no rule of these samples.
    #expect(retail.lengths.isEmpty)
    let labels = Answers(suggestedBy: Self.labels)
    #expect(labels.several && labels.stopRule.uniqueCodes == nil && labels.viewFinder == .none)
    #expect(labels.lengths == [.code128: 5...5, .qrCode: 1...1])
  }

  @Test func twoSamplesMakeNoRules() {
    let needs = SampleNeeds(Fixture.survey([[Fixture.symbol(.code128, "ABC")]]))
    let answers = Answers(suggestedBy: needs)
    #expect(answers.lengths.isEmpty && answers.scanArea == nil && !answers.checkDigits)
  }

  @Test func wordsOfEveryAnswerAreThatAnswer() throws {
    var answers = Answers(suggestedBy: Self.labels, languages: ["swift", "c"])
    answers.rejections = [
      .exact(text: "a,\"b\""), .exact([0xff, 0x00]), .prefix(text: "http://"), .pattern("[0-9]+"),
    ]
    answers.stopRule = .init(uniqueCodes: 3, seconds: 2.5)
    answers.scanArea = FrameBox(left: 0.1, top: 0.2, right: 0.8, bottom: 0.9)
    answers.viewFinder = .frame(width: 0.5, height: 0.25)
    answers.addOns = .allowed
    answers.checkDigits = true
    answers.goal = .safety
    var copy = Answers(suggestedBy: Self.retail)
    for question in Question.allCases {
      try copy.answer(question, with: answers.words(question))
    }
    #expect(copy == answers)
  }

  @Test(arguments: [
    (Question.symbologies, ["qr-cod"]), (.several, ["perhaps"]), (.lengths, ["code-128:9-3"]),
    (.reject, ["exact:"]), (.reject, ["pattern:("]), (.reject, ["hex:0"]),
    (.reject, ["sample:0.png"]), (.stopAfterCodes, ["0"]),
    (.stopAfterSeconds, ["-1"]), (.scanArea, ["0.5", "0", "0.2", "1"]),
    (.viewFinder, ["frame:2x1"]),
    (.goal, ["fast"]), (.addOns, ["some"]),
  ])
  func wrongAnswersChangeNothing(_ question: Question, _ words: [String]) {
    var answers = Answers(suggestedBy: Self.labels)
    let before = answers
    #expect(throws: AnswerError.self) { try answers.answer(question, with: words) }
    #expect(answers == before)
  }

  @Test func aSampleIsRejectedByItsPayloads() throws {
    let payloads = Self.labels.payloads
    #expect(payloads["image-03.png"] == [Array("AB103".utf8), Array("x".utf8)])
    var answers = Answers(suggestedBy: Self.labels)
    try answers.answer(.reject, with: ["sample:image-03.png", "prefix:Z"], payloads: payloads)
    #expect(answers.rejections == [.exact(text: "AB103"), .exact(text: "x"), .prefix(text: "Z")])
    do {
      try answers.answer(.reject, with: ["sample:77.png"], payloads: payloads)
      Issue.record("an unknown sample was taken")
    } catch {
      #expect(error.accepted == ["the name of a sample that was read: image-00.png"])
    }
  }

  @Test func filesOfAnswersSayTheirLine() throws {
    let yaml = "format: 1\ngoal: speed\nseveral: maybe\n"
    do {
      _ = try AnswerFile.read(
        yaml, file: "a.yaml", into: Answers(suggestedBy: Self.labels))
      Issue.record("a wrong answer was taken")
    } catch {
      #expect(
        "\(error)".hasPrefix("a.yaml:3: \"maybe\" is no answer to \"several\": write yes, no"))
    }
    do {
      _ = try AnswerFile.read(
        "format: 1\ngaol: speed\n", file: "a.yaml", into: Answers(suggestedBy: Self.labels))
      Issue.record("an unknown question was taken")
    } catch {
      #expect("\(error)".contains("a.yaml:2") && "\(error)".contains("goal"))
    }
  }

  @Test func hostileAnswersSurviveTheirFile() throws {
    var random = SplitMix64(state: 5)
    let alphabet = Array(
      "ab\"'\\:{}[]#&*!|>%@`,\n\t\u{0}\u{7f}\u{202e}é日\u{1F600}- ~?=".unicodeScalars)
    for _ in 0..<500 {
      var answers = Answers(suggestedBy: Self.labels)
      answers.rejections = (0..<3).map { _ in
        var text = ""
        for _ in 0..<Int(1 + random.next() % 8) {
          text.unicodeScalars.append(alphabet[Int(random.next() % UInt64(alphabet.count))])
        }
        return .exact(text: text)
      }
      let text = AnswerFile.text(answers, to: Question.allCases)
      let read = try AnswerFile.read(
        text, file: "answers.yaml", into: Answers(suggestedBy: Self.retail))
      #expect(read == answers, "\(text.debugDescription)")
    }
  }
}

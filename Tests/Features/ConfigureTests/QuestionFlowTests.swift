import CodeGeneration
import DecoderKit
import Testing

@testable import Configure

/// The dialogue of `harness configure`, line by line.
@Suite struct QuestionFlowTests {
  private let needs = SampleNeeds(
    Fixture.survey(
      (0..<12).map {
        [Fixture.symbol(.code128, "AB\(100 + $0)"), Fixture.symbol(.qrCode, "x", at: 500, 300)]
      }))
  private let suggested: Answers
  private var flow: QuestionFlow

  init() {
    suggested = Answers(suggestedBy: needs)
    flow = QuestionFlow(needs, suggested: suggested, languages: ["cpp", "swift"])
  }

  /// Types lines, and returns what the last one did.
  @discardableResult
  private mutating func type(_ lines: String...) -> QuestionFlow.Reply {
    lines.map { flow.receive($0) }.last ?? .moved
  }

  @Test mutating func threeQuestionsAndEnterAreEnough() {
    #expect(flow.number?.of == 1 && flow.number?.all == 3)
    #expect(type("") == .answered(.symbologies))
    #expect(type(" speed ") == .answered(.goal))
    #expect(type("swift, cpp") == .answered(.language))
    guard case .others(let count) = flow.step else {
      Issue.record("\(String(describing: flow.step))")
      return
    }
    #expect(count > 5 && flow.number == nil)
    type("")
    #expect(flow.step == nil)
    var expected = suggested
    (expected.goal, expected.languages) = (.speed, ["swift", "cpp"])
    #expect(flow.answers == expected)
  }

  @Test(arguments: ["more", "yes", "y"]) mutating func theOthersAreAskedOnRequest(_ word: String) {
    type("", "", "")
    type(word)
    #expect(flow.step == .question(.several) && flow.number?.of == 1)
    let all = flow.number?.all ?? 0
    for place in 1...all {
      #expect(flow.number?.of == place)
      type("")
    }
    #expect(flow.step == nil && flow.answers == suggested)
  }

  @Test mutating func aQuestionMarkExplainsAndAsksAgain() {
    #expect(type("?") == .explain(.question(.symbologies)))
    #expect(type("", "?") == .explain(.question(.goal)))
    type("", "")
    #expect(type("?") == .explain(.others(8)) && type("what") == .explain(.others(8)))
  }

  @Test mutating func allTakesWhatTheSamplesHave() {
    type("qr-code")
    #expect(flow.answers.symbologies == [.qrCode])
    type("<")
    #expect(flow.step == .question(.symbologies))
    #expect(type("all") == .answered(.symbologies))
    #expect(flow.answers.symbologies == suggested.symbologies && suggested.symbologies.count == 2)
  }

  @Test mutating func whatIsNoAnswerChangesNothingAndIsAskedAgain() {
    for (line, accepted) in [("qr-cod", "qr-code"), ("1", "qr-code")] {
      guard case .refused(let error) = type(line) else {
        Issue.record("\(line) was taken")
        continue
      }
      #expect(error.given == line && error.accepted.contains(accepted))
      #expect(flow.step == .question(.symbologies) && flow.answers == suggested)
    }
    type("", "")
    guard case .refused(let error) = type("swift, cobol") else {
      Issue.record("a language without a template was taken")
      return
    }
    #expect(error.given == "cobol" && error.accepted == ["all", "cpp", "swift"])
    #expect(flow.answers.languages.isEmpty && flow.step == .question(.language))
  }

  @Test mutating func stepsBackStopAtTheFirstQuestion() {
    #expect(type("<", "<") == .moved && flow.number?.of == 1)
    type("", "", "", "more", "no")
    #expect(flow.step == .question(.lengths) && !flow.answers.several)
    type("<", "<", "")
    #expect(flow.step == nil, "Enter at the choice begins, although more was chosen before")
  }

  @Test func shortWordsAreUnderstood() throws {
    var answers = suggested
    try answers.answer(.scanArea, with: ["middle"])
    #expect(answers.scanArea == FrameBox(left: 0.2, top: 0.2, right: 0.8, bottom: 0.8))
    try answers.answer(.viewFinder, with: ["frame"])
    #expect(answers.viewFinder == .frame(width: 0.6, height: 0.6))
    try answers.answer(.viewFinder, with: ["laser"])
    #expect(answers.viewFinder == .laser(width: 0.8))
    try answers.answer(.values, with: ["y"])
    #expect(answers.values)
    try answers.answer(.lengths, with: ["all"])
    #expect(answers.lengths.isEmpty)
  }
}

import Reporting
import Results
import Testing

@testable import RunFixtures

/// The answer to a corpus's question, and the short form of a report that it opens.
@Suite struct AnswerTests {
  private func sentence(_ table: ScoreTable) throws -> String {
    try #require(Answer(ScoreWording(table)).sentence)
  }

  @Test func aSweepIsAnsweredByThresholdsWithTheVersionThatHasThem() throws {
    let table = try ScoreFixture.table(.realistic)
    let best = try #require(table.decoders.first)
    let text = try sentence(table)
    #expect(text.hasPrefix("\(best.label) ") && text.contains(best.version))
    let ends = best.groups.filter { table.rankedGroups.contains($0.group) }.map(\.threshold.upper)
    let worst = try #require(ends.compactMap(\.self).max())
    #expect(text.contains("reads reliably from \(Numerals.level(worst)) px and stops at "))
  }

  @Test func noLevelIsCalledReliableThatAGroupHasNotCertified() throws {
    var table = try ScoreFixture.table(.realistic)
    for group in table.decoders[0].groups.indices {
      table.decoders[0].groups[group].threshold.kind = .notCertified
      table.decoders[0].groups[group].threshold.reason = .tooFewTrials(needed: 59, given: 6)
    }
    #expect(try sentence(table).hasPrefix("\(table.decoders[0].label) "))
    #expect(try !sentence(table).hasPrefix("\(table.decoders[0].label) reads reliably"))
    #expect(try sentence(table).contains("stops reading at "))
    let reservation = try #require(Answer(ScoreWording(table)).reservation)
    #expect(reservation.contains("--trials 59"))
  }

  @Test func streamsAreAnsweredByTimesAndTheSoonestIsFirst() throws {
    var table = try ScoreFixture.table(.realistic)
    table.streams = StreamReportTests.streams()
    let text = try sentence(table)
    #expect(text.contains("has read half of the streams after 0.50 s"))
    #expect(text.hasPrefix("zxing "))
    #expect(!text.contains("on average"))
  }

  @Test func contentsAreAnsweredByWhatTheyMean() throws {
    var table = try ScoreFixture.table(.realistic)
    let zbar = try #require(table.decoders.firstIndex { $0.label == "zbar" })
    table.decoders[zbar].meaning = MeaningScore(
      tried: 40, same: 30, different: 7, unreadable: 2,
      rate: Estimate(value: 0.75, lower: 0.5, upper: 0.98))
    let text = try sentence(table)
    #expect(text.contains("keeps the meaning of 75.0"))
    #expect(text.hasSuffix("7 wrong meanings that look right"))
  }

  @Test func decodersThatReadNoneOfTheSymbologiesAreTheAnswer() throws {
    var table = try ScoreFixture.table(.realistic)
    for index in table.decoders.indices {
      table.decoders[index].standing = .unsupported
      table.decoders[index].groups = []
    }
    #expect(try sentence(table) == "None of the decoders here reads any of these symbologies")
  }

  @Test func imagesWithoutACodeAreAnsweredByWhatWasReadInThem() throws {
    var table = try ScoreFixture.table(.unordered)
    for index in table.decoders.indices where table.decoders[index].rank != nil {
      table.decoders[index].total.clean = table.decoders[index].total.tried
      table.decoders[index].total.falsePositive = 0
    }
    let text = try sentence(table)
    #expect(
      text.contains("reads nothing in ") && text.contains(" images without a code"), "\(text)")
    #expect(!text.contains("none"), "\(text)")
  }

  @Test func anglesAreAnsweredByWhereADecoderReadsLeast() throws {
    var table = try ScoreFixture.table(.unordered)
    table.corpus.axis = "rotation"
    for index in table.decoders.indices { table.decoders[index].weakPart = nil }
    #expect(try !sentence(table).contains("least"))
    table.decoders[0].weakPart = WeakPart(kind: .level, name: "45", rate: 0.5, elsewhere: 0.9)
    #expect(try sentence(table).contains("reads least at 45"))
    #expect(try sentence(table).contains("against 90.0"))
    table.decoders[0].weakPart?.kind = .group
    #expect(try !sentence(table).contains("least"), "a group is no angle")
  }

  @Test(arguments: [ScoreFixture.Name.realistic, .unordered, .scenes])
  func theShortFormOpensWithTheAnswerAndNamesEveryDecoder(_ kind: ScoreFixture.Name) throws {
    let table = try ScoreFixture.table(kind)
    for width in [60, 80, 140] {
      let text = TerminalReport(TerminalStyle(width: width), .brief).render(table)
      let lines = text.split(separator: "\n")
      #expect(lines.count <= 30, "\(text)")
      #expect(lines.allSatisfy { DisplayText.width(String($0)) <= width }, "\(text)")
      let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      let answer = try sentence(table).split(whereSeparator: \.isWhitespace)
        .joined(separator: " ")
      #expect(words.contains(answer.replacing("\u{202F}", with: " ") + "."), "\(text)")
      for decoder in table.decoders { #expect(text.contains(decoder.label)) }
    }
  }

  @Test func whatIsWrongIsSaidInTheShortFormToo() throws {
    var table = try ScoreFixture.table(.realistic)
    table.decoders[0].total.crash = 3
    table.unavailable = [UnavailableDecoder(label: "gone", reason: "there is no such program")]
    let text = TerminalReport(TerminalStyle(width: 140), .brief).render(table)
    #expect(text.contains("Errors: \(table.decoders[0].label): 3 crashes"))
    #expect(text.contains("gone could not take part: there is no such program"))
  }
}

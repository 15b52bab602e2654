import Results
import Testing

@testable import RunFixtures

/// Errors are grouped by what their messages have in common.
@Suite struct ErrorCauseTests {
  private static let assertion =
    "loading\nreader: ODReader.cpp:%: read(): Assertion "
    + "`lineCount() == 1' failed.\n*** Signal 6: Backtracing from 0x7f%... done ***"

  @Test func equalMessagesAreOneCauseWithItsFirstSample() throws {
    let corpus = try Fixture.corpus(levels: "1, 2", trials: 30)
    let record = Fixture.record(corpus, decoders: [Fixture.configured("a", supports: [true])])
    let table = try Fixture.scores(ofFindings: record) { _, place in
      switch place.trial {
      case 0..<9: Finding(.read)
      case 9..<20:
        Finding(
          .crash, detail: "killed by SIGABRT (abort)",
          printed: Self.assertion.replacing("%", with: "\(70_000 + place.trial)"))
      case 20..<25: Finding(.crash, detail: "killed by SIGSEGV (segmentation fault)")
      case 25..<28: Finding(.timeout)
      default: Finding(.failed, detail: "no memory at 0x7f\(place.trial)")
      }
    }
    let causes = try #require(table.decoder("a")?.causes)
    #expect(causes.map(\.count) == [22, 10, 6, 4])
    #expect(causes.map(\.verdict) == [.crash, .crash, .timeout, .failed])
    #expect(
      causes.map(\.signature) == [
        "killed by SIGABRT (abort): Assertion `lineCount() == 1' failed.",
        "killed by SIGSEGV (segmentation fault)", "", "no memory at …",
      ])
    #expect(
      causes[1].command
        == "harness reproduce '\(causes[1].firstSample)' --decoder 'a' --memory-limit 'none'")
    #expect(causes.map { $0.firstSample.split(separator: "/").last } == ["9", "20", "25", "28"])
    let broken = try #require(table.decoder("a")).total.broken
    #expect(causes.reduce(0) { $0 + $1.count } == broken)
  }

  @Test func aDecoderWithEndlessMessagesHasAFewHundredCauses() throws {
    let corpus = try Fixture.corpus(levels: "1, 2", trials: 400)
    let record = Fixture.record(corpus, decoders: [Fixture.configured("a", supports: [true])])
    let table = try Fixture.scores(ofFindings: record) { _, place in
      Finding(.failed, detail: "image \(place.level)-\(place.trial) is bad")
    }
    let causes = try #require(table.decoder("a")?.causes)
    #expect(causes.count == 201)
    #expect(causes.first?.signature == "other causes" && causes.first?.count == 600)
  }
}

import Results
import Testing

@testable import Reporting
@testable import RunFixtures

/// Warnings about decoders whose answers are to be doubted, in all reports.
@Suite struct ConductReportTests {
  /// A table whose first decoder flips, sees things and lies about times, and whose second one is sound.
  private func table() throws -> ScoreTable {
    var table = try ScoreFixture.table(.realistic)
    var bad = DecoderConduct(label: table.decoders[0].label)
    (bad.blanks, bad.readBlanks, bad.impossibleTimes) = (41, 5, 64)
    bad.repeats = [
      RepeatShare(
        choice: .random, samples: 4000, candidates: 4000, repeated: 40, different: 0),
      RepeatShare(
        choice: .unreadAmongRead, samples: 2000, candidates: 20, repeated: 20, different: 18),
    ]
    var good = DecoderConduct(label: table.decoders[1].label)
    good.blanks = 40
    good.repeats = [
      RepeatShare(choice: .random, samples: 4000, candidates: 4000, repeated: 40, different: 0)
    ]
    table.outcome.conduct = [bad, good]
    return table
  }

  @Test func theDecoderIsNamedAboveAllNumbersWithTheReasons() throws {
    let table = try table()
    let (bad, good) = (table.decoders[0].label, table.decoders[1].label)
    let warning = try #require(Statements(ScoreWording(table)).warning)
    #expect(warning.contains("\(bad) gives different answers to the same image"), "\(warning)")
    #expect(warning.contains("\(bad) reads something in empty images"))
    #expect(warning.contains("\(bad) reports impossible times"))
    #expect(!warning.contains("\(good) "))
  }

  @Test func theNumbersBehindItStandInASectionAndInColumns() throws {
    let table = try table()
    let section = try #require(
      Statements(ScoreWording(table)).sections.first { $0.title == "Answers to be doubted" })
    #expect(
      section.sentences.contains {
        $0.contains("18 of 20 samples not read at levels where nearly all are read")
          && $0.contains("0.9")
      }, "\(section.sentences)")
    #expect(section.sentences.contains { $0.contains("5 of 41 empty images") })
    #expect(TerminalReport(TerminalStyle(width: 200)).render(table).contains("18 of 60"))
    let lines = CSVReport().render(table).split(separator: "\r\n")
    #expect(lines[0].hasSuffix("empty_images,empty_images_read,impossible_times"))
    #expect(lines[1].hasSuffix(",60,18,41,5,64"), "\(lines[1])")
  }

  @Test func comparisonsWithADecoderThatFlipsAreMarked() throws {
    let table = try table()
    let section = Statements(ScoreWording(table)).sections.first {
      $0.title == "Significantly different"
    }
    for sentence in section?.sentences ?? [] where sentence.contains(table.decoders[0].label) {
      #expect(sentence.contains("this may be chance"), "\(sentence)")
    }
  }

  @Test func runsOfOlderHarnessesHaveNoWarning() throws {
    let table = try ScoreFixture.table(.realistic)
    #expect(table.outcome.conduct == nil)
    let text = TerminalReport(TerminalStyle(width: 200)).render(table)
    #expect(!text.contains("Answers to be doubted") && !text.contains("other answer"))
  }
}

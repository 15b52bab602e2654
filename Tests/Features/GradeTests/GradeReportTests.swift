import Analysis
import DecoderKit
import Measuring
import Results
import Scanning
import Testing

@testable import Reporting

/// Grades and decode rates by grade, in the terminal and in files.
@Suite struct GradeReportTests {
  static func text(_ width: Int) -> GradeText { GradeText(TerminalStyle(width: width)) }

  @Test func gradesFitTheTerminalAndSayWhatTheyAreNot() {
    for width in [80, 140] {
      let lines = GradeFixture.images.flatMap {
        Self.text(width).render($0).split(separator: "\n")
      }
      #expect(lines.allSatisfy { DisplayText.width(String($0)) <= width })
      let all = lines.flatMap { $0.split(separator: " ") }.joined(separator: " ")
      #expect(all.contains("grade 2.4 (C) by ISO/IEC 15416:2016"))
      #expect(all.contains("scans from top to bottom: 3.0 1.8"))
      #expect(all.contains("symbol contrast") && all.contains("52 %"))
      #expect(all.contains("not graded: this symbology has no grading here"))
      #expect(all.contains("no symbol was read") && all.contains("is no image"))
    }
    #expect(Self.text(80).remark(isColour: true).contains("--channel red"))
    #expect(!Self.text(80).remark(isColour: false).contains("--channel"))
  }

  /// Trials 0 and 1 of every level are graded, A and D; 2 is not; the others are not looked at. The
  /// decoder reads the even trials.
  private func table() throws -> GradeTable {
    try GradeFixture.table()
  }

  @Test func ratesAreThoseOfTheGradedSamplesAlone() throws {
    let table = try table()
    #expect(table.taken == 12 && table.samples == 4 * 10)
    let all = table.rates.filter { $0.symbology == nil && $0.decoder == "even" }
    #expect(all.map(\.letter) == GradeLetter.allCases)
    #expect(all.map(\.trials) == [4, 0, 0, 4, 0])
    #expect(all.map(\.reads) == [4, 0, 0, 0, 0])
    #expect(all[1].rate == nil && all[0].rate == 1)
    // Clopper and Pearson: the lower end of 4 of 4 is the fourth root of 0.025.
    #expect(abs(all[0].interval.lower - 0.3976) < 1e-4)
    #expect(table.rates.filter { $0.symbology == .qrCode }.count == 5)
    #expect(table.ungraded.map(\.samples) == [4])
    let contrast = try #require(table.parameters.first { $0.parameter == .symbolContrast })
    let values = try #require(contrast.values)
    #expect([values.lowest, values.median, values.highest] == [0.25, 0.25, 0.9])
    #expect(contrast.limits == 4)
    #expect(table.symbols.map(\.letters) == [[.a: 4, .d: 4]])
  }

  @Test func theReportHasTheStandardsPartsAndNoClaim() throws {
    let text = GradeMarkdown.render(try table())
    for part in [
      "## Equipment under test", "## Test conditions", "## Test symbols", "## Test criterion",
      "## Results", "no conformance is claimed",
      "**even reads 100.0 % of grade A, 0.0 % of grade D.**", "4 / 0 / 4", "4 samples: ",
    ] { #expect(text.contains(part), "\(part)") }
    for width in [80, 140] {
      let shown = GradeRateText(TerminalStyle(width: width)).render(try table())
      #expect(shown.split(separator: "\n").allSatisfy { DisplayText.width(String($0)) <= width })
      #expect(shown.contains("100.0 %") && shown.contains("grade F"))
    }
  }
}

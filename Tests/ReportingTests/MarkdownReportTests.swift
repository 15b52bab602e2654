import Reporting
import Results
import Testing

@testable import RunFixtures

@Suite struct MarkdownReportTests {
  /// The cells of a table line. A bar after a backslash does not separate cells.
  private func cells(_ line: Substring) -> [String] {
    String(line).replacing("\\\\", with: "\u{1}").replacing("\\|", with: "\u{2}")
      .split(separator: "|", omittingEmptySubsequences: false).dropFirst().dropLast()
      .map { String($0).replacing("**", with: "").trimmed }
  }

  @Test func everyTableLineHasAsManyCellsAsItsTitles() throws {
    for name in ScoreFixture.Name.allCases {
      var columns: Int?
      for line in MarkdownReport().render(try ScoreFixture.table(name)).split(
        separator: "\n", omittingEmptySubsequences: false)
      {
        guard line.hasPrefix("|") else {
          columns = nil
          continue
        }
        #expect(cells(line).count == columns ?? cells(line).count, "\(line)")
        columns = cells(line).count
      }
    }
  }

  @Test func hostileLabelsStayText() throws {
    let text = MarkdownReport().render(try ScoreFixture.table(.hostile))
    #expect(!text.contains("<script>") && !text.contains("<b>") && !text.contains("<i>"))
    #expect(text.contains("a\\|b\\`c\\`&lt;script&gt;"))
    #expect(!text.contains("@everyone"))
    #expect(!text.contains("\u{1B}") && !text.contains("\r"))
  }

  @Test func cellsAreTheOnesThatTheTerminalShows() throws {
    let table = try ScoreFixture.table(.realistic)
    let wording = ScoreWording(table)
    let rows = MarkdownReport().render(table).split(separator: "\n").map(cells)
    for group in table.decoders.flatMap(\.groups) {
      let expected = [
        group.group, wording.threshold(group.threshold), wording.meanThreshold(group), "",
        wording.decodeRate(group.total), Numerals.count(group.total.tried),
        wording.misreads(group.total), wording.errors(group.total),
        Numerals.milliseconds(group.latency.readMedian),
        Numerals.milliseconds(group.latency.missMedian),
      ]
      #expect(rows.contains { $0.dropFirst(2).starts(with: expected) }, "\(expected)")
    }
  }

  @Test func pairsShowTheDifferenceOfTheirDecodeRates() throws {
    let table = try ScoreFixture.table(.realistic)
    let wording = ScoreWording(table)
    let rows = MarkdownReport().render(table).split(separator: "\n").map(cells)
    let header = try #require(
      rows.firstIndex { $0.starts(with: ["better", "worse", "tried by both"]) })
    let column = try #require(rows[header].firstIndex(of: "difference of decode rates, points"))
    for (pair, row) in zip(table.comparisons, rows[(header + 2)...]) {
      #expect(row[0] == Markdown.text(pair.better))
      #expect(row[column] == Markdown.text(wording.points(pair.rateDifference)))
    }
  }

  @Test func differencesOfRatesAreInPercentagePoints() throws {
    let wording = ScoreWording(try ScoreFixture.table(.deserted))
    #expect(
      wording.points(Estimate(value: 0.1412, lower: 0.1359, upper: 0.1461)) == "14.1 [13.6–14.6]")
    #expect(wording.points(Estimate(value: 0, lower: -0.012, upper: 0.012)) == "0.0 [-1.2–1.2]")
    #expect(wording.points(nil) == "–")
  }

  @Test func tiesAreMarkedAndOverlappingGroupsShowTheirLetters() throws {
    var table = try ScoreFixture.table(.realistic)
    for other in table.decoders.indices.dropFirst(2) { table.decoders[other].rank = nil }
    func ranks(_ first: (Int, String), _ second: (Int, String)) -> [String] {
      (table.decoders[0].rank, table.decoders[0].letters) = first
      (table.decoders[1].rank, table.decoders[1].letters) = second
      return table.decoders.prefix(2).map { ScoreWording(table).rank($0) }
    }
    #expect(ranks((1, "a"), (2, "b")) == ["1", "2"])
    #expect(ranks((1, "a"), (1, "a")) == ["1=", "1="])
    #expect(ranks((1, "a"), (1, "ab")) == ["1 a", "1 ab"])
  }

  @Test func everyLevelOfEveryGroupIsThere() throws {
    let table = try ScoreFixture.table(.realistic)
    let wording = ScoreWording(table)
    let text = MarkdownReport().render(table)
    #expect(text.ranges(of: "<details>").count == table.corpus.groups.count + 1)
    #expect(text.ranges(of: "<details>").count == text.ranges(of: "</details>").count)
    let first = table.decoders[0].groups[0]
    for (index, level) in first.levels.enumerated() {
      let rate = wording.rate(first.rate(at: index)).replacing("[", with: "\\[")
      #expect(text.contains("\n| \(level.level) | \(rate) |"))
    }
  }

  @Test func ratesOfLabelsAreThoseOfASymbolAsOnThePage() throws {
    let table = try ScoreFixture.table(.scenes)
    let text = MarkdownReport().render(table)
    let group = try #require(table.decoder("narrow")?.groups.first)
    for (index, level) in group.levels.enumerated() {
      let symbol = try #require(group.scene?.levels[index])
      #expect(symbol.value > level.readRate ?? 0 || symbol.value == 0 || symbol.value == 1)
      #expect(text.contains(Markdown.text(ScoreWording(table).rate(symbol))))
    }
  }

  @Test func levelsComeHardestFirstWhicheverWayTheSweepRuns() throws {
    for (name, first) in [(ScoreFixture.Name.realistic, "0.8"), (.mirrored, "6")] {
      let lines = MarkdownReport().render(try ScoreFixture.table(name)).split(separator: "\n")
      let header = try #require(lines.firstIndex { $0.hasPrefix("| px |") })
      #expect(lines[header + 2].hasPrefix("| \(first) |"))
    }
  }

  @Test func sentencesAreTheTerminals() throws {
    let table = try ScoreFixture.table(.realistic)
    let text = MarkdownReport().render(table)
    for section in Statements(ScoreWording(table)).sections {
      #expect(text.contains("## \(section.title)\n"))
      for sentence in section.sentences {
        #expect(text.contains("- \(Markdown.text(sentence)).\n"))
      }
    }
  }
}

extension String {
  fileprivate var trimmed: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}

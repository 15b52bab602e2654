import DecoderKit
import Reporting
import Results
import Testing

@testable import RunFixtures
@testable import Runs

@Suite struct HistoryReportTests {
  private func point(
    _ run: Int, _ mean: Double?, version: String = "lib 1", fingerprint: String = "f",
    scale: String = "s"
  ) -> RunHistory.Point {
    RunHistory.Point(
      run: run, startedAt: "2026-01-0\(run)T02:17:00Z", version: version,
      fingerprint: fingerprint, scale: scale,
      meanThreshold: mean.map { Estimate(value: $0, lower: $0 - 0.01, upper: $0 + 0.01) },
      tried: 100, successes: 90, falseAnswers: 0, breakages: 0)
  }

  private func history(_ points: [RunHistory.Point]) throws -> RunHistory {
    let table = try ScoreFixture(actors: [.init(label: "zbar")]).table()
    var history = RunHistory(of: table.corpus)
    history.series = [.init(label: "zbar", points: points)]
    return history
  }

  private func text(_ points: [RunHistory.Point], ascii: Bool = false) throws -> String {
    DocumentText(TerminalStyle(width: 80, ascii: ascii)).render(try history(points)) + "\n"
  }

  @Test func theLatestThresholdAndItsTrendAreShown() throws {
    let text = try text([point(1, 1.5), point(2, 1.4), point(3, 1.6)])
    #expect(text.contains("3 runs"))
    #expect(text.contains("1.60 ± 0.01"))
    #expect(text.contains("▅▁█"), "\(text)")
    #expect(!text.contains("Changes"))
  }

  @Test func aNewVersionAndOtherBytesAreSaidWithWhatTheyDid() throws {
    let text = try text([
      point(1, 1.5), point(2, 1.4, version: "lib 2", fingerprint: "g"),
      point(3, 1.4, version: "lib 2", fingerprint: "h"),
    ])
    let line = text.split(separator: "\n").joined(separator: " ").replacing("     ", with: " ")
    #expect(
      line.contains(
        "lib 1 became lib 2 in run 2 (2026-01-02), mean threshold 1.500 ± 0.010 → 1.400 ± 0.010"))
    #expect(line.contains("the same version with other bytes"), "\(text)")
  }

  @Test func aRenamedDecoderStaysInItsSeries() throws {
    let fixture = ScoreFixture(actors: [.init(label: "zxing:a=1")])
    let (table, record) = (try fixture.table(), try fixture.store().run)
    var history = RunHistory(of: table.corpus)
    history.add(table, run: 1, record: record)
    var renamed = table
    (renamed.decoders[0].label, renamed.decoders[0].reference) = ("fast", "zxing:a=1")
    history.add(renamed, run: 2, record: record)
    #expect(history.series.map(\.label) == ["fast"])
    #expect(history.series[0].points.map(\.run) == [1, 2])
    history.add(table, run: 3, record: record)
    #expect(history.series.map(\.label) == ["zxing:a=1"] && history.series[0].points.count == 3)
  }

  @Test func aDecoderThatReadsMoreGroupsThanBeforeStartsAnew() throws {
    let fixture = ScoreFixture(actors: [.init(label: "zbar")])
    let (table, record) = (try fixture.table(), try fixture.store().run)
    var history = RunHistory(of: table.corpus)
    history.add(table, run: 1, record: record)
    history.add(table, run: 2, record: record)
    #expect(history.series[0].comparable.count == 2)
    var narrower = table
    narrower.decoders[0].groups.removeLast()
    history.add(narrower, run: 3, record: record)
    #expect(history.series[0].comparable.map(\.run) == [3])
  }

  @Test func whatDoesNotCompareStartsTheTrendAnew() throws {
    let text = try text([point(1, 1.5), point(2, 1.4), point(3, 2.5, scale: "other")])
    #expect(text.contains("starts again."))
    #expect(text.contains("▅\n\nChanges\n"), "a single value lies in the middle: \(text)")
  }

  @Test func theAnswerIsWhetherAThresholdChangedForGood() throws {
    func words(_ points: [RunHistory.Point]) throws -> String {
      try text(points).replacing(/\s+/, with: " ")
    }
    #expect(
      try words([point(1, 1.5)]).hasPrefix(
        "On qr-small no decoder has two runs that can be compared, so no change is known yet."))
    let steady = try words((1...3).map { point($0, 1.5) })
    #expect(
      steady.hasPrefix("On qr-small no decoder's threshold changed for good in the last 3 runs."),
      "\(steady)")
    #expect(
      steady.contains(
        "In the latest run zbar stops reading at 1.50 ± 0.01 px on average over all groups that it supports."
      ),
      "\(steady)")
    let changed = try words((1...8).map { point($0, $0 < 5 ? 1.5 : 1.52) })
    #expect(
      changed.hasPrefix(
        "zbar stops reading at 1.52 ± 0.01 px on average; it was 1.500 px before run 5."),
      "\(changed)")
  }

  @Test func ofSeveralCorporaTheChangedOneIsTheAnswer() throws {
    func named(_ name: String, _ points: [RunHistory.Point]) throws -> RunHistory {
      var history = try history(points)
      history.corpus = name
      return history
    }
    func text(_ histories: [RunHistory]) -> String {
      HistoryOverview(histories: histories).document.text(TerminalStyle(width: 80))
    }
    let changed = try named("tilt", (1...8).map { point($0, $0 < 5 ? 1.5 : 1.52) })
    let steady = try (1...30).map { number in
      try named("c\(number)", (1...3).map { point($0, 1.5) })
    }
    let all = text(steady + [changed])
    #expect(
      all.replacing(/\s+/, with: " ").hasPrefix(
        "On 1 of 31 corpora a decoder's mean threshold changed for good: tilt: zbar 1.500 → 1.520 px in run 5."
      ),
      "\(all)")
    #expect(all.split(separator: "\n").count < 30 && all.contains("11 more corpora"), "\(all)")
    #expect(
      text(Array(steady.prefix(2))).hasPrefix(
        "No decoder's mean threshold changed for good on any of 2 corpora."))
    let single = try named("x", [point(1, 1.5)])
    #expect(text([single, single]).hasPrefix("On none of 2 corpora does a decoder have two runs"))
  }

  @Test func theShortFormOfOneCorpusCountsFurtherChanges() throws {
    let points = (1...9).map { point($0, 1.5, version: "lib \($0)") }
    let style = DocumentText(TerminalStyle(width: 200))
    let short = style.render(try history(points), isFull: false)
    #expect(
      short.ranges(of: " became ").count == 5 && short.contains("3 more changes: use --full."))
    #expect(style.render(try history(points)).ranges(of: " became ").count == 8)
  }

  @Test func aStepThatLastsIsFound() throws {
    let text = try text((1...8).map { point($0, $0 < 5 ? 1.5 : 1.52) })
    #expect(text.contains("a step at run 5 (2026-01-05)"), "\(text)")
  }

  @Test func asciiKeepsToAscii() throws {
    let text = try text([point(1, 1.5), point(2, nil), point(3, 1.6)], ascii: true)
    let isPlain = text.allSatisfy(\.isASCII)
    #expect(isPlain)
    #expect(text.contains("_?^"), "\(text)")
  }

  @Test func aHistoryShowsHowCertainThresholdsAre() throws {
    func point(_ run: Int, _ mean: Double) -> RunHistory.Point {
      RunHistory.Point(
        run: run, startedAt: "2026-01-0\(run)T02:17:00Z", version: "lib \(run)", fingerprint: "f",
        scale: "s", meanThreshold: Estimate(value: mean, lower: mean - 0.02, upper: mean + 0.02),
        tried: 100, successes: 90, falseAnswers: 0, breakages: 0)
    }
    var history = RunHistory(of: try ScoreFixture(actors: [.init(label: "zbar")]).table().corpus)
    history.series = [.init(label: "zbar", points: [point(1, 1.51), point(2, 1.5)])]
    let sentences = HistoryEvents(of: history.series[0], in: history).sentences
    // A hundredth of a pixel is within the uncertainty, which is to be seen.
    #expect(
      sentences.first?.hasSuffix("mean threshold 1.510 ± 0.020 → 1.500 ± 0.020 px") == true,
      "\(sentences)")
  }
}

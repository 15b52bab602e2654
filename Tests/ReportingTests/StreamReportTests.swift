import Reporting
import Results
import Testing

@testable import RunFixtures

/// The section on streams, in all reports.
@Suite struct StreamReportTests {
  private static func score(_ decoder: String, _ median: Double?, wrong: Int = 0) -> StreamScore {
    StreamScore(
      decoder: decoder, streams: 40, firstReads: median == nil ? 12 : 38,
      median: .init(value: median, lower: median.map { $0 - 0.1 }, upper: median.map { $0 + 0.1 }),
      p95: .init(value: median.map { $0 + 0.5 }, lower: median, upper: nil), wrongFirst: wrong,
      wrongFirstUpperBound: 0.0722, judgedShare: 0.34, cpuSecondsPerRead: 0.00123,
      cpuSecondsPerFirstRead: 0.0123,
      steps: median.map { [.init(time: $0, share: 0.95)] } ?? [])
  }

  static func streams() -> StreamTable {
    let (zxing, zbar) = (score("zxing", 0.5), score("zbar", nil, wrong: 2))
    var slow = StreamRules(everyMilliseconds: 200, confirmations: 2, window: 3)
    slow.clock = .virtual
    return StreamTable(
      rules: StreamRules(), framesPerSecond: 30, seconds: 2, decoders: [zxing, zbar],
      groups: [
        .init(group: "qr/hand-approach-0.3", decoders: [zxing, zbar]),
        .init(group: "qr/hand-approach-0.6", decoders: [zbar]),
      ],
      comparisons: [
        StreamPair(
          sooner: "zxing", later: "zbar", streams: 40, p: 0.001, adjustedP: 0.002,
          isSignificant: true)
      ],
      effects: [
        StreamEffect(rules: StreamRules(everyMilliseconds: nil), score: zxing),
        StreamEffect(rules: slow, score: zbar),
      ])
  }

  private func table() throws -> ScoreTable {
    var table = try ScoreFixture.table(.realistic)
    table.streams = Self.streams()
    table.settings.stream = StreamRules()
    return table
  }

  @Test(arguments: [80, 140]) func theTerminalHasTimesCostsAndEffects(width: Int) throws {
    let text = TerminalReport(TerminalStyle(width: width)).render(try table())
    // Commands are never wrapped, so that they can be copied.
    let lines = text.split(separator: "\n").filter { !$0.contains("harness reproduce") }
    #expect(lines.allSatisfy { $0.count <= width }, "\(lines.filter { $0.count > width })")
    for piece in [
      "Time to first correct read", "0.50 [0.40–0.60]", "1.00 [0.50–∞)", "not reached", "2 (≤ 7.3",
      "What throttling and confirmation change", "200 ms", "2/3", "12.3", "38 of 40",
    ] { #expect(text.contains(piece), "\(piece)") }
    #expect(
      text.replacing("\n", with: " ").contains("zxing reads sooner than zbar in 40 streams"))
  }

  @Test func pageMarkdownAndSchemaHaveThemToo() throws {
    let page = PageReport().render(try table())
    #expect(page.contains("id=\"streams\"") && page.contains("id=\"stream-plot-name\""))
    let markdown = MarkdownReport().render(try table())
    #expect(markdown.contains("## Time to first correct read") && markdown.contains("| 200 ms |"))
    let json = try JSONReport().render(try table())
    #expect(try JSONReport.read(json).streams == Self.streams())
  }

  @Test func otherCorporaHaveNoneOfIt() throws {
    let table = try ScoreFixture.table(.realistic)
    #expect(!PageReport().render(table).contains("id=\"streams\""))
    #expect(!MarkdownReport().render(table).contains("first correct"))
    #expect(!TerminalReport(TerminalStyle(width: 140)).render(table).contains("first correct"))
  }
}

import Reporting
import Testing

@Suite struct ProgressLineTests {
  private let entries = [
    ProgressLine.Entry(label: "zbar", done: 12_400, read: 9_100, errors: 0, total: 24_800),
    ProgressLine.Entry(
      label: "zxing:binarizer=global-histogram", done: 24_800, read: 20_000, errors: 12,
      total: 24_800),
    ProgressLine.Entry(label: "名前\n", done: 0, read: 0, errors: 0, total: 24_800),
    ProgressLine.Entry(label: "", done: 5, read: 0, errors: 0, total: 0),
  ]

  @Test(arguments: 40...200)
  func noLineIsWiderThanTheTerminal(width: Int) {
    for ascii in [false, true] {
      let display = ProgressLine(TerminalStyle(width: width, ascii: ascii))
      let lines = display.lines(entries, elapsedSeconds: 10)
      #expect(lines.count == entries.count)
      // All lines have the same width, so that nothing jumps when one is drawn over another.
      #expect(Set(lines.map(DisplayText.width)).count == 1)
      #expect(lines.allSatisfy { DisplayText.width($0) <= width })
    }
  }

  @Test func aWideTerminalShowsEverything() {
    let display = ProgressLine(TerminalStyle(width: 140, ascii: true))
    let line = display.lines(entries, elapsedSeconds: 10)[0]
    for field in [
      "zbar", "50 %", "12 400/24 800", "1 240/s", "read 73.4 %", "errors 0", "ETA 0:10",
    ] {
      #expect(line.contains(field), "\(field) in \(line)")
    }
  }

  @Test func aNarrowTerminalStillShowsWhoHowFarAndHowLong() {
    let display = ProgressLine(TerminalStyle(width: 40, ascii: true))
    let lines = display.lines(entries, elapsedSeconds: 10)
    #expect(lines[0].contains("zbar") && lines[0].contains("50 %"))
    #expect(lines[0].contains("ETA 0:10"))
    #expect(lines[1].contains("done"))
  }

  @Test func theBarIsFullOnlyAtTheEnd() {
    let display = ProgressLine(TerminalStyle(width: 80, ascii: true))
    func bar(_ done: Int) -> String {
      let entry = ProgressLine.Entry(label: "a", done: done, read: 0, errors: 0, total: 1000)
      return display.lines([entry], elapsedSeconds: 1)[0]
    }
    #expect(bar(999).contains(".") && bar(999).contains("99 %"))
    #expect(!bar(1000).contains("." + ".") && bar(1000).contains("100 %"))
  }

  @Test func aLogSaysHowFarAndHowLongInOneLine() {
    let display = ProgressLine(TerminalStyle(width: 40, ascii: true))
    #expect(
      display.summary(Array(entries.prefix(2)), 10)
        == "50 % after 0:10, ETA 0:10, zbar 12 400 of 24 800, "
        + "zxing:binarizer=global-histogram 24 800 of 24 800, 12 errors")
    let many = (0..<5).map {
      ProgressLine.Entry(label: "d\($0)", done: 10, read: 0, errors: 0, total: 20)
    }
    #expect(display.summary(many, 1) == "50 % after 0:01, ETA 0:01, 50 decodes")
    let open = ProgressLine.Entry(label: "a", done: 7, read: 0, errors: 0, total: nil)
    #expect(display.summary([open], 61.5) == "after 1:01, a 7 decodes")
  }

  /// A decoder whose every exchange breaks and is repaired by a second try has no errors.
  @Test func whatWasTriedAgainStandsBesideTheErrors() {
    let display = ProgressLine(TerminalStyle(width: 140, ascii: true))
    let entry = ProgressLine.Entry(
      label: "a", done: 66, read: 66, errors: 0, total: 66, retried: 64)
    #expect(display.lines([entry], elapsedSeconds: 1)[0].contains("errors 0 (64 retried)"))
    #expect(display.summary([entry], 1).hasSuffix("a 66 of 66, 64 retried"))
  }

  /// Two jobs, 10 s, 100 of 10 100 samples: 1000 s are to come. The slow decoder took 19 of the 20
  /// seconds that two jobs have in ten, so 950 s are its own.
  @Test func theEstimateGivesEachDecoderWhatItsOwnSamplesTook() {
    let display = ProgressLine(TerminalStyle(width: 80, ascii: true))
    func entry(_ label: String, _ busy: Double, total: Int = 10_100) -> ProgressLine.Entry {
      .init(label: label, done: 100, read: 50, errors: 0, total: total, busySeconds: busy)
    }
    #expect(
      display.estimate([entry("quick", 0.4), entry("slow", 19)], 10, jobs: 2)
        == "about 17 min to go, as the first 100 samples predict: slow 16 min, quick 20 s")
    #expect(display.estimate([entry("a", 1, total: 200)], 10, jobs: 2) == nil, "10 s are no news")
    let unknown = ProgressLine.Entry(label: "b", done: 0, read: 0, errors: 0, total: 10_100)
    #expect(display.estimate([entry("a", 1), unknown], 10, jobs: 2) == nil)
    let open = ProgressLine.Entry(label: "b", done: 9, read: 0, errors: 0, total: nil)
    #expect(display.estimate([open], 10, jobs: 2) == nil)
  }

  @Test func nothingIsMadeUpBeforeTheFirstSample() {
    let display = ProgressLine(TerminalStyle(width: 140, ascii: false))
    let entry = ProgressLine.Entry(label: "a", done: 0, read: 0, errors: 0, total: 100)
    let line = display.lines([entry], elapsedSeconds: 0)[0]
    #expect(line.contains("ETA –") && line.contains("–/s") && line.contains("read –"))
    #expect(display.lines([], elapsedSeconds: 1).isEmpty)
  }
}

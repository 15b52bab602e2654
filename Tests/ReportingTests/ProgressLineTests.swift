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

  @Test func nothingIsMadeUpBeforeTheFirstSample() {
    let display = ProgressLine(TerminalStyle(width: 140, ascii: false))
    let entry = ProgressLine.Entry(label: "a", done: 0, read: 0, errors: 0, total: 100)
    let line = display.lines([entry], elapsedSeconds: 0)[0]
    #expect(line.contains("ETA –") && line.contains("–/s") && line.contains("read –"))
    #expect(display.lines([], elapsedSeconds: 1).isEmpty)
  }
}

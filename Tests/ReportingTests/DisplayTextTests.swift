import Reporting
import Testing

@Suite struct DisplayTextTests {
  @Test func nothingThatMovesTheCursorIsPrinted() {
    let shown = DisplayText.printable("a\nb\r\n\t\u{1B}[2J\u{202E}\u{7F}\u{85}é")
    #expect(shown == "a\\nb\\r\\n\\t\\u{1b}[2J\\u{202e}\\u{7f}\\u{85}é")
  }

  @Test func wideCharactersTakeTwoColumns() {
    #expect(DisplayText.width("名前 ab") == 7)
    #expect(DisplayText.width("≤ 0.03\u{202F}%") == 8)
  }

  @Test func aShortenedNameKeepsBothItsEnds() {
    let name = DisplayText.shortened("data-matrix-small/rotated", to: 12, ellipsis: "…")
    #expect(name == "data-m…tated")
    #expect(DisplayText.width(DisplayText.shortened("名前名前名前名前", to: 8, ellipsis: "…")) <= 8)
    #expect(DisplayText.shortened("short", to: 5, ellipsis: "…") == "short")
  }

  @Test(arguments: [
    (["a", "b"], "a and b"), (["a", "b", "c", "d"], "a, b, c and d"),
    (["a", "b", "c", "d", "e"], "a, b, c and 2 more"),
  ])
  func anAnswerNamesThreeItemsOrAllOfFour(items: [String], answer: String) {
    #expect(Words.list(Words.first(items, others: "more")) == answer)
  }

  @Test func wordsLongerThanALineAreBrokenWithoutLoss() {
    let lines = DisplayText.wrapped(["ab", "cdefghijkl", "m"], to: 4)
    #expect(lines.allSatisfy { $0.count <= 4 })
    #expect(lines.joined() == "abcdefghijkl m")
  }

  @Test func asciiHasASubstituteForEverySignThatReportsUse() {
    let text = "≤ ≥ ± – … × · ─ ’ ∞ ° → − ⁻ ≈ µ σ α ● ä é Å ß ø \u{202F}%"
    let ascii = DisplayText.ascii(text)
    #expect(ascii.allSatisfy { $0.isASCII })
    #expect(!ascii.contains("?"))
  }
}

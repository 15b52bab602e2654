import DecoderKit
import Testing

struct SpellingSuggestionTests {
  private let known = ["zbar", "zxing", "dmtx", "qr-small"]

  @Test(arguments: [
    ("zbra", "zbar"), ("zxin", "zxing"), ("ZXING", "zxing"), ("dtmx", "dmtx"),
    ("qr-smal", "qr-small"), ("qrsmall", "qr-small"),
  ])
  func aSlipIsUnderstood(typed: String, meant: String) {
    #expect(SpellingSuggestion.nearest(to: typed, among: known) == meant)
    #expect(SpellingSuggestion.sentence(for: typed, among: known) == " Did you mean \"\(meant)\"?")
  }

  @Test(arguments: ["quirc", "opencv", ""])
  func anotherNameIsLeftAlone(typed: String) {
    #expect(SpellingSuggestion.nearest(to: typed, among: known) == nil)
    #expect(SpellingSuggestion.sentence(for: typed, among: known) == "")
  }

  @Test func nothingKnownMeansNothingSuggested() {
    #expect(SpellingSuggestion.nearest(to: "zbar", among: []) == nil)
  }
}

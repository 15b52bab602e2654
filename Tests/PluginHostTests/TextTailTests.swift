import PluginHost
import Testing

struct TextTailTests {
  @Test func itKeepsTheLastBytesAndNoMore() {
    var tail = TextTail(limit: 10)
    for number in 0..<1000 { tail.append(Array("<\(number)>".utf8)[...]) }
    #expect(tail.text == "<998><999>")
  }

  @Test func whatATerminalWouldObeyIsMadeHarmless() {
    var tail = TextTail(limit: 100)
    tail.append(Array("a\u{1B}[31mred\r\n\n\nb\tc".utf8 + [0xFF, 0x07])[...])
    #expect(tail.text == "a\u{FFFD}[31mred\u{FFFD}\nb\tc\u{FFFD}\u{FFFD}")
  }
}

import DecoderKit
import Judging
import Results
import Symbols
import Testing

@Suite struct MisreadClassTests {
  private func judged(
    _ truth: [UInt8], read data: [UInt8], symbology: Symbology = .qrCode, as name: Symbology? = nil,
    text: String? = nil, certainty: ExpectedSymbol.Certainty = .drawn
  ) -> Judgement {
    let expected = ExpectedSymbol(
      symbology: symbology, bytes: truth, corners: nil, certainty: certainty)
    return TruthMatching.judge(
      [Reading(symbology: name ?? symbology, bytes: data, text: text)],
      against: Truth(expected: [expected]))
  }

  @Test(arguments: [
    ("abcdef", "abc", MisreadClass.truncation), ("abcdef", "def", .truncation),
    ("abcdef", "cd", .truncation), ("abcdef", "", .truncation), ("abcdef", "abcdefg", .surplus),
    ("abcdef", "\u{1A}abcdef", .surplus), ("abcdef", "abcxef", .substitution),
    ("abcdef", "fedcba", .substitution), ("abcdef", "xy", .other), ("abcdef", "abxdefg", .other),
  ])
  func bytesTellTheClass(truth: String, data: String, expected: MisreadClass) {
    let judgement = judged(Array(truth.utf8), read: Array(data.utf8))
    #expect(judgement.verdict == .misread)
    #expect(judgement.misreadClass == expected)
    #expect(judgement.symbols.map(\.misreadClass) == [expected])
  }

  @Test(arguments: [
    ("abd", MisreadClass.substitution), ("abd\n", .substitution), ("ab", .truncation),
    ("abcd", .surplus), ("cÃ©", .charsetOnly),
  ])
  func anEditorsLineBreakIsNoPartOfAMistake(data: String, expected: MisreadClass) {
    let truth = expected == .charsetOnly ? "cé\n" : "abc\n"
    let judgement = judged(
      Array(truth.utf8), read: Array(data.utf8), certainty: .writtenText)
    #expect(judgement.misreadClass == expected)
  }

  @Test func writtenTextInAnotherCharsetMayLackItsFinalLineBreak() {
    let judgement = judged(
      Array("cé\n".utf8), read: [0x63, 0xE9], certainty: .writtenText)
    #expect(judgement.rules == [.finalLineBreak, .writtenText] && judgement.verdict == .read)
  }

  @Test func aWrongDigitIsASubstitutionInWhateverLength() {
    let upcE = judged(
      Array("05096893".utf8), read: Array("0050968000099".utf8), symbology: .upcE, as: .ean13)
    #expect(upcE.misreadClass == .substitution)
    let dataBar = judged(
      Array("02001234567893".utf8), read: Array("0101234567890128".utf8), symbology: .dataBar)
    #expect(dataBar.misreadClass == .substitution)
  }

  @Test func theRightDataUnderAWrongNameIsThatAlsoWhenPrintedOtherwise() {
    let judgement = judged(
      Array("48512343".utf8), read: Array("0000048512343".utf8), symbology: .ean8, as: .ean13)
    #expect(judgement.misreadClass == .wrongSymbology)
  }

  /// Bytes from the charsets' own tables, not computed by the code under test.
  static let charsets: [(String, [UInt8], [UInt8])] = [
    ("Latin-1 é as UTF-8", [0x63, 0xE9], [0x63, 0xC3, 0xA9]),
    ("UTF-8 é as Latin-1", [0x63, 0xC3, 0xA9], [0x63, 0xE9]),
    ("Shift JIS 点 as UTF-8", [0x93, 0x5F], [0xE7, 0x82, 0xB9]),
    ("GB 18030 茗 as UTF-8", [0xDC, 0xF8], [0xE8, 0x8C, 0x97]),
    ("CP437 é as Latin-1", [0x63, 0x82], [0x63, 0xE9]),
    ("Windows-1252 euro as UTF-8", [0x80, 0x35], [0xE2, 0x82, 0xAC, 0x35]),
    ("Latin-1 ÀÈÌ taken for half-width kana", [0xC0, 0xC8, 0xCC], Array("ﾀﾈﾌ".utf8)),
    ("UTF-8 é taken for Latin-1 and converted", [0xC3, 0xA9], Array("Ã©".utf8)),
    ("Latin-1 é replaced", [0x63, 0xE9], Array("c\u{FFFD}".utf8)),
  ]

  @Test(arguments: charsets)
  func theSameTextInAnotherCharsetIsAMisreadOfThatKindAlone(
    what: String, truth: [UInt8], data: [UInt8]
  ) {
    let judgement = judged(truth, read: data)
    #expect(judgement.verdict == .misread, "the data has changed")
    #expect(judgement.misreadClass == .charsetOnly)
    #expect(judged(truth, read: data, certainty: .writtenBytes).verdict == .misread)
  }

  @Test func asciiIsNeverAQuestionOfCharset() {
    #expect(judged(Array("abc".utf8), read: Array("abd".utf8)).misreadClass == .substitution)
  }

  @Test func writtenDownTextIsRightInAnyCommonCharsetAndNotStrictlySo() {
    let written = judged(
      Array("Histórico".utf8), read: Array("Hist".utf8) + [0xF3] + Array("rico".utf8),
      certainty: .writtenText)
    #expect(written.verdict == .read)
    #expect(written.rules == [.writtenText])
    #expect(!written.isStrict)
  }

  @Test func writtenDownTextMayBeTheDecodersOwn() {
    let mixed = judged(
      Array("¶Ж".utf8), read: [0xB6, 0xB6], text: "¶Ж", certainty: .writtenText)
    #expect(mixed.rules == [.decoderText])
    #expect(judged(Array("¶Ж".utf8), read: [0xB6, 0xB6], text: "¶Ж").verdict == .misread)
    #expect(
      judged(
        Array("¶Ж".utf8), read: [0xB6, 0xB6], text: "¶Ж", certainty: .writtenBytes
      ).verdict == .misread)
  }

  @Test func writtenDownTextIsMeasuredInCharacters() {
    let judgement = judged(
      Array("óó12".utf8), read: Array("ss12".utf8), symbology: .code128, certainty: .writtenText)
    #expect(judgement.misreadClass == .substitution)
  }
}

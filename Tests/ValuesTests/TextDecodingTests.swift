import Testing

@testable import Values

@Suite struct TextDecodingTests {
  private func decoded(_ bytes: [UInt8], _ charset: String? = nil) -> (
    String?, String?, CharsetEvidence?
  ) {
    let text = BarcodeValue(bytes, charset: charset).text
    return (text?.string, text?.charset, text?.evidence)
  }

  @Test func groundsAreTriedInOrder() throws {
    #expect(decoded([0x41]) == ("A", "US-ASCII", .valid))
    #expect(decoded(Array("ä".utf8)) == ("ä", "UTF-8", .valid))
    #expect(decoded([0xEF, 0xBB, 0xBF, 0x41]) == ("A", "UTF-8", .byteOrderMark))
    #expect(decoded([0xFE, 0xFF, 0x00, 0xE4]) == ("ä", "UTF-16BE", .byteOrderMark))
    #expect(decoded([0xE4], "latin1") == ("ä", "ISO-8859-1", .declared))
    #expect(decoded([0xE4]) == ("ä", "windows-1252", .assumed))
    #expect(decoded([0x93, 0x8C, 0x8B, 0x9E]) == ("東京", "Shift_JIS", .assumed))
    #expect(decoded([0xB6, 0xC0, 0xB6, 0xC5]) == ("ｶﾀｶﾅ", "Shift_JIS", .assumed))
    // An apostrophe that begins a line makes a pair, too; letters alone are no katakana.
    let western: [UInt8] = [0xC0, 0x20, 0xDF, 0x0A, 0x92, 0xEA, 0x74, 0x72, 0x65]
    #expect(decoded(western) == ("À ß\n’être", "windows-1252", .assumed))
    // A declaration that cannot be true is not believed, and neither is an unknown one.
    #expect(decoded([0xE4], "UTF-8") == ("ä", "windows-1252", .assumed))
    #expect(decoded(Array("ä".utf8), "x-none") == ("ä", "UTF-8", .valid))
  }

  @Test func otherCharsetsComeFromTheSystem() {
    #expect(decoded([0xC4, 0xE3, 0xBA, 0xC3], "GB18030").0 == "你好")
    #expect(decoded([0xBE, 0xC8, 0xB3, 0xE7], "EUC-KR").0 == "안녕")
    #expect(decoded([0xCF, 0xF0], "windows-1251").0 == "Пр")
    #expect(decoded([0xE9], "ISO-8859-15").0 == "é")
  }

  @Test func controlsMakeDataBinaryButSeparatorsDoNot() {
    #expect(BarcodeValue([0x41, 0x00]).type == .binary)
    #expect(BarcodeValue([0x41, 0x7F]).type == .binary)
    #expect(BarcodeValue(Array("A\u{1E}\u{1D}\u{04}\r\n\t".utf8)).type == .text)
    #expect(BarcodeValue([]).type == .text)
  }
}

/// Payloads of several charsets, as a symbol announces them.
@Suite struct CharsetRunTests {
  private static let greek: [UInt8] = [0xC5, 0xEB, 0xEB, 0xDC, 0xE4, 0xE1]
  private static let cyrillic: [UInt8] = [0xBC, 0xD8, 0xE0]

  @Test func eachPartIsReadInItsOwnCharset() {
    let value = BarcodeValue(
      Array("a ".utf8) + Self.greek + Self.cyrillic,
      charsets: [
        CharsetRun(offset: 2, charset: "ISO-8859-7"), CharsetRun(offset: 8, charset: "ISO-8859-5"),
      ])
    #expect(value.content == .text("a ΕλλάδαМир"))
    #expect(value.text?.charset == "ISO-8859-7, ISO-8859-5")
    #expect(value.text?.evidence == .declared)
  }

  @Test func noneLeavesTheDecisionToTheBytes() {
    #expect(BarcodeValue(Self.greek, charsets: []) == BarcodeValue(Self.greek))
  }

  @Test func bytesThatAreInvalidInTheirCharsetAreNotDeclared() {
    let value = BarcodeValue([0xFF, 0xC3], charsets: [CharsetRun(offset: 0, charset: "UTF-8")])
    #expect(value.text?.evidence == .assumed)
  }

  @Test(arguments: [[2, 1], [9], [-1]])
  func offsetsOutOfPlaceDoNoHarm(offsets: [Int]) {
    let value = BarcodeValue(
      [0x61, 0x62], charsets: offsets.map { CharsetRun(offset: $0, charset: "UTF-8") })
    #expect(value.content == .text("ab"))
  }

  /// Writers take the older names for what has grown from them.
  @Test func chineseAndKoreanBeyondTheOlderStandardsAreRead() {
    // GB18030 has four bytes for this character, and CP949 a pair that KS X 1001 lacks.
    let chinese = BarcodeValue(
      [0x81, 0x39, 0xEF, 0x31], charsets: [CharsetRun(offset: 0, charset: "GB2312")])
    let korean = BarcodeValue([0x8C, 0x63], charsets: [CharsetRun(offset: 0, charset: "EUC-KR")])
    #expect(chinese.content == .text("㐂"))
    #expect(korean.content == .text("똠"))
  }
}

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

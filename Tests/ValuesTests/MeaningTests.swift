import Testing

@testable import Values

/// Payloads that mean the same, and those that do not.
@Suite struct MeaningTests {
  private func isSame(_ own: BarcodeValue, _ other: BarcodeValue) -> Bool {
    #expect(own.isSameMeaning(as: other) == other.isSameMeaning(as: own))
    return own.isSameMeaning(as: other)
  }

  @Test func charsetsAndMarksDoNotCount() throws {
    let text = "Größe 日本"
    let plain = BarcodeValue(text)
    #expect(isSame(plain, BarcodeValue([0xEF, 0xBB, 0xBF] + Array(text.utf8))))
    let western = BarcodeValue([0x47, 0x72, 0xF6, 0xDF, 0x65], charset: "ISO-8859-1")
    #expect(isSame(western, BarcodeValue("Größe")))
    #expect(isSame(western, BarcodeValue("Gro\u{308}ße")))
    let japanese = try #require(Draw.bytes("日本語", charset: "CP932"))
    #expect(isSame(BarcodeValue(japanese, charset: "Shift_JIS"), BarcodeValue("日本語")))
    #expect(!isSame(BarcodeValue(japanese, charset: "ISO-8859-1"), BarcodeValue("日本語")))
    #expect(!isSame(western, BarcodeValue("Grosse")))
  }

  @Test func escapesAndFoldsDoNotCount() {
    let card = "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:A\\, B\r\nEND:VCARD\r\n"
    #expect(isSame(BarcodeValue(card), BarcodeValue(card.replacing("\r\n", with: "\n"))))
    #expect(isSame(BarcodeValue(card), BarcodeValue(card.replacing("A\\, B", with: "A\r\n \\, B"))))
    #expect(!isSame(BarcodeValue(card), BarcodeValue(card.replacing("\\,", with: ""))))
    #expect(
      isSame(BarcodeValue(#"WIFI:S:a\"b;P:x;;"#), BarcodeValue(#"WIFI:P:x;S:a"b;"#)))
    #expect(!isSame(BarcodeValue("WIFI:S:ab;P:x;;"), BarcodeValue("WIFI:S:ab;P:X;;")))
  }

  @Test func productsAreComparedWithFourteenDigits() {
    let upcA = BarcodeValue("012345000065", carrier: .retail)
    #expect(isSame(upcA, BarcodeValue("0012345000065", carrier: .retail)))
    #expect(isSame(upcA, BarcodeValue("01234565", carrier: .upcE)))
    #expect(!isSame(upcA, BarcodeValue("01234565", carrier: .retail)))
    #expect(!isSame(upcA, BarcodeValue("01234500006512", carrier: .retail)))
  }

  @Test func separatorsOfElementStringsMayDifferButNotBeLost() {
    let full = BarcodeValue("10ABC\u{1D}17271231", carrier: .gs1)
    #expect(isSame(full, BarcodeValue("\u{1D}10ABC\u{1D}17271231")))
    #expect(isSame(full, BarcodeValue("1727123110ABC", carrier: .gs1)))
    #expect(isSame(full, BarcodeValue("(10)ABC(17)271231")))
    #expect(!isSame(full, BarcodeValue("10ABC17271231", carrier: .gs1)))
    #expect(!isSame(full, BarcodeValue("10ABC\u{1D}17271231")))
    #expect(!isSame(full, BarcodeValue("10ABC\u{1D}1727123104X", carrier: .gs1)))
  }

  @Test func kindsAndBytesCount() {
    #expect(!isSame(BarcodeValue("tel:1"), BarcodeValue("1")))
    #expect(isSame(BarcodeValue("tel:+1 201"), BarcodeValue("TEL:+1-201")))
    #expect(!isSame(BarcodeValue([0, 1]), BarcodeValue([0, 2])))
    #expect(BarcodeValue([0, 1]).displayValue == "0001")
  }

  /// Every drawn payload keeps its meaning in another charset, as a decoder that hands over UTF-8 does.
  @Test(arguments: PayloadKind.allCases.filter { $0 != .binary })
  func drawnPayloadsKeepTheirMeaningAsUTF8(_ kind: PayloadKind) {
    for number in 0..<100 {
      let drawn = kind.draw(number)
      let truth = BarcodeValue(
        drawn.bytes, carrier: drawn.carrier, charset: drawn.charset, year: 2026)
      let read = BarcodeValue(Array(drawn.text.utf8), carrier: drawn.carrier, year: 2026)
      #expect(isSame(truth, read), "\(kind) \(number): \(drawn.text.debugDescription)")
    }
  }
}
